/* Random structures: is there a peak greater than the envelope at a level that is certified? Does
 * rdg_frc_peaks() find all peaks that sweeps show? */
#ifndef RDG_TEST_ATTACK_RIDGES_H
#define RDG_TEST_ATTACK_RIDGES_H

#include "random_ridges.h"
#include "ridges_truth.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridges.h>

typedef struct attack {
    int structures, levels, certified; /* looked at; levels among them that are certified */
    int greater, doubtful;             /* peaks above the envelope at certified levels, at others */
    int unmade;                        /* structures whose ridges could not be made at all */
    int peaks, missed;                 /* of sweeps; not found by rdg_frc_peaks() though it says covered */
    double worst;                      /* excess of a peak, relative */
} attack;

/* Is it a maximum on a ridge of a part of the response that does not hang together with the rest? */
static inline bool is_detached(rdg_context *ctx, const rdg_ridges *all, double level, double omega,
                               double amplitude)
{
    bool met = false;
    for (rdg_index k = 0; k < all->count && !met; k++) {
        rdg_ridges_point at = {.ridge = -1};
        met = all->ridge[k].detached && rdg_ridges_at(all, k, level, &at) == RDG_OK &&
              fabs(at.amplitude / amplitude - 1.0) < 1e-6 && fabs(at.omega / omega - 1.0) < 1e-3;
        rdg_error_clear(ctx);
    }
    return met;
}

static inline void attack_level(rdg_context *ctx, const random_ridges *r, const rdg_ridges *all, double level,
                                int points, uint64_t name, attack *a)
{
    static brute_peaks found;
    rdg_ridges_point top = {.amplitude = 0.0};
    double most = 0.0;
    double at = 0.0;
    rdg_ridges_greatest(all, level, &top);
    rdg_error_clear(ctx);
    find_by_brute_force(r, level, points, &found);
    const rdg_peaks *peaks =
        rdg_frc_peaks(r->hb, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r->low, r->high));
    rdg_error_clear(ctx);
    for (int k = 0; k < found.n; k++) {
        bool met = !peaks || !peaks->covered;
        for (rdg_index j = 0; peaks && j < peaks->count; j++) {
            met = met || (fabs(peaks->maximum[j].amplitude / found.amplitude[k] - 1.0) < 1e-6 &&
                          fabs(peaks->maximum[j].omega / found.omega[k] - 1.0) < 1e-3);
        }
        met = met || is_detached(ctx, all, level, found.omega[k], found.amplitude[k]);
        a->peaks++;
        a->missed += !met;
        if (!met) {
            print_message("seed %llu (%s), level %.9g: rdg_frc_peaks() has no %.9g at %.9g rad/s\n",
                          (unsigned long long)name, r->sort, level, found.amplitude[k], found.omega[k]);
        }
        at = found.amplitude[k] > most ? found.omega[k] : at;
        most = fmax(most, found.amplitude[k]);
    }
    rdg_peaks_free(peaks);
    const bool certified = rdg_ridges_certified(all, level);
    const bool greater = most > top.amplitude * (1.0 + 1e-7);
    a->levels++;
    a->certified += certified;
    a->greater += greater && certified;
    a->doubtful += greater && !certified;
    if (greater && certified) {
        a->worst = fmax(a->worst, most / top.amplitude - 1.0);
        print_message("seed %llu (%s), level %.9g: peak %.9g at %.9g rad/s, envelope %.9g at %.9g\n",
                      (unsigned long long)name, r->sort, level, most, at, top.amplitude, top.omega);
    }
}

static inline const rdg_ridges *ridges_of_random(rdg_context *ctx, const random_ridges *r)
{
    const rdg_ridges *all = rdg_ridges_of(r->hb, "all", "Am", RDG_WINDOW("alpha", r->least, r->most),
                                          RDG_WINDOW("omega", r->low, r->high), RDG_IN_MEMORY, RDG_NO_TABLE,
                                          RDG_EXPECT_EARLY_END);
    if (!all) {
        print_message("%s: %s\n", r->sort, rdg_error_message(ctx));
    }
    rdg_error_clear(ctx);
    return all;
}

/* The structure that a seed names; the seed goes on behind it. */
static inline random_ridges structure_of(rdg_context *ctx, uint64_t name, uint64_t *seed)
{
    *seed = 0x9E3779B97F4A7C15u * (name + 1);
    rdg_set_writer(ctx, NULL, NULL);
    const random_ridges r = random_structure(ctx, seed);
    assert_ok(ctx, rdg_error_status(ctx));
    return r;
}

/* Are the ridges of a structure the maxima of its responses, one to one? At a level, or at n of them. */
static inline truth attack_counts(uint64_t name, double level, int n)
{
    uint64_t seed = 0;
    rdg_context *ctx = rdg_context_create();
    const random_ridges r = structure_of(ctx, name, &seed);
    const rdg_ridges *all = ridges_of_random(ctx, &r);
    assert_non_null(all);
    assert_true(all->certified);
    for (rdg_index k = 0; k < all->count; k++) {
        const rdg_ridge_end *end[] = {&all->ridge[k].low, &all->ridge[k].high};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(end[i]->kind == RDG_RIDGE_AT_FOLD, strcmp(end[i]->type, "FP") == 0);
        }
    }
    truth t = ridges_truth_within(ctx, r.hb, all, "Am", r.low, r.high, n);
    const rdg_peaks *found =
        rdg_frc_peaks(r.hb, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", r.low, r.high));
    assert_non_null(found);
    truth_at(ctx, all, found, level, &t);
    rdg_context_free(ctx);
    return t;
}

/* Each structure by its own seed, from first on. */
static inline attack attack_ridges(uint64_t first, int structures, int levels, int points)
{
    attack a = {.structures = structures};
    for (int k = 0; k < structures; k++) {
        const uint64_t name = first + (uint64_t)k;
        uint64_t seed = 0;
        rdg_context *ctx = rdg_context_create();
        const random_ridges r = structure_of(ctx, name, &seed);
        const rdg_ridges *all = ridges_of_random(ctx, &r);
        a.unmade += !all;
        for (int i = 0; all && i < levels; i++) {
            attack_level(ctx, &r, all, dice_scale(&seed, r.least, r.most), points, name, &a);
        }
        rdg_context_free(ctx);
    }
    print_message(
        "%d structures, %d levels, %d certified: %d with a greater peak (worst %.2g), %d more where not "
        "certified; %d unmade; %d peaks, %d missed by rdg_frc_peaks()\n",
        a.structures, a.levels, a.certified, a.greater, a.worst, a.doubtful, a.unmade, a.peaks, a.missed);
    return a;
}

#endif
