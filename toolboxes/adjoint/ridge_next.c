/* Where the ridge goes on behind a chart at which it ended.
 *
 * From the ridge into a corner, and from a corner back to the stuck ridge, it goes on at the very same point:
 * that solves both sets of equations. To the slipping ridge it goes through a short gap, since the Hessian of
 * the contact is unbounded at the onset of slip. Where several contacts are at their onsets together, every
 * combination of regimes is tried a little behind the point. What none of these explains is left to a search
 * by sampling. */
#include "ridge_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MAX_RESTARTS = 100, MAX_NEAR = 4, MAX_SECANTS = 60 };

static const double search_first = 1e-6, search_last = 0.5; /* relative in alpha */
static const double near_onset = 1e-6, near_burst = 1e-3;   /* of the margin at rest */

/* The contact whose margin vanishes at the event; NULL: none. */
static rdg_ridge_watch *at_onset(const rdg_ridge_driver *d, const rdg_chart *event)
{
    rdg_ridge_watch *nearest = NULL;
    double least = near_onset;
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        const double size = fabs(event->mu[w->margin_at]) / w->at_rest;
        if (w->regime != RDG_RIDGE_CORNER && size < least) {
            least = size;
            nearest = w;
        }
    }
    return nearest;
}

/* From the stuck ridge into the corner: the same point, sigma = 0. Is the kink a maximum? */
static bool enter_corner(rdg_ridge_driver *d, rdg_ridge_watch *w, const double *u)
{
    double sigma = 0.0;
    double tau = 0.0;
    if (!rdg_ridge_sides(d, w, u, &sigma, &tau) || tau > 0.0) {
        return false;
    }
    rdg_ridge_assume(w, RDG_RIDGE_CORNER);
    return true;
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
static bool smooth_maximum_near(rdg_ridge_driver *d, rdg_ridge_watch *w, double *u)
{
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

static bool leave_corner(rdg_ridge_driver *d, rdg_ridge_watch *w, const rdg_chart *event, int direction,
                         double *u)
{
    rdg_ridge_assume(w, RDG_RIDGE_SLIPS);
    for (double distance = 1e-7; distance < 1e-2; distance *= 10.0) {
        memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
        u[d->alpha] *= 1.0 + direction * distance;
        if (smooth_maximum_near(d, w, u)) {
            return true;
        }
    }
    return false;
}

/* A maximum at the level of u with the regimes assumed. */
static bool is_maximum(rdg_ridge_driver *d, double *u)
{
    const rdg_ridge_watch *w = rdg_ridge_corner(d);
    double sigma = 0.0;
    double tau = 0.0;
    if (!w) {
        return rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u) && rdg_ridge_is_top(d, u);
    }
    return rdg_ridge_solve_margin(d, w, 0.0, u) && rdg_ridge_regimes_hold(d, u) &&
           rdg_ridge_sides(d, w, u, &sigma, &tau) && tau <= 0.0 && sigma >= 0.0;
}

/* Is a contact close to a change of regime at which its stiffness jumps? Contacts that slip may begin to slip
 * anew within a stick phase; no step converges across that. */
static bool close_to_change(rdg_ridge_watch *w, const double *u)
{
    double margin = 0.0;
    if (w->focused || (rdg_hbm_margin(w->driver->hb, w->number, u, &margin, NULL) == 0 &&
                       fabs(margin) < near_onset * w->at_rest)) {
        return true;
    }
    if (w->regime != RDG_RIDGE_SLIPS) {
        return false;
    }
    if (rdg_ridge_focus(w, u, &margin) && fabs(margin) < near_burst * w->at_rest) {
        return true;
    }
    rdg_ridge_focus(w, NULL, NULL);
    return false;
}

static int contacts_close_to_change(const rdg_ridge_driver *d, const double *u,
                                    rdg_ridge_watch *near[MAX_NEAR])
{
    int count = 0;
    for (rdg_index k = 0; k < d->n_watches && count < MAX_NEAR; k++) {
        if (close_to_change(&d->watch[k], u)) {
            near[count++] = &d->watch[k];
        }
    }
    return count;
}

/* The combination number `code` of regimes: three for each contact, and one corner at most. */
static bool assume_combination(rdg_ridge_watch *const *near, int count, int code)
{
    int corners = 0;
    for (int k = 0; k < count; k++, code /= 3) {
        const rdg_ridge_regime regime = (rdg_ridge_regime)(code % 3);
        corners += regime == RDG_RIDGE_CORNER;
        rdg_ridge_assume(near[k], regime);
    }
    return corners <= 1;
}

/* The number of the combination in which the ridge came to the event. */
static int combination_of(rdg_ridge_watch *const *near, int count, const double *u)
{
    int code = 0;
    for (int k = count - 1; k >= 0; k--) {
        double margin = 0.0;
        rdg_ridge_regime regime = near[k]->regime;
        if (near[k]->focused && regime != RDG_RIDGE_CORNER) {
            rdg_hbm_margin(near[k]->driver->hb, near[k]->number, u, &margin, NULL);
            regime = margin > 0.0 ? RDG_RIDGE_STICKS : RDG_RIDGE_SLIPS;
        }
        code = 3 * code + (int)regime;
    }
    return code;
}

/* A new slip phase is about to begin: the corner begins where its margin vanishes on the smooth ridge. */
static bool meet_new_slip(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    rdg_ridge_watch *near[MAX_NEAR];
    const int count = contacts_close_to_change(d, event->u, near);
    for (int k = 0; k < count; k++) {
        if (!near[k]->focused || near[k]->regime == RDG_RIDGE_CORNER) {
            continue;
        }
        memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
        rdg_ridge_assume(near[k], RDG_RIDGE_STICKS);
        if (rdg_ridge_solve_onset(d, near[k], u)) {
            const double ahead = direction * (u[d->alpha] / event->u[d->alpha] - 1.0);
            if (ahead > -1e-9 && ahead < 1e-3 && enter_corner(d, near[k], u)) {
                return true;
            }
        }
        rdg_ridge_assume(near[k], RDG_RIDGE_SLIPS);
    }
    return false;
}

bool rdg_ridge_find_corner(rdg_ridge_driver *d, double *u)
{
    for (rdg_index k = 0; k < d->n_watches; k++) {
        rdg_ridge_watch *w = &d->watch[k];
        const rdg_ridge_regime before = w->regime;
        if (close_to_change(w, u)) {
            rdg_ridge_assume(w, RDG_RIDGE_CORNER);
            memcpy(d->found, u, (size_t)d->n_extended * sizeof *u);
            if (is_maximum(d, d->found)) {
                memcpy(u, d->found, (size_t)d->n_extended * sizeof *u);
                return true;
            }
            rdg_ridge_assume(w, before);
            rdg_ridge_focus(w, NULL, NULL);
        }
    }
    return false;
}

/* Across a change that leaves the stiffness continuous but not the Hessian: a first separation, a stick phase
 * that vanishes. A step that ended before the change is followed by a longer one. */
static bool step_over(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    const double level = event->u[d->alpha];
    const bool again = fabs(level - d->stepped_at) <= 20.0 * d->stepped_by * level;
    for (double distance = again ? 10.0 * d->stepped_by : 1e-8; distance < 2e-5; distance *= 10.0) {
        memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
        u[d->alpha] *= 1.0 + direction * distance;
        if (rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u) && rdg_ridge_is_top(d, u)) {
            d->stepped_at = level;
            d->stepped_by = distance;
            return true;
        }
    }
    return false;
}

