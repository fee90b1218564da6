/* A mass on a spring with an absorber whose damper is a friction contact. */
#ifndef RDG_TEST_FRICTION_ABSORBER_H
#define RDG_TEST_FRICTION_ABSORBER_H

#include <ridgewalk/chain.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>

static inline rdg_hbm *friction_absorber(rdg_context *ctx)
{
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1.0, 0.05}, (double[]){1.0, 0.0});
    rdg_name_dof(s, "main", 0);
    rdg_name_relative(s, "stroke", 1, 0);
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "support", .at = "main", .c = 0.02});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "stroke", .k = 0.04});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "stroke", .c = 0.004});
    rdg_contact_add(
        s, &(rdg_contact){.name = "pad", .tangential = "stroke", .kt = 0.05, .mu = 1.0, .preload = 0.1});
    rdg_force_add(s, "main", 1, 1.0);
    rdg_sensor_add(s, "Am", "main");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

#endif
