/* Events on a step, one after the other: isolated on the curve segment (event_zeros.c, event_scan.c), and
 * located by Newton's method (event_finish.c), by enclosure where functions jump (event_enclose.c) or where
 * the determinant only touches zero (branch_touch.c). A step with several zeros of one function is cut
 * between the first two. */
#include "constants_impl.h"
#include "event_zeros_impl.h"
#include "step_parts_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_CUTS = 40 };

/* Has its function kinks, or may it jump? */
static bool is_rough(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && t->p->parameter[event->parameter].kind > RDG_REGULAR;
}

static bool crosses(const rdg_tracer *t, rdg_index k)
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

/* Is event k a fold at the branch point that was located on this step, as where a symmetric branch is
 * crossed? Newton's method for the fold is badly conditioned there, and the branch point is exact. */
static bool folds_at_branch_point(const rdg_tracer *t, rdg_index k, rdg_index branch)
{
    return branch >= 0 && t->setup->event[k].kind == RDG_EVENT_FOLD && fabs(t->found[branch].test[k]) < 1e-6;
}

/* Is event k an end of the branch at the branch point of this step, and not to be met otherwise, as where
 * arcs have shrunk to nothing? One that another end stands for is left out. */
static bool ends_at_branch_point(const rdg_tracer *t, rdg_index k, rdg_index branch)
{
    const double none = 1e-3; /* beside the function's values at the ends of the step */
    const double beside = fmax(fabs(t->current.test[k]), fabs(t->next.test[k]));
    return branch >= 0 && rdg_event_is_end(&t->setup->event[k]) && t->found_at[k] < 0.0 &&
           islessequal(fabs(t->found[branch].test[k]), none * beside) && !rdg_event_vanishes_at_an_end(t, k);
}

/* An event function that turns round at a branch point has a zero there that is none of its own. Where only
 * the determinant turned, and not the value, it has none at all. */
static void pass_branch_point(rdg_tracer *t, rdg_index k, rdg_index branch, double h)
{
    const double near = 1e-4 * h;
    if (t->found_at[k] < 0.0) {
        t->missed.event = NULL;
    } else if (fabs(t->found_at[k] - t->found_at[branch]) <= near) {
        t->found_at[k] = -1.0;
    }
}

static bool is_on_kink(const rdg_chart *chart)
{
    return chart->slope[0] != 0.0 || chart->slope[1] != 0.0;
}

/* What was located becomes a point of its own. */
static void keep(rdg_tracer *t, rdg_index k, double h, rdg_index *branch)
{
    const rdg_event *event = &t->setup->event[k];
    t->found[k].chart.step = t->found_at[k];
    t->found[k].chart.type =
        event->maxima && t->current.test[k] < 0.0 ? NULL
        : is_on_kink(&t->found[k].chart)
            ? event->kink_type
            : rdg_event_type(t->p, event, &t->current.chart, &t->found[k].chart, &t->next.chart);
    t->found_at[k] = t->found[k].chart.type ? t->found_at[k] : -1.0;
    if (event->kind == RDG_EVENT_VALUE && t->found_at[k] >= h * (1.0 - RDG_SAME_PLACE)) {
        t->next.test[k] = 0.0; /* the zero is that chart: what rounding leaves there is no sign */
    }
    *branch = event->kind == RDG_EVENT_BRANCH ? k : *branch;
}

static rdg_isolation take_branch_point(rdg_tracer *t, rdg_index k, double h, rdg_index *branch)
{
    rdg_node_copy(t, &t->found[k], &t->found[*branch]);
    t->found_at[k] = t->found_at[*branch];
    keep(t, k, h, branch);
    return RDG_ISOLATED;
}

/* Is the event's function smooth, so that values and slopes tell of it in between? One that turns with the
 * curve has poles next to its branch points, and branch points a machinery of their own; a step that may have
 * jumped to another branch tells nothing. */
