/* The periodic orbit in time at a solution of harmonic balance. */
#include "verification_impl.h"

#include <ridgewalk/hybrid_of.h>

/* Elements follow the solution over so many periods, so often in one: the memory of friction is that of the
 * period before. Sliders are where they belong to second order in the distance of instants. */
enum { PERIODS = 2, INSTANTS = 1000 };

/* The start at a phase: elements have followed the solution to there. work: [2 (PERIODS INSTANTS + 1) n] */
static rdg_status start_at(rdg_hybrid *h, const rdg_balanced_motion *m, double *work, rdg_orbit_start *start)
{
    const rdg_index count = PERIODS * INSTANTS + 1;
    double *q = work, *v = work + count * m->n;
    for (rdg_index k = 0; k < count; k++) {
        rdg_balanced_motion_at(m, start->phase + RDG_HZ((double)k / INSTANTS), q + k * m->n, v + k * m->n);
    }
    return rdg_hybrid_start_along(h, count, q, v, start->phase, &start->mode, start->x);
}

static rdg_status find_start(rdg_hybrid *h, const rdg_balanced_motion *m, double *work,
                             rdg_orbit_start *start)
{
    RDG_TRY(start_at(h, m, work, start));
    start->phase = rdg_phase_between_events(h, m, start);
    RDG_TRY(rdg_error_status(m->ctx));
    RDG_TRY(start_at(h, m, work, start));
    return rdg_close_period(h, m, start);
}

static rdg_shooting *start_orbits(rdg_hybrid *h, const rdg_balanced_motion *m)
{
    const rdg_index rows = 2 * (PERIODS * INSTANTS + 1) * m->n, states = rdg_hybrid_most_states(h);
    double *work = rdg_context_calloc(m->ctx, (size_t)(rows + states), sizeof *work);
    rdg_orbit_start start = {.x = NULL};
    rdg_shooting *s = NULL;
    if (!work) {
        return NULL;
    }
    start.x = work + rows;
    if (find_start(h, m, work, &start) == RDG_OK) {
        s = rdg_shooting_create(
            h, &(rdg_shooting_options){.mode = start.mode, .x = start.x, .phase = start.phase, .order = 1});
    }
    rdg_free(work);
    return s;
}

rdg_shooting *rdg_orbit_from_balance(rdg_hbm *hb, const rdg_balanced_motion *m)
{
    rdg_hybrid *h = rdg_hybrid_of_at(rdg_hbm_structure(hb), m->at);
    return h ? start_orbits(h, m) : NULL;
}

rdg_shooting *rdg_hbm_orbits(rdg_hbm *hb, const char *run, rdg_index label)
{
    rdg_balanced_motion m;
    rdg_shooting *s =
        rdg_balanced_motion_read(hb, run, label, &m) == RDG_OK ? rdg_orbit_from_balance(hb, &m) : NULL;
    rdg_balanced_motion_release(&m);
    return s;
}
