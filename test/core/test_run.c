/* Runs of small problems: why branches end, where points lie, what observers see. */
#include "harvest.h"
#include "problems.h"

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
    assert_ok(*state, rdg_add_monitor(p, &f, RDG_ALL, (const char *const[]){"height"}, RDG_JUMPING));
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
        TEST(events_lie_on_their_values),
        TEST(events_at_one_point_are_all_reported),
        TEST(an_observer_ends_the_run_at_any_chart),
        TEST(nothing_is_added_to_a_problem_while_it_runs),
        TEST(an_observer_may_run_the_same_problem),
        TEST(a_parameter_is_held_where_it_is_told),
        TEST(every_stop_has_its_own_text),
    };
    return cmocka_run_group_tests_name("core: runs", tests, NULL, NULL);
}
