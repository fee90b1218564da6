/* Where a peak changes from a smooth one to a non-smooth peak, back, or from one non-smooth peak to another.
 *
 * At the onset a smooth peak with the contact held stuck reaches margin 0; the non-smooth peak begins there,
 * and does not exist on the other side. At its other end the slope on the slipping side vanishes, or the
 * margin of another contact; the non-smooth peak exists on both sides of that forcing amplitude. */
#include "peak_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STEPS = 12, ITERATIONS = 60 };

/* The forcing amplitude is known to this share of it. */
static const double certain = 1e3 * DBL_EPSILON;

typedef enum state { STICKS, SLIPS, AT_CORNER } state;

/* Of a contact from one peak to the next one; a non-smooth peak that is searched along lies between `from`
 * and `to`.
 */
typedef struct search {
    rdg_peak_response *r;
    rdg_index contact;
    rdg_peak_point *from, *to, *between;
} search;

static state state_of(rdg_peak_response *r, const rdg_peak_point *p, rdg_index contact)
{
    double value = 0.0;
    rdg_hbm_margin(r->hb, contact, p->u + r->Q, &value, NULL);
    return p->kind == RDG_PEAK_CORNER && p->corner == contact ? AT_CORNER : value > 0.0 ? STICKS : SLIPS;
}

/* The smooth peak at a forcing amplitude with the contact held stuck, from its neighbour. */
static bool solve_held(search *s, const rdg_peak_point *near, double x, rdg_peak_point *out)
{
    rdg_peak_response *r = s->r;
    double *u = r->vector[PEAK_FOLLOW], *row = r->vector[PEAK_FOLLOW + 1];
    rdg_peak_predict(r, near, x, 1, u);
    rdg_peak_border_along(r, u, near->tangent, row);
    rdg_hbm_hold_stuck(r->hb, s->contact, true);
    const bool found = rdg_peak_newton(r, u, row, STEPS, out) == RDG_PEAK_FOUND;
    rdg_hbm_hold_stuck(r->hb, s->contact, false);
    return found;
}

/* From a peak at which the contact sticks to the onset of its slip: Newton's method in ln(forcing amplitude).
 */
static bool find_onset(search *s, const rdg_peak_point *stuck, rdg_peak_point *onset)
{
    double *gradient = s->r->vector[PEAK_STEP];
    rdg_peak_point_assign(onset, stuck);
    for (int k = 0; k < ITERATIONS; k++) {
        double margin = NAN;
        if (rdg_hbm_margin(s->r->hb, s->contact, onset->u + s->r->Q, &margin, gradient + s->r->Q) != 0) {
            return false;
        }
        const double growth = rdg_peak_dot(s->r->n_Q, gradient + s->r->Q, onset->slope + s->r->Q);
        const double by = fmin(1.0, fmax(-1.0, -margin / growth));
        rdg_peak_point_assign(s->between, onset);
        if (!isfinite(by) || !solve_held(s, s->between, log(onset->level) + by, onset)) {
            return false;
        }
        if (fabs(by) < rdg_peak_point_like) {
            return rdg_peak_corner(s->r, s->contact, onset->u, STEPS, onset) == RDG_PEAK_FOUND;
        }
    }
    return false;
}

/* What vanishes at an end of the non-smooth peak: the slope on the slipping side, or the margin of another
 * contact. */
static double value_of(search *s, rdg_index other, const rdg_peak_point *corner)
{
    double value = corner->slip_slope;
    if (other >= 0) {
        rdg_hbm_margin(s->r->hb, other, corner->u + s->r->Q, &value, NULL);
    }
    return value;
}

static bool solve_between(search *s, double share)
{
    double *u = s->r->vector[PEAK_FOLLOW];
    rdg_peak_between(s->r->n, s->from->u, s->to->u, share, u);
    return rdg_peak_corner(s->r, s->contact, u, STEPS, s->between) == RDG_PEAK_FOUND;
}

/* The end of the non-smooth peak between `from` and `to`, into `between`: regula falsi with halved values
 * (Illinois).
 */
static bool find_end(search *s, rdg_index other)
{
    const double length = fabs(s->to->level / s->from->level - 1.0);
    double a = 0.0, b = 1.0, fa = value_of(s, other, s->from), fb = value_of(s, other, s->to);
    if (!(fa * fb < 0.0)) {
        return false;
    }
    for (int k = 0; k < ITERATIONS; k++) {
        const double share = a + fa / (fa - fb) * (b - a);
        if (!solve_between(s, share)) {
            return false;
        }
        const double f = value_of(s, other, s->between), moved = fabs(share - b);
        if (f * fb < 0.0) {
            a = b;
            fa = fb;
        } else {
            fa *= 0.5;
        }
        b = share;
        fb = f;
        if (f == 0.0 || fmin(moved, fabs(b - a)) * length < certain) {
            return true;
        }
    }
    return false;
}

