/* Orbits by collocation, Ridgewalk's side: the chain of collocation.f90, from Om = 0.5 on, with 40 intervals
 * of degree 4 that move at every third point, as there.
 *
 *   collocation masses top [intervals] [facts]
 *
 * facts: prints "points=... iterations=... fold1=..." */
#include <ridgewalk/collocated_orbit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* u = (x, v, omega, phi) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        const double left = i > 0 ? u[i] - u[i - 1] : k > 1 ? u[i] : 0.0;
        const double right = i + 1 < k ? u[i] - u[i + 1] : k > 1 ? u[i] : 0.0;
        y[i] = u[k + i];
        y[k + i] = -0.02 * u[k + i] - u[i] - 0.1 * u[i] * u[i] * u[i] - 0.5 * (left + right);
    }
    y[k] += 0.1 * cos(u[n - 1]);
    return 0;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    for (rdg_index i = 0; i < k; i++) {
        J[i + m * (k + i)] = 1.0;
        J[k + i + m * (k + i)] = -0.02;
        J[k + i + m * i] = -1.0 - 0.3 * u[i] * u[i] - (k > 1 ? 1.0 : 0.0);
        if (i > 0) {
            J[k + i + m * (i - 1)] = 0.5;
        }
        if (i + 1 < k) {
            J[k + i + m * (i + 1)] = 0.5;
        }
    }
    J[k + m * (n - 1)] = -0.1 * sin(u[n - 1]);
    return 0;
}

static int bend(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        H[i + n * i] = -0.6 * lambda[k + i] * u[i];
    }
    H[n * n - 1] = -0.1 * lambda[k] * cos(u[n - 1]);
    return 0;
}

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
    const rdg_hybrid_function f = {.f = field, .df = slope, .d2f = bend, .data = &masses};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "chain", 2 * masses, &f, RDG_PARAMETERS("omega"), &omega, "omega");
    rdg_problem *p = rdg_collocation_problem(
        rdg_collocation_create(h, &(rdg_collocation_options){.intervals = intervals, .adapt = 3}));
    rdg_run_summary summary = {0};
    rdg_continue(p, "chain", RDG_RELEASE("omega"), RDG_WINDOW("omega", omega, top),
                 RDG_OBSERVE(tell_fold, tells ? &folds : NULL), RDG_SUMMARY(&summary), RDG_NO_FOLDER,
                 RDG_NO_TABLE);
    if (tells) {
        printf(" points=%ld iterations=%ld\n", summary.points, summary.iterations);
    }
    return rdg_exit(ctx);
}
