/* Oscillators x'' + c x' + x + k3 x^3 + F tanh(x'/epsilon) = alpha cos(omega t) in harmonic balance, with the
 * sensors "rms" and "amp" (first harmonic). */
#ifndef RDG_TEST_OSCILLATORS_H
#define RDG_TEST_OSCILLATORS_H

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>

typedef struct oscillator {
    double c, k3;          /* k3 = 0: no cubic spring */
    double force, epsilon; /* force = 0: no friction */
    rdg_index n_harmonics;
    const int *harmonics;
    rdg_index samples; /* 0: the element's default */
} oscillator;

static inline rdg_hbm *oscillator_hbm(rdg_context *ctx, const oscillator *o)
{
    const double one = 1;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &o->c, &one);
    rdg_name_dof(s, "x", 0);
    if (o->k3 != 0) {
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = o->k3, .samples = o->samples});
    }
    if (o->force != 0) {
        rdg_tanh_friction_add(
            s,
            &(rdg_tanh_friction){.at = "x", .force = o->force, .epsilon = o->epsilon, .samples = o->samples});
    }
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_rms_add(s, "rms", "x");
    rdg_sensor_harmonic_add(s, "amp", "x", 1);
    return rdg_hbm_create(s, o->n_harmonics, o->harmonics);
}

/* Hardening: the ridge of its response is the backbone of a Duffing oscillator. */
static const oscillator hardening = {
    .c = 0.04, .k3 = 1, .n_harmonics = 8, .harmonics = (const int[]){0, 1, 2, 3, 4, 5, 6, 7}, .samples = 64};

/* Regularised Coulomb friction. */
static const oscillator rubbing = {.c = 0.1,
                                   .force = 1,
                                   .epsilon = 0.1,
                                   .n_harmonics = 10,
                                   .harmonics = (const int[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                                   .samples = 256};

#endif
