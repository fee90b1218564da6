/* A rod with ten contacts, condensed and with all degrees of freedom kept: what a point of a forced response
 * costs, and how much of it is condensation and how much contacts. */
#include "bench.h"
#include "rod.h"

/* Processor time of one evaluation of D and D', both harmonics */
static double condensation_time(rdg_structure *rod)
{
    enum { KEPT = ROD_CONTACTS + 1, REPETITIONS = 10 };
    const rdg_index n = rdg_structure_size(rod);
    rdg_index kept[KEPT] = {0};
    static double D[2 * KEPT * KEPT], D1[2 * KEPT * KEPT];
    for (int i = 0; i < ROD_CONTACTS; i++) {
        kept[i] = n / 12 * (i + 2);
    }
    kept[ROD_CONTACTS] = n - 1;
    rdg_condensation *c = rdg_condensation_create(rod, KEPT, kept);
    const double begin = rdg_seconds();
    for (int i = 0; i < REPETITIONS; i++) {
        rdg_condensation_evaluate(c, 1, 140 + i, D, D1, NULL);
        rdg_condensation_evaluate(c, 3, 140 + i, D, D1, NULL);
    }
    const double seconds = (rdg_seconds() - begin) / REPETITIONS;
    rdg_condensation_free(c);
    return seconds;
}

static double contact_time(rdg_hbm *hb, const double *Q)
{
    enum { REPETITIONS = 1000 };
    double z[8], force[8];
    const double begin = rdg_seconds();
    for (int i = 0; i < REPETITIONS * ROD_CONTACTS; i++) {
        rdg_hbm_element_state(hb, i % ROD_CONTACTS, Q, 140, z, force);
    }
    return (rdg_seconds() - begin) / REPETITIONS;
}

static void measure(rdg_context *ctx, rdg_index n, bool keep_all)
{
    rdg_structure *rod = rod_create(ctx, n);
    rdg_hbm *hb = rod_hbm(rod, keep_all);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 140.0), RDG_AT("alpha", 0.01));
    rdg_run_summary s = {0};
    rdg_continue(p, "rod", RDG_RELEASE("omega"), RDG_WINDOW("omega", 140, 180), RDG_DIRECTION(1),
                 RDG_MAX_POINTS(60), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&s));
    if (rdg_error_status(ctx) != RDG_OK) {
        return;
    }
    const double points = (double)s.points, ms = 1e3;
    printf(
        "%s_%lld points=%ld iterations=%ld ms_per_point=%.2f function_ms=%.2f factor_ms=%.2f solve_ms=%.2f "
        "one_condensation_ms=%.3f ten_contacts_ms=%.4f\n",
        keep_all ? "whole" : "condensed", (long long)n, s.points, s.iterations,
        ms * s.timing.total_s / points, ms * s.timing.function_s / points, ms * s.timing.factor_s / points,
        ms * s.timing.solve_s / points, keep_all ? 0.0 : ms * condensation_time(rod),
        ms * contact_time(hb, rdg_start_values(p)));
    rdg_problem_free(p);
    rdg_hbm_free(hb);
    rdg_structure_free(rod);
}

int main(void)
{
    rdg_context *ctx = bench_context();
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("== A rod with ten contacts, two harmonics: condensed or whole, milliseconds a point\n");
    static const rdg_index sizes[] = {300, 1000, 3000, 10000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        measure(ctx, sizes[k], false);
        if (sizes[k] <= 3000) {
            measure(ctx, sizes[k], true);
        }
    }
    return bench_exit(ctx);
}
