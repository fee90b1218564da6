/* The corrector at its limits: no solution, kinks, and residuals at rounding. */
#include "corrected.h"

enum { N = 20 };

/* u^2 + 1 = 0 has no root; u exp(-u) = 0 has none to the right; both must be given up. */
static int no_root_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = data ? 1 + exp(-u[0]) : u[0] * u[0] + 1;
    return 0;
}

static void a_problem_without_a_root_is_given_up_with_a_reason(void **state)
{
    int other = 1;
    for (int i = 0; i < 2; i++) {
        const rdg_function f = {.name = "none", .n = 1, .m = 1, .f = no_root_f, .data = i ? &other : NULL};
        corrected k = corrected_equations(*state, (double[]){0.7}, &f);
        double u = 0.7;
        assert_int_equal(correct(&k, NULL, &u), RDG_FAILED);
        assert_true(strlen(k.p->trouble) > 10);
        assert_int_not_equal(k.p->trouble_status, RDG_OK);
        release(&k);
    }
}

/* |u - 1| + 5e-9, where Newton's method steps to and fro by as little as rounding of other problems does. */
static int kink_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = fabs(u[0] - 1.0) + 5e-9;
    return 0;
}

static int kink_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = u[0] > 1.0 ? 1.0 : -1.0;
    return 0;
}

static void steps_to_and_fro_across_a_kink_are_no_solution(void **state)
{
    const rdg_function f = {.name = "kink", .n = 1, .m = 1, .f = kink_f, .df = kink_df};
    corrected k = corrected_equations(*state, (double[]){1.5}, &f);
    double u = 1.0 + 2e-9;
    assert_int_equal(correct(&k, NULL, &u), RDG_FAILED);
    assert_non_null(strstr(k.p->trouble, "the scaled residual"));
    release(&k);
}

/* 1.8 (u - 1) within `near` of the root, beyond it with the slope 1: factors from there lead to and fro. */
static int steep_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double *near = data;
    const double off = u[0] - 1.0;
    y[0] = off + 0.8 * fmin(fmax(off, -*near), *near);
    return 0;
}

static int steep_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const double *near = data;
    values[0] = fabs(u[0] - 1.0) <= *near ? 1.8 : 1.0;
    return 0;
}

static void factors_from_beyond_a_kink_are_not_taken_for_rounding(void **state)
{
    for (double near = 2e-10; near < 4e-10; near *= 1.1) {
        double data = near;
        const rdg_function f = {.name = "steep", .n = 1, .m = 1, .f = steep_f, .df = steep_df, .data = &data};
        corrected k = corrected_equations(*state, (double[]){1.5}, &f);
        double u = 1.0 + 1.5 * near;
        assert_int_equal(correct(&k, NULL, &u), RDG_CONVERGED);
        assert_near(u, 1.0, 1e-15, 0.0);
        release(&k);
    }
}

/* A (x + cubic x^3) = b with the rows r_0, r_0 + apart r_1, r_0 + apart r_2, ...: with `apart` of
 * 1e-8 and less the Newton steps are rounding errors many times longer than those of the residual. */
typedef struct near_parallel {
    double row[N][N], apart, cubic, right[N];
} near_parallel;

static double near_parallel_entry(const near_parallel *c, int i, int j)
{
    return c->row[0][j] + (i > 0 ? c->apart * c->row[i][j] : 0.0);
}

static int near_parallel_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const near_parallel *c = data;
    for (int i = 0; i < n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            y[i] += near_parallel_entry(c, i, j) * (u[j] + c->cubic * u[j] * u[j] * u[j]);
        }
        y[i] -= c->right[i];
    }
    return 0;
}

static int near_parallel_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const near_parallel *c = data;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            values[i + m * j] = near_parallel_entry(c, i, j) * (1.0 + 3.0 * c->cubic * u[j] * u[j]);
        }
    }
    return 0;
}

