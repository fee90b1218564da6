/* Random fields and maps with a known branch x = 0 along which eigenvalues cross: x' = M(p) x - x^3 and
 * x -> M(p) x - x^3, the entries of M being cubic polynomials. Bifurcations by two eigenvalues (HB, NS) are
 * those changes of the number of unstable eigenvalues by two that a fine scan with LAPACK shows. */
#ifndef RDG_TEST_RANDOM_SPECTRA_H
#define RDG_TEST_RANDOM_SPECTRA_H

#include "harvest.h"

#include <ridgewalk/ep.h>

#include <lapacke.h>

enum { SPECTRA_MOST = 6, SPECTRA_CELLS = 1000, SPECTRA_DEGREE = 4 };

static const double spectra_low = -1.0, spectra_high = 1.0;

typedef struct random_spectra {
    int n;
    bool is_map;
    double entry[SPECTRA_MOST][SPECTRA_MOST][SPECTRA_DEGREE];
} random_spectra;

/* What a campaign has found. */
typedef struct spectra_tally {
    long expected, found;  /* points HB or NS by the scan; of these, those that a run has */
    long false_points;     /* of a run, and not by the scan */
    long saddles, unasked; /* NSA where they are located; where they are not */
    long warnings;         /* of runs that do not locate them */
    long others;           /* of runs that do */
    long found_by_others;  /* points HB or NS of these */
} spectra_tally;

static inline double spectra_entry(const random_spectra *r, int i, int j, double p, double *slope)
{
    double value = 0.0;
    *slope = 0.0;
    for (int d = SPECTRA_DEGREE - 1; d >= 0; d--) {
        *slope = *slope * p + value;
        value = value * p + r->entry[i][j][d];
    }
    return value;
}

static inline int spectra_f(rdg_index count, const double *u, rdg_index m, double *y, void *data)
{
    const random_spectra *r = data;
    double slope = 0.0;
    (void)count;
    for (int i = 0; i < m; i++) {
        y[i] = -u[i] * u[i] * u[i];
        for (int j = 0; j < r->n; j++) {
            y[i] += spectra_entry(r, i, j, u[r->n], &slope) * u[j];
        }
    }
    return 0;
}

static inline int spectra_df(rdg_index count, const double *u, rdg_index m, double *values, void *data)
{
    const random_spectra *r = data;
    memset(values, 0, (size_t)(m * count) * sizeof *values);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < r->n; j++) {
            double slope = 0.0;
            values[i + m * j] = spectra_entry(r, i, j, u[r->n], &slope) - (i == j ? 3.0 * u[i] * u[i] : 0.0);
            values[i + m * r->n] += slope * u[j];
        }
    }
    return 0;
}

static inline int spectra_unstable(const random_spectra *r, double p)
{
    double M[SPECTRA_MOST * SPECTRA_MOST], re[SPECTRA_MOST], im[SPECTRA_MOST], slope = 0.0;
    for (int i = 0; i < r->n * r->n; i++) {
        M[i] = spectra_entry(r, i % r->n, i / r->n, p, &slope);
    }
    assert_int_equal(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', r->n, M, r->n, re, im, NULL, 1, NULL, 1), 0);
    int unstable = 0;
    for (int i = 0; i < r->n; i++) {
        unstable += r->is_map ? hypot(re[i], im[i]) > 1.0 : re[i] > 0.0;
    }
    return unstable;
}

static inline random_spectra spectra_draw(bool is_map, uint64_t *seed)
{
    random_spectra r = {.n = 2 + (int)(2.4999 * (random_signed(seed) + 1.0)), .is_map = is_map};
    const double size = is_map ? 1.5 / sqrt(r.n) : 1.0;
    for (int i = 0; i < r.n * r.n * SPECTRA_DEGREE; i++) {
        r.entry[i % r.n][i / r.n % r.n][i / r.n / r.n] = size * random_signed(seed);
    }
    return r;
}

static inline void spectra_run(rdg_context *ctx, random_spectra *r, bool saddles, double step, harvest *h)
{
    const double x[SPECTRA_MOST] = {0.0};
    const rdg_ep ep = {.n = r->n,
                       .n_parameters = 1,
                       .f = spectra_f,
                       .df = spectra_df,
                       .x = x,
                       .p = &spectra_low,
                       .parameters = (const char *const[]){"p"},
                       .data = r};
    rdg_problem *p = r->is_map ? rdg_map_problem(ctx, &ep) : rdg_ep_problem(ctx, &ep);
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("p"), RDG_WINDOW("p", spectra_low, spectra_high),
                                RDG_STEP(fmin(step, 0.05), 1e-6, step), RDG_MAX_POINTS(2000), HARVEST_ONLY(h),
                                saddles ? RDG_NEUTRAL_SADDLES : RDG_LABEL_EVERY(10)));
    rdg_problem_free(p);
}

/* Pairs that cross between two values of p with these numbers of unstable eigenvalues; single ones do at
 * branch points. */
static inline long spectra_pairs(const random_spectra *r, double low, double high, int before, int after)
{
    if (before == after || high - low < 1e-10) {
        return (after > before ? after - before : before - after) / 2;
    }
    const double middle = 0.5 * (low + high);
    const int between = spectra_unstable(r, middle);
    return spectra_pairs(r, low, middle, before, between) + spectra_pairs(r, middle, high, between, after);
}

/* Points of a type against the scan, which does not see two crossings in a cell that undo each other. */
static inline void spectra_compare(const random_spectra *r, const harvest *h, const char *type,
                                   spectra_tally *tally)
{
    const double cell = (spectra_high - spectra_low) / SPECTRA_CELLS;
    int before = spectra_unstable(r, spectra_low);
    for (int k = 1; k <= SPECTRA_CELLS; k++) {
        const double right = spectra_low + k * cell;
        const int after = spectra_unstable(r, right);
        long points = 0;
        for (size_t i = 0; i < h->count; i++) {
            const double p = h->chart[i].u[r->n];
            points += strcmp(h->chart[i].type, type) == 0 && p > right - cell && p <= right;
        }
        const long pairs = spectra_pairs(r, right - cell, right, before, after);
        const long more = points - pairs;
        tally->expected += pairs;
        tally->found += more < 0 ? points : pairs;
        tally->false_points += more > 0 && more % 2 != 0 ? more : 0;
        before = after;
    }
}

static inline spectra_tally spectra_campaign(uint64_t seed, int count, double step)
{
    spectra_tally tally = {0};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    for (int k = 0; k < 2 * count; k++) {
        random_spectra r = spectra_draw(k % 2 == 1, &seed);
        harvest plain = {0}, all = {0};
        spectra_run(ctx, &r, false, step, &plain);
        spectra_run(ctx, &r, true, step, &all);
        spectra_compare(&r, &plain, r.is_map ? "NS" : "HB", &tally);
        spectra_tally more = {0};
        spectra_compare(&r, &all, r.is_map ? "NS" : "HB", &more);
        tally.found_by_others += more.found;
        tally.saddles += (long)harvest_count(&all, "NSA");
        tally.unasked += (long)harvest_count(&plain, "NSA");
        tally.warnings += plain.summary.warnings;
        tally.others += all.summary.warnings;
        harvest_clear(&plain);
        harvest_clear(&all);
    }
    rdg_context_free(ctx);
    return tally;
}

#endif
