/* Random structures: is there a peak greater than the envelope at a level that is certified? Does
 * rdg_frc_peaks() find all peaks that sweeps show? */
#ifndef RDG_TEST_ATTACK_RIDGES_H
#define RDG_TEST_ATTACK_RIDGES_H

#include "random_ridges.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridges.h>

typedef struct attack {
    int structures, levels, certified; /* looked at; levels among them that are certified */
    int greater, doubtful;             /* peaks above the envelope at certified levels, at others */
    int unmade;                        /* structures whose ridges could not be made at all */
    int peaks, missed;                 /* of sweeps; not found by rdg_frc_peaks() though it says covered */
    double worst;                      /* excess of a peak, relative */
} attack;

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

/* Each structure by its own seed, from first on. */
static inline attack attack_ridges(uint64_t first, int structures, int levels, int points)
{
    attack a = {.structures = structures};
    for (int k = 0; k < structures; k++) {
        const uint64_t name = first + (uint64_t)k;
        uint64_t seed = 0x9E3779B97F4A7C15u * (name + 1);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const random_ridges r = random_structure(ctx, &seed);
        assert_ok(ctx, rdg_error_status(ctx));
        const rdg_ridges *all = rdg_ridges_of(r.hb, "all", "Am", RDG_WINDOW("alpha", r.least, r.most),
                                              RDG_WINDOW("omega", r.low, r.high), RDG_IN_MEMORY, RDG_NO_TABLE,
                                              RDG_EXPECT_EARLY_END);
        if (!all) {
            print_message("seed %llu (%s): %s\n", (unsigned long long)name, r.sort, rdg_error_message(ctx));
        }
        rdg_error_clear(ctx);
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
