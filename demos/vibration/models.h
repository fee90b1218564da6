/* What programs of this folder, their tests and benchmarks share, in SI units. The reference problems with
 * forced responses, P1 to P10: each with its force for alpha = 1 N and the amplitude of harmonic 1 of each
 * mass as a sensor, in harmonic balance with harmonics 0 .. H. Then a mass that hangs, a beam on a shaker, a
 * block on a contact in the plane. */
#ifndef VIBRATION_MODELS_H
#define VIBRATION_MODELS_H

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>

enum { MOST_HARMONICS = 64 };

static inline rdg_hbm *with_harmonics(rdg_structure *s, int H)
{
    int harmonic[MOST_HARMONICS + 1];
    for (int k = 0; k <= H && k <= MOST_HARMONICS; k++) {
        harmonic[k] = k;
    }
    return rdg_hbm_create(s, (rdg_index)H + 1, harmonic);
}

/* m x'' + c x' + k x */
static inline rdg_structure *oscillator(rdg_context *ctx, double m, double c, double k)
{
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    return s;
}

/* Two masses between two walls: springs and dampers to the left wall, between, to the right wall. */
typedef struct two_masses {
    double m[2], k[3], d[3]; /* kg, N/m, N s/m */
} two_masses;

static inline rdg_structure *chain_of_two(rdg_context *ctx, const two_masses *c)
{
    const double M[4] = {c->m[0], 0.0, 0.0, c->m[1]};
    const double C[4] = {c->d[0] + c->d[1], -c->d[1], -c->d[1], c->d[1] + c->d[2]};
    const double K[4] = {c->k[0] + c->k[1], -c->k[1], -c->k[1], c->k[1] + c->k[2]};
    rdg_structure *s = rdg_structure_create(ctx, "chain", 2, M, C, K);
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_name_combination(s, "q1-q2", 2, (rdg_index[]){0, 1}, (double[]){1.0, -1.0});
    return s;
}

/* P1: x'' + 0.05 x' + x + 0.1 x^3 */
static inline rdg_hbm *p01(rdg_context *ctx, int H)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.05, 1.0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    return with_harmonics(mass, H);
}

/* P2: an oscillator with a small one on it, cubic springs to the wall and between them */
static inline rdg_hbm *p02(rdg_context *ctx, int H)
{
    const two_masses c = {.m = {1.0, 0.05}, .k = {1.0, 0.0453, 0.0}, .d = {0.002, 0.013, 0.0}};
    rdg_structure *chain = chain_of_two(ctx, &c);
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "q1", .k3 = 1.0});
    rdg_cubic_spring_add(chain, &(rdg_cubic_spring){.at = "q1-q2", .k3 = 0.0042});
    rdg_force_add(chain, "q1", 1, 1.0);
    rdg_sensor_harmonic_add(chain, "A1", "q1", 1);
    rdg_sensor_harmonic_add(chain, "A2", "q2", 1);
    return with_harmonics(chain, H);
}

/* P3: two masses, the first one 1 m in front of a hundred times stiffer stop */
static inline rdg_structure *p03_structure(rdg_context *ctx)
{
    const two_masses c = {.m = {1.0, 1.0}, .k = {0.0, 1.0, 1.0}, .d = {0.0, 0.03, 0.03}};
    rdg_structure *chain = chain_of_two(ctx, &c);
    rdg_gap_spring_add(chain, &(rdg_gap_spring){.at = "q1", .k = 100.0, .gap = 1.0});
    rdg_force_add(chain, "q2", 1, 1.0);
    rdg_sensor_harmonic_add(chain, "A1", "q1", 1);
    rdg_sensor_harmonic_add(chain, "A2", "q2", 1);
    return chain;
}

static inline rdg_hbm *p03(rdg_context *ctx, int H)
{
    return with_harmonics(p03_structure(ctx), H);
}

/* P8: a beam with regularised friction at node 3 (the clamp is node 0), forced at the tip */
static inline rdg_hbm *p08(rdg_context *ctx, int H, rdg_index samples)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 2.0; /* m */
    b.height = 0.1;
    b.width = 0.3;
    b.young = 185e9; /* Pa */
    b.density = 7830.0;
    b.elements = 8;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 8.032993e-5);
    rdg_name_dof(beam, "rub", rdg_beam_deflection(beam, 3));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 8));
    rdg_tanh_friction_add(
        beam, &(rdg_tanh_friction){.at = "rub", .force = 1.5, .epsilon = 6e-7, .samples = samples});
    rdg_force_add(beam, "tip", 1, 1.0);
    rdg_sensor_harmonic_add(beam, "A", "tip", 1);
    rdg_sensor_add(beam, "rms", "tip");
    return with_harmonics(beam, H);
}

/* P10: an oscillator with elastic dry friction, slipping from 2 m on */
static inline rdg_structure *p10_structure(rdg_context *ctx)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.02, 1.0);
    rdg_jenkins_add(mass, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    return mass;
}

static inline rdg_hbm *p10(rdg_context *ctx, int H)
{
    return with_harmonics(p10_structure(ctx), H);
}

/* 1 kg, 0.05 N s/m, 1 N/m, 0.5 N/m^3 under a constant load, with the static harmonic or about where it rests
 */
static inline rdg_hbm *hanging_mass(rdg_context *ctx, double load, bool has_mean)
{
    rdg_structure *mass = oscillator(ctx, 1.0, 0.05, 1.0);
    rdg_cubic_spring_add(mass, &(rdg_cubic_spring){.at = "x", .k3 = 0.5});
    rdg_static_force_add(mass, "x", load);
    rdg_force_add(mass, "x", 1, 1.0);
    rdg_sensor_harmonic_add(mass, "A", "x", 1);
    rdg_prestress(mass);
    return has_mean ? rdg_hbm_create(mass, RDG_HARMONICS(0, 1, 2, 3, 4, 5))
                    : rdg_hbm_create(mass, RDG_HARMONICS(1, 2, 3, 4, 5));
}

/* A steel cantilever, 200 mm x 10 mm x 10 mm, 20 elements, rubbed by a contact; its base moves by alpha um */
static inline rdg_hbm *beam_on_shaker(rdg_context *ctx)
{
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 5));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
    rdg_contact_add(beam, &(rdg_contact){.tangential = "pad", .kt = 2e6, .mu = 0.3, .preload = 10});
    rdg_base_motion_add(beam, &(rdg_base_motion){.displacement = 1e-6}); /* along all deflections */
    rdg_sensor_add(beam, "Am", "tip");
    return rdg_hbm_create(beam, RDG_HARMONICS(1, 3));
}

/* 1 kg on springs of 1 N/m and 1.3 N/m at right angles, held by friction of at most 1 N behind 0.5 N/m;
 * forces alpha cos(omega t) and alpha/2 sin(omega t) */
static inline rdg_hbm *block_on_contact(rdg_context *ctx)
{
    const double quarter = 1.57079632679489661923; /* rad */
    rdg_structure *s = rdg_structure_create(ctx, "block", 2, (double[]){1, 0, 0, 1},
                                            (double[]){0.03, 0, 0, 0.03}, (double[]){1, 0, 0, 1.3});
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_cone_contact_add(s,
                         &(rdg_cone_contact){.tangential = {"x1", "x2"}, .kt = 0.5, .mu = 0.5, .preload = 2});
    rdg_force_add(s, "x1", 1, 1.0);
    rdg_force_phase_add(s, "x2", 1, 0.5, -quarter);
    rdg_sensor_harmonic_add(s, "A1", "x1", 1);
    rdg_sensor_harmonic_add(s, "A2", "x2", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

#endif
