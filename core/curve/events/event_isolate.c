/* Zeros of one event's function on a step: whether it comes near zero at all, where its zeros lie on the
 * curve segment (event_zeros.c, event_scan.c), and, where there are several, a step that ends between the
 * first two. */
#include "constants_impl.h"
#include "event_zeros_impl.h"
#include "step_parts_impl.h"
#include "text_impl.h"

#include <float.h>
#include <math.h>

bool rdg_event_is_rough(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && t->p->parameter[event->parameter].kind > RDG_REGULAR;
}

bool rdg_event_crosses(const rdg_tracer *t, rdg_index k)
{
    const double before = t->current.test[k];
    const double after = t->next.test[k];
    if (t->setup->event[k].kind == RDG_EVENT_FOLD && after == 0.0) {
        return false; /* no slope, no sign */
    }
    /* quiet comparisons: there may be no value */
    return (isless(before, 0.0) && isgreaterequal(after, 0.0)) ||
           (isgreater(before, 0.0) && islessequal(after, 0.0));
}

/* Is the event's function smooth, so that values and slopes report of it in between? One that turns with the
 * curve has poles next to its branch points, and branch points a machinery of their own; a step that may have
 * jumped to another branch shows nothing. */
bool rdg_event_can_be_isolated(const rdg_tracer *t, const rdg_event *event)
{
    const bool jumped = t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
    return !jumped && event->kind != RDG_EVENT_BRANCH && !event->turns_with_curve;
}

/* Is the corrected point t->special one between both zeros, where the function has this sign? */
static bool divides_zeros(rdg_tracer *t, rdg_index k, int sign)
{
    const double test = t->special.test[k] * sign;
    if (t->setup->event[k].kind == RDG_EVENT_FOLD && test == 0.0) { /* rounding: known by both zeros */
        t->special.test[k] = sign * DBL_MIN;
        return true;
    }
    return test > 0.0;
}

/* Cut the step between the first two zeros. On a steep front no point between two folds may be found. */
static rdg_isolation cut_between(rdg_tracer *t, rdg_index k, const rdg_enclosed_root *left,
                                 const rdg_enclosed_root *right, double *h, bool *is_front)
{
    const rdg_event *event = &t->setup->event[k];
    bool fails = false;
    for (int i = 0; i < RDG_EVENT_PLACES; i++) {
        const double at = rdg_event_place(i, left->high, right->low);
        rdg_step_point_at(t, *h, at, t->special.chart.u);
        const rdg_outcome outcome = rdg_event_probe_on_branch(t, at);
        if (outcome == RDG_ABORTED) {
            return RDG_ISOLATION_ABORTED;
        }
        if (outcome == RDG_CONVERGED && divides_zeros(t, k, left->after)) {
            if (event->between && !event->between(t->p, &t->current.chart, &t->special.chart, event->data)) {
                return RDG_ISOLATED;
            }
            rdg_event_cut(t, at, h);
            return RDG_CUT;
        }
        fails = fails || outcome == RDG_FAILED;
    }
    *is_front = fails && event->kind == RDG_EVENT_FOLD;
    return RDG_ISOLATED;
}

/* A step that ends where the slope of a fold's parameter is lost in rounding ends before, if it is not lost
 * there: the fold is then seen on the next one. */
static rdg_isolation avoid_unresolved(rdg_tracer *t, rdg_index k, double *h)
{
    const double before = 0.9;
    const rdg_outcome outcome = rdg_event_probe_step(t, *h, before * *h);
    if (outcome == RDG_CONVERGED && t->special.test[k] != 0.0) {
        rdg_event_cut(t, before * *h, h);
        return RDG_CUT;
    }
    return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
}

/* A function that comes down to rounding and goes up again touches zero there, or has two zeros at one place:
 * a pair that cannot be distinguished. Who checks an event by a function of his own knows better. */
static void report_touch(const rdg_tracer *t, rdg_index k, double at, double h)
{
    const rdg_event *event = &t->setup->event[k];
    const rdg_index first = t->setup->first_active;
    if (event->kind != RDG_EVENT_VALUE || rdg_event_is_bound(event) || event->check || event->where ||
        first < 0) {
        return;
    }
    const double from = t->current.chart.mu[first];
    const double near = from + (t->next.chart.mu[first] - from) * at / h;
    rdg_warn(t->ctx, "events in pairs too close to be distinguished",
             "run %s: %s at %s = %.6g, without a change of sign: \"%s\" touches its value there, or takes "
             "it twice within rounding",
             t->setup->name, event->type, t->p->parameter[first].name, near,
             t->p->parameter[event->parameter].name);
}

