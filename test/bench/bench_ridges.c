/* A ridge beside a warm-started search for the peak at each level, and a point of it beside a point of the
 * forced response. */
#include "curve_cost.h"
#include "ridge_cost.h"
#include "warm_search.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/ridges.h>

enum { LEVELS = 30, REPETITIONS = 5, RESPONSES = 200 };

typedef struct ridge_case {
    const char *name;
    rdg_hbm *(*model)(rdg_context *ctx);
    backbone_case c; /* windows and start */
    double highest;  /* N */
} ridge_case;

static rdg_hbm *beam_h1(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1));
}

static rdg_hbm *beam_h13(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1, 3));
}

static rdg_hbm *beam_h7(rdg_context *ctx)
{
    return friction_beam(ctx, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13));
}

static rdg_hbm *blades_h123(rdg_context *ctx)
{
    return blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1, 2, 3));
}

static rdg_structure *one_mass(rdg_context *ctx, double damping)
{
    const double one = 1.0;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &damping, &one);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return s;
}

static rdg_hbm *jenkins(rdg_context *ctx)
{
    rdg_structure *s = one_mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.at = "x", .kt = 0.5, .limit = 1.0});
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
}

static rdg_hbm *duffing(rdg_context *ctx)
{
    static const int odd[] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41};
    rdg_structure *s = one_mass(ctx, 0.04);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 1.0, .samples = 256});
    return rdg_hbm_create(s, 21, odd);
}

/* The beam on pads at several of its nodes. */
static rdg_hbm *pads(rdg_context *ctx)
{
    rdg_structure *s = cantilever(ctx, &standard_beam);
    char name[6][8];
    for (rdg_index k = 0; k < 6; k++) {
        snprintf(name[k], sizeof name[k], "p%d", (int)k);
        rdg_name_dof(s, name[k], rdg_beam_deflection(s, 4 + 2 * k));
    }
    for (int k = 0; k < 6; k++) {
        rdg_contact_add(s, &(rdg_contact){.name = name[k],
                                          .tangential = name[k],
                                          .kt = 1e4 * (1 + 0.2 * k),
                                          .kn = 1e5,
                                          .mu = 0.3,
                                          .preload = 10.0 * (1 + 0.3 * k)});
    }
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

/* All of a longer beam's degrees of freedom. */
static rdg_hbm *long_beam(rdg_context *ctx)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.400;
    b.width = 0.010;
    b.height = 0.010;
    b.young = 210e9;
    b.density = 7830.0;
    b.elements = 20;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 3e-5);
    rdg_name_dof(beam, "pad", rdg_beam_deflection(beam, 6));
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 20));
    rdg_contact_add(beam,
                    &(rdg_contact){.tangential = "pad", .kt = 2e6, .kn = 2e6, .mu = 0.3, .preload = 40.0});
    rdg_force_add(beam, "tip", 1, 1.0);
    rdg_sensor_add(beam, "Am", "tip");
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(1));
    rdg_hbm_keep_all(hb);
    return hb;
}

static const ridge_case cases[] = {
    {"beam_h1", beam_h1, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"beam_h13", beam_h13, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"beam_h7", beam_h7, {"", 0, false, 0.03, {300, 335}, {200, 330}, 0}, 314.0},
    {"blades", blades_h123, {"", 0, false, 0.7, {195, 208}, {195, 208}, 0}, 300.0},
    {"jenkins", jenkins, {"", 0, false, 0.005, {0.15, 0.25}, {0.12, 0.25}, 0}, 20.0},
    {"duffing", duffing, {"", 0, false, 0.002, {0.11, 0.25}, {0.11, 0.8}, 0}, 0.5},
    {"pads", pads, {"", 0, false, 0.03, {200, 400}, {150, 400}, 0}, 300.0},
    {"long_beam", long_beam, {"", 0, false, 0.03, {45, 110}, {40, 110}, 0}, 300.0},
};

static reference levels_of(const ridge_case *k)
{
    reference levels = {.n = LEVELS};
    for (int i = 0; i < LEVELS; i++) {
        levels.alpha[i] = k->c.start * pow(k->highest / k->c.start, (i + 0.5) / LEVELS);
    }
    return levels;
}

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
    ridge_cost ridge = ridge_cost_of(hb, &k->c, &levels, NULL);
    search_cost search = search_levels(hb, ridge.omega[0], &levels);
    double ridge_us = INFINITY;
    double walk_ms = INFINITY;              /* from its first point on, which is given to the search */
    for (int i = 0; i < REPETITIONS; i++) { /* one after the other: other work on the machine meets both */
        const ridge_cost again = ridge_cost_of(hb, &k->c, &levels, NULL);
        const search_cost once_more = search_levels(hb, ridge.omega[0], &levels);
        const rdg_timing *t = &again.summary.timing;
        ridge_us = fmin(ridge_us, 1e6 * (t->total_s - t->handler_s) / (double)again.summary.points);
        walk_ms = fmin(walk_ms, 1e3 * t->total_s);
        ridge.ms = fmin(ridge.ms, again.ms);
        search.ms = fmin(search.ms, once_more.ms);
    }
    rdg_run_summary frc = {0};
    const double frc_us = response_us(hb, k, &levels, &frc);
    printf("%s n=%lld levels=%lld ridge_iterations=%ld search_iterations=%ld ridge_ms=%.2f search_ms=%.2f",
           k->name, (long long)rdg_hbm_unknowns(hb), (long long)levels.n, ridge.iterations, search.iterations,
           ridge.ms, search.ms);
    printf(" walk_ms=%.2f times_faster=%.2f ridge_misses=%d search_misses=%d search_failed=%ld unknown=%d",
           walk_ms, search.ms / ridge.ms, missed(&levels, ridge.Am, truth), missed(&levels, search.Am, truth),
           search.failed, unknown);
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
           "1e-8), and a "
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
