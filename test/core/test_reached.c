/* How far a run has come: the range of its window, the verdict on a curve that turns back and leaves it where
 * it came in, and charts that a function does not admit. */
#define _XOPEN_SOURCE 700
#include "problems.h"
#include "scratch.h"

#include "run_data.h"

#include <ridgewalk/core.h>

#include <string.h>

/* a (x - x0) = y^2 - y0^2 */
static int parabola_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *c = data;
    (void)n;
    (void)m;
    y[0] = c[0] * (u[0] - c[1]) - (u[1] * u[1] - c[2] * c[2]);
    return 0;
}

static rdg_problem *parabola(rdg_context *ctx, double *c, double x, double y)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){x, y});
    rdg_add_zero(p, &(rdg_function){.name = "parabola", .n = 2, .m = 1, .f = parabola_f, .data = c}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static int times_said(const char *words)
{
    int count = 0;
    for (const char *at = scratch_said; (at = strstr(at, words)); at += strlen(words)) {
        count++;
    }
    return count;
}

/* Started from a bound or from between, opening to either side; one bound is passed twice, and the rest of
 * the window is named and counts as a shortfall. */
static void a_curve_that_leaves_its_window_where_it_came_in_has_not_covered_it(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    for (int k = 0; k < 60; k++) {
        const double size = pow(3.0, random_signed(&seed));
        const int side = random_signed(&seed) > 0.0 ? 1 : -1; /* it opens to */
        const double fold = size * 0.8 * random_signed(&seed);
        double c[3] = {side / size, fold, 0.0};
        const double bound = side * size;
        const double x = k % 2 ? bound : fold + 0.5 * (bound - fold);
        rdg_problem *p = parabola(ctx, c, x, sqrt(c[0] * (x - fold)));
        rdg_run_summary s;
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_continue(p, "turns", RDG_RELEASE("x"), RDG_RELEASE("y"),
                                    RDG_WINDOW("x", -size, size), RDG_NO_TABLE, RDG_SUMMARY(&s)));
        assert_false(s.covered);
        assert_int_equal(rdg_shortfalls(ctx), k + 1);
        assert_int_equal(times_said("was not reached: the curve turns back"), 1);
        assert_near(s.reached[side < 0], fold, 0.0, 1e-12 * size);
        assert_near(s.reached[side > 0], bound, 1e-14, 0.0);
        double low = 0.0, high = 0.0;
        rdg_run *run = rdg_run_open(ctx, "turns");
        assert_ok(ctx, rdg_run_window(run, "x", &low, &high));
        assert_true(low == -size && high == size);
        assert_ok(ctx, rdg_run_window(run, "y", &low, &high));
        assert_true(isinf(low) && low < 0.0 && isinf(high) && high > 0.0);
        char reached[160];
        snprintf(reached, sizeof reached, "x from %.17g to %.17g", s.reached[0], s.reached[1]);
        assert_string_equal(rdg_run_text(run, "reached"), reached);
        assert_near(rdg_run_number(run, "covered"), 0.0, 0.0, 0.0);
        assert_non_null(strstr(rdg_run_text(run, "not_reached"), "was not reached: the curve turns back"));
        rdg_run_free(run);
        rdg_problem_free(p);
    }
}

