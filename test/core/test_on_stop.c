/* A function names the point from which a run goes on behind a terminal event. */
#include "problems.h"

#include "harvest.h"

/* Jump over the arc between y = 0.5 and y = 0.8 on the right half of the circle. */
static bool jump(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    assert_near(event->u[1], 0.5, 1e-10, 0.0);
    int *calls = data;
    u[0] = 0.6;
    u[1] = 0.8 + 0.01; /* a guess: the correction takes it to the circle */
    return ++*calls == 1 && direction > 0;
}

static void run_goes_on_from_the_point_named(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    int calls = 0;
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "jump", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", 0.0, 0.9), RDG_TERMINAL("GAP", "y", 0.5),
                                RDG_ON_STOP(jump, &calls), HARVEST_ONLY(&h)));
    assert_int_equal(calls, 1);
    assert_int_equal(harvest_count(&h, "GAP"), 1);
    const harvested *again = harvest_nth(&h, "RS", 0);
    assert_near(harvest_mu(&h, again, "y"), 0.81, 1e-12, 0.0);
    assert_near(hypot(again->u[0], again->u[1]), 1.0, 1e-12, 0.0);
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    harvest_clear(&h);
}

static bool name_the_centre(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)direction;
    (void)data;
    u[0] = u[1] = 0.0; /* where the gradient of the circle vanishes */
    return true;
}

static void point_that_cannot_be_corrected_ends_the_branch_as_the_event_would(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "centre", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_DIRECTION(1), RDG_TERMINAL("GAP", "y", 0.5),
                                RDG_ON_STOP(name_the_centre, NULL), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(harvest_count(&h, "GAP"), 1);
    assert_int_equal(harvest_count(&h, "RS"), 0);
    harvest_clear(&h);
}

/* Names the centre so often, then a point of the circle. */
typedef struct reluctant {
    int refused, calls;
} reluctant;

static bool name_a_point_at_last(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    reluctant *r = data;
    if (++r->calls <= r->refused) {
        return name_the_centre(p, event, direction, u, NULL);
    }
    u[0] = 0.6;
    u[1] = 0.8;
    return r->calls == r->refused + 1;
}

static void function_is_asked_five_times_for_a_point_and_then_levels_are_missing(void **state)
{
    rdg_context *ctx = *state;
    for (int refused = 3; refused <= 6; refused++) {
        harvest h = {0};
        reluctant r = {.refused = refused};
        const long before = rdg_shortfalls(ctx);
        assert_ok(ctx,
                  rdg_continue(circle_problem(ctx), "reluctant", RDG_RELEASE("y"), RDG_RELEASE("x"),
                               RDG_DIRECTION(1), RDG_WINDOW("y", 0.0, 0.9), RDG_TERMINAL("GAP", "y", 0.5),
                               RDG_ON_STOP(name_a_point_at_last, &r), HARVEST_ONLY(&h)));
        const bool found = refused < 5;
        assert_int_equal(r.calls, found ? refused + 1 : 5);
        assert_int_equal(harvest_count(&h, "RS"), found);
        assert_int_equal(h.summary.forwards, found ? RDG_STOP_BOUNDARY : RDG_STOP_TERMINAL_EVENT);
        assert_true(h.summary.covered == found);
        assert_int_equal(rdg_shortfalls(ctx) - before, !found);
        harvest_clear(&h);
    }
}

/* Goes on once, though not without a gap, and then gives up. */
static bool give_up(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    int *calls = data;
    (void)event;
    (void)direction;
    const bool first = ++*calls == 1;
    rdg_leave_out(p, "y from %.2g to %.2g is %s", 0.5, first ? 0.7 : 0.9, first ? "a gap" : "beyond reach");
    u[0] = sqrt(1.0 - 0.04);
    u[1] = 0.2;
    return first;
}

