/* The next maximum of the forced response at one forcing amplitude, uphill along the response.
 *
 * Newton's method for the peak finds it (adjoint/peak). Where that fails, and for minima, the response is
 * continued in omega, through its folds and non-smooth points, in the direction in which the sensor grows,
 * until its slope changes sign. The steps grow from very short ones, so that of several maxima the next one
 * is met. Slopes on both sides decide whether it is smooth or non-smooth: at a non-smooth one the margin of a
 * contact vanishes, and the slopes have opposite signs (multipliers tau <= 0 <= sigma). */
#include "peak_impl.h"
#include "ridge_impl.h"

#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MAX_CLIMB = 1000 };

/* Share of the motion: of several maxima the next one lies as near to the start. */
static const double next_to_it = 0.1;

static const double first_step = 1e-6, least_step = 1e-9, longest_step = 0.1;
static const double same_omega = 1e-6,
                    same_amplitude = 1e-8; /* relative: a maximum and its equations' root */

/* One way along the response. */
typedef struct climb {
    rdg_ridge_driver *d;
    double before; /* height at the chart before */
    long charts;
    bool found;
} climb;

/* What grows uphill: the amplitude, or minus that where a minimum is searched for. */
static double height_of(const rdg_ridge_driver *d, const rdg_chart *chart)
{
    return d->minimum ? -chart->mu[d->response_sensor] : chart->mu[d->response_sensor];
}

static const char *peak_or_dip(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                               const rdg_chart *after, void *data)
{
    (void)p;
    const rdg_ridge_driver *d = data;
    const double height = height_of(d, at);
    return height >= height_of(d, before) && height >= height_of(d, after) ? "PEAK" : NULL;
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    climb *c = data;
    const bool falls = c->charts++ > 0 && height_of(c->d, chart) < c->before;
    c->before = height_of(c->d, chart);
    c->found = strcmp(chart->type, "PEAK") == 0;
    if (c->found) {
        memcpy(c->d->best, chart->u, (size_t)c->d->n_plain * sizeof *c->d->best);
    }
    return c->found || falls;
}

/* From the start values of the response; the charts that were met. */
static climb go(rdg_ridge_driver *d, int direction)
{
    climb c = {.d = d};
    rdg_continue(d->response, "(a climb to a maximum)", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", d->low, d->high), RDG_DIRECTION(direction),
                 RDG_EVENT_CHECKED("PEAK", "slope", 0.0, peak_or_dip, d), RDG_OBSERVE(look, &c),
                 RDG_STEP(first_step, least_step, longest_step), RDG_MAX_POINTS(MAX_CLIMB),
                 RDG_TOLERANCE(1e-12, 1e-13), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_PREDICT_BEND,
                 RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END, RDG_QUIET);
    rdg_error_forgive(d->ctx);
    return c;
}

static bool solve_response(rdg_ridge_driver *d)
{
    const bool solved = rdg_solve(d->response) == RDG_OK;
    rdg_error_forgive(d->ctx);
    return solved;
}

/* A response at a forcing amplitude, into d->trial: next to `from`; or, if there is none (a part of the
 * response has come off the rest, and has vanished), next to the linear one at its frequency or beside it. */
static bool find_response(rdg_ridge_driver *d, const double *from, double level)
{
    static const double aside[] = {0.0, -1e-3, 1e-3, -1e-2, 1e-2, -0.1, 0.1}; /* relative in omega */
    double *u = rdg_ridge_start_from(d->response, d->n_plain, from);
    if (!u) {
        return false;
    }
    const rdg_index alpha = rdg_variable_index(d->response, "alpha", NULL);
    u[d->level] = level;
    bool solved = solve_response(d);
    for (size_t k = 0; k < sizeof aside / sizeof *aside && !solved; k++) {
        u[d->omega] = from[d->omega] * (1.0 + aside[k]);
        u[d->level] = level;
        rdg_ridge_use(d, u);
        solved = rdg_hbm_linear_response(d->hb, u[d->omega], u[alpha], u) == RDG_OK && solve_response(d);
        rdg_error_forgive(d->ctx);
    }
    if (solved) {
        memcpy(d->trial, u, (size_t)d->n_plain * sizeof *u);
    }
    return solved;
}

/* The next maximum at a forcing amplitude, uphill from the response `from`, into d->best. */
static bool climb_to_peak(rdg_ridge_driver *d, const double *from, double alpha)
{
    bool falls = true;
    if (!find_response(d, from, alpha)) {
        return false;
    }
    for (int direction = 1; direction >= -1; direction -= 2) {
        rdg_ridge_start_from(d->response, d->n_plain, d->trial);
        const climb c = go(d, direction);
        if (c.found) {
            return true;
        }
        falls = falls && c.charts == 2;
    }
    memcpy(d->best, d->trial,
           (size_t)d->n_plain * sizeof *d->best); /* it is the start itself, or there is none */
    return falls;
}

static bool is_at_peak(const rdg_ridge_driver *d, const double *u)
{
    double here = 0.0;
    double peak = 0.0;
    return fabs(u[d->omega] - d->best[d->omega]) <= same_omega * u[d->omega] &&
           rdg_parameter_value(d->response, d->sensor, u, &here) == RDG_OK &&
           rdg_parameter_value(d->response, d->sensor, d->best, &peak) == RDG_OK &&
           fabs(here - peak) <= same_amplitude * peak;
}

/* By the slopes on both sides of a non-smooth point. */
static bool is_top(const rdg_ridge_driver *d, double sigma, double tau)
{
    return d->minimum ? tau >= 0.0 && sigma <= 0.0 : tau <= 0.0 && sigma >= 0.0;
}

/* A non-smooth point at a contact whose margin vanishes at d->best? Sets the contact states. at_peak: that is
 * the non-smooth point itself.
 */
