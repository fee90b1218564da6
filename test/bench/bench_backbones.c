/* What a backbone costs by the ridge, and by maxima of whole forced responses at the same levels: Newton's
 * iterations, and milliseconds of the processor, the least of some repetitions.
 *
 * There are two kinds of brute force. rdg_frc_peak() follows the response with adaptive steps and locates its
 * peaks; the other kind takes fixed frequencies over the window and goes with Newton's method from each to
 * the next: its maximum is the greatest of these responses. */
#include "bench.h"
#include "ridge_cost.h"

#include <ridgewalk/frc_peak.h>

enum { FREQUENCIES = 120, REPETITIONS = 3 };

/* Brute force at all levels. */
typedef struct brute_cost {
    long iterations, points;
    long most;   /* iterations of the level that needs most */
    long failed; /* frequencies without a response */
    double ms;
    double Am[MAX_LEVELS];
} brute_cost;

typedef brute_cost (*brute_force)(rdg_hbm *hb, const backbone_case *c, const reference *levels);

static void add_level(brute_cost *cost, long iterations, long points)
{
    cost->iterations += iterations;
    cost->points += points;
    cost->most = iterations > cost->most ? iterations : cost->most;
}

static brute_cost follow_responses(rdg_hbm *hb, const backbone_case *c, const reference *levels)
{
    brute_cost cost = {0};
    const clock_t begin = clock();
    for (rdg_index k = 0; k < levels->n; k++) {
        rdg_peak peak = {0};
        rdg_frc_peak(hb, "Am", levels->alpha[k], RDG_HZ(c->range[0]), RDG_HZ(c->range[1]), &peak);
        add_level(&cost, peak.iterations, peak.points);
        cost.Am[k] = peak.amplitude;
    }
    cost.ms = bench_cpu_ms(begin);
    return cost;
}

/* The greatest of the responses at fixed frequencies; a response that is not met leaves the last one. */
static double sweep(rdg_problem *p, double low, double high, long *failed)
{
    double greatest = 0.0;
    const rdg_index omega = rdg_variable_index(p, "omega", NULL);
    for (int i = 0; i < FREQUENCIES; i++) {
        double amplitude = 0.0;
        rdg_start_values(p)[omega] = low + (high - low) * i / (FREQUENCIES - 1);
        if (rdg_solve(p) != RDG_OK) {
            rdg_error_clear(rdg_problem_context(p));
            ++*failed;
            continue;
        }
        rdg_parameter_value(p, "Am", rdg_start_values(p), &amplitude);
        greatest = amplitude > greatest ? amplitude : greatest;
    }
    return greatest;
}

static brute_cost sweep_frequencies(rdg_hbm *hb, const backbone_case *c, const reference *levels)
{
    brute_cost cost = {0};
    const clock_t begin = clock();
    for (rdg_index k = 0; k < levels->n; k++) {
        const long before = rdg_newton_iterations(rdg_hbm_context(hb));
        rdg_problem *p =
            rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(c->range[0])), RDG_AT("alpha", levels->alpha[k]));
        cost.Am[k] = sweep(p, RDG_HZ(c->range[0]), RDG_HZ(c->range[1]), &cost.failed);
        rdg_problem_free(p);
        add_level(&cost, rdg_newton_iterations(rdg_hbm_context(hb)) - before, FREQUENCIES);
    }
    cost.ms = bench_cpu_ms(begin);
    return cost;
}

static brute_cost fastest(brute_force force, rdg_hbm *hb, const backbone_case *c, const reference *levels)
{
    brute_cost best = force(hb, c, levels);
    for (int k = 1; k < REPETITIONS; k++) {
        const brute_cost again = force(hb, c, levels);
        best = again.ms < best.ms ? again : best;
    }
    return best;
}

static double largest_deviation(rdg_index n, const double *a, const double *b)
{
    double largest = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        bench_require(isfinite(a[k]), "a level was not met");
        largest = fmax(largest, fabs(a[k] / b[k] - 1.0));
    }
    return largest;
}

/* Iterations up to the run in alpha, in it (kept: those that led to its points), and in the local solves
 * behind changes of regime. */
static void print_ridge(const ridge_cost *ridge)
{
    const rdg_run_summary *run = &ridge->summary;
    printf(" ridge_iterations=%ld ridge_start=%ld ridge_run=%ld ridge_kept=%ld ridge_local=%ld",
           ridge->iterations, ridge->first, run->iterations, ridge->kept,
           ridge->iterations - ridge->first - run->iterations);
    printf(" ridge_ms=%.1f ridge_local_ms=%.1f", ridge->ms, 1e3 * run->timing.handler_s);
}

static void print_brute(const char *name, const brute_cost *cost, const ridge_cost *ridge, rdg_index n_levels)
{
    printf(" %s_points=%ld %s_iterations=%ld %s_a_level=%.0f %s_most=%ld %s_ms=%.1f", name, cost->points,
           name, cost->iterations, name, (double)cost->iterations / (double)n_levels, name, cost->most, name,
           cost->ms);
    printf(" times_iterations_%s=%.1f times_ms_%s=%.1f", name,
           (double)cost->iterations / (double)ridge->iterations, name, cost->ms / ridge->ms);
}

static void measure(rdg_context *ctx, const char *name, const backbone_case *c)
{
    reference levels;
    bench_require(read_levels(&levels, c), "the reference levels cannot be read");
    rdg_hbm *hb = backbone_model(ctx, c);
    const ridge_cost ridge = ridge_cost_least(hb, c, &levels, false, REPETITIONS);
    const reference last = {.n = 1, .alpha = {levels.alpha[levels.n - 1]}};
    const ridge_cost bare = ridge_cost_of(hb, c, &last, false, 0.0);
    const brute_cost frc = fastest(follow_responses, hb, c, &levels);
    const brute_cost swept = fastest(sweep_frequencies, hb, c, &levels);
    printf("%s levels=%lld ridge_points=%ld", name, (long long)levels.n, ridge.summary.points);
    print_ridge(&ridge);
    printf(" ridge_one_level=%ld ridge_a_level=%.1f ridge_off=%.0e", bare.iterations,
           (double)ridge.iterations / (double)levels.n, largest_deviation(levels.n, ridge.Am, frc.Am));
    print_brute("frc", &frc, &ridge, levels.n);
    print_brute("sweep", &swept, &ridge, levels.n);
    printf(" sweep_failed=%ld sweep_off=%.0e\n", swept.failed, largest_deviation(levels.n, swept.Am, frc.Am));
}

int main(void)
{
    static const char *const blade_name[] = {"b1.5e-5_h1", "b1.5e-5_h123", "b8e-6_h1",
                                             "b8e-6_h123", "b3e-6_h1",     "b3e-6_h123"};
    rdg_context *ctx = bench_context();
    printf(
        "== A backbone at given levels: by its ridge; by following each level's forced response (frc); by %d "
        "fixed frequencies a level, as is common practice (sweep)\n",
        FREQUENCIES);
    measure(ctx, "beam_h1", &beam_1);
    measure(ctx, "beam_h13", &beam_3);
    for (int k = 0; k < 6; k++) {
        measure(ctx, blade_name[k], &blades[k]);
    }
    return bench_exit(ctx);
}
