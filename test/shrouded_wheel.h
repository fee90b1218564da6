/* A lumped bladed disk with contacts between its shrouds, tuned or mistuned. */
#ifndef RDG_TEST_SHROUDED_WHEEL_H
#define RDG_TEST_SHROUDED_WHEEL_H

#include "support.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <string.h>

enum { WHEEL_SECTORS = 12, WHEEL_EACH = 3, WHEEL_DOFS = WHEEL_SECTORS * WHEEL_EACH };

/* Of sector j: disk, blade along the circumference, blade along the axis */
static inline int wheel_dof(int j, int which)
{
    return j % WHEEL_SECTORS * WHEEL_EACH + which;
}

static inline void wheel_tie(double *K, int a, int b, double k)
{
    K[(WHEEL_DOFS + 1) * a] += k;
    K[(WHEEL_DOFS + 1) * b] += k;
    K[a + WHEEL_DOFS * b] -= k;
    K[b + WHEEL_DOFS * a] -= k;
}

/* Engine order 2. Between neighbouring shrouds: dry contacts in one and in two directions, of constant and of
 * varying normal load. */
static inline rdg_hbm *shrouded_wheel(rdg_context *ctx, double mistuning)
{
    static double M[WHEEL_DOFS * WHEEL_DOFS], K[WHEEL_DOFS * WHEEL_DOFS];
    uint64_t seed = 5;
    memset(M, 0, sizeof M);
    memset(K, 0, sizeof K);
    for (int j = 0; j < WHEEL_SECTORS; j++) {
        const double blade = 1.0 + mistuning * random_signed(&seed);
        M[(WHEEL_DOFS + 1) * wheel_dof(j, 0)] = 3.0;
        M[(WHEEL_DOFS + 1) * wheel_dof(j, 1)] = M[(WHEEL_DOFS + 1) * wheel_dof(j, 2)] = 1.0;
        K[(WHEEL_DOFS + 1) * wheel_dof(j, 0)] += 2.0;
        wheel_tie(K, wheel_dof(j, 0), wheel_dof(j + 1, 0), 3.0);
        wheel_tie(K, wheel_dof(j, 0), wheel_dof(j, 1), blade);
        wheel_tie(K, wheel_dof(j, 0), wheel_dof(j, 2), 0.3);
        wheel_tie(K, wheel_dof(j, 1), wheel_dof(j, 2), 0.2);
        K[(WHEEL_DOFS + 1) * wheel_dof(j, 2)] += 2.0;
    }
    rdg_structure *s = rdg_structure_create(ctx, "wheel", WHEEL_DOFS, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.002, 0.004);
    for (int j = 0; j < WHEEL_SECTORS; j++) {
        char blade[16], along[16], press[16];
        snprintf(blade, sizeof blade, "b%d", j);
        snprintf(along, sizeof along, "along%d", j);
        snprintf(press, sizeof press, "press%d", j);
        rdg_name_dof(s, blade, wheel_dof(j, 1));
        rdg_name_relative(s, along, wheel_dof(j, 1), wheel_dof(j + 1, 1));
        rdg_name_relative(s, press, wheel_dof(j, 2), wheel_dof(j + 1, 2));
        rdg_contact_add(s, &(rdg_contact){.tangential = along,
                                          .normal = mistuning != 0 ? press : NULL,
                                          .kt = 0.5,
                                          .kn = 0.4,
                                          .mu = 0.3,
                                          .preload = 0.4});
        rdg_force_phase_add(s, blade, 1, 1.0, -2.0 * RDG_PI * 2.0 * j / WHEEL_SECTORS);
    }
    rdg_sensor_harmonic_add(s, "A1", "b0", 1);
    rdg_sensor_add(s, "Am", "b0");
    return mistuning != 0 ? rdg_hbm_create(s, RDG_HARMONICS(0, 1)) : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

#endif
