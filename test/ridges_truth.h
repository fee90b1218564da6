/* All ridges against the whole response at levels that nobody has looked at: every maximum that it shows lies
 * on a ridge, and every ridge that is there is one of its maxima. */
#ifndef RDG_TEST_RIDGES_TRUTH_H
#define RDG_TEST_RIDGES_TRUTH_H

#include "response_scan.h"
#include "support.h"

#include <ridgewalk/ridges.h>

#include <math.h>
#include <stdio.h>

typedef struct truth {
    int levels;      /* looked at */
    int maxima;      /* of these responses */
    int wrong;       /* certified levels with a maximum on no ridge, or more ridges than maxima */
    int uncertified; /* such levels that are not certified */
    int greater;     /* certified levels with a maximum greater than the envelope */
    double worst;    /* difference of an amplitude from its ridge, relative */
    double seconds;  /* all responses took */
} truth;

/* How far off a maximum a ridge is; infinite where it is not there. */
static inline double truth_off(rdg_context *ctx, const rdg_ridges *all, rdg_index k, double level,
                               const rdg_maximum *m)
{
    rdg_ridges_point at;
    if (level < all->ridge[k].low.level || level > all->ridge[k].high.level) {
        return INFINITY;
    }
    if (rdg_ridges_at(all, k, level, &at) != RDG_OK) {
        rdg_error_clear(ctx);
        return INFINITY;
    }
    return fabs(at.amplitude / m->amplitude - 1.0) + 1e-4 * fabs(at.omega / m->omega - 1.0);
}

/* The ridge nearest to a maximum, and how far off it is. */
static inline double truth_distance(rdg_context *ctx, const rdg_ridges *all, double level,
                                    const rdg_maximum *m)
{
    double least = INFINITY;
    for (rdg_index k = 0; k < all->count; k++) {
        least = fmin(least, truth_off(ctx, all, k, level, m));
    }
    return least;
}

/* Ridges at a level that the scan of a response has to see. One that is on a detached part at some level may
 * be on the rest of the response at this one: it counts where the scan finds it. */
static inline int truth_ridges(rdg_context *ctx, const rdg_ridges *all, double level, const rdg_peaks *found)
{
    int n = 0;
    for (rdg_index k = 0; k < all->count; k++) {
        bool seen =
            !all->ridge[k].detached && level >= all->ridge[k].low.level && level <= all->ridge[k].high.level;
        for (rdg_index m = 0; !seen && all->ridge[k].detached && m < found->count; m++) {
            seen = truth_off(ctx, all, k, level, &found->maximum[m]) < 1e-9;
        }
        n += seen;
    }
    return n;
}

static inline void truth_at(rdg_context *ctx, const rdg_ridges *all, const rdg_peaks *found, double level,
                            truth *t)
{
    double most = 0.0;
    bool wrong = false;
    rdg_ridges_point greatest = {.amplitude = 0.0};
    for (rdg_index k = 0; k < found->count; k++) {
        const double off = truth_distance(ctx, all, level, &found->maximum[k]);
        wrong = wrong || !(off < 1e-9);
        t->worst = off < 1e-9 ? fmax(t->worst, off) : t->worst;
        most = fmax(most, found->maximum[k].amplitude);
    }
    if (rdg_ridges_greatest(all, level, &greatest) != RDG_OK) {
        rdg_error_clear(ctx);
        greatest.amplitude = 0.0;
    }
    const int ridges = truth_ridges(ctx, all, level, found);
    wrong = wrong || ridges != (int)found->count;
    const bool certified = rdg_ridges_certified(all, level);
    t->maxima += (int)found->count;
    t->greater += certified && most > greatest.amplitude * (1.0 + 1e-9);
    t->wrong += wrong && certified;
    t->uncertified += wrong && !certified;
    if (wrong && certified) {
        print_message("level %.9g: %td maxima, %d ridges\n", level, found->count, ridges);
        for (rdg_index k = 0; k < found->count; k++) {
            const rdg_maximum *m = &found->maximum[k];
            print_message("   %.9g rad/s: %.9g, %s, off by %.2g\n", m->omega, m->amplitude,
                          m->kind == RDG_MAXIMUM_KINK ? "kink" : "smooth",
                          truth_distance(ctx, all, level, m));
        }
    }
}

/* At n levels within those of the ridges, over the window [low, high] of frequencies. */
static inline truth ridges_truth_within(rdg_context *ctx, rdg_hbm *hb, const rdg_ridges *all,
                                        const char *sensor, double low, double high, int n)
{
    truth t = {.levels = n};
    for (int i = 0; i < n; i++) {
        const double level = all->low * pow(all->high / all->low, (i + 0.37) / n);
        const rdg_peaks *found =
            scan_response(hb, sensor, RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high));
        rdg_error_clear(ctx);
        if (found && found->covered) {
            truth_at(ctx, all, found, level, &t);
            t.seconds += found->seconds;
        }
        scan_free(found);
    }
    return t;
}

#endif
