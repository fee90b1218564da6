/* Orbits by collocation, Ridgewalk's side: the chain of collocation.f90, from Om = 0.5 on, with 40 intervals
 * of degree 4 that move at every third point, as there.
 *
 *   collocation masses top [intervals] [facts]
 *
 * facts: prints "fold1=... points=... iterations=... factorisations=..." and so on, counts for each point */
#include "oscillator_chain.h"

#include <ridgewalk/collocated_orbit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool tell_fold(rdg_problem *p, const rdg_chart *chart, void *data)
{
    int *folds = data;
    if (folds && strcmp(chart->type, "FP") == 0) {
        printf(" fold%d=%.10f", ++*folds, chart->mu[rdg_parameter_index(p, "omega")]);
    }
    return false;
}

int main(int argc, char **argv)
{
    rdg_index masses = argc > 1 ? atoll(argv[1]) : 1;
    const double top = argc > 2 ? atof(argv[2]) : 2.0, omega = 0.5;
    const rdg_index intervals = argc > 3 && atoll(argv[3]) > 0 ? atoll(argv[3]) : 40;
    const bool tells = strcmp(argv[argc - 1], "facts") == 0;
    int folds = 0;
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = oscillator_chain(&masses);
    rdg_hybrid *h = rdg_hybrid_create(ctx, "chain", RDG_PARAMETERS("omega"), &omega);
    rdg_hybrid_forcing(h, "omega");
    rdg_pattern *pattern = oscillator_chain_pattern(ctx, masses);
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "motion", .n = 2 * masses, .field = f, .field_pattern = pattern});
    rdg_pattern_free(pattern);
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = intervals, .adapt = 3}));
    rdg_run_summary summary = {0};
    rdg_continue(p, "chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, top),
                 RDG_OBSERVE(tell_fold, tells ? &folds : NULL), RDG_SUMMARY(&summary), RDG_NO_FOLDER,
                 RDG_NO_TABLE);
    if (tells) {
        const double points = (double)summary.points;
        printf(" points=%ld iterations=%ld rejected=%ld residuals=%.1f jacobians=%.1f factorisations=%.1f "
               "solves=%.1f\n",
               summary.points, summary.iterations, summary.rejected,
               (double)summary.timing.residuals / points, (double)summary.timing.jacobians / points,
               (double)summary.timing.factorisations / points, (double)summary.timing.solves / points);
    }
    return rdg_exit(ctx);
}
