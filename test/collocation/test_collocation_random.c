/* Random oscillators, driven and self-excited, by collocation and by shooting: the same folds, the same
 * periods. */
#include "orbits.h"

/* The folds of a driven one between omega = 0.6 and 2.2. */
static int folds_of(rdg_context *ctx, rdg_problem *p, const char *name, double *fold, long *warnings)
{
    rdg_run_summary sum = {0};
    int count = 0;
    assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 2.2),
                                RDG_SUMMARY(&sum), RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, name);
    for (rdg_index row; count < 8 && (row = rdg_run_find(run, "FP", count)) >= 0;) {
        fold[count++] = rdg_run_column(run, "omega")[row];
    }
    rdg_run_free(run);
    *warnings = sum.warnings;
    return count;
}

static void driven_oscillators_have_the_same_folds(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    for (int k = 0; k < 8; k++) {
        const double c = 0.02 + 0.05 * (1.0 + random_signed(&seed)), cubic = 0.5 * random_signed(&seed) + 0.6;
        const double A = 0.1 + 0.1 * (1.0 + random_signed(&seed));
        double fold[2][8];
        long warnings = 0;
        rdg_problem *shot =
            rdg_shooting_problem(rdg_shooting_create(duffing_system(ctx, c, cubic, A, 0.6), NULL));
        const int n = folds_of(ctx, shot, "shot", fold[0], &warnings);
        rdg_problem *p = rdg_collocation_problem(
            rdg_collocation_create(duffing_system(ctx, c, cubic, A, 0.6),
                                   &(rdg_collocation_options){.intervals = 40, .adapt = 1 + k % 4}));
        assert_int_equal(folds_of(ctx, p, "collocated", fold[1], &warnings), n);
        assert_int_equal(warnings, 0);
        for (int i = 0; i < n; i++) {
            assert_near(fmin(fabs(fold[1][i] - fold[0][0]), fabs(fold[1][i] - fold[0][n - 1])), 0.0, 0.0,
                        1e-8);
        }
    }
}

/* x'' - mu (1 - x^2 + b x) x' + x + d x^3 = 0; data: b, d */
static int self_excited(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *b = data;
    (void)n, (void)m;
    y[0] = u[1];
    y[1] = u[2] * (1.0 - u[0] * u[0] + b[0] * u[0]) * u[1] - u[0] - b[1] * u[0] * u[0] * u[0];
    return 0;
}

static void self_excited_oscillators_have_the_same_periods(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 2;
    const double mu = 0.3;
    for (int k = 0; k < 8; k++) {
        double b[2] = {0.8 * random_signed(&seed), 0.5 * (1.0 + random_signed(&seed))}, T[2] = {0.0, 0.0};
        rdg_hybrid *h =
            rdg_hybrid_smooth(ctx, "oscillator", 2, &(rdg_hybrid_function){.f = self_excited, .data = b},
                              RDG_PARAMETERS("mu"), &mu, NULL);
        rdg_shooting *s =
            rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .settle = 60.0});
        rdg_problem *p[2] = {rdg_shooting_problem(s), NULL};
        p[1] = rdg_collocation_problem(rdg_collocation_from_shooting(
            s, p[0], NULL, 0,
            &(rdg_collocation_options){.intervals = 60, .degree = 3 + k % 4, .adapt = 1 + k % 5}));
        for (int i = 0; i < 2; i++) {
            rdg_run_summary sum = {0};
            assert_ok(ctx, rdg_continue(p[i], "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 0.3, 4.0),
                                        RDG_SUMMARY(&sum), RDG_IN_MEMORY));
            assert_true(sum.covered);
            assert_int_equal(i * sum.warnings, 0);
            rdg_run *run = rdg_run_open(ctx, "mu");
            T[i] = rdg_run_column(run, "T")[rdg_run_count(run) - 1];
            assert_near(rdg_run_column(run, "mu")[rdg_run_count(run) - 1], 4.0, 1e-12, 0.0);
            rdg_run_free(run);
        }
        assert_near(T[1], T[0], 1e-6, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(driven_oscillators_have_the_same_folds),
        TEST(self_excited_oscillators_have_the_same_periods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