/* Of all combinations the one with the greatest amplitude a little behind the event. */
static bool combine(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    rdg_ridge_watch *near[MAX_NEAR];
    const int count = contacts_close_to_change(d, event->u, near);
    int codes = 1;
    for (int k = 0; k < count; k++) {
        codes *= 3;
    }
    const int before = combination_of(near, count, event->u);
    /* where the maximum vanished with a minimum, Newton's method still finds it a little behind */
    const double nearest = strcmp(event->type, "FP") == 0 ? 1e-6 : 1e-8;
    for (double distance = nearest; count > 0 && distance < 2e-3; distance *= 10.0) {
        double greatest = -1.0;
        int best = -1;
        for (int code = 0; code < codes; code++) {
            double amplitude = 0.0;
            memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
            u[d->alpha] *= 1.0 + direction * distance;
            if (code != before && assume_combination(near, count, code) && is_maximum(d, u) &&
                rdg_parameter_value(d->extended, d->sensor, u, &amplitude) == RDG_OK &&
                amplitude > greatest) {
                greatest = amplitude;
                best = code;
                memcpy(d->found, u, (size_t)d->n_extended * sizeof *u);
            }
        }
        if (best >= 0) {
            memcpy(u, d->found, (size_t)d->n_extended * sizeof *u);
            return assume_combination(near, count, best);
        }
    }
    return false;
}

