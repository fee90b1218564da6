/* Runs in memory by their names: which one is found, by whom, while it is under way, and after a failure. */
#define _XOPEN_SOURCE 700

#include "memory_runs.h"

static void the_last_run_of_a_name_is_the_one_that_is_found(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_with_unit(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(3)));
    rdg_run *first = rdg_run_open(ctx, "a");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(4), RDG_IN_MEMORY));
    rdg_run *second = rdg_run_open(ctx, "a");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(5), RDG_IN_MEMORY, RDG_FROM("a", 1)));
    rdg_run *third = rdg_run_open(ctx, "a");
    assert_true(rdg_run_count(first) < rdg_run_count(second));
    assert_true(rdg_run_count(second) < rdg_run_count(third));
    double u[2];
    assert_ok(ctx, rdg_run_solution(second, 1, "u", 2, u, NULL)); /* replaced, and yet as it was read */
    assert_near(u[0], 1, 1e-12, 0);
    /* Nothing is kept: the older run stays. */
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_NO_FOLDER));
    rdg_run *again = rdg_run_open(ctx, "a");
    assert_int_equal(rdg_run_count(again), rdg_run_count(third));
    /* The folder lies under it, as it was. */
    assert_ok(ctx, rdg_run_forget(ctx, "a"));
    again = rdg_run_open(ctx, "a");
    assert_int_equal(rdg_run_count(again), rdg_run_count(first));
    assert_ok(ctx, rdg_run_solution(third, 1, "u", 2, u, NULL));
    /* A folder that is written takes the name from a run in memory. */
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_MAX_POINTS(2)));
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(6)));
    again = rdg_run_open(ctx, "a");
    assert_true(rdg_run_count(again) > rdg_run_count(third));
    rdg_run_forget(ctx, "a");
    assert_failed(ctx, RDG_ERR_NAME, "there is no run \"a\" in memory; there are: none");
}

static void a_start_that_fails_keeps_the_older_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_with_unit(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY));
    const rdg_index rows = rdg_run_count(rdg_run_open(ctx, "a"));
    rdg_continue(circle_problem(ctx), "a", RDG_HOLD_AT("x", 3), RDG_RELEASE("y"), RDG_DIMENSION(0),
                 RDG_IN_MEMORY, RDG_NO_TABLE);
    assert_int_not_equal(rdg_error_status(ctx), RDG_OK);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "a")), rows);
}

static void contexts_do_not_see_each_others_runs(void **state)
{
    rdg_context *ctx = *state;
    rdg_context *other = rdg_context_create();
    assert_ok(other, rdg_set_run_folder(other, scratch_folder));
    assert_ok(ctx, rdg_continue(crossing_with_unit(ctx), "mine", CROSSING, RDG_IN_MEMORY));
    assert_null(rdg_run_open(other, "mine"));
    assert_failed(other, RDG_ERR_NAME, "there is no run \"mine\"");
    rdg_context_free(other);
    assert_null(rdg_run_open(ctx, "Mine"));
    assert_failed(ctx, RDG_ERR_NAME, "in memory: mine");
    assert_false(lies_on_disk("mine"));
}

static void what_is_not_there_is_refused_with_what_there_is(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_with_unit(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "a");
    double u[3];
    rdg_run_solution(run, 1, "v", 2, u, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "\"v\" is no block of variables in run \"a\"; it has: u");
    rdg_run_solution(run, 1, "u", 3, u, NULL);
    assert_failed(ctx, RDG_ERR_SIZE, "has 2 variables, requested were 3");
    rdg_run_solution(run, 999, "u", 2, u, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "no label 999");
    rdg_run_column(run, "z");
    assert_failed(ctx, RDG_ERR_NAME, "it has: point, label");
    rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one of them");
    rdg_continue(p, "a", CROSSING, RDG_NO_FOLDER, RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one of them");
    rdg_continue(p, "../a", CROSSING, RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NAME, "is no name for a run");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_IN_MEMORY)); /* twice is once */
}

/* The run reads itself from its observer, and replaces itself from there. */
static bool look_at_itself(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_run *run = rdg_run_open(ctx, "self");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_false(rdg_run_finished(run));
    assert_int_equal(rdg_run_count(run), ++*(rdg_index *)data);
    assert_true(rdg_run_find(run, chart->type, 0) >= 0);
    rdg_run_free(run);
    if (chart->point == 5) {
        assert_ok(ctx, rdg_continue(circle_problem(ctx), "other", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                    RDG_IN_MEMORY, RDG_NO_TABLE));
        assert_ok(ctx, rdg_run_forget(ctx, "other"));
    }
    return false;
}

