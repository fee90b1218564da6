/* Runs of orbits through changes of their sequence: a run goes on with a neighbour of the orbit at which a
 * sequence has ended. */
#ifndef RDG_TEST_RESTARTS_H
#define RDG_TEST_RESTARTS_H

#include "fresh_context.h"
#include "rubbing_chain.h"

#include <inttypes.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/shooting_sensors.h>

typedef struct restarts {
    int runs, changes; /* runs; changes of the sequence in them */
    int leaps;         /* of these: amplitudes that differ by more than 1 % and than the largest of the steps
                          before */
    int ends;          /* runs that report an end within their window */
    int others;        /* of these: because the motion beyond leads to another branch */
    int folds;
    int refused; /* motions that Newton's method does not make an orbit of */
} restarts;

/* Amplitudes in front of a change of the sequence and behind it. Rows are sorted by points: those of the way
 * backwards, negative ones, stand in the reverse order. */
static inline void count_leaps(rdg_run *r, uint64_t seed, restarts *all)
{
    const double *A = rdg_run_column(r, "A"), *omega = rdg_run_column(r, "omega");
    const rdg_index rows = rdg_run_count(r);
    for (rdg_index i = 0; i < rows; i++) {
        const rdg_index back = rdg_run_point(r, i) < 0 ? -1 : 1, before = i - back;
        all->folds += strcmp(rdg_run_type(r, i), "FP") == 0;
        if (strcmp(rdg_run_type(r, i), "RS") != 0) {
            continue;
        }
        all->changes++;
        double step = 0.01 * A[before];
        for (rdg_index k = before, steps = 0; steps < 3 && k - back >= 0 && k - back < rows;
             steps++, k -= back) {
            step = fmax(step, fabs(A[k] - A[k - back]));
        }
        if (fabs(A[i] - A[before]) > step) {
            print_message("seed %" PRIu64 ": omega %.8g to %.8g, A %.6g to %.6g\n", seed, omega[before],
                          omega[i], A[before], A[i]);
            all->leaps++;
        }
    }
}

/* From a motion that has settled, over a window of frequencies (rad/s). */
static inline void follow_orbits(rdg_context *ctx, rdg_structure *structure, uint64_t seed, double alpha,
                                 const double omega[3], restarts *all)
{
    rdg_hybrid *h = rdg_hybrid_of(structure, RDG_AT("omega", omega[1]), RDG_AT("alpha", alpha));
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.transient = 300.0 * RDG_HZ(1.0) / omega[1], .segments = 40, .order = 1});
    rdg_problem *p = s ? rdg_shooting_problem(s) : NULL;
    if (!p) {
        return;
    }
    assert_ok(ctx, rdg_shooting_add_sensors(s, p));
    if (rdg_continue(p, "chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega[0], omega[2]), RDG_IN_MEMORY,
                     RDG_MAX_POINTS(1000)) != RDG_OK) {
        all->refused++;
        return;
    }
    rdg_run *r = rdg_run_open(ctx, "chain");
    count_leaps(r, seed, all);
    if (rdg_shortfalls(ctx) > 0) {
        all->ends++;
        all->others += strstr(rdg_run_text(r, "not_reached"), "another branch") != NULL;
    }
    all->runs++;
    rdg_run_free(r);
}

static inline void follow_chain(uint64_t first, restarts *all)
{
    uint64_t seed = first;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const bool stops = random_signed(&seed) > -0.5;
    const chain_numbers numbers = rubbing_chain(&seed, stops);
    const double omega = chain_scale(&seed, 0.6, 2.5), alpha = chain_scale(&seed, 0.1, 2.0);
    follow_orbits(ctx, chain_structure(ctx, &numbers), first, alpha,
                  (double[]){0.7 * omega, omega, 1.4 * omega}, all);
    rdg_context_free(ctx);
}

static inline void follow_stopped(uint64_t first, restarts *all)
{
    uint64_t seed = first;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    const chain_numbers numbers = pad_and_stop(&seed);
    const double omega = RDG_HZ(chain_scale(&seed, 25.0, 33.0)), alpha = chain_scale(&seed, 3.0, 10.0);
    follow_orbits(ctx, chain_structure(ctx, &numbers), first, alpha,
                  (double[]){0.9 * omega, omega, 1.4 * omega}, all);
    rdg_context_free(ctx);
}

#endif
