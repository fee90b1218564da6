/* Does what was located explain what is seen?
 *
 * A zero explains a change of sign if the function goes through it in that direction and has no other zeros
 * on either side (event_isolate.c). If not, the step is cut where one change of sign is left. */
#include "event_impl.h"
#include "toolbox.h"

#include <math.h>

static rdg_isolation cut_if_found(rdg_tracer *t, rdg_outcome outcome, const rdg_search *search, double *h)
{
    if (outcome == RDG_ABORTED) {
        return RDG_ISOLATION_ABORTED;
    }
    if (search->found) {
        rdg_event_cut(t, search->at, h);
        return RDG_CUT;
    }
    return RDG_ISOLATED;
}

rdg_isolation rdg_event_explain(rdg_tracer *t, rdg_index k, double sign, double *h)
{
    const double at = t->found_at[k];
    const double end = *h;
    rdg_search search;
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    rdg_mark high = rdg_event_mark(t, k, &t->next, end);
    rdg_mark zero = rdg_event_mark(t, k, &t->found[k], at);
    zero.value = 0.0;
    if (rdg_event_is_rounding(&low) && rdg_event_is_rounding(&high)) {
        return RDG_ISOLATED;
    }
    zero.steepest = 0.25 * fabs(high.slope);
    high.steepest = 0.25 * fabs(low.slope);
    if (zero.slope * sign > 0.0 && at > 0.0) { /* it leads back: there is another zero before it */
        return cut_if_found(t, rdg_event_separate(t, k, end, &zero, 0.0, -sign, &search), &search, h);
    }
    if (at > 0.0) {
        const rdg_outcome before = rdg_event_search(t, k, end, &low, &zero, sign, &search);
        if (before == RDG_ABORTED || search.found) {
            return cut_if_found(t, before, &search, h);
        }
    }
    if (at >= end) {
        return RDG_ISOLATED;
    }
    rdg_outcome outcome = rdg_event_search(t, k, end, &zero, &high, -sign, &search);
    if (outcome == RDG_CONVERGED && search.found) { /* the step ends between the zero and the one behind it */
        outcome = rdg_event_separate(t, k, end, &zero, search.at, -sign, &search);
    }
    return cut_if_found(t, outcome, &search, h);
}

rdg_isolation rdg_event_explain_kink(rdg_tracer *t, rdg_index k, const rdg_kink *on, double sign, double *h)
{
    rdg_search search;
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    const rdg_mark high = rdg_event_mark(t, k, &t->next, *h);
    const rdg_mark before = rdg_event_mark(t, k, on->low.node, on->low.at);
    const rdg_mark behind = rdg_event_mark(t, k, on->high.node, on->high.at);
    if (before.at > 0.0) {
        const rdg_outcome outcome = rdg_event_search(t, k, *h, &low, &before, sign, &search);
        if (outcome == RDG_ABORTED || search.found) {
            return cut_if_found(t, outcome, &search, h);
        }
    }
    if (behind.at >= *h) {
        return RDG_ISOLATED;
    }
    rdg_outcome outcome = rdg_event_search(t, k, *h, &behind, &high, -sign, &search);
    if (outcome == RDG_CONVERGED && search.found) {
        outcome = rdg_event_separate(t, k, *h, &behind, search.at, -sign, &search);
    }
    return cut_if_found(t, outcome, &search, h);
}

/* A function that comes down to rounding and goes up again touches zero there, or has two zeros at one place:
 * a pair that cannot be told apart. Who checks an event by a function of his own knows better. */
static void say_touch(const rdg_tracer *t, rdg_index k, const rdg_search *search, double h)
{
    const double share = 1e-6;
    const rdg_event *event = &t->setup->event[k];
    const rdg_index first = t->setup->first_active;
    const double most = fmax(fabs(t->current.test[k]), fabs(t->next.test[k]));
    if (!search->touches || event->kind != RDG_EVENT_VALUE || rdg_event_is_bound(event) || event->maxima ||
        event->check || event->where || event->turns_with_curve || first < 0 ||
        !(search->least <= share * most)) {
        return;
    }
    const double from = t->current.chart.mu[first];
    const double near = from + (t->next.chart.mu[first] - from) * search->at / h;
    rdg_warn(t->ctx, "events that come in pairs too close to be told apart",
             "run %s: %s at %s = %.6g, without a change of sign: \"%s\" touches its value there, or takes "
             "it twice within rounding",
             t->setup->name, event->type, t->p->parameter[first].name, near,
             t->p->parameter[event->parameter].name);
}

/* Of a zero between the current chart and the corrected point of another sign: may it be the event, by what
 * its owner knows of both? A neutral saddle that touches zero would cut the step to nothing. */
static bool owner_allows(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return !event->between || event->between(t->p, &t->current.chart, &t->special.chart, event->data);
}

rdg_isolation rdg_event_clear(rdg_tracer *t, rdg_index k, double *h)
{
    const double sign = t->next.test[k] != 0.0 ? t->next.test[k] : t->current.test[k];
    rdg_search search;
    if (!rdg_event_may_hide(t, k, *h)) {
        return RDG_ISOLATED;
    }
    const rdg_mark low = rdg_event_mark(t, k, &t->current, 0.0);
    rdg_mark high = rdg_event_mark(t, k, &t->next, *h);
    if (rdg_event_is_rounding(&low) && rdg_event_is_rounding(&high)) {
        return RDG_ISOLATED;
    }
    high.steepest = rdg_event_rate_before(t, k);
    const rdg_outcome outcome = rdg_event_search(t, k, *h, &low, &high, copysign(1.0, sign), &search);
    if (outcome == RDG_CONVERGED && !search.found) {
        say_touch(t, k, &search, *h);
    }
    search.found = search.found && outcome == RDG_CONVERGED && owner_allows(t, k);
    return cut_if_found(t, outcome, &search, h);
}

rdg_isolation rdg_event_avoid_unresolved(rdg_tracer *t, rdg_index k, double *h)
{
    const double before = 0.9;
    const rdg_outcome outcome = rdg_event_probe_step(t, *h, before * *h);
    if (outcome == RDG_CONVERGED && t->special.test[k] != 0.0) {
        rdg_event_cut(t, before * *h, h);
        return RDG_CUT;
    }
    return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
}
