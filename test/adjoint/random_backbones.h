/* Ridges of random structures over three decades of level, up, down and both ways: every level that is asked
 * for is there, in order, on a local maximum. */
#ifndef RDG_TEST_RANDOM_BACKBONES_H
#define RDG_TEST_RANDOM_BACKBONES_H

#include "ridge_continuation.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/jenkins.h>

enum { LEVELS = 30, MOST_PADS = 30 };

static const int one[] = {1}, odd[] = {1, 3}, to_three[] = {1, 2, 3}, with_mean[] = {0, 1, 2, 3};

/* xorshift */
typedef struct dice {
    uint64_t state;
} dice;

static inline double between(dice *d, double low, double high)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return low + (high - low) * ((double)(d->state >> 11) * (1.0 / 9007199254740992.0));
}

static inline double spread(dice *d, double low, double high)
{
    return low * pow(high / low, between(d, 0.0, 1.0));
}

static inline int below(dice *d, int n)
{
    return (int)between(d, 0.0, n - 1e-9);
}

static inline rdg_hbm *balance(rdg_structure *s, int harmonics)
{
    return harmonics == 0   ? rdg_hbm_create(s, 1, one)
           : harmonics == 1 ? rdg_hbm_create(s, 2, odd)
           : harmonics == 2 ? rdg_hbm_create(s, 3, to_three)
                            : rdg_hbm_create(s, 4, with_mean);
}

/* A cantilever on up to 30 pads; *f: rad/s, its first mode with all of them stuck. */
static inline rdg_hbm *random_beam(rdg_context *ctx, dice *d, double *f)
{
    static char at[MOST_PADS][16], name[MOST_PADS][16];
    rdg_ground_spring spring[MOST_PADS];
    rdg_beam_options b = rdg_beam_options_default();
    b.length = between(d, 0.15, 0.7);
    b.width = b.height = 0.01;
    b.young = 210e9;
    b.density = 7830.0;
    b.elements = 20;
    rdg_structure *s = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(s, 0.0, spread(d, 3e-6, 5e-5));
    const int most = below(d, 3) > 0 ? 8 : MOST_PADS;
    const int pads = 1 + below(d, most), harmonics = below(d, 3);
    const double bending = 3.0 * 210e9 * 0.01 * 1e-6 / 12.0 / pow(b.length, 3.0);
    const double stiffness = bending * spread(d, 0.3, 100.0);
    const double mu = spread(d, 0.1, 3.0), preload = spread(d, 0.5, 50.0);
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 20));
    rdg_name_dof(s, "shaker", rdg_beam_deflection(s, 5 + below(d, 15)));
    for (int i = 0; i < pads; i++) {
        snprintf(at[i], sizeof at[i], "c%d", i);
        rdg_name_dof(s, at[i], rdg_beam_deflection(s, 3 + below(d, 17)));
    }
    const bool equal = below(d, 4) == 0;
    for (int i = 0; i < pads; i++) {
        const double kt = stiffness / pads * (equal ? 1.0 : spread(d, 0.3, 3.0));
        const double load = preload * (equal ? 1.0 : spread(d, 0.1, 10.0));
        snprintf(name[i], sizeof name[i], "p%d", i);
        spring[i] = (rdg_ground_spring){at[i], kt};
        rdg_contact_add(
            s, &(rdg_contact){.name = name[i], .tangential = at[i], .kt = kt, .mu = mu, .preload = load});
    }
    rdg_force_add(s, below(d, 2) ? "tip" : "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    assert_ok(ctx, rdg_structure_modes(s, pads, spring, 1, f, NULL));
    return balance(s, harmonics);
}

