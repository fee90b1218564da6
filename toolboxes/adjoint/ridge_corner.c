/* Into corners and out of them.
 *
 * From the stuck ridge into a corner, and from a corner back to the stuck ridge, the ridge goes on at the
 * very same point: that solves both sets of equations. To the slipping ridge it goes through a short gap,
 * since the Hessian of the contact is unbounded at the onset of slip. */
#include "ridge_impl.h"

#include <math.h>
#include <string.h>

enum { MAX_SECANTS = 60 };

/* From the smooth ridge: the same point, sigma = 0. Is the kink a maximum? */
static bool enter(rdg_ridge_driver *d, rdg_ridge_watch *w, const double *u)
{
    double sigma = 0.0;
    double tau = 0.0;
    rdg_ridge_assume(w, RDG_RIDGE_CORNER);
    if (rdg_ridge_sides(d, w, u, &sigma, &tau) && tau <= 0.0) {
        return true;
    }
    rdg_ridge_assume(w, RDG_RIDGE_STICKS);
    return false;
}

bool rdg_ridge_enter_corner(rdg_ridge_driver *d, double *u)
{
    rdg_ridge_watch *reached = NULL;
    double least = rdg_ridge_near_onset;
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        const double size = fabs(d->event->mu[w->margin_at]) / w->at_rest;
        if (size < least) {
            least = size;
            reached = w;
        }
    }
    rdg_ridge_behind(d, 0.0, u);
    return reached && reached->regime == RDG_RIDGE_STICKS && enter(d, reached, u);
}

bool rdg_ridge_meet_new_slip(rdg_ridge_driver *d, double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        if (w->regime == RDG_RIDGE_CORNER || !rdg_ridge_close_to_change(w, d->event->u) || !w->focused) {
            continue;
        }
        rdg_ridge_behind(d, 0.0, u);
        rdg_ridge_assume(w, RDG_RIDGE_STICKS);
        if (rdg_ridge_solve_onset(d, w, u)) {
            const double ahead = d->direction * (u[d->alpha] / d->event->u[d->alpha] - 1.0);
            if (ahead > -1e-9 && ahead < 1e-3 && enter(d, w, u)) {
                return true;
            }
        }
        rdg_ridge_assume(w, RDG_RIDGE_SLIPS);
    }
    return false;
}

/* tau at margin -s^2 on the slipping side; NaN: no solution there. */
static double tau_at(rdg_ridge_driver *d, const rdg_ridge_watch *w, double s, double *u)
{
    double tau = NAN;
    const bool solved = rdg_ridge_solve_margin(d, w, -s * s, u) &&
                        rdg_parameter_value(d->extended, w->sigma, u, &tau) == RDG_OK;
    return solved ? tau : NAN;
}

/* The smooth maximum behind the end of a corner, at the level of u. Its margin is -s^2 with a small s, and
 * tau is close to linear in s (but not in the margin): a secant for s finds it without the Hessian, which is
 * unbounded at s = 0. */
static bool smooth_maximum_near(rdg_ridge_driver *d, void *watch, double *u)
{
    const rdg_ridge_watch *w = watch;
    double low = 1e-6 * sqrt(w->at_rest);
    double tau_low = tau_at(d, w, low, u);
    if (!(tau_low > 0.0)) {
        return false;
    }
    double high = low;
    double tau_high = tau_low;
    while (tau_high > 0.0 && high * high < 0.1 * w->at_rest) {
        low = high;
        tau_low = tau_high;
        high *= 2.0;
        tau_high = tau_at(d, w, high, u);
    }
    if (!(tau_high <= 0.0)) {
        return false;
    }
    for (int k = 0; k < MAX_SECANTS && high - low > 1e-12 * high; k++) {
        const double middle =
            k % 3 == 2 ? 0.5 * (low + high) : low + (high - low) * tau_low / (tau_low - tau_high);
        const double tau = tau_at(d, w, middle, u);
        if (isnan(tau)) {
            return false;
        }
        if (tau > 0.0) {
            low = middle;
            tau_low = tau;
        } else {
            high = middle;
            tau_high = tau;
        }
    }
    return rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u);
}

/* The ridge without a new slip phase, so far behind the corner's end that the law has none either. */
static bool smooth_without_new_slip(rdg_ridge_driver *d, void *with, double *u)
{
    (void)with;
    return rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u);
}

bool rdg_ridge_leave_corner(rdg_ridge_driver *d, rdg_ridge_watch *w, double *u)
{
    if (fabs(d->event->mu[w->sigma_at]) >= fabs(d->event->mu[d->tau_at])) {
        rdg_ridge_assume(w, RDG_RIDGE_SLIPS);
        return rdg_ridge_try(d, 1e-7, 1e-3, smooth_maximum_near, w, u);
    }
    rdg_ridge_assume(w, RDG_RIDGE_STICKS);
    rdg_ridge_behind(d, 0.0, u);
    return !w->focused || rdg_ridge_try(d, 1e-8, 1e-5, smooth_without_new_slip, NULL, u);
}

bool rdg_ridge_find_corner(rdg_ridge_driver *d, double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        const rdg_ridge_regime before = w->regime;
        if (rdg_ridge_close_to_change(w, u)) {
            rdg_ridge_assume(w, RDG_RIDGE_CORNER);
            memcpy(d->found, u, (size_t)d->n_extended * sizeof *u);
            if (rdg_ridge_is_maximum(d, d->found)) {
                memcpy(u, d->found, (size_t)d->n_extended * sizeof *u);
                return true;
            }
            rdg_ridge_assume(w, before);
            rdg_ridge_focus(w, NULL, NULL);
        }
    }
    return false;
}
