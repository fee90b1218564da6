/* Zeros on a step of functions that may jump or have non-smooth points, of which slopes and interpolation
 * report nothing: changes of sign between values at points of the curve segment. A gap between two values is
 * divided where straight lines from both sides meet beyond zero, as they do at the tip of a non-smooth point.
 */
#include "circle.h"
#include "constants_impl.h"
#include "event_zeros_impl.h"
#include "step_parts_impl.h"

#include <math.h>

enum { MOST = RDG_SCAN_POINTS + RDG_SCAN_TIPS + 2 };

typedef struct scan {
    int n;
    double at[MOST], value[MOST];
} scan;

static void insert(scan *s, double at, double value)
{
    int i = s->n++;
    for (; i > 0 && s->at[i - 1] > at; i--) {
        s->at[i] = s->at[i - 1];
        s->value[i] = s->value[i - 1];
    }
    s->at[i] = at;
    s->value[i] = value;
}

/* Values that do not exist are left out. */
static rdg_outcome add(rdg_tracer *t, const rdg_event *event, double h, double at, scan *s)
{
    double value = NAN;
    rdg_step_point_at(t, h, at, t->ahead);
    const int answer = rdg_problem_parameter(t->p, event->parameter, t->ahead, &value, NULL);
    if (answer == 0 && isfinite(value)) {
        insert(s, at, value - event->value);
    }
    return answer != 0 && rdg_problem_is_aborted(t->p) ? RDG_ABORTED : RDG_CONVERGED;
}

static double slope_between(const double *at, const double *value, int i)
{
    return (value[i + 1] - value[i]) / (at[i + 1] - at[i]);
}

bool rdg_gap_hides_tip(int n, const double *at, const double *value, int i, double *tip)
{
    const double v = value[i], w = at[i + 1] - at[i];
    const bool left = i > 0, right = i + 2 < n;
    if (!(v * value[i + 1] > 0.0) || !(left || right)) {
        return false;
    }
    const double before = left ? slope_between(at, value, i - 1) : 0.0;
    const double behind = right ? slope_between(at, value, i + 1) : 0.0;
    double way = 0.5 * w;
    if (left && right) {
        way = before != behind ? (value[i + 1] - v - behind * w) / (before - behind) : 0.0;
    }
    const double least = !right ? v + before * w : !left ? value[i + 1] - behind * w : v + before * way;
    *tip = at[i] + fmin(fmax(way, RDG_SCAN_OFF_ENDS * w), (1.0 - RDG_SCAN_OFF_ENDS) * w);
    return way > 0.0 && way < w && least * v < RDG_TIP_AT_ZERO * v * v;
}

/* The widest gap to be divided: one that hides a tip, or that holds a change of sign and is wide enough for
 * three. */
static bool find_gap(const scan *s, double h, double *at)
{
    double widest = 0.0;
    for (int i = 0; i + 1 < s->n; i++) {
        const double width = s->at[i + 1] - s->at[i];
        double place = s->at[i] + 0.5 * width;
        const bool hides = width > RDG_LEAST_PART * h && rdg_gap_hides_tip(s->n, s->at, s->value, i, &place);
        const bool changes = width > RDG_SCAN_CHANGE * h && s->value[i] * s->value[i + 1] < 0.0;
        if (s->at[i] >= 0.0 && width > widest && (hides || changes)) {
            widest = width;
            *at = place;
        }
    }
    return widest > 0.0;
}

/* Is every value on the step farther from zero than it changes to the next one, by so much that none in
 * between reaches it? */
static bool keeps_off_zero(const scan *s)
{
    double least = INFINITY, change = 0.0;
    for (int i = 0; i < s->n; i++) {
        least = s->at[i] >= 0.0 ? fmin(least, fabs(s->value[i])) : least;
        change = i > 0 && s->at[i - 1] >= 0.0 ? fmax(change, fabs(s->value[i] - s->value[i - 1])) : change;
    }
    return least > RDG_REACH * change;
}

static void list_changes(const scan *s, rdg_event_zeros *zeros)
{
    int last = 0;
    for (int i = 1; i < s->n && zeros->count < RDG_MOST_EVENT_ZEROS; i++) {
        if (s->at[last] >= 0.0 && s->value[last] * s->value[i] < 0.0) {
            zeros->root[zeros->count++] = (rdg_enclosed_root){.low = s->at[last],
                                                              .high = s->at[i],
                                                              .at = 0.5 * (s->at[last] + s->at[i]),
                                                              .before = s->value[last] > 0.0 ? 1 : -1,
                                                              .after = s->value[i] > 0.0 ? 1 : -1};
        }
        last = s->value[i] != 0.0 ? i : last;
    }
}

rdg_outcome rdg_event_scan(rdg_tracer *t, rdg_index k, double h, rdg_event_zeros *zeros)
{
    const rdg_event *event = &t->setup->event[k];
    scan s = {.n = 0};
    double at = 0.0;
    *zeros = (rdg_event_zeros){.count = 0};
    rdg_outcome outcome = rdg_step_segment(t, h);
    if (t->before.step > 0.0 && isfinite(t->before.test[k])) {
        insert(&s, -t->before.step, t->before.test[k]);
    }
    insert(&s, 0.0, t->current.test[k]);
    insert(&s, h, t->next.test[k]);
    bool is_over = false;
    for (int stride = RDG_SCAN_POINTS / 4; stride > 0 && !is_over; stride /= 2) {
        const int known = stride < RDG_SCAN_POINTS / 4 ? 2 * stride : RDG_SCAN_POINTS, before = s.n;
        int asked = 0;
        for (int i = stride; i < RDG_SCAN_POINTS && outcome == RDG_CONVERGED; i += stride) {
            if (i % known != 0) {
                outcome = add(t, event, h, 0.5 * h * (1.0 - cos(RDG_PI * i / RDG_SCAN_POINTS)), &s);
                asked++;
            }
        }
        is_over = outcome != RDG_CONVERGED || (s.n - before == asked && keeps_off_zero(&s));
    }
    for (int i = 0; i < RDG_SCAN_TIPS && outcome == RDG_CONVERGED && find_gap(&s, h, &at); i++) {
        outcome = add(t, event, h, at, &s);
    }
    list_changes(&s, zeros);
    return outcome;
}
