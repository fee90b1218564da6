/* Random masses with pads that slip, stops behind gaps, and a force on the last mass. */
#ifndef RDG_TEST_RUBBING_CHAIN_H
#define RDG_TEST_RUBBING_CHAIN_H

#include "support.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/structure.h>

enum { CHAIN_MASSES = 3, CHAIN_PADS = 2 };

/* kg, N s/m, N/m, N; pad i at mass i, the stop at the last mass. */
typedef struct chain_numbers {
    int n, pads;
    double M[CHAIN_MASSES * CHAIN_MASSES], C[CHAIN_MASSES * CHAIN_MASSES], K[CHAIN_MASSES * CHAIN_MASSES];
    double kt[CHAIN_PADS], preload[CHAIN_PADS], mu;
    double k_stop, gap; /* k_stop 0: there is none */
} chain_numbers;

/* between a and b, uniform in the logarithm */
static inline double chain_scale(uint64_t *seed, double a, double b)
{
    return a * pow(b / a, 0.5 + 0.5 * random_signed(seed));
}

static inline int chain_one_of(uint64_t *seed, int count)
{
    return (int)((count - 1e-6) * (0.5 + 0.5 * random_signed(seed)));
}

/* Displacements "x0", ...; sensor "A", the amplitude of the last mass. */
static inline rdg_structure *chain_structure(rdg_context *ctx, const chain_numbers *c)
{
    static const char *const place[CHAIN_MASSES] = {"x0", "x1", "x2"};
    rdg_structure *s = rdg_structure_create(ctx, "chain", c->n, c->M, c->C, c->K);
    for (int i = 0; i < c->n; i++) {
        rdg_name_dof(s, place[i], i);
    }
    for (int i = 0; i < c->pads; i++) {
        rdg_contact_add(s, &(rdg_contact){.name = i ? "pad 2" : "pad",
                                          .tangential = place[i],
                                          .kt = c->kt[i],
                                          .mu = c->mu,
                                          .preload = c->preload[i]});
    }
    if (c->k_stop > 0.0) {
        rdg_gap_spring_add(
            s, &(rdg_gap_spring){.name = "stop", .at = place[c->n - 1], .k = c->k_stop, .gap = c->gap});
    }
    rdg_force_add(s, place[c->n - 1], 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", place[c->n - 1], 1);
    return s;
}

static inline chain_numbers rubbing_chain(uint64_t *seed, bool stops)
{
    chain_numbers c = {.n = 2 + chain_one_of(seed, 2), .mu = 0.3};
    const int n = c.n;
    const double damping = chain_scale(seed, 0.003, 0.03);
    for (int i = 0; i < n; i++) {
        const double k = i > 0 ? chain_scale(seed, 0.3, 1.5) : 0.0;
        c.M[i + n * i] = chain_scale(seed, 0.5, 1.5);
        c.K[i + n * i] += chain_scale(seed, 0.3, 1.5) + k;
        if (i > 0) {
            c.K[i - 1 + n * (i - 1)] += k;
            c.K[i + n * (i - 1)] -= k;
            c.K[i - 1 + n * i] -= k;
        }
    }
    for (int i = 0; i < n * n; i++) {
        c.C[i] = damping * c.K[i];
    }
    c.pads = 1 + chain_one_of(seed, CHAIN_PADS);
    for (int i = 0; i < c.pads; i++) {
        c.kt[i] = chain_scale(seed, 0.3, 2.0);
        c.preload[i] = chain_scale(seed, 0.3, 3.0);
    }
    if (stops) {
        c.k_stop = chain_scale(seed, 0.5, 5.0);
        c.gap = chain_scale(seed, 0.3, 2.0);
    }
    return c;
}

/* Two masses, a pad at the first one, a stop at the second: the structure of the tutorial, or each number of
 * it times a random factor. A force of 5 N makes the stop's response fold twice. */
static inline chain_numbers pad_and_stop(uint64_t *seed)
{
    double by[8];
    for (int i = 0; i < 8; i++) {
        by[i] = seed ? chain_scale(seed, 0.75, 1.33) : 1.0;
    }
    const double k = 3e4 * by[0];
    chain_numbers c = {.n = 2,
                       .pads = 1,
                       .M = {by[1], 0.0, 0.0, 0.5 * by[2]},
                       .K = {6e4 * by[3] + k, -k, -k, k},
                       .kt = {4e4 * by[4]},
                       .preload = {20.0 * by[5]},
                       .mu = 0.3,
                       .k_stop = 1e5 * by[6],
                       .gap = 1e-3 * by[7]};
    for (int i = 0; i < 4; i++) {
        c.C[i] = 3e-5 * c.K[i];
    }
    return c;
}

#endif
