/* The two structures of the paper, as its tables describe them; where it leaves something open, see
 * doc/friction-backbone.md. */
#ifndef FRICTION_BACKBONE_MODELS_H
#define FRICTION_BACKBONE_MODELS_H

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

/* Table 1: a steel cantilever of 20 elements on a pad. Nodes count from the clamp, which is node 0. */
typedef struct friction_beam_layout {
    rdg_index pad, shaker, tip; /* nodes of contact, excitation and sensor */
    double beta;                /* s, damping C = beta K */
} friction_beam_layout;

static const friction_beam_layout standard_beam = {.pad = 5, .shaker = 12, .tip = 20, .beta = 1.5e-5};
static const friction_beam_layout mid_span_beam = {.pad = 10, .shaker = 20, .tip = 20, .beta = 3e-6};

static inline rdg_structure *cantilever(rdg_context *ctx, const friction_beam_layout *at)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.200; /* m */
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;    /* Pa */
    b.density = 7830.0; /* kg/m^3 */
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, at->beta);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, at->pad));
    rdg_name_dof(beam, "shaker", rdg_beam_deflection(beam, at->shaker));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, at->tip));
    return beam;
}

/* Without sensors. */
static inline rdg_structure *driven_cantilever(rdg_context *ctx, const friction_beam_layout *at)
{
    rdg_structure *s = cantilever(ctx, at);
    rdg_contact_add(s, &(rdg_contact){.tangential = "pad", .kt = 2e8, .kn = 2e8, .mu = 0.3, .preload = 40.0});
    rdg_force_add(s, "shaker", 1, 1.0); /* alpha cos(omega t) */
    return s;
}

static inline rdg_structure *cantilever_on_pad(rdg_context *ctx, const friction_beam_layout *at)
{
    rdg_structure *s = driven_cantilever(ctx, at);
    rdg_sensor_add(s, "Am", "tip");
    return s;
}

static inline rdg_hbm *friction_beam_with(rdg_context *ctx, const friction_beam_layout *at,
                                          rdg_index n_harmonics, const int *harmonics)
{
    return rdg_hbm_create(cantilever_on_pad(ctx, at), n_harmonics, harmonics);
}

static inline rdg_hbm *friction_beam(rdg_context *ctx, rdg_index n_harmonics, const int *harmonics)
{
    return friction_beam_with(ctx, &standard_beam, n_harmonics, harmonics);
}

/* Eq. (66), Table 2: two blades with a damper between their shrouds. Degrees of freedom: left blade x1, left
 * shroud x2 y3, damper x4 y5, right shroud x6 y7, right blade x8. C = beta K. */
static inline rdg_structure *blades_and_damper(rdg_context *ctx, double beta)
{
    const double m = 0.1, md = 0.0044;                 /* kg: blade and shroud; damper */
    const double k = 3.95e5, kxd = 2e5, kyd = 1e5;     /* N/m */
    const double mass[8] = {m, m, m, md, md, m, m, m}; /* kg */
    const double stiffness[8] = {k, 2 * k, k, kxd, kyd, 2 * k, k, k};
    double M[64] = {0.0}, K[64] = {0.0};
    for (int i = 0; i < 8; i++) {
        M[9 * i] = mass[i];
        K[9 * i] = stiffness[i];
    }
    K[0 + 8 * 1] = K[1 + 8 * 0] = -k; /* left blade and shroud */
    K[5 + 8 * 7] = K[7 + 8 * 5] = -k; /* right shroud and blade */
    rdg_structure *s = rdg_structure_create(ctx, "blades", 8, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.0, beta);
    rdg_name_dof(s, "left blade", 0);
    rdg_name_dof(s, "right blade", 7);
    return s;
}

/* Eq. (67): the motion of a shroud against the damper, along the contact and into it. The right plane is the
 * mirror image of the left one. */
static inline void name_interface(rdg_structure *s, const char *tangential, const char *normal,
                                  rdg_index shroud, double side)
{
    const double c = 0.86602540378443864676, sine = 0.5; /* of pi/6 */
    const rdg_index dof[4] = {shroud, shroud + 1, 3, 4};
    rdg_name_combination(s, tangential, 4, dof, (double[]){side * c, sine, -side * c, -sine});
    rdg_name_combination(s, normal, 4, dof, (double[]){side * sine, -c, -side * sine, c});
}

/* With contacts of these numbers on both sides. */
static inline rdg_structure *blades_on(rdg_context *ctx, double beta, rdg_contact contact)
{
    rdg_structure *s = blades_and_damper(ctx, beta);
    name_interface(s, "left.t", "left.n", 1, 1.0);
    name_interface(s, "right.t", "right.n", 5, -1.0);
    contact.name = "left";
    contact.tangential = "left.t";
    contact.normal = "left.n";
    rdg_contact_add(s, &contact);
    contact.name = "right";
    contact.tangential = "right.t";
    contact.normal = "right.n";
    rdg_contact_add(s, &contact);
    rdg_force_add(s, "right blade", 1, 1.0); /* alpha cos(omega t) */
    rdg_sensor_add(s, "Am", "right blade");
    rdg_sensor_add(s, "Am_left", "left blade");
    return s;
}

static inline rdg_structure *blades_on_damper(rdg_context *ctx, double beta)
{
    return blades_on(ctx, beta, (rdg_contact){.kt = 1e5, .kn = 1e5, .mu = 0.3, .preload = 50.0});
}

static inline rdg_hbm *blade_damper_blade(rdg_context *ctx, double beta, rdg_index n_harmonics,
                                          const int *harmonics)
{
    return rdg_hbm_create(blades_on_damper(ctx, beta), n_harmonics, harmonics);
}

#endif