/* What is drawn comes in the order of the program that has found the seeds. */
static inline rdg_hbm *random_two_masses(rdg_context *ctx, dice *d, double *f)
{
    enum { CONTACT = 1, GAP = 2, JOINT = 4 };
    const double m = spread(d, 0.1, 2.0), k1 = 2e4, k2 = spread(d, 2e3, 5e4);
    const double mass[] = {1.0, 0.0, 0.0, m}, stiffness[] = {k1 + k2, -k2, -k2, k2};
    rdg_structure *s = rdg_structure_create(ctx, "two masses", 2, mass, NULL, stiffness);
    rdg_ground_spring spring[2];
    rdg_index springs = 0;
    rdg_damping_proportional(s, 0.0, spread(d, 1e-5, 3e-4));
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    const int harmonics = below(d, 4);
    int what = below(d, 7);
    const double kt = spread(d, 500.0, 2e4), gap = spread(d, 1e-3, 1e-2);
    what = what ? what : (CONTACT | GAP);
    if (what & CONTACT) {
        rdg_contact c = {.name = "c", .tangential = "x2", .kt = kt};
        c.mu = spread(d, 0.1, 3.0);
        c.preload = spread(d, 1.0, 20.0);
        rdg_contact_add(s, &c);
        spring[springs++] = (rdg_ground_spring){"x2", kt};
    }
    if (what & GAP) {
        rdg_gap_spring_add(s,
                           &(rdg_gap_spring){.name = "g", .at = "x1", .k = spread(d, 2e3, 5e4), .gap = gap});
    }
    if ((what & JOINT) && below(d, 2)) {
        rdg_jenkins_add(
            s, &(rdg_jenkins){.name = "j", .at = "x1", .kt = 0.5 * kt, .limit = spread(d, 1.0, 20.0)});
    } else if (what & JOINT) {
        rdg_iwan joint = {.name = "j", .at = "x1", .Kt = 0.5 * kt};
        joint.Fs = spread(d, 1.0, 20.0);
        joint.chi = between(d, -0.7, 0.0);
        joint.beta = between(d, 0.0, 1.0);
        joint.sliders = 20 + below(d, 200);
        rdg_iwan_add(s, &joint);
    }
    if (what & JOINT) {
        spring[springs++] = (rdg_ground_spring){"x1", 0.5 * kt};
    }
    rdg_force_add(s, "x1", 1, 1.0);
    rdg_sensor_add(s, "Am", below(d, 2) ? "x1" : "x2");
    assert_ok(ctx, rdg_structure_modes(s, springs, spring, 1, f, NULL));
    return balance(s, harmonics);
}

typedef rdg_hbm *(*make_structure)(rdg_context *ctx, dice *d, double *f);

static inline void check_random_ridge(rdg_context *ctx, make_structure make, double highest_start,
                                      uint64_t seed)
{
    dice d = {.state = seed * 0x9E3779B97F4A7C15u + 12345u};
    double f = 0.0, level[LEVELS];
    for (int i = 0; i < 20; i++) {
        between(&d, 0.0, 1.0);
    }
    rdg_hbm *hb = make(ctx, &d, &f);
    const double start = spread(&d, 0.01, highest_start);
    double low = start, high = 1000.0 * start;
    below(&d, 2);
    if (below(&d, 3) == 0) {
        low = start / 1000.0;
        high = start;
    } else if (below(&d, 2)) {
        low = start / 30.0;
        high = start * 30.0;
    }
    for (int k = 0; k < LEVELS; k++) {
        level[k] = low * pow(high / low, (k + 0.37) / LEVELS);
    }
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5 * f), RDG_AT("alpha", start));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.3 * f, 1.3 * f),
                                RDG_MAX_POINTS(3000), RDG_LABEL_EVERY(1)));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", low, high),
                             RDG_UZ_LIST("alpha", LEVELS, level), RDG_MAX_POINTS(3000)));
    const backbone b = backbone_open(ctx, "ridge");
    assert_near(b.alpha[0], low, 1e-12, 0.0);
    assert_levels_grow(&b, high);
    assert_maxima_at(ctx, hb, &b, LEVELS, level, at_folding_sides);
    assert_int_equal(rdg_shortfalls(ctx), 0);
    rdg_run_free(b.run);
}

#endif
