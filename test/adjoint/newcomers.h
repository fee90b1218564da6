/* Ridges as a newcomer asks for them: a chain of 2 to 6 masses, 1 to 3 contacts, sliders or cubic springs,
 * from a mode, over a window and levels of the order of its own. The referee is brute force
 * (random_ridges.h): sweeps up and down by a Newton method of its own. */
#ifndef RDG_TEST_NEWCOMERS_H
#define RDG_TEST_NEWCOMERS_H

#include "adjoint/random_ridges.h"

#include <ridgewalk/ridges.h>

#include <stdio.h>
#include <string.h>

enum { NEWCOMER_LABELS = 6, NEWCOMER_TEXT = 1 << 14, NEWCOMER_POINTS = 500 };

static char newcomer_heard[NEWCOMER_TEXT]; /* warnings and errors */

static inline void newcomer_listen(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel >= RDG_CHANNEL_WARNING && strlen(newcomer_heard) + strlen(text) + 2 < sizeof newcomer_heard) {
        strcat(strcat(newcomer_heard, text), "\n");
    }
}

static inline void newcomer_element(uint64_t *seed, rdg_structure *s, int masses, int number)
{
    static const char *const name[] = {"e0", "e1", "e2"};
    static const char *const place[] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    const char *at = place[dice_of(seed, masses)];
    const double k = dice_scale(seed, 0.1, 3.0), limit = dice_scale(seed, 0.1, 3.0);
    switch (dice_of(seed, 3)) {
    case 0:
        rdg_contact_add(
            s, &(rdg_contact){
                   .name = name[number], .tangential = at, .kt = k, .mu = 0.3, .preload = limit / 0.3});
        break;
    case 1:
        rdg_jenkins_add(s, &(rdg_jenkins){.name = name[number], .at = at, .kt = k, .limit = limit});
        break;
    default:
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = name[number], .at = at, .k3 = 0.1 * k});
    }
}

static inline random_ridges newcomer_structure(rdg_context *ctx, uint64_t number)
{
    static const char *const place[] = {"x0", "x1", "x2", "x3", "x4", "x5"};
    double M[36] = {0.0}, C[36] = {0.0}, K[36] = {0.0}, f[6];
    uint64_t seed = (number + 1) * 0x9E3779B97F4A7C15u;
    seed ^= seed >> 31;
    random_signed(&seed);
    random_ridges r = {.masses = 2 + dice_of(&seed, 5), .contacts = 1 + dice_of(&seed, 3)};
    fill_chain(&seed, r.masses, false, (dice_units){1.0, 1.0, 1.0}, M, C, K);
    rdg_structure *s = rdg_structure_create(ctx, "chain", r.masses, M, C, K);
    for (int i = 0; i < r.masses; i++) {
        rdg_name_dof(s, place[i], i);
    }
    for (int i = 0; i < r.contacts; i++) {
        newcomer_element(&seed, s, r.masses, i);
    }
    rdg_force_add(s, place[dice_of(&seed, r.masses)], 1, 1.0);
    rdg_sensor_add(s, "Am", place[dice_of(&seed, r.masses)]);
    r.hb = dice_of(&seed, 2) ? rdg_hbm_create(s, RDG_HARMONICS(1)) : rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_structure_modes(s, 0, NULL, r.masses, f, NULL);
    const int last = dice_of(&seed, r.masses);
    r.low = f[0] * dice_scale(&seed, 0.4, 0.8);
    r.high = f[last] * dice_scale(&seed, 1.4, 2.0);
    r.least = dice_scale(&seed, 0.01, 0.3);
    r.most = r.least * dice_scale(&seed, 5.0, 200.0);
    assert_ok(ctx, rdg_error_status(ctx));
    return r;
}

static inline double newcomer_level(const random_ridges *r, int k)
{
    return r->least * pow(r->most / r->least, (k + 0.5) / NEWCOMER_LABELS);
}

typedef struct newcomer_count {
    int maxima; /* by brute force */
    int early;  /* ridges that do not cover their levels */
    int missed; /* labels with a greater maximum below the level of the warning, or without one */
    int open;   /* structures whose ridges are not all certified */
    int absent; /* maxima at certified levels that lie on no ridge */
    int alarms; /* structures with a warning of a point that is not reported */
} newcomer_count;

/* Is a maximum of brute force there? */
static inline bool newcomer_has(const brute_peaks *found, double omega, double amplitude)
{
    for (int i = 0; i < found->n; i++) {
        if (fabs(found->omega[i] / omega - 1.0) < 1e-3 &&
            fabs(found->amplitude[i] / amplitude - 1.0) < 1e-5) {
            return true;
        }
    }
    return false;
}

static inline double newcomer_greatest(const brute_peaks *found)
{
    double most = 0.0;
    for (int i = 0; i < found->n; i++) {
        most = fmax(most, found->amplitude[i]);
    }
    return most;
}

