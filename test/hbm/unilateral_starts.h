/* First points of oscillators with a unilateral spring without gap: the equations are homogeneous, so that
 * every load is as hard as another. */
#ifndef UNILATERAL_STARTS_H
#define UNILATERAL_STARTS_H

#include "support.h"

#include <ridgewalk/ridgewalk.h>

#include <math.h>

/* Two masses of 1 kg; the spring of k N/m at the first one, damping c N s/m. */
static inline rdg_status first_point(double k, double c, double omega)
{
    const double M[4] = {1, 0, 0, 1}, K[4] = {1, -1, -1, 2}, C[4] = {c, 0, 0, c};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "two", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .k = k});
    rdg_force_add(s, "y", 1, 0.375);
    rdg_sensor_add(s, "A", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5, 6, 7));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1));
    const rdg_status status =
        rdg_continue(p, "f", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, 1.001 * omega), RDG_NO_TABLE,
                     RDG_IN_MEMORY, RDG_MAX_POINTS(2));
    rdg_context_free(ctx);
    return status;
}

/* Stiffness 0.5 to 50 N/m, damping 0.03 to 0.3 N s/m, frequencies 0.3 to 5 rad/s; how many have no first
 * point. */
static inline int count_failures(uint64_t seed, int times)
{
    int failures = 0;
    for (int i = 0; i < times; i++) {
        const double k = 5 * pow(10, random_signed(&seed)), c = 0.1 * pow(10, 0.5 * random_signed(&seed));
        failures += first_point(k, c, 1.2 * pow(4, random_signed(&seed))) != RDG_OK;
    }
    return failures;
}

#endif
