/* Where runs start: given values, windows, and labels of other runs. */
#define _XOPEN_SOURCE 700
#include "harvest.h"
#include "problems.h"
#include "run_sql.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>

static void a_start_outside_its_window_is_refused(void **state)
{
    rdg_problem *p = circle_problem(*state);
    assert_int_equal(rdg_continue(p, "out", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", -0.5, 0.5),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "run \"out\": it starts at x = 1, outside its domain [-0.5, 0.5]");
}

static void a_start_on_a_boundary_goes_inwards_only(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "edge", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -0.5, 0.0),
                                   HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_OUTWARD);
    assert_int_equal(h.summary.backwards, RDG_STOP_BOUNDARY);
    for (size_t k = 0; k < h.count; k++) {
        assert_true(h.chart[k].u[1] <= 1e-15 && h.chart[k].u[1] >= -0.5 - 1e-15);
    }
    harvest_clear(&h);
}

static void a_solved_point_becomes_the_start(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, (double[]){0.7, 0.6});
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(*state, rdg_solve(p));
    assert_near(rdg_start_values(p)[0], 0.8, 1e-12, 0);
    assert_near(rdg_start_values(p)[1], 0.6, 0, 0);
}

static void two_equations_that_say_the_same_are_singular(void **state)
{
    rdg_problem *p = rdg_problem_create(*state);
    rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 3, (double[]){0.6, 0.8, 0.3});
    rdg_add_zero(p, &circle, (rdg_index[]){0, 1});
    circle.name = "again";
    rdg_add_zero(p, &circle, (rdg_index[]){0, 1});
    assert_int_equal(rdg_continue(p, "double", RDG_NO_FOLDER, RDG_NO_TABLE), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "run \"double\": no first point: the Jacobian is singular");
}

static void a_bad_start_value_is_named(void **state)
{
    rdg_problem *p = circle_problem(*state);
    assert_int_equal(rdg_continue(p, "nan", RDG_RELEASE("y"), RDG_START(((double[]){1, NAN})), RDG_NO_FOLDER,
                                  RDG_NO_TABLE),
                     RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "start value u[1] is nan");
    rdg_start_values(p)[0] = INFINITY;
    rdg_continue(p, "inf", RDG_RELEASE("y"), RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "start value u[0] is inf");
    rdg_continue(p, "t", RDG_RELEASE("y"), RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, NAN})),
                 RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "tangent u[1] is nan");
    rdg_continue(p, "t", RDG_RELEASE("y"), RDG_RELEASE("x"),
                 RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, 0})), RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_ARGUMENT, "the tangent of the branch that is left is zero");
}

static void a_run_goes_on_from_a_label_of_another_problem(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "first", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_UZ("y", 0.6),
                                   RDG_DIRECTION(1), RDG_MAX_POINTS(30), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(*state, "first");
    const rdg_index label = rdg_run_label(run, rdg_run_find(run, "UZ", 0));
    rdg_problem *q = rdg_problem_create(*state);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(q, "own", 1, (double[]){0.4});
    rdg_add_variables(q, "u", 2, NULL);
    rdg_add_zero(q, &circle, (rdg_index[]){1, 2});
    rdg_add_parameter(q, "own", "own", 0);
    assert_ok(*state, rdg_continue(q, "second", RDG_FROM("first", label), HARVEST_ONLY(&h)));
    assert_near(h.chart[0].u[0], 0.4, 0, 0);
    assert_near(h.chart[0].u[1], 0.8, 1e-12, 0);
    assert_near(h.chart[0].u[2], 0.6, 1e-12, 0);
    harvest_clear(&h);
    rdg_continue(q, "second", RDG_FROM("frist", label), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_NAME, "there is no run \"frist\"; runs in");
    rdg_continue(q, "second", RDG_FROM("first", 99), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_NAME, "run \"first\" has no label 99; it has: 1");
    rdg_problem *r = rdg_problem_create(*state);
    rdg_add_variables(r, "v", 2, NULL);
    rdg_continue(r, "third", RDG_FROM("first", label), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_NAME, "the run \"first\" shares no block of variables with this problem");
    rdg_problem *w = rdg_problem_create(*state);
    rdg_add_variables(w, "u", 3, NULL);
    rdg_continue(w, "fourth", RDG_FROM("first", label), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_SIZE, "has 2 variables, requested were 3");
}

static void a_damaged_solution_is_no_start(void **state)
{
    char path[160];
    snprintf(path, sizeof path, "%s/first.db", scratch_folder);
    rdg_problem *p = circle_problem(*state);
    const char *const harm[] = {"update solution set u = substr(u, 1, 8) where point = 0",
                                "update solution set u = tangent where point = 0",
                                "update solution set state = null where point = 0",
                                "update solution set checksum = checksum + 1 where point = 0"};
    for (size_t k = 0; k < sizeof harm / sizeof *harm; k++) {
        assert_ok(*state, rdg_continue(p, "first", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE));
        run_sql(path, harm[k]);
        assert_int_equal(
            rdg_continue(p, "second", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_FROM("first", 1), RDG_NO_TABLE),
            RDG_ERR_FORMAT);
        assert_failed(*state, RDG_ERR_FORMAT, "the solution of label 1 is not what was written");
    }
    assert_ok(*state, rdg_continue(p, "first", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE));
    run_sql(path, "delete from solution");
    rdg_continue(p, "second", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_FROM("first", 1), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_FORMAT, "run \"first\" has lost its label 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_start_outside_its_window_is_refused),
        TEST(a_start_on_a_boundary_goes_inwards_only),
        TEST(a_solved_point_becomes_the_start),
        TEST(two_equations_that_say_the_same_are_singular),
        TEST(a_bad_start_value_is_named),
        SCRATCH_TEST(a_run_goes_on_from_a_label_of_another_problem),
        SCRATCH_TEST(a_damaged_solution_is_no_start),
    };
    return cmocka_run_group_tests_name("core: starts of runs", tests, NULL, NULL);
}
