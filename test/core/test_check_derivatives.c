/* rdg_check_derivatives() accepts right derivatives and names the wrong entry. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

/* y = (u0^2 u1, sin u2 + u0), with one wrong entry if asked for. */
typedef struct mistakes {
    bool in_df, in_d2f, outside; /* outside: no value where u0 > 1 */
} mistakes;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const mistakes *wrong = data;
    y[0] = u[0] * u[0] * u[1];
    y[1] = sin(u[2]) + u[0];
    return wrong->outside && u[0] > 1;
}

static rdg_index pattern_start[] = {0, 2, 3, 4};
static rdg_index pattern_row[] = {0, 1, 0, 1};
static const rdg_pattern pattern = {.rows = 2, .cols = 3, .start = pattern_start, .row = pattern_row};

static int first(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const mistakes *wrong = data;
    values[0] = 2 * u[0] * u[1];
    values[1] = 1;
    values[2] = u[0] * u[0];
    values[3] = cos(u[2]) + (wrong->in_df ? 1e-3 : 0);
    return 0;
}

static int second(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)m;
    const mistakes *wrong = data;
    values[0] = lambda[0] * 2 * u[1];
    values[1] = lambda[0] * 2 * u[0] * (wrong->in_d2f ? 1.001 : 1);
    values[n] = lambda[0] * 2 * u[0];
    values[2 + 2 * n] = -lambda[1] * sin(u[2]);
    return 0;
}

static rdg_problem *problem(rdg_context *ctx, mistakes *wrong)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "g",
                            .n = 3,
                            .m = 2,
                            .f = value,
                            .df = first,
                            .d2f = second,
                            .df_pattern = &pattern,
                            .data = wrong};
    assert_ok(ctx, rdg_add_variables(p, "u", 3, (double[]){0.83, -1.37, 0.61}));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    return p;
}

static void right_derivatives_pass(void **state)
{
    mistakes none = {.in_df = false};
    rdg_problem *p = problem(*state, &none);
    assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-8));
    assert_ok(*state, rdg_check_derivatives(p, (double[]){-2.1, 0.3, 1.9}, 1e-8));
}

static void wrong_entry_is_named(void **state)
{
    mistakes df = {.in_df = true}, d2f = {.in_d2f = true};
    assert_int_equal(rdg_check_derivatives(problem(*state, &df), NULL, 1e-6), RDG_ERR_DERIVATIVE);
    assert_non_null(strstr(rdg_error_message(*state), "df of function \"g\": entry (1, 2)"));
    rdg_error_clear(*state);
    assert_int_equal(rdg_check_derivatives(problem(*state, &d2f), NULL, 1e-6), RDG_ERR_DERIVATIVE);
    assert_non_null(strstr(rdg_error_message(*state), "d2f of function \"g\": entry (1, 0)"));
    rdg_error_clear(*state);
}

static void no_value_is_no_verdict(void **state)
{
    mistakes outside = {.outside = true};
    rdg_problem *p = problem(*state, &outside);
    assert_int_equal(rdg_check_derivatives(p, (double[]){2, 1, 1}, 1e-6), RDG_ERR_NOT_FINITE);
    assert_non_null(strstr(rdg_error_message(*state), "zero function \"g\": f returned 1"));
    rdg_error_clear(*state);
    assert_int_equal(rdg_check_derivatives(p, NULL, 0), RDG_ERR_ARGUMENT);
    rdg_error_clear(*state);
    assert_int_equal(rdg_check_derivatives(NULL, NULL, 1), RDG_ERR_EARLIER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(right_derivatives_pass),
        SCRATCH_TEST(wrong_entry_is_named),
        SCRATCH_TEST(no_value_is_no_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