static bool lose_itself(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)data;
    if (chart->point == 3) {
        assert_ok(rdg_problem_context(p), rdg_run_forget(rdg_problem_context(p), "self"));
    }
    return false;
}

static void a_run_may_be_read_and_forgotten_while_it_is_under_way(void **state)
{
    rdg_context *ctx = *state;
    rdg_index rows = 0;
    assert_ok(ctx, rdg_continue(crossing_with_unit(ctx), "self", CROSSING, RDG_IN_MEMORY,
                                RDG_OBSERVE(look_at_itself, &rows), RDG_DIRECTION(1)));
    assert_true(rows > 10);
    assert_true(rdg_run_finished(rdg_run_open(ctx, "self")));
    assert_ok(ctx, rdg_continue(crossing_with_unit(ctx), "self", CROSSING, RDG_IN_MEMORY,
                                RDG_OBSERVE(lose_itself, NULL), RDG_DIRECTION(1)));
    assert_null(rdg_run_open(ctx, "self"));
    assert_failed(ctx, RDG_ERR_NAME, "there is no run");
}

/* --- a run that a failure cuts off */

static bool break_off(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const rdg_index *at = data;
    if (chart->point == *at) {
        rdg_parameter_value(p, "no such parameter", chart->u, &(double){0});
    }
    return false;
}

static void a_run_that_failed_is_gone_on_with_in_memory(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = winding_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "whole", WINDING));
    rdg_run *whole = rdg_run_open(ctx, "whole");
    for (rdg_index at = -60; at <= 60; at += 7) {
        rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY, RDG_OBSERVE(break_off, &at));
        const bool cut = rdg_error_status(ctx) != RDG_OK;
        rdg_error_clear(ctx);
        rdg_run *run = rdg_run_open(ctx, "cut");
        assert_int_equal(rdg_run_finished(run), !cut);
        assert_true(!cut || rdg_run_count(run) < rdg_run_count(whole));
        assert_ok(ctx, rdg_resume(p, "cut", WINDING, RDG_IN_MEMORY));
        run = rdg_run_open(ctx, "cut");
        assert_true(rdg_run_finished(run));
        assert_int_equal(rdg_run_count(run), rdg_run_count(whole));
        assert_same_numbers(rdg_run_column(run, "x0"), rdg_run_column(whole, "x0"), rdg_run_count(whole),
                            "x0");
        assert_same_solutions(ctx, whole, run, "s");
    }
    assert_false(lies_on_disk("cut"));
}

/* A folder that was cut off, and under its name a run in memory that is complete; then the other way round.
 */
static void each_is_gone_on_with_where_it_lies(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = winding_problem(ctx);
    rdg_index at = 5;
    assert_ok(ctx, rdg_continue(p, "whole", WINDING, RDG_IN_MEMORY));
    const rdg_index rows = rdg_run_count(rdg_run_open(ctx, "whole"));
    rdg_continue(p, "cut", WINDING, RDG_OBSERVE(break_off, &at));
    rdg_error_clear(ctx);
    assert_true(rdg_run_count(open_of_folder(ctx, "cut")) < rows);
    for (int k = 0; k < 2; k++) { /* the second time it is complete */
        assert_ok(ctx, rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY));
        assert_ok(ctx, rdg_resume(p, "cut", WINDING));
        rdg_run *folder = open_of_folder(ctx, "cut");
        assert_int_equal(rdg_run_count(folder), rows);
        assert_true(rdg_run_finished(folder));
    }
    rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY, RDG_OBSERVE(break_off, &at));
    rdg_error_clear(ctx);
    assert_ok(ctx, rdg_resume(p, "cut", WINDING, RDG_IN_MEMORY));
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "cut")), rows);
    assert_ok(ctx, rdg_run_forget(ctx, "cut"));
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "cut")), rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_last_run_of_a_name_is_the_one_that_is_found),
        SCRATCH_TEST(a_start_that_fails_keeps_the_older_run),
        SCRATCH_TEST(contexts_do_not_see_each_others_runs),
        SCRATCH_TEST(what_is_not_there_is_refused_with_what_there_is),
        SCRATCH_TEST(a_run_may_be_read_and_forgotten_while_it_is_under_way),
        SCRATCH_TEST(a_run_that_failed_is_gone_on_with_in_memory),
        SCRATCH_TEST(each_is_gone_on_with_where_it_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