/* Next to a branch point that a run leaves, points in between are those of any branch. */
static bool leaves_branch_point(const rdg_tracer *t, rdg_index k)
{
    return t->setup->switches && t->current.chart.point == 0 && t->current.test[k] == 0.0;
}

/* May the slope of a fold's parameter vanish on the step, as its values at both ends and its mean report? */
static bool slope_comes_near(const rdg_tracer *t, rdg_index k, double h)
{
    const int parameter = t->setup->event[k].parameter;
    const double a = t->current.slope[k] / rdg_event_advance(t, t->current.chart.tangent);
    const double b = t->next.slope[k] / rdg_event_advance(t, t->next.chart.tangent);
    const double mean = (t->next.chart.mu[parameter] - t->current.chart.mu[parameter]) / h;
    const double middle = 3.0 * mean - a - b; /* of the parabola in Bernstein's form */
    const double change = fmax(fabs(b - a), fmax(fabs(middle - a), fabs(middle - b)));
    return t->current.test[k] == 0.0 || !(fmin(fabs(a), fabs(b)) > RDG_REACH * change);
}

/* May the function of event k vanish on the step? Of a value those at the ends and its changes before report;
 * they do from the third step on, as three values may be alike by chance. */
static bool comes_near(const rdg_tracer *t, rdg_index k, double h)
{
    const double v0 = t->current.test[k], v1 = t->next.test[k];
    if (t->setup->event[k].kind == RDG_EVENT_FOLD) {
        return slope_comes_near(t, k, h);
    }
    if (!(t->before.older_step > 0.0) || !isfinite(t->before.test[k])) {
        return true;
    }
    const double change = fmax(fabs(v1 - v0), fabs(v0 - t->before.test[k]));
    return !isgreater(fmin(fabs(v0), fabs(v1)), fmax(RDG_REACH * change, 2.0 * h * t->before.steepest[k]));
}

bool rdg_event_comes_near(const rdg_tracer *t, rdg_index k, double h)
{
    const rdg_event *event = &t->setup->event[k];
    return event->kind != RDG_EVENT_COUNT && rdg_event_can_be_isolated(t, event) && comes_near(t, k, h);
}

bool rdg_events_come_near(const rdg_tracer *t, double h)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (rdg_event_comes_near(t, k, h)) {
            return true;
        }
    }
    return false;
}

rdg_isolation rdg_event_isolate(rdg_tracer *t, rdg_index k, rdg_event_zeros *zeros, double *h, bool *meets)
{
    const bool is_fold = t->setup->event[k].kind == RDG_EVENT_FOLD;
    if (isnan(t->current.test[k]) || isnan(t->next.test[k]) || leaves_branch_point(t, k) ||
        (is_fold && t->current.test[k] == 0.0 && t->next.test[k] == 0.0)) {
        return RDG_ISOLATED;
    }
    if (is_fold && t->next.test[k] == 0.0) {
        return avoid_unresolved(t, k, h);
    }
    const bool rough = rdg_event_is_rough(t, &t->setup->event[k]);
    if (!comes_near(t, k, *h)) {
        return RDG_ISOLATED;
    }
    const rdg_outcome outcome =
        rough ? rdg_event_scan(t, k, *h, zeros) : rdg_event_find_zeros(t, k, *h, zeros);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
    }
    const bool begins_at_zero = !is_fold && t->current.test[k] == 0.0;
    const rdg_enclosed_root start = {.after = zeros->root[0].before};
    if (zeros->count + begins_at_zero > 1) {
        const rdg_enclosed_root *first = begins_at_zero ? &start : &zeros->root[0];
        const rdg_isolation cut =
            cut_between(t, k, first, &zeros->root[!begins_at_zero], h, &zeros->is_front);
        if (cut != RDG_ISOLATED) {
            return cut;
        }
    }
    if (zeros->count == 0 && zeros->touches) {
        report_touch(t, k, zeros->touch.at, *h);
    }
    const bool ends_tell = rough || t->current.test[k] * t->next.test[k] != 0.0;
    *meets = ends_tell ? rdg_event_crosses(t, k) : zeros->count % 2 == 1;
    return RDG_ISOLATED;
}