/* The part of a parabola on one side of its fold, and what may end early. */
static void a_curve_through_its_window_says_nothing(void **state)
{
    rdg_context *ctx = *state;
    double c[3] = {1.0, 0.0, 0.0};
    rdg_run_summary s;
    rdg_problem *p = parabola(ctx, c, 1.0, 1.0);
    assert_ok(ctx, rdg_continue(p, "through", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.25, 4.0),
                                RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_near(s.reached[0], 0.25, 1e-14, 0.0);
    assert_near(s.reached[1], 4.0, 1e-14, 0.0);
    assert_ok(ctx, rdg_continue(p, "one way", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", -1.0, 4.0),
                                RDG_DIRECTION(1), RDG_NO_TABLE));
    assert_ok(ctx, rdg_continue(p, "expected", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", -1.0, 4.0),
                                RDG_EXPECT_EARLY_END, RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_false(s.covered);
    assert_int_equal(times_said("turns back"), 0);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* Windows of both coordinates make a box: the parabola leaves it at any two bounds, which the record names.
 * The part of the first window that is left out is noted, and no shortfall. */
static void a_curve_between_bounds_of_a_box_is_complete(void **state)
{
    static const struct {
        double low, high, y; /* of x, and of y */
        const char *left[2]; /* forwards, where x grows, and backwards */
        bool noted;
    } cases[] = {{-1.0, 4.0, 1.5, {"y = 1.5", "y = -1.5"}, true},
                 {-1.0, 4.0, 3.0, {"x = 4", "x = 4"}, true},
                 {0.25, 4.0, 1.5, {"y = 1.5", "x = 0.25"}, true},
                 {0.25, 4.0, 3.0, {"x = 4", "x = 0.25"}, false}};
    rdg_context *ctx = *state;
    double c[3] = {1.0, 0.0, 0.0};
    rdg_problem *p = parabola(ctx, c, 1.0, 1.0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_run_summary s;
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_continue(p, "box", RDG_RELEASE("x"), RDG_RELEASE("y"),
                                    RDG_WINDOW("x", cases[k].low, cases[k].high),
                                    RDG_WINDOW("y", -cases[k].y, cases[k].y), RDG_NO_TABLE, RDG_SUMMARY(&s)));
        assert_true(s.covered);
        assert_int_equal(times_said("the curve leaves its domain at"), cases[k].noted);
        rdg_run *run = rdg_run_open(ctx, "box");
        assert_string_equal(rdg_run_text(run, "left_forwards"), cases[k].left[0]);
        assert_string_equal(rdg_run_text(run, "left_backwards"), cases[k].left[1]);
        rdg_run_free(run);
    }
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

/* m + l z - z^3 = 0 */
static int cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[2] + u[1] * u[0] - u[0] * u[0] * u[0];
    return 0;
}

/* Its folds, l = 3 z^2 and m = -2 z^3, exist for l > 0 only: both ends leave the window of l at 3. */
static void a_curve_of_folds_that_turns_at_a_cusp_is_complete(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.5, 0.75, -0.25});
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 3, .m = 1, .f = cusp_f}, RDG_ALL);
    rdg_add_parameter(p, "l", "u", 1);
    rdg_add_parameter(p, "m", "u", 2);
    rdg_add_fold(p, "fold", "m");
    assert_ok(ctx, rdg_continue(p, "folds", RDG_HOLD_AT("fold", 0), RDG_RELEASE("l"), RDG_RELEASE("m"),
                                RDG_WINDOW("l", -1.0, 3.0), RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_true(s.covered);
    assert_near(s.reached[0], 0.0, 0.0, 1e-9);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

static int pitchfork_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] * (u[0] - u[1] * u[1]);
    return 0;
}

/* Both ways along the parabola of a pitchfork end on the same bound: it does not exist on the other side. */
static void a_branch_of_a_branch_point_is_complete_on_one_side_of_it(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){-1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "pitchfork", .n = 2, .m = 1, .f = pitchfork_f}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_continue(p, "trunk", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", -1.0, 1.0),
                                RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_true(s.covered && s.branch_points == 1);
    rdg_run *trunk = rdg_run_open(ctx, "trunk");
    const rdg_index BP = rdg_run_label(trunk, rdg_run_find(trunk, "BP", 0));
    rdg_run_free(trunk);
    assert_ok(ctx, rdg_continue(p, "fork", RDG_SWITCH("trunk", BP), RDG_RELEASE("x"), RDG_RELEASE("y"),
                                RDG_WINDOW("x", -1.0, 1.0), RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_true(s.covered);
    assert_near(s.reached[0], 0.0, 0.0, 1e-9);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

static void a_run_that_is_gone_on_with_knows_how_far_the_first_part_came(void **state)
{
    rdg_context *ctx = *state;
    double c[3] = {1.0, 0.0, 0.0};
    rdg_run_summary s[2];
    rdg_problem *p = parabola(ctx, c, 1.0, 1.0);
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_resume(p, "on", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", -1.0, 4.0),
                                  RDG_NO_TABLE, RDG_SUMMARY(&s[k])));
        assert_near(s[k].reached[0], 0.0, 0.0, 1e-12);
        assert_near(s[k].reached[1], 4.0, 1e-14, 0.0);
    }
}

/* --- ends of ways */

static const char *never(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                         void *data)
{
    (void)p;
    (void)before;
    (void)at;
    (void)after;
    ++*(int *)data;
    return NULL;
}

static bool after_some(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)chart;
    return --*(int *)data == 0;
}

