/* The friction beam of the tests: a steel cantilever of 20 elements with a dry contact, a shaker and a
 * sensor. */
#ifndef RDG_TEST_BEAM_H
#define RDG_TEST_BEAM_H

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

static inline rdg_hbm *friction_beam(rdg_context *ctx, rdg_index n_harmonics, const int *harmonics)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.200; /* m */
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;    /* Pa */
    b.density = 7830.0; /* kg/m^3 */
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5));
    rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, 12));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
    rdg_hbm *hb = rdg_hbm_create(beam, n_harmonics, harmonics);
    rdg_contact_add(hb,
                    &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40.0});
    rdg_hbm_force(hb, "shaker", 1, 1.0);
    rdg_hbm_sensor(hb, "Am", "tip");
    return hb;
}

#endif
