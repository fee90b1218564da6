/* The periodic orbit in time at a solution of harmonic balance. */
#include "verification_impl.h"

#include <ridgewalk/hybrid_of.h>

#include <stdio.h>

/* Elements follow the solution over so many periods, so often in one: the memory of friction is that of the
 * period before. Sliders are where they belong to second order in the distance of instants. */
enum { PERIODS = 2, INSTANTS = 1000 };

enum { WHY_SIZE = 512 };

static rdg_shooting *start_orbits(rdg_hybrid *h, const rdg_balanced_motion *m)
{
    const rdg_index count = PERIODS * INSTANTS + 1, states = rdg_hybrid_most_states(h);
    double *q = rdg_context_calloc(m->ctx, (size_t)(2 * count * m->n + states), sizeof *q);
    if (!q) {
        return NULL;
    }
    double *v = q + count * m->n, *x = v + count * m->n;
    for (rdg_index k = 0; k < count; k++) {
        rdg_balanced_motion_at(m, RDG_HZ((double)k / INSTANTS), q + k * m->n, v + k * m->n);
    }
    const char *mode = NULL;
    rdg_shooting *s = NULL;
    if (rdg_hybrid_start_along(h, count, q, v, 0.0, &mode, x) == RDG_OK &&
        rdg_close_period(h, m, mode, x) == RDG_OK) {
        s = rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = x, .order = 1});
    }
    rdg_free(q);
    return s;
}

static rdg_shooting *orbits_of(rdg_hbm *hb, const rdg_balanced_motion *m)
{
    rdg_hybrid *h = rdg_hybrid_of_at(rdg_hbm_structure(hb), m->at);
    return h ? start_orbits(h, m) : NULL;
}

rdg_shooting *rdg_hbm_orbits(rdg_hbm *hb, const char *run, rdg_index label)
{
    rdg_balanced_motion m;
    rdg_shooting *s = rdg_balanced_motion_read(hb, run, label, &m) == RDG_OK ? orbits_of(hb, &m) : NULL;
    rdg_balanced_motion_release(&m);
    return s;
}

/* Newton's method from the solution. */
static rdg_status solve(const rdg_balanced_motion *m, rdg_problem *p)
{
    const rdg_status status = rdg_solve(p);
    if (!rdg_is_no_solution(status) && status != RDG_ERR_ARGUMENT) { /* that: it passes through a surface */
        return status;
    }
    char why[WHY_SIZE];
    snprintf(why, sizeof why, "%s", rdg_error_message(m->ctx));
    rdg_error_clear(m->ctx);
    return rdg_fail(
        m->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_hbm_verify",
        "Newton's method does not come to a periodic orbit from the solution at omega = %.10g rad/s, "
        "alpha = %.10g; take more harmonics, or decide by a motion in time (%s)",
        m->omega, m->alpha, why);
}

rdg_shooting *rdg_orbit_from_balance(rdg_hbm *hb, const rdg_balanced_motion *m, rdg_problem **problem)
{
    rdg_shooting *s = orbits_of(hb, m);
    *problem = s ? rdg_shooting_problem(s) : NULL;
    if (*problem && solve(m, *problem) != RDG_OK) {
        rdg_problem_free(*problem);
        *problem = NULL;
    }
    if (!*problem) {
        rdg_shooting_free(s);
    }
    return *problem ? s : NULL;
}