static void a_residual_at_rounding_is_a_solution_whatever_the_last_step_was(void **state)
{
    uint64_t seed = 4;
    int long_steps = 0;
    for (int k = 0; k < 2000; k++) {
        const bool bent = k % 2 == 1; /* so little that a step of rounding errors does no harm */
        near_parallel c = {.apart = pow(10.0, -8.0 - (bent ? 1.0 : 3.0) * fabs(random_signed(&seed))),
                           .cubic = bent ? 1e-5 : 0.0};
        double root[N], u[N], F[N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                c.row[i][j] = random_signed(&seed) + (i == j ? 2.0 : 0.0);
            }
            root[i] = random_signed(&seed);
            u[i] = root[i] + 0.1 * random_signed(&seed);
        }
        near_parallel_f(N, root, N, F, &c);
        memcpy(c.right, F, sizeof F);
        const rdg_function rows = {
            .name = "near", .n = N, .m = N, .f = near_parallel_f, .df = near_parallel_df, .data = &c};
        corrected trial = corrected_equations(*state, (double[N]){1.0}, &rows);
        assert_int_equal(correct(&trial, NULL, u), RDG_CONVERGED);
        long_steps += trial.report.last_step > 1e-8;
        near_parallel_f(N, u, N, F, &c);
        for (int i = 0; i < N; i++) {
            assert_near(F[i], 0.0, 0, 1e-12);
        }
        release(&trial);
    }
    assert_true(long_steps > 600);
}

/* x - y = 0 and x - y + 1e-6 (y^2 - 1) = 0: a residual at rounding is met 5e-8 from the root already. */
static int flat_square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[1];
    y[1] = y[0] + 1e-6 * (u[1] * u[1] - 1.0);
    return 0;
}

static int flat_square_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[1] = 1.0;
    values[2] = -1.0;
    values[3] = -1.0 + 2e-6 * u[1];
    return 0;
}

static void steps_that_shrink_are_taken_though_the_residual_is_at_rounding(void **state)
{
    uint64_t seed = 8;
    const rdg_function f = {.name = "flat", .n = 2, .m = 2, .f = flat_square_f, .df = flat_square_df};
    corrected k = corrected_equations(*state, (double[]){1.0, 1.0}, &f);
    for (int i = 0; i < 300; i++) {
        const double start = 1.0 + pow(10.0, -4.0 + 3.0 * random_signed(&seed));
        double u[2] = {start, start};
        assert_int_equal(correct(&k, NULL, u), RDG_CONVERGED);
        assert_near(u[1], 1.0, 0, 2e-9);
    }
    release(&k);
}

/* x + y = 0 and x + y + 1e-3 (|y| + 1e-7) = 0, without a solution: a small residual and long steps to and
 * fro. */
static int skew_kink_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] + u[1];
    y[1] = y[0] + 1e-3 * (fabs(u[1]) + 1e-7);
    return 0;
}

static int skew_kink_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = values[1] = values[2] = 1.0;
    values[3] = 1.0 + (u[1] > 0.0 ? 1e-3 : -1e-3);
    return 0;
}

static void long_steps_to_and_fro_with_a_residual_above_rounding_are_no_solution(void **state)
{
    const rdg_function f = {.name = "skew", .n = 2, .m = 2, .f = skew_kink_f, .df = skew_kink_df};
    corrected k = corrected_equations(*state, (double[]){1.0, -1.0}, &f);
    for (int i = -3; i <= 3; i++) {
        double u[2] = {0.0, 3e-8 * i};
        assert_int_equal(correct(&k, NULL, u), RDG_FAILED);
    }
    release(&k);
}

/* u^2 - 4 with a derivative that is wrong by a factor: each step leaves this much of the last one. */
static int wrong_square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] - 4.0;
    return 0;
}

static int wrong_square_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const double *wrong = data;
    values[0] = 2.0 * u[0] * (1.0 + *wrong);
    return 0;
}

static void steps_that_do_not_shrink_as_newtons_do_are_told(void **state)
{
    static const struct {
        double wrong;
        bool slow;
    } cases[] = {{0.0, false}, {0.005, false}, {0.06, true}, {-0.06, true}, {0.2, true}};
    uint64_t seed = 10;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double wrong = cases[i].wrong;
        const rdg_function f = {
            .name = "wrong", .n = 1, .m = 1, .f = wrong_square_f, .df = wrong_square_df, .data = &wrong};
        corrected k = corrected_equations(*state, (double[]){2.0}, &f);
        for (int start = 0; start < 100; start++) {
            double u = 2.0 + 0.5 * random_signed(&seed);
            assert_int_equal(correct(&k, NULL, &u), RDG_CONVERGED);
            assert_near(u, 2.0, 1e-9, 0.0);
            assert_int_equal(k.report.slow, cases[i].slow);
        }
        release(&k);
    }
}

