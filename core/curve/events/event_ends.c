/* Ends of the branch on a step: what else lies there, behind them, and right in front of them. Events that
 * are not met: which of them matter. */
#include "constants_impl.h"
#include "event_impl.h"

#include <math.h>

bool rdg_event_is_bound(const rdg_event *event)
{
    return event->ends_branch && (event->stop == RDG_STOP_BOUNDARY || event->stop == RDG_STOP_DOMAIN);
}

bool rdg_event_is_end(const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && event->ends_branch && !rdg_event_is_bound(event);
}

bool rdg_event_must_be_met(const rdg_event *event)
{
    return event->kind == RDG_EVENT_BRANCH || rdg_event_is_bound(event);
}

void rdg_event_note_miss(rdg_tracer *t, const rdg_event *event, const rdg_bracket_end *low,
                         const rdg_bracket_end *high)
{
    if (t->missed.event && rdg_event_must_be_met(t->missed.event)) {
        return;
    }
    t->missed.event = event;
    t->missed.low = low->at;
    t->missed.high = high->at;
    t->missed.between[0] = t->setup->first_active >= 0 ? low->node->chart.mu[t->setup->first_active] : 0.0;
    t->missed.between[1] = t->setup->first_active >= 0 ? high->node->chart.mu[t->setup->first_active] : 0.0;
}

bool rdg_event_vanishes_at(const rdg_tracer *t, rdg_index k, rdg_index j, double share)
{
    const double beside = fmax(fabs(t->current.test[k]), fabs(t->next.test[k]));
    return islessequal(fabs(t->found[j].test[k]), share * beside);
}

bool rdg_event_vanishes_at_an_end(const rdg_tracer *t, rdg_index k)
{
    bool vanishes = false;
    for (rdg_index e = 0; e < t->setup->n_events && !vanishes; e++) {
        const rdg_event *event = &t->setup->event[e];
        vanishes = t->found_at[e] >= 0.0 && event->ends_branch && !rdg_event_is_bound(event) &&
                   rdg_event_vanishes_at(t, k, e, RDG_SAME_PLACE);
    }
    return vanishes;
}

static bool turns(const rdg_event *event)
{
    return event->kind == RDG_EVENT_BRANCH || event->kind == RDG_EVENT_FOLD;
}

/* Is located event k a fold or a branch point that is singular end e? Of a zero of order 3 Newton's method
 * knows the place to the cubic root of the residual that it leaves. */
static bool turns_at_end(const rdg_tracer *t, rdg_index k, rdg_index e)
{
    return t->found_at[k] >= 0.0 && turns(&t->setup->event[k]) &&
           rdg_event_vanishes_at(t, k, e, RDG_AT_ONE_PLACE) &&
           rdg_node_distance(t, &t->found[k], &t->found[e]) <= cbrt(t->setup->newton.residual_tol);
}

/* Does end e explain why this event was not met? */
static bool explains_miss(const rdg_tracer *t, rdg_index e, bool is_singular)
{
    const rdg_event *missed = t->missed.event;
    const bool is_behind = t->missed.low >= t->found_at[e];
    return (is_behind && missed->kind == RDG_EVENT_BRANCH) ||
           (rdg_event_is_end(missed) && t->missed.high >= t->found_at[e]) ||
           (is_singular && turns(missed) && t->missed.high >= t->found_at[e]);
}

void rdg_events_settle_ends(rdg_tracer *t)
{
    for (rdg_index e = 0; e < t->setup->n_events; e++) {
        if (t->found_at[e] < 0.0 || !t->setup->event[e].ends_branch) {
            continue;
        }
        const bool is_singular = rdg_event_is_end(&t->setup->event[e]) && t->found[e].determinant.sign == 0.0;
        if (t->missed.event && explains_miss(t, e, is_singular)) {
            t->missed.event = NULL;
        }
        for (rdg_index k = 0; is_singular && k < t->setup->n_events; k++) {
            t->found_at[k] = turns_at_end(t, k, e) ? -1.0 : t->found_at[k];
        }
    }
}

/* Does event k have a value at the beginning of the step, and none at its end, as multipliers of an orbit
 * behind a graze? */
static bool is_lost(const rdg_tracer *t, rdg_index k)
{
    return t->setup->event[k].kind == RDG_EVENT_VALUE && !isnan(t->current.test[k]) && isnan(t->next.test[k]);
}

/* Has it another sign at t->special, by an event that its owner takes for possible? */
static bool changes_before_end(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return isless(t->current.test[k] * t->special.test[k], 0.0) &&
           (!event->between || event->between(t->p, &t->current.chart, &t->special.chart, event->data));
}

rdg_isolation rdg_event_look_in_front(rdg_tracer *t, double *h)
{
    const double longer = 4.0;
    double end = INFINITY;
    bool is_any_lost = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const bool is = t->found_at[k] >= 0.0 && rdg_event_is_end(&t->setup->event[k]);
        end = is ? fmin(end, t->found_at[k]) : end;
        is_any_lost = is_any_lost || is_lost(t, k);
    }
    double way = t->setup->h_min; /* steps resolve a curve down to that */
    for (; is_any_lost && isfinite(end) && way < end; way *= longer) {
        const rdg_outcome outcome = rdg_event_probe_step(t, *h, end - way);
        bool are_known = outcome == RDG_CONVERGED, changes = false;
        for (rdg_index k = 0; k < t->setup->n_events && are_known; k++) {
            are_known = !is_lost(t, k) || !isnan(t->special.test[k]);
            changes = changes || (is_lost(t, k) && changes_before_end(t, k));
        }
        if (outcome == RDG_ABORTED || (are_known && !changes)) {
            return outcome == RDG_ABORTED ? RDG_ISOLATION_ABORTED : RDG_ISOLATED;
        }
        if (are_known) {
            rdg_event_cut(t, end - way, h);
            return RDG_CUT;
        }
    }
    return RDG_ISOLATED;
}