static void what_a_function_leaves_out_is_the_verdict_of_the_run(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    int calls = 0;
    const long before = rdg_shortfalls(ctx);
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "gap", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_DIRECTION(1), RDG_WINDOW("y", 0.0, 0.9), RDG_TERMINAL("GAP", "y", 0.5),
                                RDG_ON_STOP(give_up, &calls), HARVEST_ONLY(&h)));
    assert_int_equal(calls, 2);
    assert_int_equal(h.summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_false(h.summary.covered);
    assert_int_equal(rdg_shortfalls(ctx) - before, 1); /* one message for both */
    harvest_clear(&h);
    calls = 0;
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "gap", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_DIRECTION(1), RDG_WINDOW("y", 0.0, 0.9), RDG_TERMINAL("GAP", "y", 0.5),
                                RDG_EXPECT_EARLY_END, RDG_ON_STOP(give_up, &calls), HARVEST_ONLY(&h)));
    assert_int_equal(rdg_shortfalls(ctx) - before, 1);
    harvest_clear(&h);
}

static bool remember_direction(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)u;
    assert_string_equal(event->type, "FP");
    *(int *)data = direction;
    return false;
}

/* The circle over y: from (1, 0) upwards the fold is at (0, 1), where y neither rises nor falls. */
static void branch_ends_at_its_first_fold_if_asked_to(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    int direction = 0;
    assert_ok(ctx,
              rdg_continue(circle_problem(ctx), "fold", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_DIRECTION(1),
                           RDG_END_AT_FOLDS, RDG_ON_STOP(remember_direction, &direction), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(direction, 1); /* that of the step on which the fold was met */
    assert_int_equal(harvest_count(&h, "FP"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 0), "y"), 1.0, 1e-12, 0.0);
    harvest_clear(&h);
}

/* Changes the problem for what lies behind the event: the circle becomes half as large. */
static bool halve(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)direction;
    *(double *)data = 0.5;
    u[0] = 0.4;
    u[1] = 0.3;
    return true;
}

static bool restore(rdg_problem *p, const rdg_chart *start, void *data)
{
    (void)p;
    assert_near(start->u[1], 0.0, 1e-12, 0.0);
    *(double *)data = 1.0;
    return false;
}

static void problem_is_as_at_the_start_on_the_way_back(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    double radius = 1.0;
    rdg_problem *p = circle_problem(ctx);
    const rdg_function circle = circle_function(&radius);
    assert_ok(ctx, rdg_replace_function(p, "circle", &circle));
    assert_ok(ctx,
              rdg_continue(p, "turn", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -0.7, 0.7),
                           RDG_TERMINAL("GAP", "y", 0.6), RDG_MAX_POINTS(30), RDG_ON_STOP(halve, &radius),
                           RDG_ON_TURN(restore, &radius), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.backwards, RDG_STOP_BOUNDARY);
    const harvested *last = &h.chart[h.count - 1];
    assert_near(last->u[0], sqrt(1.0 - 0.49), 1e-12, 0.0);
    assert_near(last->u[1], -0.7, 1e-12, 0.0);
    harvest_clear(&h);
}

/* To the window's edge itself, where the curve leads out. */
static bool name_the_edge(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)direction;
    (void)data;
    u[0] = 0.8;
    u[1] = 0.6;
    return true;
}

static void point_named_on_the_edge_of_a_window_ends_the_branch_there(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "edge", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_DIRECTION(1), RDG_WINDOW("y", 0.0, 0.6), RDG_TERMINAL("GAP", "y", 0.5),
                                RDG_ON_STOP(name_the_edge, NULL), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_string_equal(h.chart[h.count - 1].type, "RS");
    assert_near(h.chart[h.count - 1].u[1], 0.6, 1e-12, 0.0);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(run_goes_on_from_the_point_named),
        TEST(branch_ends_at_its_first_fold_if_asked_to),
        TEST(function_is_asked_five_times_for_a_point_and_then_levels_are_missing),
        TEST(what_a_function_leaves_out_is_the_verdict_of_the_run),
        TEST(point_that_cannot_be_corrected_ends_the_branch_as_the_event_would),
        TEST(problem_is_as_at_the_start_on_the_way_back),
        TEST(point_named_on_the_edge_of_a_window_ends_the_branch_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
