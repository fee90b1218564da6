/* A mass that hangs from a hardening spring. */
#ifndef RDG_TEST_HANGING_MASS_H
#define RDG_TEST_HANGING_MASS_H

#include "support.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

/* 1.3 kg with the displacement "x" under x0 + k3 x0^3 N, so that it rests at x0, by prestress or, with the
 * mean kept, by the constant harmonic. */
static inline rdg_hbm *hanging_mass(rdg_context *ctx, double damping, bool has_static, double x0, double k3)
{
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1.3}, &damping, (double[]){1});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_static_force_add(s, "x", x0 + k3 * x0 * x0 * x0);
    assert_ok(ctx, rdg_prestress(s));
    return has_static ? rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2)) : rdg_hbm_create(s, RDG_HARMONICS(1, 2));
}

/* Frequency of small vibrations about its rest. */
static inline double hanging_frequency(double x0, double k3)
{
    return sqrt((1 + 3 * k3 * x0 * x0) / 1.3);
}

#endif
