/* A mass on a cubic spring, driven and pulled to one side, whose peak is measured. */
#ifndef RDG_TEST_PULLED_MASS_H
#define RDG_TEST_PULLED_MASS_H

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/structure.h>

/* x'' + 0.04 x' + x + x^3 = alpha cos(omega t + phase) + pull */
static inline rdg_structure *cubic(rdg_context *ctx, double phase, double pull)
{
    const double damping = 0.04;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1}, &damping, (double[]){1});
    rdg_name_dof(s, "x", 0);
    rdg_force_phase_add(s, "x", 1, 1, phase);
    if (pull != 0) {
        rdg_static_force_add(s, "x", pull);
    }
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 1});
    rdg_sensor_peak_add(s, "top", "x");
    return s;
}

#endif