/* What was looked at last in search of an event is no chart. */
static void an_observer_may_end_the_way_wherever_an_event_was_judged_to_be_none(void **state)
{
    rdg_context *ctx = *state;
    for (int charts = 2; charts < 30; charts++) {
        double c[3] = {1.0, 0.0, 0.0};
        int left = charts, judged = 0;
        rdg_run_summary s;
        rdg_problem *p = parabola(ctx, c, 1.0, 1.0);
        assert_ok(ctx,
                  rdg_continue(p, "ended", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.25, 4.0),
                               RDG_EVENT_CHECKED("NO", "y", 1.01, never, &judged),
                               RDG_EVENT_CHECKED("NO", "y", 1.5, never, &judged),
                               RDG_OBSERVE(after_some, &left), RDG_SUMMARY(&s), RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_true(judged > 0 || charts < 4);
        rdg_problem_free(p);
    }
}

static bool is_below(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    return chart->u[0] < *(double *)data;
}

static bool go_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    assert_string_equal(event->type, "MX");
    assert_int_equal(direction, 1);
    double *limit = data;
    assert_true(event->u[0] < *limit);
    if (*limit > 1e3) {
        return false;
    }
    *limit = 1e9; /* from now on all is admitted */
    u[0] = 3.5;
    u[1] = sqrt(3.5);
    return true;
}

static bool sees_none_beyond(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    assert_true(chart->u[0] < *(double *)data);
    return false;
}

static void no_chart_is_emitted_that_is_not_admitted(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    for (int k = 0; k < 40; k++) {
        double c[3] = {1.0, 0.0, 0.0};
        double limit = 2.0 + random_signed(&seed);
        rdg_run_summary s;
        limit = limit <= 1.0 ? 1.5 : limit;
        rdg_problem *p = parabola(ctx, c, 1.0, 1.0);
        assert_ok(ctx, rdg_continue(p, "ended", RDG_RELEASE("x"), RDG_RELEASE("y"),
                                    RDG_WINDOW("x", 0.25, 4.0), RDG_ADMIT(is_below, &limit),
                                    RDG_OBSERVE(sees_none_beyond, &limit), RDG_UZ("x", limit),
                                    RDG_SUMMARY(&s), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END));
        assert_int_equal(s.forwards, RDG_STOP_MIN_STEP);
        assert_int_equal(s.backwards, RDG_STOP_BOUNDARY);
        assert_false(s.covered);
        assert_ok(ctx,
                  rdg_continue(p, "goes on", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.25, 4.0),
                               RDG_ADMIT(is_below, &limit), RDG_OBSERVE(sees_none_beyond, &limit),
                               RDG_ON_STOP(go_on, &limit), RDG_SUMMARY(&s), RDG_NO_FOLDER, RDG_NO_TABLE));
        assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
        assert_true(s.covered);
        rdg_problem_free(p);
    }
}

/* --- a way that an observer ends behind an event that was none */

typedef struct stop_at {
    double y;
    int looked_at; /* zeros that were looked at */
} stop_at;

static const char *is_none(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                           const rdg_chart *after, void *data)
{
    (void)p;
    (void)before;
    (void)at;
    (void)after;
    ((stop_at *)data)->looked_at++;
    return NULL;
}

static bool is_beyond(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const stop_at *s = data;
    return chart->mu[rdg_parameter_index(p, "y")] > s->y;
}

