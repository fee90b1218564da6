/* Contact states of contacts along the ridge: margins, non-smooth peaks, and the events that lead from one to
 * the other.
 *
 * Where a stuck contact begins to slip, margin S = 0, its stiffness jumps and the forced response has a
 * non-smooth point. The greatest amplitude is such a non-smooth peak where it is the maximum under the
 * condition S = 0: with the stuck contact's equations R, which go on smoothly across the onset,
 *
 *     R = 0,  S = 0,  Am_Q + R_Q^T lambda + sigma S_Q = 0,  lambda^T R_omega = 0 .
 *
 * Ridge and non-smooth peak differ in one row only: the slope of the sensor along the response, or S
 * (ridge_slope.c). Since -dAm/dS = sigma on the stuck side of the non-smooth point, and tau on the slipping
 * side (ridge_multipliers.c), the non-smooth point is a maximum as long as tau <= 0 <= sigma. It ends where
 * one of the two vanishes. */
#include "ridge_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A value that is zero but for rounding is no event: relative to the margin at rest, and to the sensor. */
const double rdg_ridge_noise = 1e-9;

/* A maximum is at a change of contact state if the margin there is no more than this, relative to that at
 * rest. */
const double rdg_ridge_at_onset = 1e-6;
static const double at_new_slip = 1e-3;

/* So far beyond its onset of slip a contact may be held stuck, relative to the margin at rest. */
static const double beyond_onset = 1e-8;

/* --- which contact the non-smooth peak is at, also as a column of the run */

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
    return w->regime != RDG_RIDGE_CORNER && fabs(at->mu[w->margin_at]) > rdg_ridge_noise * w->at_rest;
}

static bool beyond_noise(const rdg_ridge_watch *w, const rdg_chart *at, double multiplier)
{
    const rdg_ridge_driver *d = w->driver;
    return fabs(multiplier) * w->at_rest > rdg_ridge_noise * at->mu[d->sensor_at];
}

static bool sigma_counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_ridge_watch *w = data;
    return w->regime == RDG_RIDGE_CORNER && beyond_noise(w, at, at->mu[w->sigma_at]);
}

static bool tau_counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p;
    const rdg_ridge_driver *d = data;
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    return w && beyond_noise(w, at, at->mu[d->tau_at]);
}

/* --- adding */

static rdg_status add_margin(rdg_ridge_driver *d, rdg_index contact)
{
    rdg_problem *p = d->extended;
    rdg_index *index = NULL;
    const rdg_function *margin = rdg_hbm_problem_margin(d->hb, p, contact, &index);
    if (!margin) {
        return rdg_error_status(d->ctx);
    }
    rdg_status status = rdg_add_monitor(p, margin, index, NULL, RDG_REGULAR);
    status = status == RDG_OK ? rdg_set_unit(p, margin->name, "N") : status;
    rdg_free(index);
    if (status == RDG_OK && rdg_hbm_has_many_contacts(d->hb)) {
        status = rdg_hide_parameter(p, margin->name); /* tables state what they come to */
    }
    return status;
}

rdg_status rdg_ridge_add_margins(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        for (rdg_index i = d->watch[k].number; i >= 0; i = d->contact[i].next_alike) {
            RDG_TRY(add_margin(d, i));
        }
    }
    return rdg_error_status(d->ctx);
}

static rdg_status add_events(rdg_ridge_driver *d, rdg_ridge_watch *w)
{
    const rdg_event_definition onset = {
        .type = "SLIP", .parameter = w->margin, .terminal = true, .where = onset_counts, .data = w};
    const rdg_event_definition end = {
        .type = "CE", .parameter = w->sigma, .terminal = true, .where = sigma_counts, .data = w};
    RDG_TRY(rdg_add_event(d->extended, &onset));
    RDG_TRY(rdg_add_event(d->extended, &end));
    w->margin_at = rdg_parameter_index(d->extended, w->margin);
    w->sigma_at = rdg_parameter_index(d->extended, w->sigma);
    return rdg_hide_parameter(d->extended, w->sigma);
}

rdg_status rdg_ridge_add_corners(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        RDG_TRY(rdg_ridge_add_sigma(w));
        RDG_TRY(add_events(d, w));
    }
    d->sensor_at = rdg_parameter_index(d->extended, d->sensor);
    if (d->n_watches > 0) {
        const rdg_event_definition end = {
            .type = "CE", .parameter = rdg_ridge_tau, .terminal = true, .where = tau_counts, .data = d};
        RDG_TRY(rdg_ridge_add_tau(d));
        RDG_TRY(rdg_add_event(d->extended, &end));
        RDG_TRY(rdg_hide_parameter(d->extended, rdg_ridge_tau));
    }
    const rdg_function number = {
        .name = "nonsmooth", .n = 1, .m = 1, .f = corner_number, .by_differences = true, .data = d};
    return rdg_add_monitor(d->extended, &number, &d->omega, NULL, RDG_REGULAR);
}

