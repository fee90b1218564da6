/* A ridge beside a warm-started search for the peak at each level, and a point of it beside a point of the
 * forced response. */
#include "curve_cost.h"
#include "ridge_cases.h"
#include "ridge_cost.h"
#include "warm_search.h"

#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/peak.h>
#include <ridgewalk/ridges.h>

enum { REPETITIONS = 5, RESPONSES = 200 };

/* Levels at which the greatest response, where it is known, was not found. */
static int missed(const reference *levels, const double *Am, const double *truth)
{
    int count = 0;
    for (rdg_index k = 0; k < levels->n; k++) {
        count += isnan(truth[k]) ? isnan(Am[k]) : !(fabs(Am[k] / truth[k] - 1.0) < 1e-6);
    }
    return count;
}

/* Points of the forced response at a level in the middle. */
static double response_us(rdg_hbm *hb, const ridge_case *k, const reference *levels, rdg_run_summary *summary)
{
    double least = INFINITY;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(k->c.range[0])),
                                     RDG_AT("alpha", levels->alpha[levels->n / 2]));
    for (int i = 0; i < REPETITIONS; i++) {
        rdg_continue(p, "bench", RDG_RELEASE("omega"),
                     RDG_WINDOW("omega", RDG_HZ(k->c.range[0]), RDG_HZ(k->c.range[1])), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_SUMMARY(summary));
        least = fmin(least, 1e6 * summary->timing.total_s / (double)summary->points);
    }
    rdg_problem_free(p);
    return least;
}

/* The same levels by following the peak, from a peak near a frequency. */
static double peak_ms(rdg_hbm *hb, const ridge_case *k, double omega, const reference *levels, double *Am)
{
    const clock_t begin = clock();
    rdg_peak_response *r =
        rdg_peak_response_create(hb, "Am", RDG_HZ(k->c.range[0]), RDG_HZ(k->c.range[1]), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, levels->alpha[0], omega);
    for (rdg_index i = 0; peak && i < levels->n; i++) {
        Am[i] = rdg_peak_follow(r, peak, levels->alpha[i]) == RDG_PEAK_REACHED ? peak->amplitude : NAN;
    }
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
    return bench_cpu_ms(begin);
}

static void measure(rdg_context *ctx, const ridge_case *k)
{
    const reference levels = levels_of(k);
    rdg_hbm *hb = k->model(ctx);
    double truth[MAX_LEVELS];
    int unknown = 0;
    for (rdg_index i = 0; i < levels.n; i++) {
        rdg_peak peak = {0};
        rdg_frc_peak(hb, "Am", levels.alpha[i], RDG_HZ(k->c.range[0]), RDG_HZ(k->c.range[1]), &peak);
        truth[i] = rdg_error_status(ctx) == RDG_OK ? peak.amplitude : NAN;
        unknown += isnan(truth[i]);
        rdg_error_clear(ctx); /* a response that cannot be looked at closely everywhere */
    }
    const ridge_cost whole = ridge_cost_of(hb, &k->c, &levels, false, 0.0); /* with the search of its start */
    ridge_cost ridge = ridge_cost_of(hb, &k->c, &levels, false, whole.first_omega);
    search_cost search = search_levels(hb, ridge.omega[0], &levels);
    double ridge_us = INFINITY, followed_ms = INFINITY, followed[MAX_LEVELS];
    for (int i = 0; i < REPETITIONS; i++) { /* one after the other: other work on the machine meets both */
        const ridge_cost again = ridge_cost_of(hb, &k->c, &levels, false, whole.first_omega);
        const search_cost once_more = search_levels(hb, ridge.omega[0], &levels);
        const rdg_timing *t = &again.summary.timing;
        followed_ms = fmin(followed_ms, peak_ms(hb, k, ridge.omega[0], &levels, followed));
        ridge_us = fmin(ridge_us, 1e6 * (t->total_s - t->handler_s) / (double)again.summary.points);
        ridge.ms = fmin(ridge.ms, again.ms);
        search.ms = fmin(search.ms, once_more.ms);
    }
    rdg_run_summary frc = {0};
    const double frc_us = response_us(hb, k, &levels, &frc);
    printf("%s n=%lld levels=%lld ridge_iterations=%ld search_iterations=%ld ridge_ms=%.2f search_ms=%.2f",
           k->name, (long long)rdg_hbm_unknowns(hb), (long long)levels.n, ridge.iterations, search.iterations,
           ridge.ms, search.ms);
    printf(" whole_ms=%.2f times_faster=%.2f ridge_misses=%d search_misses=%d search_failed=%ld unknown=%d",
           whole.ms, search.ms / ridge.ms, missed(&levels, ridge.Am, truth),
           missed(&levels, search.Am, truth), search.failed, unknown);
    printf(" peak_ms=%.2f peak_times_faster=%.2f peak_misses=%d", followed_ms, search.ms / followed_ms,
           missed(&levels, followed, truth));
    printf(" ridge_points=%ld ridge_us_a_point=%.1f frc_us_a_point=%.1f ratio=%.2f ridge_its_a_point=%.1f "
           "frc_its_a_point=%.1f\n",
           ridge.summary.points, ridge_us, frc_us, ridge_us / frc_us,
           (double)ridge.summary.iterations / (double)ridge.summary.points,
           (double)frc.iterations / (double)frc.points);
}

