/* The row that makes a response a ridge: the slope of the sensor along the response vanishes, or, in a
 * non-smooth peak, the margin of a contact.
 *
 * The slope is a bordered scalar of the response (bordered_scalar.h). Its border row t decides the coordinate
 * along the response, not where the slope vanishes; it stays the same as long as the response does not turn
 * away from it. In a non-smooth peak the gradient of the margin is the border row, so that the multipliers of
 * the response and of the margin are those of a maximum under the condition margin = 0. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Cosine of the angle between border and tangent below which the tangent becomes the border: 60 degrees. At
 * 90 degrees the slope is not defined. */
static const double least_cosine = 0.5;

/* A point at which the slope is so small solves the equations: amplitudes for the length of the motion. */
static const double solved = 1e-6;

/* Share of the variables to which events are located. Where parts of the response meet the slope has no
 * value, and grows without bound next to that: at the located point it is anything. */
static const double located = 1e-10;

static rdg_status find_functions(rdg_ridge_driver *d)
{
    rdg_ridge_slope *s = &d->slope;
    rdg_index most = 1;
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        const rdg_function *margin = rdg_hbm_problem_margin(d->hb, d->plain, w->number, &w->row_sees);
        if (!margin) {
            return rdg_error_status(d->ctx);
        }
        w->row = *margin;
        most = margin->n > most ? margin->n : most;
    }
    s->second = rdg_context_calloc(d->ctx, (size_t)(most * most), sizeof *s->second);
    return rdg_error_status(d->ctx);
}

static rdg_status make_scalar(rdg_ridge_driver *d)
{
    const char **held = rdg_context_calloc(d->ctx, (size_t)d->n_numbers + 1, sizeof *held);
    if (!held) {
        return RDG_ERR_NO_MEMORY;
    }
    held[0] = "alpha";
    for (rdg_index k = 0; k < d->n_numbers; k++) {
        held[1 + k] = d->number[k].name;
    }
    d->slope.scalar = rdg_bordered_scalar_create(d->plain, d->sensor, 1 + d->n_numbers, held);
    rdg_free(held);
    return rdg_error_status(d->ctx);
}

rdg_status rdg_ridge_slope_make(rdg_ridge_driver *d)
{
    rdg_ridge_slope *s = &d->slope;
    RDG_TRY(make_scalar(d));
    RDG_TRY(find_functions(d));
    s->at = rdg_bordered_scalar_values(s->scalar);
    double **const arrays[] = {&s->border, &s->u, &s->row, &s->right, &s->x, &s->bend};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(d->ctx, (size_t)d->n_plain, sizeof(double));
    }
    s->seen = rdg_context_calloc(d->ctx, 4 * (size_t)d->n_plain, sizeof *s->seen);
    return rdg_error_status(d->ctx);
}

void rdg_ridge_slope_release(rdg_ridge_driver *d)
{
    rdg_ridge_slope *s = &d->slope;
    rdg_bordered_scalar_free(s->scalar);
    for (rdg_index k = 0; d->watch && k < d->n_watches; k++) {
        rdg_free(d->watch[k].row_sees);
    }
    double *const arrays[] = {s->border, s->u, s->row, s->right, s->x, s->bend, s->seen, s->second};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
}

/* --- the margin of a non-smooth peak */

const double *rdg_ridge_see_margin(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u)
{
    for (rdg_index i = 0; i < w->row.n; i++) {
        d->slope.seen[i] = u[w->row_sees[i]];
    }
    return d->slope.seen;
}

int rdg_ridge_margin_gradient(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u,
                              double *gradient)
{
    double *values = d->slope.seen + d->n_plain;
    memset(values, 0, (size_t)w->row.n * sizeof *values);
    memset(gradient, 0, (size_t)d->n_plain * sizeof *gradient);
    const int answer = w->row.df(w->row.n, rdg_ridge_see_margin(d, w, u), 1, values, w->row.data);
    for (rdg_index i = 0; answer == 0 && i < w->row.n; i++) {
        gradient[w->row_sees[i]] += values[i];
    }
    return answer;
}

/* y += factor times the second derivatives of the margin, applied to x */
static int add_margin_bend(const rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *u,
                           double factor, const double *x, double *y)
{
    const rdg_index n = w->row.n;
    double *second = d->slope.second;
    memset(second, 0, (size_t)(n * n) * sizeof *second);
    const int answer = w->row.d2f(n, rdg_ridge_see_margin(d, w, u), 1, &factor, second, w->row.data);
    for (rdg_index e = 0; answer == 0 && e < n * n; e++) {
        y[w->row_sees[e % n]] += second[e] * x[w->row_sees[e / n]];
    }
    return answer;
}

/* --- at a point */

void rdg_ridge_slope_forget(rdg_ridge_driver *d)
{
    d->slope.is_known = false;
}

