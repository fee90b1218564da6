/* Restarts from labelled solutions: what is taken over, and what is said when it cannot be. */
#define _XOPEN_SOURCE 700

#include "problems.h"
#include "run_sql.h"
#include "scratch.h"

#include <ridgewalk/core.h>

static rdg_status trace_circle(rdg_problem *p, const char *name)
{
    return rdg_continue(p, name, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_MAX_POINTS(12), RDG_NO_TABLE);
}

static void restart_begins_at_the_labelled_point(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    assert_ok(ctx, trace_circle(p, "first"));
    assert_ok(ctx, rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM("first", 2),
                                RDG_MAX_POINTS(2), RDG_NO_TABLE));
    double u[2] = {0.0, 0.0};
    double v[2] = {0.0, 0.0};
    assert_ok(ctx, rdg_run_solution(rdg_run_open(ctx, "first"), 2, "u", 2, u, NULL));
    assert_ok(ctx, rdg_run_solution(rdg_run_open(ctx, "second"), 1, "u", 2, v, NULL));
    assert_near(v[0], u[0], 0.0, 1e-12);
    assert_near(v[1], u[1], 0.0, 1e-12);
}

static void restart_finds_a_point_by_its_type(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    double u[2] = {0.0, 0.0};
    assert_ok(ctx, trace_circle(p, "first"));
    assert_ok(ctx, rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE,
                                RDG_FROM_POINT("first", "EP", 1), RDG_MAX_POINTS(2)));
    rdg_run *first = rdg_run_open(ctx, "first");
    const rdg_index row = rdg_run_find(first, "EP", 1);
    assert_true(row > 0);
    assert_ok(ctx, rdg_run_solution(rdg_run_open(ctx, "second"), 1, "u", 2, u, NULL));
    assert_near(u[0], rdg_run_column(first, "x")[row], 0.0, 1e-12);
    assert_near(u[1], rdg_run_column(first, "y")[row], 0.0, 1e-12);
    rdg_continue(p, "third", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM_POINT("first", "BP", 0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"first\" has 0 points of type BP");
}

static void restart_finds_the_labelled_point_nearest_to_a_value(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    double u[2] = {0.0, 0.0};
    assert_ok(ctx, trace_circle(p, "first"));
    assert_ok(ctx, rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE,
                                RDG_FROM_NEAR("first", "x", -0.5), RDG_MAX_POINTS(2)));
    rdg_run *first = rdg_run_open(ctx, "first");
    rdg_run *second = rdg_run_open(ctx, "second");
    assert_ok(ctx, rdg_run_solution(second, 1, "u", 2, u, NULL));
    bool met = false;
    for (rdg_index row = 0; row < rdg_run_count(first); row++) {
        const double x = rdg_run_column(first, "x")[row];
        met = met || (rdg_run_label(first, row) > 0 && fabs(x - u[0]) < 1e-12);
        assert_true(rdg_run_label(first, row) == 0 || fabs(x + 0.5) >= fabs(u[0] + 0.5) - 1e-12);
    }
    assert_true(met);
    rdg_continue(p, "third", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM_NEAR("first", "z", 0.0));
    assert_failed(ctx, RDG_ERR_NAME, "\"z\"");
}

static void a_variable_that_is_free_is_shown_and_has_windows_and_events(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &circle, RDG_ALL);
    assert_ok(ctx, rdg_add_parameter_as(p, "x", "u", 0, RDG_ACTIVE));
    assert_ok(ctx, rdg_add_parameter_as(p, "y", "u", 1, RDG_INACTIVE));
    assert_ok(ctx, rdg_continue(p, "arc", RDG_RELEASE("y"), RDG_WINDOW("x", 0.6, 2.0), RDG_UZ("x", 0.8),
                                RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "arc");
    const double *x = rdg_run_column(run, "x"), *y = rdg_run_column(run, "y");
    const rdg_index last = rdg_run_count(run) - 1;
    assert_near(x[0], 0.6, 0.0, 1e-12);
    assert_near(x[last], 0.6, 0.0, 1e-12);
    assert_near(y[last] - y[0], 1.6, 0.0, 1e-12);
    for (int k = 0; k < 2; k++) {
        const rdg_index row = rdg_run_find(run, "UZ", k);
        assert_true(row > 0);
        assert_near(fabs(y[row]), 0.6, 0.0, 1e-12);
    }
    rdg_add_parameter_as(p, "z", "u", 1, RDG_INEQUALITY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "RDG_ACTIVE (free)");
}

