/* What an orbit consists of: its segments, and what they are called. */
#include "search_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "slip, catch, stick, break": a mode and the event that ends it, for each segment that one ends. */
rdg_status rdg_orbit_name_sequence(rdg_shooting *s)
{
    char *words = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t used = 0;
        for (rdg_index j = 0; j < s->segments; j++) {
            const rdg_orbit_segment *segment = &s->segment[j];
            if (segment->event < 0 && segment->ratio > 0.0) {
                continue; /* a piece of the segment that follows */
            }
            const char *event =
                segment->event < 0 ? ""
                                   : rdg_hybrid_event_surface_at(s->hybrid, segment->event, NULL, NULL)->name;
            const int length = snprintf(
                words ? words + used : NULL, words ? size - used : 0, "%s%s%s%s", used > 0 ? ", " : "",
                rdg_hybrid_phase_at(s->hybrid, segment->mode)->name, segment->event < 0 ? "" : ", ", event);
            used += length > 0 ? (size_t)length : 0;
        }
        size = used + 1;
        words = words ? words : rdg_context_calloc(s->ctx, size, 1);
        if (!words) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    rdg_free(s->sequence);
    s->sequence = words;
    return RDG_OK;
}

const char *rdg_shooting_sequence(const rdg_shooting *s)
{
    return s && s->sequence ? s->sequence : "";
}

rdg_status rdg_orbit_take(rdg_shooting *s, const rdg_draft *draft, double *u)
{
    const rdg_orbit_layout *at = &s->at;
    memset(u, 0, (size_t)at->p * sizeof *u);
    for (rdg_index j = 0; j < draft->count; j++) {
        const rdg_draft_segment *segment = &draft->segment[j];
        s->segment[j].mode = segment->mode;
        s->segment[j].n = rdg_hybrid_phase_at(s->hybrid, segment->mode)->n;
        s->segment[j].event = segment->event;
        s->segment[j].ratio = segment->ratio;
        s->segment[j].at_once = segment->at_once;
        s->segment[j].mesh.steps = 0;
        s->segment[j].known = false;
        memcpy(u + j * at->states, segment->x, (size_t)s->segment[j].n * sizeof *u);
        u[at->tau + j] = segment->tau;
    }
    s->segments = draft->count;
    if (at->forced) {
        u[at->phi] = fmod(draft->segment[0].phi, RDG_HZ(1.0));
    }
    return rdg_orbit_name_sequence(s);
}
