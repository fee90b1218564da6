/* What an orbit consists of: its arcs, and what they are called. */
#include "search_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "slip, catch, stick, break": a mode and the crossing that ends it, for each arc that one ends. */
rdg_status rdg_orbit_name_sequence(rdg_shooting *s)
{
    char *words = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t used = 0;
        for (rdg_index j = 0; j < s->arcs; j++) {
            const rdg_orbit_arc *arc = &s->arc[j];
            if (arc->crossing < 0 && arc->ratio > 0.0) {
                continue; /* a piece of the arc that follows */
            }
            const char *crossing =
                arc->crossing < 0 ? ""
                                  : rdg_hybrid_event_surface_at(s->hybrid, arc->crossing, NULL, NULL)->name;
            const int length = snprintf(words ? words + used : NULL, words ? size - used : 0, "%s%s%s%s",
                                        used > 0 ? ", " : "", rdg_hybrid_phase_at(s->hybrid, arc->mode)->name,
                                        arc->crossing < 0 ? "" : ", ", crossing);
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
        const rdg_draft_arc *arc = &draft->arc[j];
        s->arc[j].mode = arc->mode;
        s->arc[j].n = rdg_hybrid_phase_at(s->hybrid, arc->mode)->n;
        s->arc[j].crossing = arc->crossing;
        s->arc[j].ratio = arc->ratio;
        s->arc[j].at_once = arc->at_once;
        s->arc[j].mesh.steps = 0;
        s->arc[j].known = false;
        memcpy(u + j * at->states, arc->x, (size_t)s->arc[j].n * sizeof *u);
        u[at->tau + j] = arc->tau;
    }
    s->arcs = draft->count;
    if (at->forced) {
        u[at->phi] = fmod(draft->arc[0].phi, RDG_HZ(1.0));
    }
    return rdg_orbit_name_sequence(s);
}
