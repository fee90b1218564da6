/* Scaling: Bratu's problem by finite differences, from 10 to 100 000 unknowns, through its fold. */
#include "bratu.h"

static void measure(rdg_context *ctx, rdg_index m)
{
    rdg_run_summary best = {0};
    const int repetitions = m <= 1000 ? 20 : 2;
    for (int k = 0; k < repetitions; k++) {
        rdg_run_summary s;
        rdg_problem *p = bratu_problem(ctx, m);
        rdg_continue(p, "bratu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0, 4), RDG_DIRECTION(1),
                     RDG_MAX_POINTS(m < 100000 ? 60 : 30), RDG_STEP(0.05, 1e-6, 0.2), RDG_NO_FOLDER,
                     RDG_NO_TABLE, RDG_SUMMARY(&s));
        best = k == 0 || s.timing.total_s < best.timing.total_s ? s : best;
        rdg_problem_free(p);
    }
    const rdg_timing *t = &best.timing;
    const double points = (double)best.points;
    const double rest = t->total_s - t->function_s - t->factor_s - t->solve_s - t->output_s;
    printf("n=%lld points=%ld folds=%ld us_per_point=%.1f function_us=%.1f factor_us=%.1f solve_us=%.1f "
           "rest_us=%.1f "
           "rest_percent=%.1f\n",
           (long long)m, best.points, best.folds, 1e6 * t->total_s / points, 1e6 * t->function_s / points,
           1e6 * t->factor_s / points, 1e6 * t->solve_s / points, 1e6 * rest / points,
           100.0 * rest / t->total_s);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== Bratu's problem by finite differences, through its fold: microseconds a point\n");
    static const rdg_index unknowns[] = {10, 30, 100, 300, 1000, 10000, 100000};
    for (size_t k = 0; k < sizeof unknowns / sizeof *unknowns; k++) {
        measure(ctx, unknowns[k]);
    }
    return bench_exit(ctx);
}
