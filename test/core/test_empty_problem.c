/* Problems with nothing in them, or hardly anything: a message, or the trivial answer. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/core.h>
#include <ridgewalk/diagram.h>
#include <ridgewalk/sparse.h>

static void a_problem_without_variables_is_said_to_be_empty(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_set_writer(ctx, NULL, NULL);
    assert_int_equal(rdg_continue(p, "run", RDG_MAX_POINTS(3)), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "the problem is empty");
    assert_int_equal(rdg_continue(p, "run", RDG_COVER), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "the problem is empty");
    assert_int_equal(rdg_resume(p, "run", RDG_MAX_POINTS(3)), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "the problem is empty");
    assert_int_equal(rdg_diagram(p, "all", 3, NULL, RDG_MAX_POINTS(3)), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "the problem is empty");
    assert_int_equal(rdg_solve(p), RDG_ERR_SIZE);
    assert_failed(ctx, RDG_ERR_SIZE, "the problem is empty");
}

static void what_can_be_asked_of_an_empty_problem_is_answered(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_set_writer(ctx, NULL, NULL);
    assert_int_equal(rdg_variable_count(p), 0);
    assert_int_equal(rdg_parameter_count(p), 0);
    assert_ok(ctx, rdg_problem_print(p));
    assert_ok(ctx, rdg_check_derivatives(p, NULL, 1e-6));
    assert_non_null(rdg_problem_copy(p));
    rdg_assembly *a = rdg_assembly_create(p);
    assert_non_null(a);
    assert_int_equal(rdg_assembly_rows(a, NULL), 0);
    assert_int_equal(rdg_pattern_count(rdg_assembly_jacobian_pattern(a)), 0);
    assert_int_equal(rdg_pattern_count(rdg_assembly_hessian_pattern(a)), 0);
    rdg_assembly_free(a);
    assert_int_not_equal(rdg_add_fold(p, "fold", "x", NULL), RDG_OK);
    rdg_error_clear(ctx);
    assert_int_not_equal(rdg_add_branch_point(p, "bp", "x"), RDG_OK);
    rdg_error_clear(ctx);
}

static void a_line_without_equations_is_followed(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_run_summary s;
    rdg_set_writer(ctx, NULL, NULL);
    rdg_add_variables(p, "x", 1, (double[]){0.385});
    rdg_add_parameter(p, "x", "x", 0);
    assert_ok(ctx, rdg_continue(p, "line", RDG_RELEASE("x"), RDG_WINDOW("x", -1.0, 2.0), RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(s.backwards, RDG_STOP_BOUNDARY);
    assert_ok(ctx, rdg_solve(p));
    assert_near(rdg_start_values(p)[0], 0.385, 1e-15, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_problem_without_variables_is_said_to_be_empty),
        SCRATCH_TEST(what_can_be_asked_of_an_empty_problem_is_answered),
        SCRATCH_TEST(a_line_without_equations_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