/* The tangent is taken from the factors at hand: they are taken anew where they are those of a point far off.
 */
static void factors_are_those_of_the_point_however_early_the_iteration_ends(void **state)
{
    const rdg_newton_options early = {.residual_tol = 1e-2, .step_tol = 1e-10, .max_iterations = 12};
    double wrong = 0.0;
    const rdg_function f = {
        .name = "square", .n = 1, .m = 1, .f = wrong_square_f, .df = wrong_square_df, .data = &wrong};
    corrected k = corrected_equations(*state, (double[]){2.0}, &f);
    rdg_corrector_free(k.c);
    k.c = rdg_corrector_create(k.s, &early);
    uint64_t seed = 11;
    for (int start = 0; start < 300; start++) {
        double u = 2.0 + 0.5 * random_signed(&seed);
        assert_int_equal(correct(&k, NULL, &u), RDG_CONVERGED);
        assert_near(u, 2.0, 1e-15, 0.0);
        assert_true(k.report.from_factors <= 3e-3);
    }
    release(&k);
}

/* The root of what is before 0 lies behind it, where the residual is greater: steps of Newton's method end
 * before 0, shorter and shorter ones. */
static int jump_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    ++*(int *)data;
    y[0] = u[0] + (u[0] > 0.0 ? 2.0 : -0.01);
    return 0;
}

static int jump_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    (void)u;
    values[0] = 1.0;
    return 0;
}

static int cubic_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] * u[0] - 1e-6;
    return 0;
}

static void a_brief_correction_gives_up_at_a_jump_and_finds_what_is_near(void **state)
{
    int evaluations = 0;
    int used[2];
    const rdg_function f = {.name = "jump", .n = 1, .m = 1, .f = jump_f, .df = jump_df, .data = &evaluations};
    corrected k = corrected_equations(*state, (double[]){-0.5}, &f);
    for (int i = 0; i < 2; i++) {
        double u = -0.5;
        evaluations = 0;
        assert_int_equal(rdg_correct_as(k.c, i ? RDG_BRIEFLY : RDG_PATIENTLY, NULL, &u, &k.report),
                         RDG_FAILED);
        used[i] = evaluations;
    }
    assert_true(used[0] > 75);
    assert_true(used[1] < 45);
    release(&k);
    const rdg_function root = {.name = "cubic", .n = 1, .m = 1, .f = cubic_f, .by_differences = true};
    k = corrected_equations(*state, (double[]){0.3}, &root);
    double u = 0.03; /* six steps, none of them damped */
    assert_int_equal(rdg_correct_as(k.c, RDG_BRIEFLY, NULL, &u, &k.report), RDG_CONVERGED);
    assert_near(u, 1e-2, 1e-9, 0.0);
    for (int i = 0; i < 2; i++) { /* far off: a dozen steps */
        u = 0.3;
        assert_int_equal(rdg_correct_as(k.c, i ? RDG_BRIEFLY : RDG_PATIENTLY, NULL, &u, &k.report),
                         i ? RDG_FAILED : RDG_CONVERGED);
    }
    release(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_problem_without_a_root_is_given_up_with_a_reason),
        TEST(steps_to_and_fro_across_a_kink_are_no_solution),
        TEST(factors_from_beyond_a_kink_are_not_taken_for_rounding),
        TEST(a_residual_at_rounding_is_a_solution_whatever_the_last_step_was),
        TEST(steps_that_shrink_are_taken_though_the_residual_is_at_rounding),
        TEST(long_steps_to_and_fro_with_a_residual_above_rounding_are_no_solution),
        TEST(steps_that_do_not_shrink_as_newtons_do_are_told),
        TEST(factors_are_those_of_the_point_however_early_the_iteration_ends),
        TEST(a_brief_correction_gives_up_at_a_jump_and_finds_what_is_near),
    };
    return cmocka_run_group_tests_name("core: limits of the corrector", tests, NULL, NULL);
}
