/* Events on a step, one after the other: located by Newton's method (event_finish.c), by enclosure where
 * functions jump (event_enclose.c) or where the determinant only touches zero (branch_touch.c), and counted
 * when they explain what is seen (event_explain.c). */
#include "event_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { MAX_CUTS = 40 };

static bool may_jump(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && t->p->parameter[event->parameter].kind == RDG_SINGULAR;
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

/* What was located becomes a point of its own. */
static void keep(rdg_tracer *t, rdg_index k, rdg_index *branch)
{
    const rdg_event *event = &t->setup->event[k];
    t->found[k].chart.step = t->found_at[k];
    t->found[k].chart.type =
        event->maxima && t->current.test[k] < 0.0 ? NULL
        : t->found[k].chart.interval > 0.0
            ? event->kink_type
            : rdg_event_type(t->p, event, &t->current.chart, &t->found[k].chart, &t->next.chart);
    t->found_at[k] = t->found[k].chart.type ? t->found_at[k] : -1.0;
    *branch = event->kind == RDG_EVENT_BRANCH ? k : *branch;
}

/* Is the event's function smooth, so that values and slopes tell of it in between? One that turns with the
 * curve has poles next to its branch points, and branch points a machinery of their own; a step that may have
 * jumped to another branch tells nothing. */
static bool can_be_isolated(const rdg_tracer *t, const rdg_event *event)
{
    const bool jumped = t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
    return !jumped && event->kind != RDG_EVENT_BRANCH && !may_jump(t, event) && !event->turns_with_curve;
}

/* One event of a step. */
static rdg_isolation treat(rdg_tracer *t, rdg_index k, rdg_index *branch, double *h)
{
    const rdg_event *event = &t->setup->event[k];
    const bool simple = can_be_isolated(t, event);
    const bool touches = event->kind == RDG_EVENT_BRANCH && !crosses(t, k);
    rdg_kink on = {.low = {.node = NULL}};
    t->found_at[k] = -1.0;
    if (!touches && !crosses(t, k)) {
        const bool lost =
            event->kind == RDG_EVENT_FOLD && t->next.test[k] == 0.0 && t->current.test[k] != 0.0;
        return !simple ? RDG_ISOLATED : lost ? rdg_event_avoid_unresolved(t, k, h) : rdg_event_clear(t, k, h);
    }
    if (folds_at_branch_point(t, k, *branch)) {
        rdg_node_copy(t, &t->found[k], &t->found[*branch]);
        t->found_at[k] = t->found_at[*branch];
        keep(t, k, branch);
        return RDG_ISOLATED;
    }
    const rdg_outcome outcome = touches              ? rdg_touch_locate(t, *h, &t->found_at[k])
                                : may_jump(t, event) ? rdg_event_enclose(t, k, *h, &t->found_at[k])
                                                     : rdg_event_finish(t, k, *h, &t->found_at[k], &on);
    if (outcome == RDG_ABORTED) {
        return RDG_ISOLATION_ABORTED;
    }
    if (*branch >= 0 && event->turns_with_curve) {
        pass_branch_point(t, k, *branch, *h);
    }
    if (t->found_at[k] >= 0.0) {
        rdg_node_swap(&t->special, &t->found[k]);
        const bool met = t->missed.event != event;
        const double sign = copysign(1.0, t->current.test[k]);
        const rdg_isolation only = !simple || !met ? RDG_ISOLATED
                                   : on.low.node   ? rdg_event_explain_kink(t, k, &on, sign, h)
                                                   : rdg_event_explain(t, k, sign, h);
        if (only != RDG_ISOLATED) {
            return only;
        }
        keep(t, k, branch);
    }
    return RDG_ISOLATED;
}

rdg_status rdg_locate_events(rdg_tracer *t, double *h)
{
    rdg_index branch = -1;
    int cuts = 0;
    t->missed = (rdg_miss){.event = NULL};
    rdg_alarm_recall(t);
    for (rdg_index k = t->setup->n_events - 1; k >= 0; k--) { /* branch points are the last event */
        switch (cuts < MAX_CUTS ? treat(t, k, &branch, h) : RDG_ISOLATED) {
        case RDG_ISOLATED:
            break;
        case RDG_CUT: /* from the beginning, on the shorter step */
            k = t->setup->n_events;
            branch = -1;
            cuts++;
            t->missed = (rdg_miss){.event = NULL};
            break;
        case RDG_ISOLATION_ABORTED:
            return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue",
                            "run \"%s\", at an event (%s) after point %lld: %s", t->setup->name,
                            t->setup->event[k].type, (long long)t->current.chart.point, t->p->trouble);
        }
    }
    rdg_alarm_settle(t);
    return RDG_OK;
}
