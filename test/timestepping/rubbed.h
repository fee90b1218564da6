/* A structure with elements that remember, as a mechanism. */
#ifndef RDG_TEST_RUBBED_H
#define RDG_TEST_RUBBED_H

#include <ridgewalk/contact.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/sensors.h>

/* One of the elements has another number. */
static inline rdg_mechanism *rubbed(rdg_context *ctx)
{
    const double M[4] = {1.0, 0.0, 0.0, 1.0}, K[4] = {2.0, -1.0, -1.0, 2.0};
    rdg_structure *s = rdg_structure_create(ctx, "rubbed", 2, M, NULL, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(
        s, &(rdg_contact){.name = "pad", .tangential = "x", .normal = "y", .kt = 1.0, .kn = 1.0, .mu = 0.3});
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "x", .k3 = 0.2});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return rdg_mechanism_of(s, RDG_AT("omega", 0.8), RDG_AT("pad.mu", 0.4));
}

#endif