/* What was looked at last has no type; the curve goes on from the chart that the observer ends it at. */
static void an_observer_may_end_a_way_behind_a_zero_that_is_no_event(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 20; k++) {
        double c[3] = {1.0, 0.0, 0.0}; /* x = y^2 */
        stop_at s = {.y = 0.03 + 0.05 * k};
        rdg_problem *p = parabola(ctx, c, 0.25, -0.5);
        rdg_run_summary summary;
        assert_ok(ctx, rdg_continue(p, "ended", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_DIRECTION(1),
                                    RDG_WINDOW("y", -1.0, 2.0), RDG_STEP(0.1, 1e-6, 0.1),
                                    RDG_EVENT_CHECKED("NO", "x", 0.0007, is_none, &s), RDG_NO_FOLDS,
                                    RDG_OBSERVE(is_beyond, &s), RDG_NO_TABLE, RDG_NO_FOLDER,
                                    RDG_SUMMARY(&summary), RDG_EXPECT_EARLY_END));
        assert_int_equal(s.looked_at, 2);
        assert_int_equal(summary.forwards, RDG_STOP_OBSERVER);
        assert_true(summary.reached[1] > s.y && summary.reached[1] < s.y + 0.2);
        rdg_problem_free(p);
    }
}

/* x^2 + (y/R)^2 = 1, R in data */
static int ellipse_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double R = *(const double *)data;
    (void)n;
    (void)m;
    y[0] = u[0] * u[0] + u[1] * u[1] / (R * R) - 1.0;
    return 0;
}

/* Behind the fold the branch passes the start at a distance that is small beside the typical size, the other
 * way round: the curve is not closed. The whole ellipse is, whichever way it is followed. */
static void a_curve_is_closed_only_where_it_passes_its_start_the_same_way(void **state)
{
    rdg_context *ctx = *state;
    const double thin[] = {0.1, 1e-3, 3e-4, 1e-4};
    for (int k = 0; k < 8; k++) {
        double R = thin[k / 2];
        const double x = k % 2 ? 0.9 : -0.9;
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_run_summary s;
        rdg_add_variables(p, "u", 2, (double[]){x, R * sqrt(1.0 - x * x)});
        rdg_add_zero(p, &(rdg_function){.name = "ellipse", .n = 2, .m = 1, .f = ellipse_f, .data = &R},
                     RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        assert_ok(ctx, rdg_continue(p, "part", RDG_RELEASE("x"),
                                    RDG_WINDOW("x", k % 2 ? -0.5 : -2.0, k % 2 ? 2.0 : 0.5), RDG_NO_TABLE,
                                    RDG_NO_FOLDER, RDG_EXPECT_EARLY_END, RDG_SUMMARY(&s)));
        assert_false(s.covered);
        assert_true(s.forwards != RDG_STOP_CLOSED && s.backwards != RDG_STOP_CLOSED);
        rdg_problem_free(p);
    }
    double R = 0.5;
    for (int way = -1; way <= 1; way += 2) {
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_run_summary s;
        rdg_add_variables(p, "u", 2, (double[]){0.6, 0.8 * R});
        rdg_add_zero(p, &(rdg_function){.name = "ellipse", .n = 2, .m = 1, .f = ellipse_f, .data = &R},
                     RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        assert_ok(ctx, rdg_continue(p, "whole", RDG_RELEASE("x"), RDG_DIRECTION(way), RDG_NO_TABLE,
                                    RDG_NO_FOLDER, RDG_SUMMARY(&s)));
        assert_true(s.covered && s.points < 200);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_curve_that_leaves_its_window_where_it_came_in_has_not_covered_it),
        SCRATCH_TEST(a_curve_between_bounds_of_a_box_is_complete),
        SCRATCH_TEST(a_curve_of_folds_that_turns_at_a_cusp_is_complete),
        SCRATCH_TEST(a_branch_of_a_branch_point_is_complete_on_one_side_of_it),
        SCRATCH_TEST(a_curve_through_its_window_says_nothing),
        SCRATCH_TEST(a_curve_is_closed_only_where_it_passes_its_start_the_same_way),
        SCRATCH_TEST(a_run_that_is_gone_on_with_knows_how_far_the_first_part_came),
        SCRATCH_TEST(an_observer_may_end_the_way_wherever_an_event_was_judged_to_be_none),
        SCRATCH_TEST(no_chart_is_emitted_that_is_not_admitted),
        SCRATCH_TEST(an_observer_may_end_a_way_behind_a_zero_that_is_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
