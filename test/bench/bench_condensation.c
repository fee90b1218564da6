/* A rod with ten contacts, condensed and with all degrees of freedom kept: what a point of a forced response
 * costs, and how much of it is condensation and how much contacts. */
#include "bench.h"
#include "rod.h"

#include <string.h>

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

/* A state of the response in which contacts slip: that of the largest amplitude. */
typedef struct largest {
    double Am, *u; /* [rdg_variable_count(p)] */
} largest;

static bool keep_largest(rdg_problem *p, const rdg_chart *chart, void *data)
{
    largest *best = data;
    const double Am = chart->mu[rdg_parameter_index(p, "Am")];
    if (Am > best->Am) {
        best->Am = Am;
        memcpy(best->u, chart->u, (size_t)rdg_variable_count(p) * sizeof *best->u);
    }
    return false;
}

/* The forces of all contacts, each time at another state. */
static double contact_time(rdg_hbm *hb, double *Q, rdg_index m)
{
    enum { REPETITIONS = 1000 };
    double z[8], force[8];
    const double begin = rdg_seconds();
    for (int i = 0; i < REPETITIONS * ROD_CONTACTS; i++) {
        for (rdg_index j = 0; i % ROD_CONTACTS == 0 && j < m; j++) {
            Q[j] *= i % (2 * ROD_CONTACTS) == 0 ? 0.999 : 1.0 / 0.999;
        }
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
    largest best = {.u = calloc((size_t)rdg_variable_count(p), sizeof *best.u)};
    rdg_continue(p, "rod", RDG_RELEASE("omega"), RDG_WINDOW("omega", 140, 180), RDG_DIRECTION(1),
                 RDG_MAX_POINTS(60), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_OBSERVE(keep_largest, &best),
                 RDG_SUMMARY(&s));
    bench_require(rdg_error_status(ctx) == RDG_OK, "the rod's response cannot be followed");
    const double points = (double)s.points, ms = 1e3;
    const double contacts = contact_time(hb, best.u, rdg_variable_count(p) - 2);
    const double evaluations = (double)(s.timing.residuals + s.timing.jacobians);
    printf("%s_%lld points=%ld iterations=%ld residuals=%ld jacobians=%ld ms_per_point=%.2f function_ms=%.2f",
           keep_all ? "whole" : "condensed", (long long)n, s.points, s.iterations, s.timing.residuals,
           s.timing.jacobians, ms * s.timing.total_s / points, ms * s.timing.function_s / points);
    printf(" contacts_ms=%.3f factor_ms=%.2f solve_ms=%.2f ten_contacts_ms=%.4f",
           ms * contacts * evaluations / points, ms * s.timing.factor_s / points,
           ms * s.timing.solve_s / points, ms * contacts);
    if (!keep_all) {
        printf(" one_condensation_ms=%.3f", ms * condensation_time(rod));
    }
    printf("\n");
    free(best.u);
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
