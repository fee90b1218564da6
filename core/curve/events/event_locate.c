/* Events on a step, one after the other: located by Newton's method (event_finish.c), by enclosure where
 * functions jump (event_enclose.c) or where the determinant only touches zero (branch_touch.c), and counted
 * when they explain what is seen (event_explain.c). */
#include "event_impl.h"
#include "text_impl.h"
#include "toolbox.h"

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
    return !jumped && event->kind != RDG_EVENT_BRANCH && !is_rough(t, event) && !event->turns_with_curve;
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

/* A value that is zero at both ends of the step, to the last bit: are these two zeros, or is the function
 * zero all the way? In between, at no simple fraction of the step, it has a sign unless it is; there the step
 * ends.
 */
static rdg_isolation divide_between_zeros(rdg_tracer *t, rdg_index k, double *h)
{
    const double fraction = 0.38;
    const rdg_outcome outcome = rdg_event_probe_step(t, *h, fraction * *h);
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
    }
    const rdg_mark mark = rdg_event_mark(t, k, &t->special, fraction * *h);
    if (isnan(mark.value) || rdg_event_is_rounding(&mark)) {
        return RDG_ISOLATED;
    }
    rdg_event_cut(t, fraction * *h, h);
    return RDG_CUT;
}

/* The chart at the end of the step lies on a zero, as far as rounding tells: the value there has no sign.
 * Only one that is small beside those at the charts before is compared with what rounding makes of it. */
static void put_on_zero(rdg_tracer *t, rdg_index k, double h)
{
    const double small = 1e-9;
    const double before = t->before.step > 0.0 ? fabs(t->before.test[k]) : 0.0;
    const rdg_event *event = &t->setup->event[k];
    if (event->kind == RDG_EVENT_VALUE && rdg_problem_variable_of(t->p, event->parameter) < 0 &&
        islessequal(fabs(t->next.test[k]), small * fmax(before, fabs(t->current.test[k])))) {
        const rdg_mark mark = rdg_event_mark(t, k, &t->next, h);
        t->next.test[k] = rdg_event_is_rounding(&mark) ? 0.0 : t->next.test[k];
    }
}

/* The zero is the chart at the end of the step. */
static rdg_outcome take_end(rdg_tracer *t, rdg_index k, double h)
{
    rdg_node_copy(t, &t->special, &t->next);
    t->found_at[k] = h;
    return RDG_CONVERGED;
}

/* One event of a step. */
static rdg_isolation treat(rdg_tracer *t, rdg_index k, bool may_cut, rdg_index *branch, double *h)
{
    const rdg_event *event = &t->setup->event[k];
    const bool simple = may_cut && can_be_isolated(t, event);
    const bool touches = event->kind == RDG_EVENT_BRANCH && !crosses(t, k);
    if (touches) {
        const rdg_isolation only = rdg_pairs_tell_apart(t, -1.0, h);
        if (only != RDG_ISOLATED) {
            return only;
        }
    }
    if (simple) {
        put_on_zero(t, k, *h);
    }
    rdg_kink on = {.low = {.node = NULL}};
    t->found_at[k] = -1.0;
    if (event->between && crosses(t, k) && !may_lie_between(t, event, *branch)) {
        return RDG_ISOLATED;
    }
    if (!touches && !crosses(t, k)) {
        const bool is_fold = event->kind == RDG_EVENT_FOLD;
        const bool ends_at_zero = t->next.test[k] == 0.0, begins_at_zero = t->current.test[k] == 0.0;
        return !simple                                      ? RDG_ISOLATED
               : is_fold && ends_at_zero && !begins_at_zero ? rdg_event_avoid_unresolved(t, k, h)
               : !is_fold && ends_at_zero && begins_at_zero ? divide_between_zeros(t, k, h)
                                                            : rdg_event_clear(t, k, h);
    }
    if (folds_at_branch_point(t, k, *branch)) {
        return take_branch_point(t, k, *h, branch);
    }
    const bool is_end =
        simple && event->kind == RDG_EVENT_VALUE && !event->ends_branch && t->next.test[k] == 0.0;
    const rdg_outcome outcome = is_end               ? take_end(t, k, *h)
                                : touches            ? rdg_touch_locate(t, *h, &t->found_at[k])
                                : is_rough(t, event) ? rdg_event_enclose(t, k, *h, &t->found_at[k])
                                                     : rdg_event_finish(t, k, *h, &t->found_at[k], &on);
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
        const bool met = t->missed.event != event;
        const bool crossed = event->kind == RDG_EVENT_VALUE &&
                             rdg_event_is_singular(t, &t->found[k]); /* slopes tell nothing */
        const double sign = copysign(1.0, t->current.test[k]);
        const bool branches = event->kind == RDG_EVENT_BRANCH && met && !touches;
        const rdg_isolation only = branches                     ? rdg_pairs_tell_apart(t, t->found_at[k], h)
                                   : !simple || !met || crossed ? RDG_ISOLATED
                                   : on.low.node                ? rdg_event_explain_kink(t, k, &on, sign, h)
                                                                : rdg_event_explain(t, k, sign, h);
        if (only != RDG_ISOLATED) {
            return only;
        }
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

/* One of several ends of the branch is enough. Where they come together the equations are singular, and each
 * is found no closer to the others than a small share of the step. */
static void forget_other_ends(rdg_tracer *t, double h)
{
    const double apart = 1e-3;
    const rdg_event *event = t->missed.event;
    if (event && rdg_event_is_end(event) && rdg_event_ends_before(t, t->missed.high + apart * h)) {
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
            forget_other_ends(t, *h);
            forget_at_singular_end(t, *h);
            rdg_fold_take_chart(t);
            RDG_TRY(pass(t, true, may_cut, h, &is_cut));
        }
    }
    return RDG_OK;
}
