/* Events that are not met: which of them matter, and what is said. */
#include "event_impl.h"
#include "text_impl.h"
#include "toolbox.h"

enum { PLACE_SIZE = 160 };

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

void rdg_say_missed(rdg_tracer *t)
{
    const rdg_event *event = t->missed.event;
    const rdg_index k = event->kind == RDG_EVENT_VALUE ? event->parameter : t->setup->first_active;
    char place[PLACE_SIZE] = "";
    if (k >= 0) {
        rdg_format(place, sizeof place, " between %s = %.9g and %.9g", t->p->parameter[k].name,
                   t->current.chart.mu[k], t->next.chart.mu[k]);
    }
    if (t->missed.is_jump && k >= 0) {
        rdg_warn(t->ctx, "jumps of the curve",
                 "run %s: the curve jumps from %s = %.9g to %.9g, and the slope of \"%s\" changes its sign: "
                 "this is no %s; are the functions continuous there?",
                 t->setup->name, t->p->parameter[k].name, t->missed.between[0], t->missed.between[1],
                 t->p->parameter[event->parameter].name, event->type);
        return;
    }
    rdg_warn(t->ctx, "events that are not met",
             "run %s: an event of type %s%s is not met by Newton's method and not reported (a kink or a "
             "jump?); shorter steps (RDG_STEP) may show it",
             t->setup->name, event->type, place);
}
