/* A mass on a spring, driven, with the first harmonic of its motion measured. */
#ifndef RDG_TEST_DRIVEN_MASS_H
#define RDG_TEST_DRIVEN_MASS_H

#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/structure.h>

static inline rdg_structure *mass(rdg_context *ctx, double damping)
{
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1}, &damping, (double[]){1});
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

#endif
