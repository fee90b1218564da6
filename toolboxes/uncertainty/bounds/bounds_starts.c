/* Where the search begins, and how it is tested: limits of the sliders, the middle, random positions. */
#include "bounds_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All combinations of limits up to so many contacts; else so many random ones. */
enum { ALL_LIMITS = 6, RANDOM_LIMITS = 64 };
/* Motions from which each end is sought; random positions that test it. */
enum { WALKS = 4, TESTS = 30 };
/* Relative accuracy with which amplitudes of peaks are compared. */
#define SAME 1e-9
static double uniform(rdg_bounds_search *s)
{
    s->seed = s->seed * 6364136223846793005U + 1442695040888963407U;
    return (double)(s->seed >> 11) / 9007199254740992.0;
}

/* Sliders start beyond their limits: the clamp takes each to its limit at this motion. */
static void choose_limits(rdg_bounds_search *s, rdg_index which, double *z)
{
    for (rdg_index k = 0; k < s->n; k++) {
        const bool upper = s->n <= ALL_LIMITS ? (which >> k) & 1 : uniform(s) < 0.5;
        z[k] = upper ? 2.0 * s->reach : -2.0 * s->reach;
    }
}

static void choose_middle(const rdg_bounds_search *s, double *z)
{
    for (rdg_index k = 0; k < s->n; k++) {
        z[k] = s->contact[k].high >= s->contact[k].low ? 0.5 * (s->contact[k].low + s->contact[k].high) : 0.0;
    }
}

static void choose_randomly(rdg_bounds_search *s, double *z)
{
    for (rdg_index k = 0; k < s->n; k++) {
        const bounds_contact *c = &s->contact[k];
        const double width = c->high >= c->low ? c->high - c->low : s->reach;
        const double middle = c->high >= c->low ? 0.5 * (c->low + c->high) : 0.0;
        z[k] = middle + 1.2 * width * (uniform(s) - 0.5); /* a tenth beyond what was seen on either side */
    }
}

static int order(const void *a, const void *b)
{
    const double x = ((const rdg_bounds_end *)a)->amplitude;
    const double y = ((const rdg_bounds_end *)b)->amplitude;
    return (x > y) - (x < y);
}

static void keep(rdg_bounds_result *r, const rdg_bounds_end *end)
{
    r->low = end->amplitude < r->low.amplitude ? *end : r->low;
    r->high = end->amplitude > r->high.amplitude ? *end : r->high;
}

static void walk_both(rdg_bounds_search *s, const rdg_bounds_end *from, bool down, bool up)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        if (sign < 0 ? down : up) {
            rdg_bounds_end end = *from;
            rdg_bounds_walk(s, sign, &end);
            keep(s->result, &end);
        }
    }
}

static double relative(double a, double b)
{
    return fabs(a - b) / fmax(fabs(a), fabs(b));
}

/* Downhill from the lowest motions and uphill from the highest ones. Alike amplitudes are one motion. */
static void walk_from(rdg_bounds_search *s, rdg_bounds_end *motion, rdg_index n)
{
    qsort(motion, (size_t)n, sizeof *motion, order);
    for (int sign = -1; sign <= 1; sign += 2) {
        double last = 0.0;
        for (rdg_index k = 0, walks = 0; k < n && walks < WALKS; k++) {
            const rdg_bounds_end *from = &motion[sign < 0 ? k : n - 1 - k];
            if (walks == 0 || relative(from->amplitude, last) > SAME) {
                walk_both(s, from, sign<0, sign> 0);
                last = from->amplitude;
                walks++;
            }
        }
    }
}

static void test_randomly(rdg_bounds_search *s)
{
    rdg_bounds_result *r = s->result;
    double z[RDG_BOUNDS_MOST];
    for (int k = 0; k < TESTS; k++) {
        rdg_bounds_end end;
        choose_randomly(s, z);
        if (!rdg_bounds_peak(s, z, &end)) {
            continue;
        }
        r->starts++;
        const double beyond =
            fmax(end.amplitude - r->high.amplitude, r->low.amplitude - end.amplitude) / end.amplitude;
        if (beyond > SAME) {
            r->outside = fmax(r->outside, beyond);
            walk_both(s, &end, end.amplitude<r->low.amplitude, end.amplitude> r->high.amplitude);
        }
    }
}

static rdg_index count(const rdg_bounds_end *end, rdg_index n, bool sticking)
{
    rdg_index found = 0;
    for (rdg_index k = 0; k < n; k++) {
        found += sticking ? end->slider[k].state <= RDG_BOUNDS_AT_UPPER
                          : end->slider[k].state == RDG_BOUNDS_FREE && end->slider[k].slope != 0.0;
    }
    return found;
}

/* Where a slider goes if it is dragged as far as it can: beyond the limit that it has met. */
static double beyond(const rdg_bounds_search *s, int sign, const rdg_bounds_end *end, rdg_index k)
{
    const rdg_bounds_slider *slider = &end->slider[k];
    const bool grows = slider->state == RDG_BOUNDS_FREE && isfinite(slider->slope) && slider->slope != 0.0;
    const int side = slider->state == RDG_BOUNDS_AT_LOWER   ? -1
                     : slider->state == RDG_BOUNDS_AT_UPPER ? 1
                     : grows                                ? sign * (slider->slope > 0.0 ? 1 : -1)
                                                            : 0;
    return side != 0 ? 2.0 * side * s->reach : end->start[k];
}

