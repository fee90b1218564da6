/* What a curve looks like beside a point: maxima, minima, inflections, kinks. */
#define _XOPEN_SOURCE 700
#include "scratch.h"

#include <ridgewalk/core.h>

/* y = x^3 - 3 e x along x: a maximum at -sqrt(e), a minimum at sqrt(e), an inflection for e = 0; and kinks.
 */
typedef struct shape {
    double e, left, right;
} shape;

static int shape_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const shape *s = data;
    (void)n;
    (void)m;
    const double x = u[0];
    y[0] = x * x * x - 3.0 * s->e * x + (x < 0.0 ? s->left : s->right) * x;
    return 0;
}

static rdg_curve_sides beside(rdg_context *ctx, shape *s, double x, int heading)
{
    rdg_curve_sides sides = {.known = false};
    const double start = x;
    const rdg_function f = {.name = "y", .n = 1, .m = 1, .f = shape_value, .by_differences = true, .data = s};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &start);
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_monitor(p, &f, RDG_ALL, NULL, RDG_ACTIVE);
    assert_ok(ctx, rdg_curve_look_beside(p, "y", "x", &start, heading, &sides));
    rdg_problem_free(p);
    return sides;
}

static void maximum_is_told_from_all_else_by_its_sides(void **state)
{
    rdg_context *ctx = *state;
    for (int heading = -1; heading <= 1; heading += 2) {
        shape smooth = {.e = 1.0}, flat = {.e = 0.0};
        const rdg_curve_sides top = beside(ctx, &smooth, -1.0, heading);
        assert_true(rdg_curve_is_top(&top) && top.step == 1e-9);
        assert_true(fabs(top.far[0]) > 3.0 * fabs(top.near[0])); /* smooth */
        const rdg_curve_sides bottom = beside(ctx, &smooth, 1.0, heading);
        assert_true(bottom.known && !rdg_curve_is_top(&bottom));
        assert_true(bottom.near[0] < 0.0 && bottom.near[1] > 0.0);
        const rdg_curve_sides slope = beside(ctx, &smooth, 0.0, heading);
        assert_false(rdg_curve_is_top(&slope));
        assert_near(slope.near[0], -3.0 * heading, 1e-6, 0.0);
        assert_near(slope.here, -3.0 * heading, 1e-6, 0.0);
        assert_true(top.here < top.near[0] && top.here > top.near[1]);
        const rdg_curve_sides inflection = beside(ctx, &flat, 0.0, heading);
        assert_false(rdg_curve_is_top(&inflection));
        shape roof = {.left = 2.0, .right = -1.0}, valley = {.left = -2.0, .right = 1.0};
        const rdg_curve_sides kink = beside(ctx, &roof, 0.0, heading);
        assert_true(rdg_curve_is_top(&kink));
        assert_near(kink.near[heading > 0 ? 0 : 1], 2.0 * heading, 1e-6, 0.0);
        assert_near(kink.near[heading > 0 ? 1 : 0], -1.0 * heading, 1e-6, 0.0);
        assert_near(kink.far[0], kink.near[0], 1e-6, 0.0);
        const rdg_curve_sides dip = beside(ctx, &valley, 0.0, heading);
        assert_false(rdg_curve_is_top(&dip));
    }
}

static void name_that_there_is_none_of_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_curve_sides sides = {.known = true};
    const double start = 0.0;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &start);
    rdg_add_parameter(p, "x", "x", 0);
    rdg_curve_look_beside(p, "y", "x", &start, 1, &sides);
    assert_failed(ctx, RDG_ERR_NAME, "y");
    rdg_curve_look_beside(p, "x", "y", &start, 1, &sides);
    assert_failed(ctx, RDG_ERR_NAME, "y");
    assert_false(sides.known && rdg_curve_is_top(&sides));
}

static int sign_of(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] > 0.5 ? 1.0 : -1.0;
    return 0;
}

static int no_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    values[0] = 0.0;
    return 0;
}

/* A run that nobody has named prints nothing, here of an event that it cannot meet: its caller judges it. */
static void no_run_of_another_name_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_curve_sides sides = {.known = false};
    const double start = 0.5;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, &start);
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_monitor(p, &(rdg_function){.name = "jump", .n = 1, .m = 1, .f = sign_of, .df = no_slope}, RDG_ALL,
                    NULL, RDG_REGULAR);
    rdg_add_event(p, &(rdg_event_definition){.type = "E", .parameter = "jump"});
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_curve_look_beside(p, "x", "x", &start, 1, &sides));
    assert_string_equal(scratch_said, "");
    assert_true(sides.known);
    assert_ok(ctx,
              rdg_continue(p, "mine", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 1), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_non_null(strstr(scratch_said, "warning: run mine: an event of type E"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(maximum_is_told_from_all_else_by_its_sides),
        SCRATCH_TEST(name_that_there_is_none_of_is_refused),
        SCRATCH_TEST(no_run_of_another_name_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
