/* The maximum at the onset of a contact, or right beside it.
 *
 * Four slopes along the response decide: at a point before the onset, on both sides of it, and at a point
 * behind it. A maximum lies where one is above zero and the next one is not. At an exchange of a non-smooth
 * peak with a smooth one a slope at the onset is zero to rounding: whatever its sign, one change remains. */
#include "peak_set_impl.h"

#include <math.h>
#include <string.h>

enum { RESTORE = 6, HALVES = 30 };

bool rdg_peak_restore_beside(rdg_peak_trace *t, const rdg_peak_point *onset, double by, double *u)
{
    const double size = rdg_peak_size(t->r, onset->u, onset->tangent);
    rdg_peak_add(t->r->n, onset->u, by / size, onset->tangent, u);
    return rdg_peak_restore(t->r, u, t->v[TRACE_MARGIN], RESTORE) == RDG_PEAK_FOUND;
}

/* The smooth maximum between two points with slopes above and below zero, by halves: where the second
 * derivative has no bound, Newton's method does not converge. */
static bool bisect(rdg_peak_trace *t, const double *up, const double *down, double sense, rdg_peak_point *p)
{
    rdg_peak_response *r = t->r;
    double low = 0.0, high = 1.0, *ends[2] = {t->v[TRACE_PREDICTED], t->v[TRACE_STEP]}, *u = p->u;
    memcpy(ends[0], up, (size_t)r->n * sizeof *u);
    memcpy(ends[1], down, (size_t)r->n * sizeof *u);
    for (int k = 0; k < HALVES; k++) {
        const double share = 0.5 * (low + high);
        rdg_peak_between(r->n, ends[0], ends[1], share, u);
        if (rdg_peak_restore(r, u, t->v[TRACE_MARGIN], RESTORE) != RDG_PEAK_FOUND) {
            return false;
        }
        *(sense * r->at->slope > 0.0 ? &low : &high) = share;
    }
    p->earlier_level = 0.0;
    const bool is_smooth = rdg_peak_factor(r, u, t->v[TRACE_MARGIN], true) == 0 && rdg_peak_finish(r, p);
    for (rdg_index i = 0; is_smooth && i < r->n; i++) {
        p->tangent[i] *= sense;
    }
    return is_smooth || rdg_peak_finish_kink(r, p);
}

/* Does the amplitude reach a maximum where the slope has changed from `rises` to `left`? A slope that is zero
 * to rounding beside `jump` counts as one that has changed its sign. */
static bool has_turned(double rises, double left, double jump)
{
    return rises > 0.0 && left <= rdg_peak_zero_slope * fabs(jump);
}

bool rdg_peak_find_at_onset(rdg_peak_trace *t, double sense, bool is_shared, const double *const point[2],
                            const double slope[2], rdg_peak_point *onset)
{
    const double left = sense < 0.0 ? onset->stuck_slope : -onset->slip_slope;
    const double right = sense < 0.0 ? onset->slip_slope : -onset->stuck_slope;
    bool found = true;
    if (is_shared) {
        if (!(slope[0] > 0.0 && slope[1] <= 0.0)) {
            return false;
        }
        found = bisect(t, point[0], point[1], sense, onset);
    } else if (rdg_peak_corner_is_peak(onset)) {
        return true;
    } else if (has_turned(slope[0], left, right)) {
        found = bisect(t, point[0], onset->u, sense, onset);
    } else if (has_turned(-slope[1], -right, left)) {
        found = bisect(t, onset->u, point[1], sense, onset);
    } else {
        return false;
    }
    t->list->set.unresolved += !found;
    return found;
}
