/* Runs of small problems: why branches end, where points lie, what observers see, how steps are chosen. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "problems.h"
#include "scratch.h"
#include "tracer_impl.h"

#include <ridgewalk/run_data.h>

static const double half_root = 0.86602540378443864676; /* sqrt(3) / 2 */

static void a_window_ends_both_directions_on_its_boundary(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "arc", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", 0.5, 2.0),
                                   HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(h.summary.backwards, RDG_STOP_BOUNDARY);
    assert_int_equal(harvest_count(&h, "EP"), 3);
    assert_near(harvest_nth(&h, "EP", 1)->u[0], 0.5, 1e-14, 0);
    assert_near(harvest_nth(&h, "EP", 1)->u[1], half_root, 1e-10, 0);
    assert_near(harvest_nth(&h, "EP", 2)->u[1], -half_root, 1e-10, 0);
    assert_int_equal(h.summary.points, (long)h.count);
    harvest_clear(&h);
}

static int height(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    return 0;
}

/* Those of the location of an event, too. */
static void the_context_counts_the_iterations_of_all_its_runs(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    const rdg_function f = {.name = "height", .n = 2, .m = 1, .f = height, .by_differences = true};
    assert_ok(*state, rdg_add_monitor(p, &f, RDG_ALL, (const char *const[]){"height"}, RDG_SINGULAR));
    const long before = rdg_newton_iterations(*state);
    assert_ok(*state, rdg_continue(p, "arc", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", 0.5, 2.0),
                                   RDG_EVENT("HALF", "height", 0.5), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "HALF"), 1);
    assert_near(harvest_nth(&h, "HALF", 0)->u[0], half_root, 1e-9, 0);
    assert_true(h.summary.corrections > h.summary.points + 3);
    assert_int_equal(rdg_newton_iterations(*state) - before, h.summary.iterations);
    assert_int_equal(rdg_newton_iterations(NULL), 0);
    harvest_clear(&h);
}

static void a_closed_curve_is_gone_round_once(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_CLOSED);
    assert_int_equal(h.summary.backwards, RDG_STOP_NONE);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    double length = 0;
    for (size_t k = 1; k < h.count; k++) {
        if (*h.chart[k].type == '\0') {
            length =
                fmax(length, fabs(h.chart[k].u[0] * h.chart[k].u[0] + h.chart[k].u[1] * h.chart[k].u[1] - 1));
        }
    }
    assert_near(length, 0, 0, 1e-12);
    harvest_clear(&h);
}

static void the_maximum_of_points_holds_in_each_direction(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "few", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_STEP(0.01, 0.01, 0.01),
                                   RDG_MAX_POINTS(7), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_MAX_POINTS);
    assert_int_equal(h.summary.backwards, RDG_STOP_MAX_POINTS);
    assert_int_equal(h.count, 15);
    assert_int_equal(h.chart[7].point, 7);
    assert_string_equal(h.chart[7].type, "EP");
    assert_int_equal(h.chart[14].point, -7);
    assert_true(h.chart[7].u[1] > 0 && h.chart[14].u[1] < 0);
    harvest_clear(&h);
}

static void a_direction_can_be_chosen(void **state)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        harvest h = {0};
        rdg_problem *p = circle_problem(*state);
        assert_ok(*state, rdg_continue(p, "one", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_DIRECTION(sign),
                                       RDG_MAX_POINTS(3), HARVEST_ONLY(&h)));
        assert_int_equal(h.count, 4);
        assert_true(sign * h.chart[3].u[1] > 0);
        assert_int_equal(h.chart[3].point, 3 * sign);
        harvest_clear(&h);
    }
}