/* The ridge without a new slip phase, so far behind the corner's end that the law has none either. */
static bool smooth_behind(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    for (double distance = 1e-8; distance < 1e-4; distance *= 10.0) {
        memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
        u[d->alpha] *= 1.0 + direction * distance;
        if (rdg_ridge_solve(d, u) && rdg_ridge_regimes_hold(d, u)) {
            return true;
        }
    }
    return false;
}

/* At the event itself, without any search; false: that is not how the ridge goes on. */
static bool go_on_from_event(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    rdg_ridge_watch *corner = rdg_ridge_corner(d);
    rdg_ridge_watch *reached = at_onset(d, event);
    memcpy(u, event->u, (size_t)d->n_extended * sizeof *u);
    if (!corner) {
        return reached && reached->regime == RDG_RIDGE_STICKS && enter_corner(d, reached, u);
    }
    if (strcmp(event->type, "CE") != 0) {
        return false;
    }
    if (fabs(event->mu[corner->sigma_at]) < fabs(event->mu[corner->tau_at])) {
        rdg_ridge_assume(corner, RDG_RIDGE_STICKS);
        return !corner->focused || smooth_behind(d, event, direction, u);
    }
    return leave_corner(d, corner, event, direction, u);
}

static void say_it_ends(const rdg_ridge_driver *d, const rdg_chart *event, double distance)
{
    rdg_write(d->ctx, RDG_CHANNEL_WARNING,
              "warning: no smooth maximum of \"%s\" was found up to alpha = %.6g N behind the change of "
              "regime at %.10g N: the ridge ends\n",
              d->sensor, event->u[d->alpha] * (1.0 + distance), event->u[d->alpha]);
}

bool rdg_ridge_next(rdg_ridge_driver *d, const rdg_chart *event, int direction, double *u)
{
    if (++d->restarts > MAX_RESTARTS) {
        rdg_write(d->ctx, RDG_CHANNEL_WARNING,
                  "warning: the ridge of \"%s\" changed its regime %d times: it ends\n", d->sensor,
                  MAX_RESTARTS);
        return false;
    }
    const double given = d->how.restart;
    if (given == 0.0 && (go_on_from_event(d, event, direction, u) || meet_new_slip(d, event, direction, u) ||
                         combine(d, event, direction, u))) {
        rdg_ridge_forget_focus(d);
        return true;
    }
    const bool vanished = strcmp(event->type, "FP") == 0;
    if (given == 0.0 && !vanished && rdg_ridge_choose_regimes(d, event->u) == RDG_OK &&
        step_over(d, event, direction, u)) {
        return true;
    }
    const double first = given > 0.0 ? given : search_first;
    const double last = given > 0.0 ? given : search_last;
    rdg_ridge_release_contacts(d);
    if (rdg_ridge_search(d, event, direction, first, last, u)) {
        return true;
    }
    rdg_ridge_release_contacts(d);
    say_it_ends(d, event, direction * last);
    return false;
}