static bool can_be_isolated(const rdg_tracer *t, const rdg_event *event)
{
    const bool jumped = t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
    return !jumped && event->kind != RDG_EVENT_BRANCH && !event->turns_with_curve;
}

/* May the event lie on the step, by what its owner knows of both ends? A branch point divides the step: what
 * it changes by itself is no change on either side of it. */
static bool may_lie_between(const rdg_tracer *t, const rdg_event *event, rdg_index branch)
{
    const rdg_chart *low = &t->current.chart, *high = &t->next.chart;
    if (branch < 0) {
        return event->between(t->p, low, high, event->data);
    }
    const rdg_chart *middle = &t->found[branch].chart;
    return event->between(t->p, low, middle, event->data) || event->between(t->p, middle, high, event->data);
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

/* On a steep front no point between two folds is found: the step is too long. */
static void note_front(rdg_tracer *t, const rdg_event *event, double low, double high)
{
    const rdg_bracket_end begin = {.node = &t->current, .at = low}, end = {.node = &t->next, .at = high};
    rdg_event_note_miss(t, event, &begin, &end);
    t->missed.is_front = t->missed.event == event;
}

/* Cut the step between two zeros. */
static rdg_isolation cut_between(rdg_tracer *t, rdg_index k, const rdg_enclosed_root *left,
                                 const rdg_enclosed_root *right, double *h)
{
    static const double place[] = {0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9};
    const rdg_event *event = &t->setup->event[k];
    bool fails = false;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        const double at = left->high + place[i] * (right->low - left->high);
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
    if (fails && event->kind == RDG_EVENT_FOLD) {
        note_front(t, event, left->low, right->high);
    }
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
 * a pair that cannot be told apart. Who checks an event by a function of his own knows better. */
static void say_touch(const rdg_tracer *t, rdg_index k, double at, double h)
{
    const rdg_event *event = &t->setup->event[k];
    const rdg_index first = t->setup->first_active;
    if (event->kind != RDG_EVENT_VALUE || rdg_event_is_bound(event) || event->check || event->where ||
        first < 0) {
        return;
    }
    const double from = t->current.chart.mu[first];
    const double near = from + (t->next.chart.mu[first] - from) * at / h;
    rdg_warn(t->ctx, "events that come in pairs too close to be told apart",
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

/* May the slope of a fold's parameter vanish on the step, as its values at both ends and its mean tell? */
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

/* May the function of event k vanish on the step? Of a value those at the ends and its changes before tell;
 * on the first step they tell nothing. */
static bool comes_near(const rdg_tracer *t, rdg_index k, double h)
{
    const double v0 = t->current.test[k], v1 = t->next.test[k];
    if (t->setup->event[k].kind == RDG_EVENT_FOLD) {
        return slope_comes_near(t, k, h);
    }
    if (!(t->before.step > 0.0) || !isfinite(t->before.test[k])) {
        return true;
    }
    const double change = fmax(fabs(v1 - v0), fabs(v0 - t->before.test[k]));
    return fmin(fabs(v0), fabs(v1)) <= fmax(RDG_REACH * change, 2.0 * h * t->before.steepest[k]);
}

bool rdg_events_come_near(const rdg_tracer *t, double h)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (event->kind != RDG_EVENT_COUNT && can_be_isolated(t, event) && comes_near(t, k, h)) {
            return true;
        }
    }
    return false;
}

/* The zeros of event k's function on the step; *meets: one of them is to be located. */
static rdg_isolation isolate(rdg_tracer *t, rdg_index k, rdg_event_zeros *zeros, double *h, bool *meets)
{
    const bool is_fold = t->setup->event[k].kind == RDG_EVENT_FOLD;
    if (isnan(t->current.test[k]) || isnan(t->next.test[k]) || leaves_branch_point(t, k) ||
        (is_fold && t->current.test[k] == 0.0 && t->next.test[k] == 0.0)) {
        return RDG_ISOLATED;
    }
    if (is_fold && t->next.test[k] == 0.0) {
        return avoid_unresolved(t, k, h);
    }
    const bool rough = is_rough(t, &t->setup->event[k]);
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
        const rdg_isolation cut = cut_between(t, k, first, &zeros->root[!begins_at_zero], h);
        if (cut != RDG_ISOLATED) {
            return cut;
        }
    }
    if (zeros->count == 0 && zeros->touches) {
        say_touch(t, k, zeros->touch.at, *h);
    }
    const bool ends_tell = rough || t->current.test[k] * t->next.test[k] != 0.0;
    *meets = ends_tell ? crosses(t, k) : zeros->count % 2 == 1;
    return RDG_ISOLATED;
}

/* One event of a step. */
static rdg_isolation treat(rdg_tracer *t, rdg_index k, bool may_cut, rdg_index *branch, double *h)
{
    const rdg_event *event = &t->setup->event[k];
    const bool simple = may_cut && can_be_isolated(t, event);
    rdg_branch_place place = {.kind = RDG_PLACE_UNKNOWN};
    if (event->kind == RDG_EVENT_BRANCH && may_cut) {
        const rdg_isolation only = rdg_branch_isolate(t, h, &place);
        if (only != RDG_ISOLATED) {
            return only;
        }
    }
    const bool touches = place.kind == RDG_PLACE_TOUCH;
    bool meets =
        touches || place.kind == RDG_PLACE_CROSSING || (place.kind == RDG_PLACE_UNKNOWN && crosses(t, k));
    t->has_guess = place.kind == RDG_PLACE_CROSSING;
    t->found_at[k] = -1.0;
    if (event->between && crosses(t, k) && !may_lie_between(t, event, *branch)) {
        return RDG_ISOLATED;
    }
    rdg_event_zeros zeros = {.count = 0};
    if (simple) {
        const rdg_isolation only = isolate(t, k, &zeros, h, &meets);
        if (only != RDG_ISOLATED) {
            return only;
        }
    }
    if (!meets) {
        return RDG_ISOLATED;
    }
    if (folds_at_branch_point(t, k, *branch)) {
        return take_branch_point(t, k, *h, branch);
    }
    const rdg_enclosed_root *zero = zeros.count > 0 ? &zeros.root[0] : NULL;
    const rdg_outcome outcome =
        touches              ? rdg_touch_take(t, *h, t->zero_guess, place.nullity, place.at, &t->found_at[k])
        : is_rough(t, event) ? rdg_event_enclose(t, k, *h, &t->found_at[k])
                             : rdg_event_finish(t, k, *h, zero, &t->found_at[k]);
    if (outcome == RDG_ABORTED) {
        return RDG_ISOLATION_ABORTED;
    }
    if (ends_at_branch_point(t, k, *branch)) {
        t->missed.event = t->missed.event == event ? NULL : t->missed.event;
        return take_branch_point(t, k, *h, branch);
    }
    if (*branch >= 0 && event->turns_with_curve) {
        pass_branch_point(t, k, *branch, *h);
    }
    if (t->found_at[k] >= 0.0) {
        rdg_node_swap(&t->special, &t->found[k]);
        keep(t, k, *h, branch);
    }
    return RDG_ISOLATED;
}

static bool is_count(const rdg_tracer *t, rdg_index k)
{
    return t->setup->event[k].kind == RDG_EVENT_COUNT;
}

/* The step is new, or shorter than it was: nothing is known of it. */
static void begin(rdg_tracer *t)
{
    t->missed = (rdg_miss){.event = NULL};
    rdg_invariants_begin_step(t);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        t->found_at[k] = -1.0;
    }
}