int rdg_ridge_slope_at(rdg_ridge_driver *d, const double *u)
{
    rdg_ridge_slope *s = &d->slope;
    const size_t bytes = (size_t)d->n_plain * sizeof *u;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    if (s->is_known && memcmp(s->u, u, bytes) == 0) {
        return s->answer;
    }
    memcpy(s->u, u, bytes);
    memcpy(s->row, s->border, bytes);
    s->answer = w ? rdg_ridge_margin_gradient(d, w, u, s->row) : 0;
    s->answer = s->answer == 0 ? rdg_bordered_scalar_factor(s->scalar, u, s->row) : s->answer;
    s->is_known = true;
    s->has_gradient = false;
    return s->answer;
}

int rdg_ridge_slope_differentiate(rdg_ridge_driver *d, const double *u)
{
    int answer = rdg_ridge_slope_at(d, u);
    if (answer == 0 && !d->slope.has_gradient) {
        answer = rdg_bordered_scalar_differentiate(d->slope.scalar);
        d->slope.has_gradient = answer == 0;
    }
    return answer;
}

int rdg_ridge_slope_gradient(rdg_ridge_driver *d, const double *right, double *gradient)
{
    rdg_ridge_slope *s = &d->slope;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    int answer = rdg_bordered_scalar_solve(s->scalar, right, s->x);
    answer = answer == 0 ? rdg_bordered_scalar_hessian_times(s->scalar, s->x, s->bend) : answer;
    if (answer == 0 && w) {
        answer = add_margin_bend(d, w, s->u, s->at->multipliers[s->at->m], s->x, s->bend);
    }
    for (rdg_index i = 0; answer == 0 && i < d->n_plain; i++) {
        gradient[i] -= s->bend[i];
    }
    return answer;
}

/* By how much the slope changes as far from u as it may be located. */
static double uncertainty(const rdg_ridge_driver *d, const double *u)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < d->n_plain; i++) {
        sum += fabs(d->slope.at->gradient[i] * u[i]);
    }
    return located * sum;
}

bool rdg_ridge_is_solved(rdg_ridge_driver *d, const double *u)
{
    if (rdg_ridge_corner(d)) {
        return true;
    }
    if (rdg_ridge_slope_at(d, u) != 0) {
        return false;
    }
    const double slope = fabs(d->slope.at->slope);
    return slope < solved * d->slope.at->value ||
           (rdg_ridge_slope_differentiate(d, u) == 0 && slope < uncertainty(d, u));
}

bool rdg_ridge_slope_falls(rdg_ridge_driver *d, const double *u)
{
    return rdg_ridge_slope_differentiate(d, u) == 0 && d->slope.at->second < 0.0;
}

/* --- the border */

/* Lengths in units of the motion |Q| and of omega: of a direction, or of a row. */
static double length(const rdg_ridge_driver *d, const double *u, const double *x, bool is_row)
{
    const rdg_index n = d->slope.at->m;
    double motion = 0.0, size = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        motion += u[i] * u[i];
        size += x[i] * x[i];
    }
    size = is_row ? size * motion : size / motion;
    const double omega = is_row ? x[d->omega] * u[d->omega] : x[d->omega] / u[d->omega];
    return sqrt(size + omega * omega);
}

/* The tangent of the last factorisation becomes the border row, of unit length in units of |Q| and omega. */
static void take_tangent(rdg_ridge_driver *d, const double *u)
{
    rdg_ridge_slope *s = &d->slope;
    double motion = 0.0;
    for (rdg_index i = 0; i < s->at->m; i++) {
        motion += u[i] * u[i];
    }
    const double size = length(d, u, s->at->tangent, false);
    memset(s->border, 0, (size_t)d->n_plain * sizeof *s->border);
    for (rdg_index i = 0; i < s->at->m; i++) {
        s->border[i] = s->at->tangent[i] / (motion * size);
    }
    s->border[d->omega] = s->at->tangent[d->omega] / (u[d->omega] * u[d->omega] * size);
    s->is_known = false;
}

void rdg_ridge_slope_aim(rdg_ridge_driver *d, const double *u)
{
    rdg_ridge_slope *s = &d->slope;
    s->is_known = false;
    memset(s->row, 0, (size_t)d->n_plain * sizeof *s->row);
    s->row[d->omega] = 1.0 / u[d->omega];
    if (rdg_bordered_scalar_factor(s->scalar, u, s->row) == 0) {
        take_tangent(d, u);
    }
}

void rdg_ridge_slope_follow(rdg_ridge_driver *d, const double *u)
{
    rdg_ridge_slope *s = &d->slope;
    if (!rdg_ridge_corner(d) && rdg_ridge_slope_at(d, u) == 0 &&
        length(d, u, s->border, true) * length(d, u, s->at->tangent, false) > 1.0 / least_cosine) {
        take_tangent(d, u);
    }
}
