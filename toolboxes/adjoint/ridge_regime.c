/* Regimes of contacts along the ridge: margins, corners, and the events that lead from one to the other.
 *
 * Where a stuck contact begins to slip, margin S = 0, its stiffness jumps and the forced response has a kink.
 * The greatest amplitude is such a corner where it is the maximum under the condition S = 0: with the stuck
 * contact's equations R, which go on smoothly across the onset,
 *
 *     R = 0,  S = 0,  Am_Q + R_Q^T lambda + sigma S_Q = 0,  lambda^T R_omega = 0 .
 *
 * These are the equations of the adjoint with S as one more parameter and sigma as its multiplier. So ridge
 * and corner differ in one row only: sigma = 0, or S = 0. Since -dAm/dS = sigma on the stuck side of the
 * kink, and tau = sigma - lambda^T jump on the slipping side (R_Q jumps by jump S_Q^T there, so that lambda
 * is the same), the kink is a maximum as long as tau <= 0 <= sigma. It ends where one of the two vanishes. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

/* A value that is zero but for rounding is no event: relative to the margin at rest, and to the sensor. */
static const double noise = 1e-9;

/* --- the row: margin or multiplier, of (Q, sigma) as the contact sees them */

static int row_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ridge_watch *w = data;
    y[0] = u[n - 1];
    return w->regime == RDG_RIDGE_CORNER ? w->row.f(n - 1, u, m, y, w->row.data) : 0;
}

static int row_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_ridge_watch *w = data;
    if (w->regime == RDG_RIDGE_CORNER) {
        return w->row.df(n - 1, u, m, values, w->row.data);
    }
    values[n - 1] = 1.0;
    return 0;
}

/* --- tau, of (Q, lambda, sigma) as the contact sees them */

static int tau_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_function *jump = data;
    const int answer = jump->f(n - 1, u, m, y, jump->data);
    y[0] = u[n - 1] - y[0];
    return answer;
}

static int tau_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_function *jump = data;
    const int answer = jump->df(n - 1, u, m, values, jump->data);
    for (rdg_index j = 0; j < n - 1; j++) {
        values[j] = -values[j];
    }
    values[n - 1] = 1.0;
    return answer;
}

/* --- which contact the corner is at, as a column of the run */

static int corner_number(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)u;
    (void)m;
    const rdg_ridge_watch *w = rdg_ridge_corner(data);
    y[0] = w ? (double)w->number : -1.0;
    return 0;
}

/* --- where events can happen */

static bool onset_counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_ridge_watch *w = data;
    return w->regime != RDG_RIDGE_CORNER && fabs(at->mu[w->margin_at]) > noise * w->at_rest;
}

static bool beyond_noise(const rdg_ridge_watch *w, const rdg_chart *at, double multiplier)
{
    const rdg_ridge_driver *d = w->driver;
    const double amplitude = at->mu[rdg_parameter_index(d->extended, d->sensor)];
    return w->regime == RDG_RIDGE_CORNER && fabs(multiplier) * w->at_rest > noise * amplitude;
}

static bool sigma_counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_ridge_watch *w = data;
    return beyond_noise(w, at, at->mu[w->sigma_at]);
}

static bool tau_counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_ridge_watch *w = data;
    return beyond_noise(w, at, at->mu[w->tau_at]);
}

/* --- adding */

/* The places of a function's variables: those that hb gives are counted from `Q`, and in their second half,
 * if there is a `lambda` >= 0, from there; `last` is put behind them unless it is < 0. */
static rdg_index *places(rdg_context *ctx, rdg_index n, const rdg_index *given, rdg_index Q, rdg_index lambda,
                         rdg_index last)
{
    rdg_index *index = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *index);
    for (rdg_index i = 0; index && i < n; i++) {
        index[i] = given[i] + (lambda >= 0 && i >= n / 2 ? lambda : Q);
    }
    if (index) {
        index[n] = last;
    }
    return index;
}

rdg_status rdg_ridge_add_margins(rdg_ridge_driver *d, rdg_problem *p)
{
    const rdg_index Q = rdg_variable_index(p, "Q", NULL);
    for (rdg_index k = 0; k < d->n_watches; k++) {
        const rdg_index *given = NULL;
        const rdg_function *margin = rdg_hbm_margin_function(d->hb, k, &given);
        if (!margin) {
            break;
        }
        rdg_index *index = places(d->ctx, margin->n, given, Q, -1, -1);
        rdg_status status =
            index ? rdg_add_monitor(p, margin, index, NULL, RDG_ACTIVE) : rdg_error_status(d->ctx);
        status = status == RDG_OK ? rdg_set_unit(p, margin->name, "N") : status;
        rdg_free(index);
        RDG_TRY(status);
    }
    return rdg_error_status(d->ctx);
}

static rdg_status add_row(rdg_ridge_driver *d, rdg_ridge_watch *w)
{
    char name[RDG_RIDGE_NAME_SIZE + 16];
    const rdg_index *given = NULL;
    const rdg_function *margin = rdg_hbm_margin_function(d->hb, w->number, &given);
    const rdg_index Q = rdg_variable_index(d->extended, "Q", NULL);
    const rdg_index sigma = rdg_variable_index(d->extended, w->sigma, NULL);
    rdg_index *index = places(d->ctx, margin->n, given, Q, -1, sigma);
    w->row = *margin;
    snprintf(name, sizeof name, "%s.corner", w->name);
    const rdg_function function = {.name = name,
                                   .n = margin->n + 1,
                                   .m = 1,
                                   .f = row_value,
                                   .df = row_gradient,
                                   .by_differences = true,
                                   .data = w};
    const rdg_status status = index ? rdg_add_zero(d->extended, &function, index) : rdg_error_status(d->ctx);
    rdg_free(index);
    return status;
}

