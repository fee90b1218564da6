/* Events that are not met: which of them matter. */
#include "event_impl.h"

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