static bool settle_in_corner(rdg_ridge_driver *d, bool at_peak, double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        double sigma = 0.0;
        double tau = 0.0;
        memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
        const rdg_ridge_regime before = w->regime;
        if (!rdg_ridge_is_at_change(w, u)) {
            continue;
        }
        rdg_ridge_assume(w, RDG_RIDGE_CORNER);
        if (rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u) && (!at_peak || is_at_peak(d, u)) &&
            rdg_ridge_sides(d, w, u, &sigma, &tau) && is_top(d, sigma, tau)) {
            return true;
        }
        rdg_ridge_focus(w, NULL, NULL);
        rdg_ridge_assume(w, before);
    }
    return false;
}

/* The contact states and the multipliers of what is in d->best. */
static bool settle(rdg_ridge_driver *d, double *u)
{
    if (rdg_ridge_choose_regimes(d, d->best) != RDG_OK) {
        return false;
    }
    if (d->how.restart == 0.0 && settle_in_corner(d, true, u)) {
        return true;
    }
    memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
    return rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u) && is_at_peak(d, u);
}

/* --- by Newton's method for the peak */

/* The peak uphill from a response into d->peak. False: there is none within the domain. */
static bool find_peak(rdg_ridge_driver *d, const double *from, double level)
{
    enum { NEWTON = 6, CLIMB = 200 };
    if (d->minimum) {
        return false;
    }
    double *row = d->best, *way = d->best;
    memcpy(d->trial, from, (size_t)d->n_plain * sizeof *from);
    d->trial[d->level] = level;
    rdg_peak_border_omega(d->peaks, d->trial, row);
    if ((!d->is_beside_slip || rdg_peak_newton(d->peaks, d->trial, row, NEWTON, d->peak) != RDG_PEAK_FOUND) &&
        rdg_peak_climb(d->peaks, d->trial, row, CLIMB, d->peak) != RDG_PEAK_FOUND) {
        return false;
    }
    for (rdg_index i = 0; i < d->n_plain; i++) {
        way[i] = d->peak->u[i] - d->trial[i];
    }
    return rdg_peak_size(d->peaks, d->peak->u, way) < next_to_it && d->peak->omega >= d->low &&
           d->peak->omega <= d->high;
}

static rdg_ridge_watch *watch_of(const rdg_ridge_driver *d, rdg_index contact)
{
    for (rdg_index i = 0; i < d->n_watches; i++) {
        if (d->watch[i].number == contact) {
            return &d->watch[i];
        }
    }
    return NULL;
}

/* The contact states at d->peak, whose kind is known. */
static bool take_peak(rdg_ridge_driver *d, double *u)
{
    const rdg_peak_point *p = d->peak;
    rdg_ridge_watch *w = p->kind == RDG_PEAK_CORNER ? watch_of(d, p->corner) : NULL;
    memcpy(d->best, p->u, (size_t)d->n_plain * sizeof *p->u);
    const bool is_corner = w && d->how.restart == 0.0;
    if (d->n_optimal > 0 || (p->kind == RDG_PEAK_CORNER && !is_corner)) {
        return settle(d, u);
    }
    if (rdg_ridge_choose_regimes(d, d->best) != RDG_OK) {
        return false;
    }
    if (p->kind == RDG_PEAK_KINK) { /* contacts that are alike, or that begin to slip anew */
        return d->how.restart == 0.0 && settle_in_corner(d, true, u);
    }
    memcpy(u, d->best, (size_t)d->n_plain * sizeof *u);
    if (w) {
        rdg_ridge_assume(w, RDG_RIDGE_CORNER);
        return true;
    }
    rdg_ridge_slope_aim(d, u);
    return rdg_ridge_is_solved(d, u); /* beside an onset the last step of Newton's method may lead across */
}

bool rdg_ridge_solve_corner(rdg_ridge_driver *d, const rdg_ridge_watch *w, const double *from, double level,
                            double *u)
{
    enum { STEPS = 10 };
    rdg_ridge_release_contacts(d);
    if (d->contact[w->number].next_alike >= 0) {
        return false; /* it has the jumps of all that are alike */
    }
    memcpy(d->trial, from, (size_t)d->n_plain * sizeof *from);
    d->trial[d->level] = level;
    return rdg_peak_corner(d->peaks, w->number, d->trial, STEPS, d->peak) == RDG_PEAK_FOUND &&
           rdg_peak_corner_is_peak(d->peak) && take_peak(d, u) && rdg_ridge_regimes_hold(d, u);
}

bool rdg_ridge_solve_new_corner(rdg_ridge_driver *d, const double *from, double level, double *u)
{
    rdg_ridge_release_contacts(d);
    memcpy(d->best, from, (size_t)d->n_plain * sizeof *from);
    d->best[d->level] = level;
    return rdg_ridge_choose_regimes(d, d->best) == RDG_OK && settle_in_corner(d, false, u);
}

bool rdg_ridge_climb(rdg_ridge_driver *d, const double *from, double alpha, double *u)
{
    rdg_ridge_release_contacts(d);
    if (find_peak(d, from, alpha) && take_peak(d, u)) {
        return true;
    }
    rdg_error_forgive(d->ctx);
    rdg_ridge_release_contacts(d);
    return climb_to_peak(d, from, alpha) && settle(d, u);
}

bool rdg_ridge_climb_towards(rdg_ridge_driver *d, const double *from, double alpha, int direction, double *u)
{
    rdg_ridge_release_contacts(d);
    if (!find_response(d, from, alpha)) {
        return false;
    }
    rdg_ridge_start_from(d->response, d->n_plain, d->trial);
    return go(d, direction).found && settle(d, u);
}