/* An exchange found later on the way than the one known, or one that the peak is at, does not count. */
static bool keep(const rdg_peak_point *found, const rdg_peak_point *p, rdg_peak_exchange met,
                 rdg_peak_exchange *first, rdg_peak_point *at)
{
    const double way = fabs(log(found->level / p->level));
    if (way < rdg_peak_last_step || (at->level > 0.0 && way > fabs(log(at->level / p->level)))) {
        return false;
    }
    rdg_peak_point_assign(at, found);
    *first = met;
    return true;
}

/* The end of the contact's non-smooth peak on the way: at the slipping side, or, where the slope there jumps
 * past zero, at the onset of the contact that makes it jump. */
static bool find_first_end(search *s, const rdg_peak_point *p, rdg_peak_exchange *first, rdg_peak_point *at)
{
    if (!find_end(s, -1)) {
        return false;
    }
    if (fabs(s->between->slip_slope) < rdg_peak_last_step * s->between->stuck_slope) {
        return keep(s->between, p, (rdg_peak_exchange){RDG_PEAK_CORNER_END, s->contact, -1}, first, at);
    }
    for (rdg_index k = 0; k < s->r->n_margins; k++) {
        if (k != s->contact && find_end(s, k)) {
            const bool leaves = p->kind == RDG_PEAK_CORNER && p->corner == s->contact;
            return keep(
                s->between, p,
                (rdg_peak_exchange){RDG_PEAK_OTHER_CORNER, leaves ? s->contact : k, leaves ? k : s->contact},
                first, at);
        }
    }
    return false;
}

static bool search_contact(search *s, const rdg_peak_point *p, const rdg_peak_point *next,
                           rdg_peak_exchange *first, rdg_peak_point *at)
{
    rdg_peak_response *r = s->r;
    const state before = state_of(r, p, s->contact), after = state_of(r, next, s->contact);
    const rdg_peak_exchange slip = {RDG_PEAK_SLIP, s->contact, -1};
    if (before == after) {
        return false;
    }
    if (before == STICKS) {
        return p->kind == RDG_PEAK_SMOOTH && find_onset(s, p, s->to) && keep(s->to, p, slip, first, at);
    }
    if (after == STICKS && next->kind == RDG_PEAK_SMOOTH) {
        if (!find_onset(s, next, s->to)) {
            return false;
        }
        if (before == AT_CORNER) {
            return keep(s->to, p, slip, first, at);
        }
    } else if (rdg_peak_corner(r, s->contact, next->u, STEPS, s->to) != RDG_PEAK_FOUND) {
        return false;
    }
    return rdg_peak_corner(r, s->contact, p->u, STEPS, s->from) == RDG_PEAK_FOUND &&
           find_first_end(s, p, first, at);
}

/* Does a contact change between two peaks otherwise than by the exchange at which the first one is? */
static bool changes(rdg_peak_response *r, const rdg_peak_point *p, const rdg_peak_point *next,
                    rdg_index contact)
{
    const state before = state_of(r, p, contact), after = state_of(r, next, contact);
    if (before == AT_CORNER) {
        return (after == STICKS && fabs(p->stuck_slope) > rdg_peak_last_step * fabs(p->slip_slope)) ||
               (after == SLIPS && fabs(p->slip_slope) > rdg_peak_last_step * fabs(p->stuck_slope));
    }
    double here_value = 0.0, there = 0.0;
    rdg_hbm_margin(r->hb, contact, p->u + r->Q, &here_value, NULL);
    rdg_hbm_margin(r->hb, contact, next->u + r->Q, &there, NULL);
    return before != after && (after == AT_CORNER || fabs(here_value) > rdg_peak_last_step * fabs(there));
}

int rdg_peak_find_exchange(rdg_peak_response *r, const rdg_peak_point *p, const rdg_peak_point *next,
                           rdg_peak_exchange *met, rdg_peak_point *at)
{
    search s = {r, 0, rdg_peak_point_create(r), rdg_peak_point_create(r), rdg_peak_point_create(r)};
    bool found = false, changed = false;
    at->level = 0.0;
    if (r->n_numbers > 0 && r->n_margins > 0) {
        rdg_hbm_use_parameters(r->hb, r->p, p->u);
    }
    for (; s.from && s.to && s.between && s.contact < r->n_margins; s.contact++) {
        changed = changed || changes(r, p, next, s.contact);
        found = search_contact(&s, p, next, met, at) || found;
    }
    rdg_peak_point_free(s.from);
    rdg_peak_point_free(s.to);
    rdg_peak_point_free(s.between);
    if (found && met->kind == RDG_PEAK_OTHER_CORNER) { /* it goes on as the other one */
        found = rdg_peak_corner(r, met->other, at->u, STEPS, at) == RDG_PEAK_FOUND;
    }
    if (found) {
        memcpy(at->tangent, p->tangent, (size_t)r->n * sizeof(double));
    }
    return found ? 1 : changed ? -1 : 0;
}
