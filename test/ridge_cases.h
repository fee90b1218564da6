/* Eight structures whose ridges are followed over many decades of the level, and these levels. */
#ifndef RDG_TEST_RIDGE_CASES_H
#define RDG_TEST_RIDGE_CASES_H

#include "backbone_cases.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/jenkins.h>

#include <math.h>

enum { LEVELS = 30 };

typedef struct ridge_case {
    const char *name;
    rdg_hbm *(*model)(rdg_context *ctx);
    backbone_case c; /* windows and start */
    double highest;  /* N */
} ridge_case;

static inline rdg_hbm *beam_h1(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1));
}

static inline rdg_hbm *beam_h13(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1, 3));
}

static inline rdg_hbm *beam_h7(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13));
}

static inline rdg_hbm *blades_h123(rdg_context *ctx)
{
    return blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1, 2, 3));
}

static inline rdg_structure *one_mass(rdg_context *ctx, double damping)
{
    const double one = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return s;
}

static inline rdg_hbm *jenkins(rdg_context *ctx)
{
    rdg_structure *s = one_mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
}

static inline rdg_hbm *duffing(rdg_context *ctx)
{
    static const int odd[] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41};
    rdg_structure *s = one_mass(ctx, 0.04);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0, .samples = 256});
    return rdg_hbm_create(s, 21, odd);
}

/* The beam on pads at several of its nodes. */
static inline rdg_hbm *pads(rdg_context *ctx)
{
    rdg_structure *s = cantilever(ctx, &standard_beam);
    char name[6][8];
    for (rdg_index k = 0; k < 6; k++) {
        snprintf(name[k], sizeof name[k], "p%d", (int)k);
        rdg_name_dof(s, name[k], rdg_beam_deflection(s, 4 + 2 * k));
    }
    for (int k = 0; k < 6; k++) {
        rdg_contact_add(s, &(rdg_contact){.name = name[k],
                                          .tangential = name[k],
                                          .kt = 1e4 * (1 + 0.2 * k),
                                          .kn = 1e5,
                                          .mu = 0.3,
                                          .preload = 10.0 * (1 + 0.3 * k)});
    }
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

/* All of a longer beam's degrees of freedom. */
static inline rdg_hbm *long_beam(rdg_context *ctx)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.400;
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;
    b.density = 7830.0;
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 3e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 6));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
    rdg_contact_add(beam,
                    &(rdg_contact){.tangential = "pad", .kt = 2e6, .kn = 2e6, .mu = 0.3, .preload = 40.0});
    rdg_force_add(beam, "tip", 1, 1.0);
    rdg_sensor_add(beam, "Am", "tip");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));
    rdg_hbm_keep_all(hb);
    return hb;
}

static const ridge_case cases[] = {
    {"beam_h1", beam_h1, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"beam_h13", beam_h13, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"beam_h7", beam_h7, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"blades", blades_h123, {"", 0, false, 0.7, {195, 208}, {195, 208}, 0}, 300.0},
    {"jenkins", jenkins, {"", 0, false, 0.005, {0.15, 0.25}, {0.12, 0.25}, 0}, 20.0},
    {"duffing", duffing, {"", 0, false, 0.002, {0.11, 0.25}, {0.11, 0.8}, 0}, 0.5},
    {"pads", pads, {"", 0, false, 0.03, {200, 400}, {150, 400}, 0}, 300.0},
    {"long_beam", long_beam, {"", 0, false, 0.03, {45, 110}, {40, 110}, 0}, 300.0},
};

static inline reference levels_of(const ridge_case *k)
{
    reference levels = {.n = LEVELS};
    for (int i = 0; i < LEVELS; i++) {
        levels.alpha[i] = k->c.start * pow(k->highest / k->c.start, (i + 0.5) / LEVELS);
    }
    return levels;
}

#endif