/* All ridges beside whole responses at 200 levels, which need not see all maxima at the levels between. */
typedef struct surface_case {
    const char *name;
    backbone_case c;
    double low, high; /* N */
    double window[2]; /* Hz */
} surface_case;

static const surface_case surfaces[] = {
    {"all_beam", {"", 0.0, false, 0.0, {0}, {0}, 0.0}, 0.03, 300.0, {200, 340}},
    {"all_blades_1.5e-5", {"", 1.5e-5, false, 0.0, {0}, {0}, 0.0}, 0.7, 400.0, {190, 230}},
    {"all_blades_8e-6", {"", 8e-6, false, 0.0, {0}, {0}, 0.0}, 0.4, 240.0, {190, 230}},
    {"all_blades_3e-6", {"", 3e-6, false, 0.0, {0}, {0}, 0.0}, 0.15, 97.0, {190, 230}},
};

/* Maxima of a response that lie on no ridge. */
static int astray(rdg_context *ctx, const rdg_ridges *all, double level, const rdg_peaks *found)
{
    int count = 0;
    for (rdg_index i = 0; i < found->count; i++) {
        double off = INFINITY;
        for (rdg_index k = 0; k < all->count; k++) {
            rdg_ridges_point at;
            if (level >= all->ridge[k].low.level && level <= all->ridge[k].high.level &&
                rdg_ridges_at(all, k, level, &at) == RDG_OK) {
                off = fmin(off, fabs(at.amplitude / found->maximum[i].amplitude - 1.0));
            }
            rdg_error_clear(ctx);
        }
        count += !(off < 1e-9);
    }
    return count;
}

static void measure_all(rdg_context *ctx, const surface_case *k)
{
    rdg_hbm *hb = backbone_model(ctx, &k->c);
    const double low = RDG_HZ(k->window[0]), high = RDG_HZ(k->window[1]);
    const clock_t begin = clock();
    const rdg_ridges *all = rdg_ridges_of(hb, "all", "Am", RDG_WINDOW("alpha", k->low, k->high),
                                          RDG_WINDOW("omega", low, high), RDG_NO_TABLE, RDG_IN_MEMORY);
    const double ridges_ms = bench_cpu_ms(begin);
    double responses_ms = 0.0;
    long iterations = 0;
    int missed_by_ridges = 0;
    for (int i = 0; all && i < RESPONSES; i++) {
        const double level = k->low * pow(k->high / k->low, (i + 0.5) / RESPONSES);
        const clock_t start = clock();
        const rdg_peaks *found =
            rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", level), RDG_WINDOW("omega", low, high));
        responses_ms += bench_cpu_ms(start);
        rdg_error_clear(ctx);
        iterations += found ? found->iterations : 0;
        missed_by_ridges += found ? astray(ctx, all, level, found) : 0;
        rdg_peaks_free(found);
    }
    if (all) {
        printf("%s ridges=%lld samples=%lld certified=%d ridges_iterations=%ld ridges_ms=%.0f responses=%d "
               "responses_iterations=%ld responses_ms=%.0f astray=%d\n",
               k->name, (long long)all->count, (long long)all->samples, all->certified, all->iterations,
               ridges_ms, RESPONSES, iterations, responses_ms, missed_by_ridges);
    }
    rdg_ridges_free(all);
}

int main(int argc, char **argv)
{
    rdg_context *ctx = bench_context();
    printf("== A ridge through %d levels beside a warm-started search for each level's peak (Brent, to "
           "1e-8), both from the first peak (whole_ms: the ridge searches that, too), and a "
           "point of it beside a point of the forced response\n",
           LEVELS);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (argc < 2 || strcmp(argv[1], cases[k].name) == 0) {
            measure(ctx, &cases[k]);
        }
    }
    printf("== All ridges of a window beside whole responses at %d levels\n", RESPONSES);
    for (size_t k = 0; k < sizeof surfaces / sizeof *surfaces; k++) {
        if (argc < 2 || strcmp(argv[1], surfaces[k].name) == 0) {
            measure_all(ctx, &surfaces[k]);
        }
    }
    return bench_exit(ctx);
}
