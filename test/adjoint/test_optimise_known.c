/* The optima of known_programs.h, from every first variable of the list, and in random orders of it. */
#define _XOPEN_SOURCE 700

#include "adjoint/known_programs.h"
#include "support.h"

#include <ridgewalk/adjoint.h>
#include <ridgewalk/core.h>

#include <math.h>
#include <string.h>

typedef struct part {
    const known *k;
    int which; /* of the constraints; -1: the objective */
} part;

static int value_of(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const part *p = data;
    double c[MOST_G];
    if (p->which < 0) {
        y[0] = p->k->f(u);
    } else {
        p->k->c(u, c);
        y[0] = c[p->which];
    }
    return !isfinite(y[0]);
}

/* The list begins with variable `first`. */
static rdg_status solve(rdg_context *ctx, const known *k, int first, rdg_optimum *best, double *x)
{
    static const char *const names[] = {"x0", "x1", "x2", "x3", "x4"};
    static const char *const conditions[] = {"c0", "c1", "c2", "c3", "c4", "c5"};
    part parts[MOST_G + 1];
    const char *list[MOST];
    double low[MOST], high[MOST];
    const int listed = k->n - k->n_equal;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", k->n, k->start);
    for (int i = 0; i < listed; i++) {
        const int v = (i + first) % listed;
        list[i] = names[v];
        low[i] = k->low[v];
        high[i] = k->high[v];
        rdg_add_parameter(p, list[i], "x", v);
    }
    for (int i = -1; i < k->n_equal + k->n_less; i++) {
        part *data = &parts[i + 1];
        *data = (part){.k = k, .which = i};
        const rdg_function f = {.name = i < 0 ? "f" : conditions[i],
                                .n = k->n,
                                .m = 1,
                                .f = value_of,
                                .by_differences = true,
                                .data = data};
        if (i >= 0 && i < k->n_equal) {
            rdg_add_zero(p, &f, RDG_ALL);
        } else {
            rdg_add_monitor(p, &f, RDG_ALL, NULL, i < 0 ? RDG_INACTIVE : RDG_INEQUALITY);
        }
    }
    rdg_adjoint *a = rdg_adjoint_add(p, "f");
    for (int i = k->n_equal; i < k->n_equal + k->n_less; i++) {
        rdg_add_complementarity(a, conditions[i], false, 0.0);
    }
    const rdg_status status =
        rdg_optimise(a, "o",
                     &(rdg_optimise_options){.parameters = list,
                                             .n_parameters = listed,
                                             .low = low,
                                             .high = high,
                                             .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)},
                     best);
    if (status == RDG_OK) {
        memcpy(x, rdg_start_values(p), (size_t)k->n * sizeof *x);
    }
    return status;
}

static void optima_of_hock_and_schittkowski(void **state)
{
    (void)state;
    int met = 0, wrong = 0, count = 0;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const known *k = &problems[i];
        for (int first = 0; first < k->n - k->n_equal; first++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            rdg_optimum best = {.objective = NAN};
            double x[MOST] = {0};
            const rdg_status status = solve(ctx, k, first, &best, x);
            const double near = 1e-6 * fmax(1.0, fabs(k->best));
            const bool is_met = status == RDG_OK && fabs(best.objective - k->best) < near;
            const bool is_other =
                status == RDG_OK && k->other != 0.0 && fabs(best.objective - k->other) < 1e-3;
            count++;
            met += is_met;
            wrong += status == RDG_OK && !is_met && !is_other;
            if (!is_met) {
                print_message(
                    "problem %d from x%d: %.10g, published %.10g, in %ld runs, at %g %g %g %g; %s\n",
                    k->number, first, best.objective, k->best, (long)best.stages, x[0], x[1], x[2], x[3],
                    rdg_error_message(ctx));
            }
            rdg_error_clear(ctx);
            rdg_context_free(ctx);
        }
    }
    print_message("%d of %d\n", met, count);
    assert_int_equal(wrong, 0);
    assert_true(met >= 65);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima_of_hock_and_schittkowski)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