/* From which level on the warning says that a greater maximum may be there; infinite: there is none. */
static inline double newcomer_warned(void)
{
    const char *at = strstr(newcomer_heard, "has a greater maximum elsewhere");
    while (at && at > newcomer_heard && at[-1] != '\n') {
        at--;
    }
    const char *alpha = at ? strstr(at, "alpha = ") : NULL,
               *between = at ? strstr(at, "somewhere between ") : NULL;
    return between ? strtod(between + 18, NULL) : alpha ? strtod(alpha + 8, NULL) : INFINITY;
}

/* A label of the ridge at level k: is a greater maximum there that the warning leaves out? The warning has
 * nine digits. */
static inline void newcomer_label(const brute_peaks *truth, double level, double Am, double from,
                                  uint64_t number, newcomer_count *sum)
{
    const double excess = newcomer_greatest(truth) / Am - 1.0;
    if (excess > 1e-6 && level < from * (1.0 - 1e-6)) {
        sum->missed++;
        print_message("%d at %.9g N: greater by %.3g, warned from %g N\n", (int)number, level, excess, from);
    }
}

static inline void newcomer_ridge(rdg_context *ctx, const random_ridges *r, const brute_peaks *truth,
                                  uint64_t number, newcomer_count *sum)
{
    double level[NEWCOMER_LABELS];
    rdg_run_summary summary = {.covered = false};
    for (int k = 0; k < NEWCOMER_LABELS; k++) {
        level[k] = newcomer_level(r, k);
    }
    newcomer_heard[0] = '\0';
    const rdg_status status =
        rdg_ridge(r->hb, "r", "Am", RDG_FROM_MODE(1), RDG_WINDOW("alpha", r->least, r->most),
                  RDG_WINDOW("omega", r->low, r->high), RDG_UZ_LIST("alpha", NEWCOMER_LABELS, level),
                  RDG_SUMMARY(&summary), RDG_NO_TABLE, RDG_IN_MEMORY);
    rdg_error_clear(ctx);
    sum->early += status != RDG_OK || !summary.covered;
    const double from = newcomer_warned();
    rdg_run *run = status == RDG_OK ? rdg_run_open(ctx, "r") : NULL;
    const double *alpha = rdg_run_column(run, "alpha"), *Am = rdg_run_column(run, "Am");
    for (rdg_index i = 0; run && i < rdg_run_count(run); i++) {
        for (int k = 0; k < NEWCOMER_LABELS; k++) {
            if (rdg_run_label(run, i) > 0 && fabs(alpha[i] / level[k] - 1.0) < 1e-9) {
                newcomer_label(&truth[k], level[k], Am[i], from, number, sum);
            }
        }
    }
    rdg_run_free(run);
}

/* The ridges at a level. */
static inline void newcomer_known(rdg_context *ctx, const rdg_ridges *all, double level, brute_peaks *known)
{
    known->n = 0;
    for (rdg_index i = 0; i < all->count && known->n < MOST_PEAKS; i++) {
        rdg_ridges_point at;
        if (level > all->ridge[i].low.level && level < all->ridge[i].high.level &&
            rdg_ridges_at(all, i, level, &at) == RDG_OK) {
            known->omega[known->n] = at.omega;
            known->amplitude[known->n++] = at.amplitude;
        }
        rdg_error_clear(ctx);
    }
}

static inline void newcomer_all(rdg_context *ctx, const random_ridges *r, const brute_peaks *truth,
                                newcomer_count *sum)
{
    brute_peaks known;
    newcomer_heard[0] = '\0';
    const rdg_ridges *all = rdg_ridges_of(r->hb, "all", "Am", RDG_WINDOW("alpha", r->least, r->most),
                                          RDG_WINDOW("omega", r->low, r->high), RDG_NO_TABLE, RDG_IN_MEMORY);
    rdg_error_clear(ctx);
    sum->open += !all || !all->certified;
    sum->alarms += strstr(newcomer_heard, "is not reported") != NULL;
    for (int k = 0; all && k < NEWCOMER_LABELS; k++) {
        newcomer_known(ctx, all, newcomer_level(r, k), &known);
        for (int i = 0; i < truth[k].n; i++) {
            sum->absent += rdg_ridges_certified(all, newcomer_level(r, k)) &&
                           !newcomer_has(&known, truth[k].omega[i], truth[k].amplitude[i]);
        }
    }
    rdg_ridges_free(all);
}

static inline void newcomer_check(uint64_t number, newcomer_count *sum)
{
    static brute_peaks truth[NEWCOMER_LABELS];
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, newcomer_listen, NULL);
    const random_ridges r = newcomer_structure(ctx, number);
    for (int k = 0; k < NEWCOMER_LABELS; k++) {
        find_by_brute_force(&r, newcomer_level(&r, k), NEWCOMER_POINTS, &truth[k]);
        sum->maxima += truth[k].n;
    }
    rdg_error_clear(ctx);
    newcomer_ridge(ctx, &r, truth, number, sum);
    newcomer_all(ctx, &r, truth, sum);
    rdg_context_free(ctx);
}

#endif
