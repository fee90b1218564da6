/* Options that cannot have the effect that they were given for: each is reported, or does what is expected.
 */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/toolbox.h>

static char heard[1 << 14];

static void hear(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel != RDG_CHANNEL_TABLE) {
        strncat(heard, text, sizeof heard - strlen(heard) - 1);
    }
}

static void listen(rdg_context *ctx)
{
    heard[0] = '\0';
    rdg_set_writer(ctx, hear, NULL);
}

static void assert_heard(const char *words)
{
    if (!strstr(heard, words)) {
        fail_msg("not in \"%s\": \"%s\"", heard, words);
    }
}

/* y = slope x, the parameter "x" in rad/s. */
static int line(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[1] - *(const double *)data * u[0];
    return 0;
}

static int line_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)u, (void)m;
    values[0] = -*(const double *)data;
    values[1] = 1.0;
    return 0;
}

static double slope = 0.5;

static rdg_problem *line_problem(rdg_context *ctx, double x)
{
    const double u[] = {x, slope * x};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, u);
    rdg_add_zero(p, &(rdg_function){.name = "line", .n = 2, .m = 1, .f = line, .df = line_df, .data = &slope},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static void a_window_of_a_held_parameter_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = line_problem(ctx, 1.0);
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "held", RDG_RELEASE("y"), RDG_HOLD("x"), RDG_WINDOW("x", 0.5, 2.0),
                                RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_heard("warning: run held: \"x\" is held, so that its domain [0.5, 2] bounds nothing; "
                 "RDG_RELEASE(\"x\") lets it vary");
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "free", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.5, 2.0),
                                RDG_WINDOW("y", -9, 9), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_string_equal(heard, "");
}

static void a_user_value_at_the_start_is_labelled(void **state)
{
    rdg_context *ctx = *state;
    const double starts[] = {1.0, 0.5, 2.0}; /* inside, and on either bound */
    for (int k = 0; k < 3; k++) {
        harvest h = {0};
        rdg_problem *p = line_problem(ctx, starts[k]);
        listen(ctx);
        assert_ok(ctx, rdg_continue(p, "uz", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.5, 2.0),
                                    RDG_UZ("x", starts[k]), RDG_UZ("x", 1.25), HARVEST_ONLY(&h)));
        assert_string_equal(heard, "");
        assert_int_equal(harvest_count(&h, "UZ"), 2);
        assert_int_equal(h.chart[0].point, 0);
        assert_string_equal(h.chart[0].type, "UZ");
        assert_true(h.chart[0].label > 0);
        assert_near(h.chart[0].u[0], starts[k], 1e-12, 0.0);
        harvest_clear(&h);
    }
    harvest h = {0};
    rdg_problem *p = line_problem(ctx, 1.0);
    assert_ok(ctx, rdg_continue(p, "uz", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.5, 2.0),
                                RDG_UZ("x", 1.0 + 1e-6), HARVEST_ONLY(&h)));
    assert_string_equal(h.chart[0].type, "EP"); /* near it is not at it */
    assert_int_equal(harvest_count(&h, "UZ"), 1);
    harvest_clear(&h);
}

static void a_user_value_outside_of_the_window_is_reported(void **state)
{
    rdg_context *ctx = *state;
    const double values[] = {0.5, 1.0, 2.0, 2.5, 7.0};
    harvest h = {0};
    rdg_problem *p = line_problem(ctx, 1.5);
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "uz", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.5, 2.0),
                                RDG_UZ_LIST("x", 5, values), HARVEST_ONLY(&h)));
    assert_heard("warning: run uz: x = 2.5 (UZ) lies outside of its domain [0.5, 2] and is never met");
    assert_int_equal(h.summary.warnings, 2);
    assert_int_equal(harvest_count(&h, "UZ"), 3); /* the bounds are values of the window */
    harvest_clear(&h);
}

static void a_branch_without_a_window_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary summary;
    rdg_problem *p = line_problem(ctx, 1.0);
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIRECTION(1), RDG_NO_FOLDER,
                                RDG_NO_TABLE, RDG_SUMMARY(&summary)));
    assert_int_equal(summary.forwards, RDG_STOP_MAX_POINTS);
    assert_heard("warning: run frc: no domain ends the branch: it ends at the default maximum of 500 points, "
                 "at x = ");
    assert_heard("; give RDG_WINDOW(\"x\", low, high), or RDG_MAX_POINTS(n)");
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "some", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIRECTION(1),
                                RDG_MAX_POINTS(20), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_string_equal(heard, "");
}

static bool warn(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)data;
    rdg_warn(rdg_problem_context(p), "points", "run inner: point %d", (int)chart->point);
    rdg_write(rdg_problem_context(p), RDG_CHANNEL_NOTE, "note: run inner\n");
    return false;
}

/* Warnings of a quiet run are neither printed nor counted, those behind it are. */
static void an_auxiliary_run_is_quiet(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary summary;
    rdg_problem *p = line_problem(ctx, 1.0);
    const long before = rdg_warnings(ctx);
    listen(ctx);
    assert_ok(ctx, rdg_continue(p, "inner", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_UZ("x", 3),
                                RDG_OBSERVE(warn, NULL), RDG_WINDOW("x", 0, 2), RDG_QUIET, RDG_NO_FOLDER,
                                RDG_NO_TABLE, RDG_SUMMARY(&summary)));
    assert_string_equal(heard, "");
    assert_int_equal(summary.warnings, 0);
    assert_int_equal(rdg_warnings(ctx), before);
    rdg_warn(ctx, "kind", "loud again");
    assert_heard("loud again");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_window_of_a_held_parameter_is_reported),
        SCRATCH_TEST(a_user_value_at_the_start_is_labelled),
        SCRATCH_TEST(a_user_value_outside_of_the_window_is_reported),
        SCRATCH_TEST(a_branch_without_a_window_is_reported),
        SCRATCH_TEST(an_auxiliary_run_is_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