static rdg_status add_tau(rdg_ridge_driver *d, const rdg_ridge_watch *w)
{
    const rdg_index *given = NULL;
    const rdg_function *jump = rdg_hbm_jump_function(d->hb, w->number, &given);
    const rdg_index Q = rdg_variable_index(d->extended, "Q", NULL);
    const rdg_index lambda = rdg_variable_index(d->extended, "lambda", NULL);
    const rdg_index sigma = rdg_variable_index(d->extended, w->sigma, NULL);
    rdg_index *index = places(d->ctx, jump->n, given, Q, lambda, sigma);
    const rdg_function function = {
        .name = w->tau, .n = jump->n + 1, .m = 1, .f = tau_value, .df = tau_gradient, .data = (void *)jump};
    rdg_status status =
        index ? rdg_add_monitor(d->extended, &function, index, NULL, RDG_REGULAR) : rdg_error_status(d->ctx);
    rdg_free(index);
    return status == RDG_OK ? rdg_set_unit(d->extended, w->tau, "m/N") : status;
}

static rdg_status add_events(rdg_ridge_driver *d, rdg_ridge_watch *w)
{
    const rdg_event_definition event[] = {
        {.type = "SLIP", .parameter = w->margin, .terminal = true, .where = onset_counts, .data = w},
        {.type = "CE", .parameter = w->sigma, .terminal = true, .where = sigma_counts, .data = w},
        {.type = "CE", .parameter = w->tau, .terminal = true, .where = tau_counts, .data = w}};
    for (int k = 0; k < 3; k++) {
        RDG_TRY(rdg_add_event(d->extended, &event[k]));
    }
    w->margin_at = rdg_parameter_index(d->extended, w->margin);
    w->sigma_at = rdg_parameter_index(d->extended, w->sigma);
    w->tau_at = rdg_parameter_index(d->extended, w->tau);
    RDG_TRY(rdg_hide_parameter(d->extended, w->sigma));
    return rdg_hide_parameter(d->extended, w->tau);
}

rdg_status rdg_ridge_add_corners(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        RDG_TRY(add_row(d, w));
        RDG_TRY(add_tau(d, w));
        RDG_TRY(add_events(d, w));
    }
    const rdg_function number = {
        .name = "corner", .n = 1, .m = 1, .f = corner_number, .by_differences = true, .data = d};
    return rdg_add_monitor(d->extended, &number, &d->omega, NULL, RDG_REGULAR);
}

/* --- choosing */

void rdg_ridge_assume(rdg_ridge_watch *w, rdg_ridge_regime regime)
{
    w->regime = regime;
    rdg_hbm_hold_stuck(w->driver->hb, w->number, regime != RDG_RIDGE_SLIPS);
}

bool rdg_ridge_focus(rdg_ridge_watch *w, const double *u, double *margin)
{
    rdg_hbm *hb = w->driver->hb;
    w->focused = u != NULL;
    return rdg_hbm_focus(hb, w->number, u) == 0 &&
           (!u || rdg_hbm_margin(hb, w->number, u, margin, NULL) == 0);
}

void rdg_ridge_forget_focus(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        if (w->focused && w->regime != RDG_RIDGE_CORNER) {
            rdg_ridge_focus(w, NULL, NULL);
            rdg_ridge_assume(w, RDG_RIDGE_SLIPS);
        }
    }
}

rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        double margin = 0.0;
        rdg_ridge_focus(&d->watch[k], NULL, NULL);
        if (rdg_hbm_margin(d->hb, k, Q, &margin, NULL) != 0) {
            return RDG_FAIL(d->ctx, RDG_ERR_NOT_FINITE, "\"%s\" has no value", d->watch[k].margin);
        }
        rdg_ridge_assume(&d->watch[k], margin > 0.0 ? RDG_RIDGE_STICKS : RDG_RIDGE_SLIPS);
    }
    return RDG_OK;
}

void rdg_ridge_remember_regimes(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        d->watch[k].start_regime = d->watch[k].regime;
        d->watch[k].start_focused = d->watch[k].focused;
    }
}

void rdg_ridge_restore_regimes(rdg_ridge_driver *d, const double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        double margin = 0.0;
        rdg_ridge_focus(w, w->start_focused ? u : NULL, &margin);
        rdg_ridge_assume(w, w->start_regime);
    }
}

void rdg_ridge_release_contacts(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_assume(&d->watch[k], RDG_RIDGE_SLIPS);
        rdg_ridge_focus(&d->watch[k], NULL, NULL);
    }
}

rdg_ridge_watch *rdg_ridge_corner(const rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        if (d->watch[k].regime == RDG_RIDGE_CORNER) {
            return &d->watch[k];
        }
    }
    return NULL;
}

bool rdg_ridge_regimes_hold(const rdg_ridge_driver *d, const double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        const rdg_ridge_watch *w = &d->watch[k];
        double margin = 0.0;
        if (rdg_hbm_margin(d->hb, k, u, &margin, NULL) != 0 ||
            (w->regime != RDG_RIDGE_CORNER && (margin > 0.0) != (w->regime == RDG_RIDGE_STICKS))) {
            return false;
        }
    }
    return true;
}
