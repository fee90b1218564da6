/* What an orbit leaves out of its problem: slots that are not in use, states that a mode does not have,
 * states that nothing determines. */
#include "equations_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/toolbox.h>

/* The state of the next segment that is state i at the start of a segment, as it is and whatever else is; -1:
 * none.
 */
static rdg_index passed_on(rdg_shooting *s, const double *u, rdg_index segment, rdg_index i)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, segment);
    const double *D = s->work->D;
    if (rdg_orbit_end(s, &a, true) != 0 || rdg_orbit_reset_slope(s, &a, s->work->D) != 0) {
        return -1;
    }
    for (rdg_index k = 0; k < a.n_next; k++) {
        bool is = true;
        for (rdg_index c = 0; is && c < a.ns; c++) {
            is = D[k + a.n_next * c] == (c == i ? 1.0 : 0.0);
        }
        if (is) {
            return k;
        }
    }
    return -1;
}

/* Is a state kept as it is along all of an orbit, so that nothing is known of it but that? */
static bool is_idle(rdg_shooting *s, const double *u, rdg_index i)
{
    rdg_index k = i;
    for (rdg_index j = 0; k >= 0 && j < s->segments; j++) {
        k = passed_on(s, u, j, k);
    }
    return k == i;
}

/* The position of a slider that sticks all the time is what it is at the start. */
static rdg_status freeze_idle(rdg_shooting *s, rdg_problem *p, const double *u)
{
    for (rdg_index i = 0; i < s->segment[0].n && !s->symmetry; i++) {
        if (!is_idle(s, u, i)) {
            continue;
        }
        for (rdg_index j = 0, k = i; j < s->segments; k = passed_on(s, u, j++, k)) {
            const rdg_index at = j * s->at.states + k;
            const rdg_eliminated state = {
                .block = "x", .first = at, .n = 1, .zero = "shooting", .row = at, .at = &u[at]};
            RDG_TRY(rdg_eliminate(p, &state));
        }
    }
    return RDG_OK;
}

rdg_status rdg_orbit_freeze(rdg_shooting *s, rdg_problem *p, const double *u)
{
    const rdg_orbit_layout *at = &s->at;
    for (rdg_index j = 0; j < at->slots; j++) {
        const rdg_index used = j < s->segments ? s->segment[j].n : 0;
        const rdg_eliminated states = {.block = "x",
                                       .first = j * at->states + used,
                                       .n = at->states - used,
                                       .zero = "shooting",
                                       .row = j * at->states + used};
        if (states.n > 0) {
            RDG_TRY(rdg_eliminate(p, &states));
        }
    }
    const rdg_eliminated durations = {.block = "tau",
                                      .first = s->segments,
                                      .n = at->slots - s->segments,
                                      .zero = "shooting",
                                      .row = at->when + s->segments};
    if (durations.n > 0) {
        RDG_TRY(rdg_eliminate(p, &durations));
    }
    return freeze_idle(s, p, u);
}
