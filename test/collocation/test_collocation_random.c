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
            rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 60.0});
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

/* r' = a r (1 - r^2), theta' = 1 / (1 + e cos theta), seen through a linear map B: of period 2 pi whatever a,
 * e and B, with the multiplier exp(-4 pi a) in the mean of 1 + e cos theta. u = (x, y, e); data: a, B, its
 * inverse */
static int known_cycle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *d = data, *B = d + 1, *inverse = d + 5;
    (void)n, (void)m;
    const double p = inverse[0] * u[0] + inverse[2] * u[1], q = inverse[1] * u[0] + inverse[3] * u[1];
    const double r2 = p * p + q * q, turn = 1.0 / (1.0 + u[2] * p / sqrt(r2));
    const double dp = d[0] * p * (1.0 - r2) - turn * q, dq = d[0] * q * (1.0 - r2) + turn * p;
    y[0] = B[0] * dp + B[2] * dq;
    y[1] = B[1] * dp + B[3] * dq;
    return 0;
}

static void draw_cycle(uint64_t *seed, double *data)
{
    double *B = data + 1, *inverse = data + 5;
    data[0] = 0.3 + 0.25 * random_signed(seed);
    double det = 0.0;
    while (fabs(det) < 0.2) {
        for (int k = 0; k < 4; k++) {
            B[k] = 2.0 * random_signed(seed);
        }
        det = B[0] * B[3] - B[1] * B[2];
    }
    inverse[0] = B[3] / det;
    inverse[1] = -B[1] / det;
    inverse[2] = -B[2] / det;
    inverse[3] = B[0] / det;
}

/* Either the period is right, or the run has said that its mesh is too coarse. */
static void planar_cycles_have_their_period_or_it_is_said_that_meshes_are_coarse(void **state)
{
    enum { ROUNDS = 120, COUNT = 60 };
    static const rdg_index intervals[] = {3, 6, 12, 40};
    (void)state;
    uint64_t seed = 9;
    int right = 0, said = 0;
    for (int round = 0; round < ROUNDS; round++) {
        rdg_context *ctx = rdg_context_create();
        double data[9], x[2 * COUNT];
        draw_cycle(&seed, data);
        for (int k = 0; k < COUNT; k++) {
            const double c = cos(RDG_HZ(1.0) * k / COUNT), d = sin(RDG_HZ(1.0) * k / COUNT);
            x[2 * k] = data[1] * c + data[3] * d;
            x[2 * k + 1] = data[2] * c + data[4] * d;
        }
        const double e = 0.0, to = 0.85;
        rdg_hybrid *h =
            rdg_hybrid_smooth(ctx, "cycle", 2, &(rdg_hybrid_function){.f = known_cycle, .data = data},
                              RDG_PARAMETERS("e"), &e, NULL);
        rdg_problem *p = rdg_collocation_problem(
            rdg_collocation_create(h, &(rdg_collocation_options){.intervals = intervals[round % 4],
                                                                 .degree = 2 + round % 5,
                                                                 .adapt = 1 + round % 3,
                                                                 .period = RDG_HZ(1.0),
                                                                 .count = COUNT,
                                                                 .x = x}));
        rdg_run_summary sum = {0};
        assert_ok(ctx, rdg_continue(p, "e", RDG_RELEASE("e"), RDG_WINDOW("e", 0.0, to), RDG_SUMMARY(&sum),
                                    RDG_NO_TABLE, RDG_IN_MEMORY));
        const double T = nearest_at(ctx, "e", "EP", "T", 0.0);
        const double off =
            fmax(fabs(T - RDG_HZ(1.0)), fabs(nearest_at(ctx, "e", "EP", "T", 100.0) - RDG_HZ(1.0)));
        if (sum.warnings > 0) {
            said++;
        } else {
            assert_true(sum.covered);
            assert_near(off, 0.0, 0.0, 2e-3 * RDG_HZ(1.0)); /* errors above 1e-3 are warned of */
            right += off < 1e-6;
        }
        rdg_context_free(ctx);
    }
    print_message("%d of %d periods to 1e-6, %d runs with warnings\n", right, ROUNDS, said);
    assert_true(right > 8);
    assert_true(said > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(driven_oscillators_have_the_same_folds),
        TEST(self_excited_oscillators_have_the_same_periods),
        TEST(planar_cycles_have_their_period_or_it_is_said_that_meshes_are_coarse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