/* --- choosing */

void rdg_ridge_assume(rdg_ridge_watch *w, rdg_ridge_regime regime)
{
    const rdg_ridge_driver *d = w->driver;
    w->regime = regime;
    rdg_ridge_slope_forget(w->driver);
    for (rdg_index k = w->number; k >= 0; k = d->contact[k].next_alike) {
        rdg_hbm_hold_stuck(d->hb, k, regime != RDG_RIDGE_SLIPS);
    }
}

bool rdg_ridge_focus(rdg_ridge_watch *w, const double *u, double *margin)
{
    const rdg_ridge_driver *d = w->driver;
    bool found = true;
    w->focused = u != NULL;
    rdg_ridge_slope_forget(w->driver);
    if (u) {
        rdg_ridge_use(d, u);
    }
    if (u && w->focus) {
        memmove(w->focus, u, (size_t)d->n_plain * sizeof *u);
    }
    for (rdg_index k = w->number; k >= 0; k = d->contact[k].next_alike) {
        found = rdg_hbm_focus(d->hb, k, u) == 0 && found;
    }
    return found && (!u || rdg_hbm_margin(d->hb, w->number, u, margin, NULL) == 0);
}

bool rdg_ridge_is_at_change(rdg_ridge_watch *w, const double *u)
{
    double margin = 0.0;
    rdg_ridge_use(w->driver, u);
    if (rdg_hbm_margin(w->driver->hb, w->number, u, &margin, NULL) == 0 &&
        fabs(margin) < rdg_ridge_at_onset * w->at_rest) {
        return true;
    }
    if (w->regime != RDG_RIDGE_SLIPS) {
        return false;
    }
    if (rdg_ridge_focus(w, u, &margin) && fabs(margin) < at_new_slip * w->at_rest) {
        return true;
    }
    rdg_ridge_focus(w, NULL, NULL);
    return false;
}

rdg_status rdg_ridge_choose_regimes(rdg_ridge_driver *d, const double *Q)
{
    rdg_ridge_use(d, Q);
    for (rdg_index k = 0; k < d->n_watches; k++) {
        double margin = 0.0;
        rdg_ridge_focus(&d->watch[k], NULL, NULL);
        if (rdg_hbm_margin(d->hb, d->watch[k].number, Q, &margin, NULL) != 0) {
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
    memcpy(d->start_border, d->slope.border, (size_t)d->n_plain * sizeof *d->start_border);
}

void rdg_ridge_restore_regimes(rdg_ridge_driver *d, const double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        double margin = 0.0;
        rdg_ridge_focus(w, w->start_focused ? u : NULL, &margin);
        rdg_ridge_assume(w, w->start_regime);
    }
    memcpy(d->slope.border, d->start_border, (size_t)d->n_plain * sizeof *d->start_border);
    rdg_ridge_slope_forget(d);
}

void rdg_ridge_release_contacts(rdg_ridge_driver *d)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_assume(&d->watch[k], RDG_RIDGE_SLIPS);
        rdg_ridge_focus(&d->watch[k], NULL, NULL);
    }
}

bool rdg_ridge_regimes_hold(const rdg_ridge_driver *d, const double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        const rdg_ridge_watch *w = &d->watch[k];
        double margin = 0.0;
        if (rdg_hbm_margin(d->hb, w->number, u, &margin, NULL) != 0 ||
            (w->regime != RDG_RIDGE_CORNER && (margin > 0.0) != (w->regime == RDG_RIDGE_STICKS))) {
            return false;
        }
    }
    return true;
}

bool rdg_ridge_admits(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_ridge_driver *d = data;
    (void)p;
    const bool again =
        d->is_anchored && memcmp(d->anchor, chart->u, (size_t)d->n_plain * sizeof(double)) == 0;
    if (!again && !rdg_ridge_is_solved(d, chart->u)) { /* the last point once more, where no step gets on */
        return false;
    }
    for (rdg_index i = 0; i < d->n_watches; i++) {
        const rdg_ridge_watch *w = &d->watch[i];
        for (rdg_index k = w->regime == RDG_RIDGE_SLIPS ? -1 : w->number; k >= 0;
             k = d->contact[k].next_alike) {
            double margin = chart->mu[w->margin_at];
            if (k != w->number && rdg_hbm_margin(d->hb, k, chart->u, &margin, NULL) != 0) {
                return false;
            }
            if (!(margin >= -beyond_onset * d->contact[k].at_rest)) {
                return false;
            }
        }
    }
    return true;
}
