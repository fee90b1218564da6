/* What an orbit leaves out of its problem: slots that are not in use, states that a mode does not have,
 * states that nothing determines. */
#include "equations_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/toolbox.h>

/* Is a state kept as it is along all of an orbit without crossings, and is nothing known of it but that? */
static bool is_idle(rdg_shooting *s, const double *u, rdg_index i)
{
    for (rdg_index j = 0; j < s->arcs; j++) {
        const rdg_orbit_at a = rdg_orbit_arc_at(s, u, j);
        if (a.crossing || rdg_orbit_end(s, &a, true) != 0) {
            return false;
        }
        for (rdg_index c = 0; c < a.ns; c++) {
            if (a.arc->dy[i + a.n * c] != (c == i ? 1.0 : 0.0)) {
                return false;
            }
        }
    }
    return true;
}

/* The position of a slider that sticks all the time is what it is at the start. */
static rdg_status freeze_idle(rdg_shooting *s, rdg_problem *p, const double *u)
{
    for (rdg_index i = 0; i < s->arc[0].n && !s->symmetry; i++) {
        if (!is_idle(s, u, i)) {
            continue;
        }
        for (rdg_index j = 0; j < s->arcs; j++) {
            const rdg_index k = j * s->at.states + i;
            const rdg_frozen state = {
                .block = "x", .first = k, .n = 1, .zero = "shooting", .row = k, .at = &u[k]};
            RDG_TRY(rdg_freeze(p, &state));
        }
    }
    return RDG_OK;
}

rdg_status rdg_orbit_freeze(rdg_shooting *s, rdg_problem *p, const double *u)
{
    const rdg_orbit_layout *at = &s->at;
    for (rdg_index j = 0; j < at->slots; j++) {
        const rdg_index used = j < s->arcs ? s->arc[j].n : 0;
        const rdg_frozen states = {.block = "x",
                                   .first = j * at->states + used,
                                   .n = at->states - used,
                                   .zero = "shooting",
                                   .row = j * at->states + used};
        if (states.n > 0) {
            RDG_TRY(rdg_freeze(p, &states));
        }
    }
    const rdg_frozen durations = {.block = "tau",
                                  .first = s->arcs,
                                  .n = at->slots - s->arcs,
                                  .zero = "shooting",
                                  .row = at->when + s->arcs};
    if (durations.n > 0) {
        RDG_TRY(rdg_freeze(p, &durations));
    }
    return freeze_idle(s, p, u);
}