static rdg_status abort_at(rdg_tracer *t, rdg_index k)
{
    return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue",
                    "run \"%s\", at an event (%s) after point %lld: %s", t->setup->name,
                    is_count(t, k) ? t->setup->event[k].count->name : t->setup->event[k].type,
                    (long long)t->current.chart.point, t->p->trouble);
}

/* Locate events, or follow the invariants, which these must explain. Where the step is cut all has to begin
 * again. */
static rdg_status pass(rdg_tracer *t, bool invariants, bool may_cut, double *h, bool *is_cut)
{
    rdg_index branch = -1;
    *is_cut = false;
    for (rdg_index k = t->setup->n_events - 1; k >= 0 && !*is_cut; k--) { /* branch points are the last */
        const rdg_isolation isolated = invariants       ? rdg_invariant_follow(t, k, may_cut, h)
                                       : is_count(t, k) ? RDG_ISOLATED
                                                        : treat(t, k, may_cut, &branch, h);
        if (isolated == RDG_ISOLATION_ABORTED) {
            return abort_at(t, k);
        }
        *is_cut = isolated == RDG_CUT;
    }
    const rdg_isolation front =
        invariants || !may_cut || *is_cut ? RDG_ISOLATED : rdg_event_look_in_front(t, h);
    *is_cut = *is_cut || front == RDG_CUT;
    return front == RDG_ISOLATION_ABORTED ? abort_at(t, 0) : RDG_OK;
}