static void a_run_needs_no_options(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, (double[]){0.9, 0.1});
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_continue(p, "point"));
    rdg_run *run = rdg_run_open(ctx, "point");
    double u[2] = {0.0, 0.0};
    assert_ok(ctx, rdg_run_solution(run, 1, "u", 2, u, NULL));
    assert_near(u[0] * u[0] + u[1] * u[1], 1.0, 0.0, 1e-12);
    assert_near(u[1], 0.1, 0.0, 1e-12);
}

static void problem_without_a_shared_block_is_refused(void **state)
{
    rdg_context *ctx = *state;
    assert_ok(ctx, trace_circle(circle_problem(ctx), "first"));
    rdg_problem *other = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(other, "w", 2, (double[]){1.0, 0.0});
    rdg_add_zero(other, &circle, RDG_ALL);
    rdg_add_parameter(other, "y", "w", 1);
    assert_int_equal(rdg_continue(other, "second", RDG_RELEASE("y"), RDG_FROM("first", 1)), RDG_ERR_NAME);
    assert_non_null(strstr(rdg_error_message(ctx), "shares no block"));
}

static void missing_label_or_run_is_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    assert_ok(ctx, trace_circle(p, "first"));
    assert_int_not_equal(rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM("first", 77)),
                         RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "77"));
    rdg_error_clear(ctx);
    assert_int_not_equal(rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM("third", 1)),
                         RDG_OK);
    assert_non_null(strstr(rdg_error_message(ctx), "third"));
}

static void a_damaged_solution_is_no_start(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = circle_problem(ctx);
    assert_ok(ctx, trace_circle(p, "first"));
    char path[128];
    snprintf(path, sizeof path, "%s/first.db", scratch_folder);
    run_sql(path, "update solution set u = tangent where point = (select point from point where label = 2)");
    assert_int_equal(rdg_continue(p, "second", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_FROM("first", 2)),
                     RDG_ERR_FORMAT);
    assert_non_null(strstr(rdg_error_message(ctx), "first.db is damaged: the solution of label 2"));
    rdg_error_clear(ctx);
    rdg_run *run = rdg_run_open(ctx, "first"); /* the rest of the run is as good as before */
    double u[2];
    assert_ok(ctx, rdg_run_solution(run, 1, "u", 2, u, NULL));
}

static void unwritable_run_folder_is_named(void **state)
{
    rdg_context *ctx = *state;
    assert_ok(ctx, rdg_set_run_folder(ctx, "/proc/nowhere"));
    assert_int_equal(trace_circle(circle_problem(ctx), "first"), RDG_ERR_IO);
    assert_non_null(strstr(rdg_error_message(ctx), "/proc/nowhere"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(restart_begins_at_the_labelled_point),
        SCRATCH_TEST(restart_finds_a_point_by_its_type),
        SCRATCH_TEST(restart_finds_the_labelled_point_nearest_to_a_value),
        SCRATCH_TEST(a_variable_that_is_free_is_shown_and_has_windows_and_events),
        SCRATCH_TEST(a_run_needs_no_options),
        SCRATCH_TEST(problem_without_a_shared_block_is_refused),
        SCRATCH_TEST(missing_label_or_run_is_named),
        SCRATCH_TEST(a_damaged_solution_is_no_start),
        SCRATCH_TEST(unwritable_run_folder_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
