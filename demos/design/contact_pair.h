/* Two degrees of freedom, two contacts: the one that slips is loaded through y, where the other one holds a
 * residual stress. */
#ifndef DEMOS_CONTACT_PAIR_H
#define DEMOS_CONTACT_PAIR_H

#include <ridgewalk/contact.h>
#include <ridgewalk/mechanics.h>

/* A mass x on the contact "slips", whose normal load is the preload and 0.5 y. "holds" holds y. Damping of x
 * and y, N s/m; sensor "A": the first harmonic of x. */
static inline rdg_structure *contact_pair(rdg_context *ctx, double damping_x, double damping_y,
                                          double preload, double mu)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {damping_x, 0, 0, damping_y}, K[4] = {1, 0, 0, 1};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "holds", .tangential = "y", .kt = 1, .mu = 1, .preload = 3});
    rdg_contact_add(s, &(rdg_contact){.name = "slips",
                                      .tangential = "x",
                                      .normal = "y",
                                      .kt = 1,
                                      .kn = 0.5,
                                      .mu = mu,
                                      .preload = preload});
    rdg_static_force_add(s, "y", preload);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return s;
}

#endif
