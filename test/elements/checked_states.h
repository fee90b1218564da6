/* rdg_check_derivatives() at states whose size is far from that of the start: right derivatives pass. */
#ifndef CHECKED_STATES_H
#define CHECKED_STATES_H

#include "support.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>

/* Two masses with drag or tanh friction between harmonics 1, 3, 5. The start belongs to the amplitude alpha
 * (N), the coefficients of the state are random in (-size, size) m. */
static inline void check_state(rdg_context *ctx, bool drag, double alpha, double size, uint64_t *seed)
{
    enum { MOST = 32 };
    const double M[4] = {1, 0, 0, 1}, K[4] = {2, -1, -1, 2}, C[4] = {0.02, 0, 0, 0.02};
    rdg_structure *s = rdg_structure_create(ctx, "two masses", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    if (drag) {
        rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "x", .c = 0.7});
    } else {
        rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 0.3, .epsilon = 0.01});
    }
    rdg_force_add(s, "y", 1, 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.3), RDG_AT("alpha", alpha));
    double u[MOST];
    rdg_index n = 0;
    const rdg_index first = rdg_variable_index(p, "Q", &n);
    memcpy(u, rdg_start_values(p), (size_t)rdg_variable_count(p) * sizeof *u);
    for (rdg_index i = 0; i < n; i++) {
        u[first + i] = size * random_signed(seed);
    }
    assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
}

/* Sizes from 1e-6 to 1e6 m, starts from 1e-6 to 1e3 N. */
static inline void check_states(uint64_t seed, int times)
{
    for (int drag = 0; drag < 2; drag++) {
        for (int start = -6; start <= 3; start += 3) {
            for (int e = -6; e <= 6; e++) {
                for (int k = 0; k < times; k++) {
                    rdg_context *ctx = rdg_context_create();
                    check_state(ctx, drag, pow(10, start), pow(10, e), &seed);
                    rdg_context_free(ctx);
                }
            }
        }
    }
}

#endif
