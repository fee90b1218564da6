/* The corrector where there is a solution, and the system it works on. */
#include "corrected.h"

/* A linear system of 20 unknowns whose solution is far from the guess in every unit. */
enum { N = 20 };

static int linear_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    const double *root = data;
    for (rdg_index i = 0; i < n; i++) {
        y[i] = -3 * (u[i] - root[i]) + (u[(i + 1) % n] - root[(i + 1) % n]);
    }
    return 0;
}

static int linear_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)u;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i + m * i] = -3;
        values[i + m * ((i + 1) % n)] = 1;
    }
    return 0;
}

static void a_linear_problem_is_solved_at_once_from_anywhere(void **state)
{
    for (int exponent = -8; exponent <= 8; exponent += 4) {
        double root[N], u[N] = {0};
        uint64_t seed = 2;
        for (int j = 0; j < N; j++) {
            root[j] = pow(10, exponent) * random_signed(&seed);
        }
        const rdg_function f = {
            .name = "linear", .n = N, .m = N, .f = linear_f, .df = linear_df, .data = root};
        corrected k = corrected_equations(*state, NULL, &f);
        for (int far = 0; far < 2; far++) {
            memset(u, 0, sizeof u);
            u[3] = far ? 1e6 : 0;
            assert_int_equal(correct(&k, NULL, u), RDG_CONVERGED);
            assert_true(k.report.iterations <= 2);
            for (int j = 0; j < N; j++) {
                assert_near(u[j], root[j], 1e-12, 1e-12);
            }
        }
        release(&k);
    }
}

/* A guess that is solved already comes back as it is, with factors for a tangent (KINSOL makes none then). */
static void a_solved_guess_stays_and_has_factors(void **state)
{
    rdg_problem *p = circle_problem(*state);
    corrected k = corrected_system(p, rdg_system_create(p, (bool[2]){false}, p->u0, 1, RDG_LU_AUTO));
    const double row[2] = {-0.8, 0.6}, origin[2] = {0.6, 0.8};
    double u[2] = {0.6, 0.8}, t[2];
    const rdg_closing plane = rdg_closing_plane(row, origin, 0);
    assert_int_equal(correct(&k, &plane, u), RDG_CONVERGED);
    assert_int_equal(k.report.iterations, 0);
    assert_near(u[0], 0.6, 0, 1e-15);
    assert_near(u[1], 0.8, 0, 1e-15);
    rdg_system_solve(k.s, k.s->matrix, (double[]){0, 1}, t);
    assert_near(t[0], -0.8, 1e-14, 0);
    assert_near(t[1], 0.6, 1e-14, 0);
    release(&k);
}

/* From far off Newton's method for a square root comes near only after so many iterations. */
static int square_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] - 4.0;
    return 0;
}

static const rdg_function square = {.name = "square", .n = 1, .m = 1, .f = square_f, .by_differences = true};

static void the_last_step_takes_a_point_to_rounding(void **state)
{
    uint64_t seed = 6;
    corrected k = corrected_equations(*state, (double[]){2.0}, &square);
    for (int start = 0; start < 300; start++) {
        double u = 2.0 + 0.5 * random_signed(&seed);
        assert_int_equal(correct(&k, NULL, &u), RDG_CONVERGED);
        assert_near(u, 2.0, 5e-16, 0);
    }
    release(&k);
}

static void a_guess_that_needs_more_iterations_than_allowed_is_given_up(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, (double[]){2.0});
    rdg_add_zero(p, &square, RDG_ALL);
    rdg_system *s = system_of(p);
    int failed = 0;
    for (int allowed = 1; allowed <= 8; allowed++) {
        const rdg_newton_options few = {.residual_tol = 1e-9, .step_tol = 1e-10, .max_iterations = allowed};
        rdg_corrector *c = rdg_corrector_create(s, &few);
        rdg_newton_report report;
        double u = 64.0, x = u;
        const rdg_outcome outcome = rdg_correct(c, NULL, &u, &report);
        for (int k = 0; k < allowed; k++) {
            x = 0.5 * (x + 4.0 / x);
        }
        assert_int_equal(outcome, fabs(x - 2.0) < 1e-6 ? RDG_CONVERGED : RDG_FAILED);
        failed += outcome == RDG_FAILED;
        rdg_corrector_free(c);
    }
    assert_int_equal(failed, 7); /* after seven of them it is still 3e-4 away */
    rdg_system_free(s);
}

static void held_parameters_go_to_their_target(void **state)
{
    rdg_problem *p = circle_problem(*state);
    bool held[2] = {false, true};
    rdg_system *s = rdg_system_create(p, held, p->u0, 1, RDG_LU_AUTO);
    assert_int_equal(s->dimension, 0);
    rdg_system_set_target(s, 1, 0.28);
    corrected k = corrected_system(p, s);
    double u[2] = {1, 0};
    assert_int_equal(correct(&k, NULL, u), RDG_CONVERGED);
    assert_near(u[0], 0.96, 1e-13, 0);
    assert_near(u[1], 0.28, 1e-13, 0);
    release(&k);
}

/* The arclength weighs a block by its typical size and by its number of variables. */
static void the_metric_does_not_see_units_nor_numbers(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "many", 100, NULL);
    rdg_add_variables(p, "one", 1, NULL);
    rdg_set_typical(p, "many", 1e-7, false);
    rdg_set_typical(p, "one", 1e3, false);
    const rdg_function f = {.name = "f", .n = 100, .m = 100, .f = linear_f, .data = p->u0};
    rdg_index index[100];
    for (int j = 0; j < 100; j++) {
        index[j] = j;
    }
    rdg_add_zero(p, &f, index);
    rdg_system *s = system_of(p);
    assert_non_null(s);
    double v[101] = {0};
    for (int j = 0; j < 100; j++) {
        v[j] = 1e-7;
    }
    assert_near(rdg_system_dot(s, v, v), 1, 1e-12, 0);
    assert_true(rdg_system_normalise(s, v));
    assert_near(v[7], 1e-7, 1e-12, 0);
    memset(v, 0, sizeof v);
    assert_false(rdg_system_normalise(s, v));
    v[100] = -5e3;
    assert_near(rdg_system_dot(s, v, v), 25, 1e-12, 0);
    v[3] = NAN;
    assert_false(rdg_system_normalise(s, v));
    rdg_system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_linear_problem_is_solved_at_once_from_anywhere),
        TEST(a_solved_guess_stays_and_has_factors),
        TEST(the_last_step_takes_a_point_to_rounding),
        TEST(a_guess_that_needs_more_iterations_than_allowed_is_given_up),
        TEST(held_parameters_go_to_their_target),
        TEST(the_metric_does_not_see_units_nor_numbers),
    };
    return cmocka_run_group_tests_name("core: corrector", tests, NULL, NULL);
}
