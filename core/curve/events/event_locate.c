/* Events on a step, one after the other: isolated (event_isolate.c), and located by Newton's method
 * (event_finish.c), by enclosure where functions jump (event_enclose.c) or where the determinant only touches
 * zero (branch_touch.c). Where the step is cut, all of it begins again. */
#include "constants_impl.h"
#include "event_zeros_impl.h"
#include "kink_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { MAX_CUTS = 40 };

/* Is event k a fold at the branch point that was located on this step, as where a symmetric branch is
 * crossed? Newton's method for the fold is badly conditioned there, and the branch point is exact. */
static bool folds_at_branch_point(const rdg_tracer *t, rdg_index k, rdg_index branch)
{
    return branch >= 0 && t->setup->event[k].kind == RDG_EVENT_FOLD && fabs(t->found[branch].test[k]) < 1e-6;
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

/* One event of a step. */
static rdg_isolation treat(rdg_tracer *t, rdg_index k, bool may_cut, bool is_short, rdg_index *branch,
                           double *h, rdg_step_outcome *found)
{
    const rdg_event *event = &t->setup->event[k];
    const bool simple = may_cut && rdg_event_can_be_isolated(t, event);
    rdg_branch_place place = {.kind = RDG_PLACE_UNKNOWN};
    if (event->kind == RDG_EVENT_BRANCH && may_cut) {
        const rdg_isolation only = rdg_branch_isolate(t, h, &place);
        if (only == RDG_ISOLATED && t->missed.is_unsure && !is_short) {
            return RDG_ISOLATION_UNSURE;
        }
        if (only != RDG_ISOLATED) {
            return only;
        }
    }
    t->found_at[k] = -1.0;
    if (place.kind == RDG_PLACE_ELSEWHERE) {
        const rdg_bracket_end low = {.node = &t->current}, high = {.node = &t->next, .at = *h};
        rdg_event_note_miss(t, event, &low, &high);
        return RDG_ISOLATED;
    }
    const bool touches = place.kind == RDG_PLACE_TOUCH;
    bool meets = touches || place.kind == RDG_PLACE_CROSSING ||
                 (place.kind == RDG_PLACE_UNKNOWN && rdg_event_crosses(t, k));
    if (event->between && rdg_event_crosses(t, k) && !may_lie_between(t, event, *branch)) {
        return RDG_ISOLATED;
    }
    rdg_event_zeros zeros = {.count = 0};
    if (simple) {
        const rdg_isolation only = rdg_event_isolate(t, k, &zeros, h, &meets);
        found->is_too_long = found->is_too_long || zeros.is_front;
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
    if (place.kind == RDG_PLACE_CROSSING) {
        memcpy(t->special.chart.u, t->zero_guess, (size_t)t->s->n * sizeof *t->zero_guess);
    } else if (zeros.count > 0) {
        rdg_step_point_at(t, *h, zeros.root[0].at, t->special.chart.u);
    }
    const double near = place.kind == RDG_PLACE_CROSSING ? place.at
                        : zeros.count > 0                ? zeros.root[0].at
                                                         : -1.0;
    const rdg_outcome outcome =
        touches ? rdg_touch_take(t, *h, t->zero_guess, place.nullity, place.at, &t->found_at[k])
        : rdg_event_is_rough(t, event) ? rdg_event_enclose(t, k, *h, &t->found_at[k])
                                       : rdg_event_finish(t, k, *h, near, &t->found_at[k]);
    if (outcome == RDG_ABORTED) {
        return RDG_ISOLATION_ABORTED;
    }
    if (*branch >= 0 && rdg_event_is_end(event) && t->found_at[k] < 0.0 &&
        rdg_event_vanishes_at(t, k, *branch, RDG_AT_ONE_PLACE) && !rdg_event_vanishes_at_an_end(t, k)) {
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

/* Locate events, or follow the invariants, which these must explain, until the step is cut. */
static rdg_isolation pass(rdg_tracer *t, bool invariants, bool may_cut, bool is_short, double *h,
                          rdg_step_outcome *found, rdg_index *k)
{
    rdg_index branch = -1;
    rdg_isolation isolated = RDG_ISOLATED;
    for (rdg_index i = t->setup->n_events - 1; i >= 0 && isolated == RDG_ISOLATED; i--) {
        *k = i; /* branch points are the last */
        isolated = invariants       ? rdg_invariant_follow(t, i, may_cut, h)
                   : is_count(t, i) ? RDG_ISOLATED
                                    : treat(t, i, may_cut, is_short, &branch, h, found);
    }
    return isolated;
}

rdg_status rdg_locate_events(rdg_tracer *t, bool is_short, double *h, rdg_step_outcome *found)
{
    const double whole = *h;
    rdg_index k = 0; /* the event that was treated last */
    rdg_isolation isolated = RDG_CUT;
    for (int cuts = 0; isolated == RDG_CUT; cuts++) {
        const bool may_cut = cuts < MAX_CUTS && !rdg_step_crosses_kink(t);
        *found = (rdg_step_outcome){.rest = 0.0};
        begin(t);
        rdg_fold_recall_sign(t);
        isolated = pass(t, false, may_cut, is_short, h, found, &k);
        isolated = isolated == RDG_ISOLATED && may_cut ? rdg_event_look_in_front(t, h) : isolated;
        if (isolated == RDG_ISOLATED) {
            rdg_events_settle_ends(t);
            rdg_fold_take_chart(t);
            isolated = pass(t, true, may_cut, is_short, h, found, &k);
        }
    }
    found->is_too_long = found->is_too_long || isolated == RDG_ISOLATION_UNSURE;
    found->rest = whole - *h;
    return isolated == RDG_ISOLATION_ABORTED ? abort_at(t, k) : RDG_OK;
}
