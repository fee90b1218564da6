/* Random chains of masses with pads that slip, stops behind gaps, and a force on the last mass. */
#ifndef RDG_TEST_RUBBING_CHAIN_H
#define RDG_TEST_RUBBING_CHAIN_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/structure.h>

enum { CHAIN_MASSES = 3 };

/* between a and b, uniform in the logarithm */
static inline double chain_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int chain_one_of(uint64_t *seed, int count)
{
    return (int)((count - 1e-6) * (0.5 + 0.5 * random_signed(seed)));
}

/* Displacements "x0", ...; sensor "A", the amplitude of the last mass; kg, N/m, N. */
static inline rdg_structure *rubbing_chain(rdg_context *ctx, uint64_t *seed, bool stops)
{
    static const char *const place[CHAIN_MASSES] = {"x0", "x1", "x2"};
    const int n = 2 + chain_one_of(seed, 2);
    double M[CHAIN_MASSES * CHAIN_MASSES] = {0}, C[CHAIN_MASSES * CHAIN_MASSES] = {0},
                            K[CHAIN_MASSES * CHAIN_MASSES] = {0};
    const double damping = chain_scale(seed, 0.003, 0.03);
    for (int i = 0; i < n; i++) {
        const double k = i > 0 ? chain_scale(seed, 0.3, 1.5) : 0.0;
        M[i + n * i] = chain_scale(seed, 0.5, 1.5);
        K[i + n * i] += chain_scale(seed, 0.3, 1.5) + k;
        if (i > 0) {
            K[i - 1 + n * (i - 1)] += k;
            K[i + n * (i - 1)] -= k;
            K[i - 1 + n * i] -= k;
        }
    }
    for (int i = 0; i < n * n; i++) {
        C[i] = damping * K[i];
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", n, M, C, K);
    for (int i = 0; i < n; i++) {
        rdg_name_dof(s, place[i], i);
    }
    const int pads = 1 + chain_one_of(seed, 2);
    for (int i = 0; i < pads; i++) {
        rdg_contact_add(s, &(rdg_contact){.name = i ? "pad 2" : "pad",
                                          .tangential = place[i],
                                          .kt = chain_scale(seed, 0.3, 2.0),
                                          .mu = 0.3,
                                          .preload = chain_scale(seed, 0.3, 3.0)});
    }
    if (stops) {
        rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop",
                                                .at = place[n - 1],
                                                .k = chain_scale(seed, 0.5, 5.0),
                                                .gap = chain_scale(seed, 0.3, 2.0)});
    }
    rdg_force_add(s, place[n - 1], 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", place[n - 1], 1);
    return s;
}

/* Two masses, a pad at the first one, a stop at the second: the structure of the tutorial, or each number of
 * it times a random factor. A force of 5 N makes the stop's response fold twice. */
static inline rdg_structure *pad_and_stop(rdg_context *ctx, uint64_t *seed)
{
    double by[8];
    for (int i = 0; i < 8; i++) {
        by[i] = seed ? chain_scale(seed, 0.75, 1.33) : 1.0;
    }
    const double k = 3e4 * by[0];
    rdg_structure *s = rdg_structure_create(ctx, "two masses", 2, (double[]){by[1], 0.0, 0.0, 0.5 * by[2]},
                                            NULL, (double[]){6e4 * by[3] + k, -k, -k, k});
    rdg_damping_proportional(s, 0.0, 3e-5);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_contact_add(
        s, &(rdg_contact){
               .name = "pad", .tangential = "x1", .kt = 4e4 * by[4], .mu = 0.3, .preload = 20.0 * by[5]});
    rdg_gap_spring_add(s,
                       &(rdg_gap_spring){.name = "stop", .at = "x2", .k = 1e5 * by[6], .gap = 1e-3 * by[7]});
    rdg_force_add(s, "x2", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x2", 1);
    return s;
}

#endif