/* A branch point behind an end of the branch need not be met. One of several ends is enough: where they come
 * together the equations are singular, and each is found no closer to the others than a small share of the
 * step. */
static void forget_behind_end(rdg_tracer *t, double h)
{
    const double apart = 1e-3;
    const rdg_event *event = t->missed.event;
    const bool is_branch = event && event->kind == RDG_EVENT_BRANCH;
    if ((is_branch && rdg_event_ends_before(t, t->missed.low)) ||
        (event && rdg_event_is_end(event) && rdg_event_ends_before(t, t->missed.high + apart * h))) {
        t->missed.event = NULL;
    }
}

/* Is event k a fold or a branch point, at arclength `at`, in front of end e of the branch by no more than is
 * known of their places? */
static bool turns_at_end(const rdg_tracer *t, rdg_index k, double at, rdg_index e, double h)
{
    const double apart = 1e-3;
    const rdg_event_kind kind = t->setup->event[k].kind;
    const bool turns = kind == RDG_EVENT_BRANCH || folds_at_branch_point(t, k, e);
    return turns && fabs(at - t->found_at[e]) <= apart * rdg_event_spread(t, h);
}

/* A fold or a branch point at a singular end of the branch is that end: the curve turns there, and
 * determinants vanish. */
static void forget_at_singular_end(rdg_tracer *t, double h)
{
    for (rdg_index e = 0; e < t->setup->n_events; e++) {
        const bool is_end = t->found_at[e] >= 0.0 && rdg_event_is_end(&t->setup->event[e]) &&
                            t->found[e].determinant.sign == 0.0;
        for (rdg_index k = 0; is_end && k < t->setup->n_events; k++) {
            const bool is_missed = t->missed.event && t->missed.event == &t->setup->event[k];
            if (is_missed &&
                turns_at_end(t, k, fmax(t->missed.low, fmin(t->found_at[e], t->missed.high)), e, h)) {
                t->missed.event = NULL;
            }
            if (t->found_at[k] >= 0.0 && turns_at_end(t, k, t->found_at[k], e, h)) {
                t->found_at[k] = -1.0;
            }
        }
    }
}

rdg_status rdg_locate_events(rdg_tracer *t, double *h)
{
    bool is_cut = true;
    for (int cuts = 0; is_cut; cuts++) {
        const bool may_cut = cuts < MAX_CUTS;
        begin(t);
        rdg_fold_recall_sign(t);
        RDG_TRY(pass(t, false, may_cut, h, &is_cut));
        if (!is_cut) {
            forget_behind_end(t, *h);
            forget_at_singular_end(t, *h);
            rdg_fold_take_chart(t);
            RDG_TRY(pass(t, true, may_cut, h, &is_cut));
        }
    }
    return RDG_OK;
}
