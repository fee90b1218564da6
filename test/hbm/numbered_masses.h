/* A structure whose numbers are released. */
#ifndef RDG_TEST_NUMBERED_MASSES_H
#define RDG_TEST_NUMBERED_MASSES_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>

/* Three masses in a row, a friction contact with a normal load that varies, and a stop. */
static inline rdg_structure *masses_with(rdg_context *ctx, const rdg_contact *contact, double force,
                                         double damping)
{
    const double M[9] = {1, 0, 0, 0, 1.1, 0, 0, 0, 0.9}, K[9] = {2, -1, 0, -1, 2.2, -1, 0, -1, 1.9};
    rdg_structure *s = rdg_structure_create(ctx, "masses", 3, M, NULL, K);
    rdg_damping_proportional(s, 0.01, damping);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_name_dof(s, "z", 2);
    rdg_contact_add(s, contact);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "z", .k = 1.5, .gap = 0.4});
    rdg_force_add(s, "x", 1, force);
    rdg_sensor_add(s, "Am", "z");
    return s;
}

static inline rdg_structure *masses(rdg_context *ctx, const rdg_contact *contact)
{
    return masses_with(ctx, contact, 1.0, 0.005);
}

static const rdg_contact standard = {
    .name = "pad", .tangential = "x", .normal = "y", .kt = 1.2, .kn = 0.7, .mu = 0.4, .preload = 0.5};

#endif