/* The end with other starts, if it is the same one or goes further. */
static bool take(rdg_bounds_search *s, int sign, const double *z, rdg_bounds_end *end)
{
    rdg_bounds_end far;
    if (!rdg_bounds_peak(s, z, &far) || sign * (far.amplitude - end->amplitude) < -SAME * end->amplitude) {
        return false;
    }
    *end = far;
    return true;
}

/* An end of the band does not depend on where its dragged sliders start: they start far beyond, where the
 * motion drags them at all frequencies. So do sliders at which the amplitude still grows: they have just met
 * a limit. All at once, or else one by one. */
static void drag(rdg_bounds_search *s, int sign, rdg_bounds_end *end)
{
    double z[RDG_BOUNDS_MOST];
    bool moved = false;
    for (rdg_index k = 0; k < s->n; k++) {
        z[k] = beyond(s, sign, end, k);
        moved = moved || z[k] != end->start[k];
    }
    const bool all = !moved || take(s, sign, z, end);
    for (rdg_index k = 0; !all && k < s->n; k++) {
        memcpy(z, end->start, sizeof z);
        z[k] = beyond(s, sign, end, k);
        if (z[k] != end->start[k]) {
            take(s, sign, z, end);
        }
    }
}

/* Free sliders that would still move the peak, by more than 1e-4 of it over the range that was seen, far more
 * than the search leaves. At the onset of slip dA/dv is that of the peak along it. At a non-smooth point it
 * is not known (NAN), and each free slider counts. */
static rdg_index count_open(const rdg_bounds_search *s, const rdg_bounds_end *end)
{
    rdg_index open = 0;
    for (rdg_index k = 0; k < s->n; k++) {
        const rdg_bounds_slider *slider = &end->slider[k];
        const double range = s->contact[k].high - s->contact[k].low;
        open += slider->state == RDG_BOUNDS_FREE &&
                !islessequal(fabs(slider->slope) * range, 1e-4 * end->amplitude);
    }
    return open;
}

/* The end with its dragged sliders far beyond. Where the search stopped before an end, it goes on from there,
 * once: an unbounded peak has none. */
static void finish(rdg_bounds_search *s, int sign, rdg_bounds_end *end)
{
    drag(s, sign, end);
    if (count_open(s, end) > 0) {
        rdg_bounds_end next = *end;
        rdg_bounds_walk(s, sign, &next);
        if (sign * (next.amplitude - end->amplitude) > SAME * end->amplitude) {
            *end = next;
            drag(s, sign, end);
        }
    }
    s->result->open = sign > 0 ? count_open(s, end) : s->result->open;
    rdg_bounds_slopes(s, end);
}

static rdg_bounds_reason reason_of(const rdg_bounds_search *s)
{
    const rdg_bounds_result *r = s->result;
    const rdg_index low = count(&r->low, s->n, true);
    const rdg_index high = count(&r->high, s->n, true);
    if (relative(r->low.amplitude, r->high.amplitude) > SAME) {
        return RDG_BOUNDS_BAND;
    }
    return low == s->n && high == s->n ? RDG_BOUNDS_ALL_STICK
           : low == 0 && high == 0     ? RDG_BOUNDS_NONE_STICKS
                                       : RDG_BOUNDS_CONSTANT_LOADS;
}

rdg_status rdg_bounds_search_all(rdg_bounds_search *s)
{
    rdg_bounds_result *r = s->result;
    const rdg_index limits = s->n <= ALL_LIMITS ? (rdg_index)1 << s->n : RANDOM_LIMITS;
    rdg_bounds_end *motion = rdg_context_calloc(s->ctx, (size_t)limits + 2, sizeof *motion);
    if (!motion) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_index n = 0;
    double z[RDG_BOUNDS_MOST];
    for (rdg_index k = 0; k < limits + 2; k++) { /* as given, limits, the middle */
        if (k == limits + 1) {
            choose_middle(s, z);
        } else if (k > 0) {
            choose_limits(s, k - 1, z);
        }
        n += rdg_bounds_peak(s, k > 0 ? z : NULL, &motion[n]);
        if (k == 0 && n == 1) {
            r->given = r->low = r->high = motion[0];
        } else if (k == 0) {
            break;
        }
    }
    if (n > 0) {
        walk_from(s, motion, n);
        test_randomly(s);
        finish(s, -1, &r->low);
        finish(s, 1, &r->high);
        r->free = count(&r->low, s->n, false) + count(&r->high, s->n, false);
        r->reason = reason_of(s);
    }
    rdg_free(motion);
    if (n == 0 && rdg_error_status(s->ctx) == RDG_OK) {
        rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, s->where,
                 "\"%s\" has no peak between %g and %g rad/s at alpha = %g: widen the domain", s->sensor,
                 s->low, s->high, s->level);
    }
    return rdg_error_status(s->ctx);
}

rdg_status rdg_bounds_continue(rdg_bounds_search *s, const rdg_bounds_end *low, const rdg_bounds_end *high)
{
    rdg_bounds_result *r = s->result;
    rdg_bounds_end from[2];
    if (!rdg_bounds_peak(s, low->start, &from[0]) || !rdg_bounds_peak(s, high->start, &from[1])) {
        return rdg_bounds_search_all(s);
    }
    r->low = r->high = from[0];
    keep(r, &from[1]);
    rdg_bounds_walk(s, -1, &from[0]);
    rdg_bounds_walk(s, 1, &from[1]);
    keep(r, &from[0]);
    keep(r, &from[1]);
    finish(s, -1, &r->low);
    finish(s, 1, &r->high);
    r->reason = reason_of(s);
    return rdg_error_status(s->ctx);
}