static void a_start_outside_its_window_is_refused(void **state)
{
    rdg_problem *p = circle_problem(*state);
    assert_int_equal(rdg_continue(p, "out", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("x", -0.5, 0.5),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "run \"out\": it starts at x = 1, outside its window [-0.5, 0.5]");
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

static void events_lie_on_their_values(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    const double values[] = {0.1, 0.31, -0.614};
    assert_ok(*state, rdg_continue(p, "uz", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_UZ_LIST("y", 3, values),
                                   RDG_TERMINAL("STOP", "x", -0.28), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(h.summary.backwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(harvest_count(&h, "UZ"), 3);
    for (size_t k = 0; k < 3; k++) {
        const harvested *c = harvest_nth(&h, "UZ", k);
        assert_near(c->u[1], values[k], 1e-14, 0);
        assert_near(hypot(c->u[0], c->u[1]), 1, 1e-12, 0);
        assert_true(c->label > 0);
    }
    assert_near(harvest_nth(&h, "STOP", 0)->u[1], 0.96, 1e-11, 0);
    assert_near(harvest_nth(&h, "STOP", 1)->u[1], -0.96, 1e-11, 0);
    harvest_clear(&h);
}

static void events_at_one_point_are_all_reported(void **state)
{
    /* the two ends and the fold of y are user values, too */
    static const struct {
        const char *type;
        size_t nth;
        double x, y;
    } expected[] = {{"EP", 1, 0.6, 0.8}, {"A", 0, 0.6, 0.8}, {"B", 0, 0.6, 0.8}, {"EP", 2, -0.6, 0.8},
                    {"A", 1, -0.6, 0.8}, {"FP", 0, 0, -1},   {"C", 0, 0, -1}};
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "all", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -2, 0.8),
                                   RDG_EVENT("A", "y", 0.8), RDG_EVENT("B", "x", 0.6), RDG_EVENT("C", "x", 0),
                                   HARVEST_ONLY(&h)));
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        const harvested *c = harvest_nth(&h, expected[k].type, expected[k].nth);
        assert_near(c->u[0], expected[k].x, 0, 1e-9);
        assert_near(c->u[1], expected[k].y, 0, 1e-9);
    }
    assert_string_equal(h.chart[h.count - 1].type, "EP");
    harvest_clear(&h);
}

static bool stop_at(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    long *left = data;
    assert_true(*left > 0); /* not called again after it said stop */
    (void)chart;
    return --*left == 0;
}

static void an_observer_ends_the_run_at_any_chart(void **state)
{
    for (long at = 1; at < 30; at++) {
        long left = at;
        rdg_run_summary summary;
        rdg_problem *p = circle_problem(*state);
        assert_ok(*state, rdg_continue(p, "watched", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_UZ("y", 0.3),
                                       RDG_OBSERVE(stop_at, &left), RDG_SUMMARY(&summary), RDG_NO_FOLDER,
                                       RDG_NO_TABLE));
        assert_int_equal(left, 0);
        assert_int_equal(summary.forwards, RDG_STOP_OBSERVER);
        assert_int_equal(summary.points, at);
        rdg_problem_free(p);
    }
}

static bool meddle(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    (void)data;
    rdg_add_variables(p, "late", 5, NULL);
    return false;
}

static void nothing_is_added_to_a_problem_while_it_runs(void **state)
{
    rdg_problem *p = circle_problem(*state);
    assert_int_equal(rdg_continue(p, "meddled", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_OBSERVE(meddle, NULL),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "rdg_add_variables: a run of this problem is under way");
    assert_int_equal(rdg_variable_count(p), 2);
    assert_ok(*state, rdg_add_variables(p, "late", 5, NULL));
}

static bool solve_beside(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_problem *other = data;
    const rdg_problem *same = p;
    rdg_start_values(other)[0] = chart->u[0] + 0.01;
    rdg_start_values(other)[1] = chart->u[1];
    assert_int_equal(rdg_continue(other, "inner", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_MAX_POINTS(2),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_OK);
    assert_ptr_equal(same, p);
    return false;
}

static void an_observer_may_run_the_same_problem(void **state)
{
    harvest alone = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "outer", RDG_RELEASE("y"), RDG_RELEASE("x"), HARVEST_ONLY(&alone)));
    rdg_run_summary summary;
    assert_ok(*state, rdg_continue(p, "outer", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                   RDG_OBSERVE(solve_beside, p), RDG_START(((double[]){1, 0})),
                                   RDG_SUMMARY(&summary), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(summary.points, (long)alone.count);
    harvest_clear(&alone);
}

static void a_parameter_is_held_where_it_is_told(void **state)
{
    harvest h = {0};
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "held", RDG_HOLD_AT("y", 0.28), RDG_RELEASE("x"), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_POINT);
    assert_int_equal(h.count, 1);
    assert_near(h.chart[0].u[0], 0.96, 1e-12, 0);
    assert_near(h.chart[0].u[1], 0.28, 1e-14, 0);
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

/* (l, x): x (l - x^k) = 0 has a branch point at 0: transcritical for k = 1, a pitchfork for k = 2. */
static int normal_form(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    y[0] = u[1] * (u[0] - pow(u[1], *(const int *)data));
    return 0;
}

static void branch_points_are_exact_and_left_along_the_other_branch(void **state)
{
    for (int k = 1; k <= 2; k++) {
        harvest h = {0};
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (double[]){-0.37, 0});
        rdg_add_zero(p, &(rdg_function){.name = "form", .n = 2, .m = 1, .f = normal_form, .data = &k},
                     RDG_ALL);
        rdg_add_parameter(p, "l", "u", 0);
        assert_ok(*state,
                  rdg_continue(p, "trivial", RDG_RELEASE("l"), RDG_WINDOW("l", -1, 1), HARVEST_ONLY(&h)));
        const harvested *bp = harvest_nth(&h, "BP", 0);
        assert_int_equal(harvest_count(&h, "BP"), 1);
        assert_near(bp->u[0], 0, 0, 1e-8);
        assert_near(bp->u[1], 0, 0, 1e-8);
        harvest other = {0};
        assert_ok(*state, rdg_continue(p, "other", RDG_RELEASE("l"), RDG_SWITCH_AT(bp->u, bp->tangent),
                                       RDG_WINDOW("l", -1, 1), HARVEST_ONLY(&other)));
        for (size_t i = 1; i < other.count; i++) {
            assert_near(other.chart[i].u[0], pow(other.chart[i].u[1], k), 1e-8, 1e-8);
            assert_true(fabs(other.chart[i].u[1]) > 1e-5);
        }
        harvest_clear(&other);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

static void a_point_on_one_branch_only_cannot_be_switched_at(void **state)
{
    rdg_problem *p = circle_problem(*state);
    const rdg_status status =
        rdg_continue(p, "no", RDG_RELEASE("y"), RDG_RELEASE("x"),
                     RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, 1})), RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_int_equal(status, RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "rdg_continue: run \"no\": the start is no simple branch point");
}

static void branches_are_switched_on_curves_only(void **state)
{
    rdg_problem *p = circle_problem(*state);
    rdg_continue(p, "point", RDG_RELEASE("y"), RDG_SWITCH_AT(((double[]){1, 0}), ((double[]){0, 1})),
                 RDG_NO_FOLDER, RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_SIZE,
                  "run \"point\": another branch is to be taken, but the manifold has "
                  "dimension 0; branches are switched on curves only");
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
    assert_failed(*state, RDG_ERR_SIZE, "has 2 variables, asked for were 3");
}

static void a_cut_solution_is_no_start(void **state)
{
    char path[160];
    rdg_problem *p = circle_problem(*state);
    assert_ok(*state, rdg_continue(p, "first", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE));
    snprintf(path, sizeof path, "%s/first/sol00001.h5", scratch_folder);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    const long sizes[] = {about.st_size - 1, about.st_size / 2, 100, 1, 0};
    for (int k = 0; k < 5; k++) {
        assert_int_equal(truncate(path, sizes[k]), 0);
        assert_int_equal(
            rdg_continue(p, "second", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_FROM("first", 1), RDG_NO_TABLE),
            RDG_ERR_FORMAT);
        assert_failed(*state, RDG_ERR_FORMAT, "sol00001.h5 is no complete solution file");
    }
    assert_int_equal(remove(path), 0);
    rdg_continue(p, "second", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_FROM("first", 1), RDG_NO_TABLE);
    assert_failed(*state, RDG_ERR_IO, "sol00001.h5: No such file");
}

static void every_stop_has_its_own_text(void **state)
{
    (void)state;
#define X(code, text) assert_string_equal(rdg_stop_text(code), text);
    RDG_STOP_LIST(X)
#undef X
    assert_string_equal(rdg_stop_text((rdg_stop)99), "unknown reason");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_window_ends_both_directions_on_its_boundary),
        TEST(the_context_counts_the_iterations_of_all_its_runs),
        TEST(a_closed_curve_is_gone_round_once),
        TEST(the_maximum_of_points_holds_in_each_direction),
        TEST(a_direction_can_be_chosen),
        TEST(a_start_outside_its_window_is_refused),
        TEST(a_start_on_a_boundary_goes_inwards_only),
        TEST(events_lie_on_their_values),
        TEST(events_at_one_point_are_all_reported),
        TEST(an_observer_ends_the_run_at_any_chart),
        TEST(nothing_is_added_to_a_problem_while_it_runs),
        TEST(an_observer_may_run_the_same_problem),
        TEST(a_parameter_is_held_where_it_is_told),
        TEST(a_solved_point_becomes_the_start),
        TEST(two_equations_that_say_the_same_are_singular),
        TEST(a_bad_start_value_is_named),
        TEST(branch_points_are_exact_and_left_along_the_other_branch),
        TEST(a_point_on_one_branch_only_cannot_be_switched_at),
        TEST(branches_are_switched_on_curves_only),
        SCRATCH_TEST(a_run_goes_on_from_a_label_of_another_problem),
        SCRATCH_TEST(a_cut_solution_is_no_start),
        TEST(every_stop_has_its_own_text),
    };
    return cmocka_run_group_tests_name("core: runs", tests, NULL, NULL);
}
