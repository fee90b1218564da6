/* Mistakes that people make in runs, ridges and pictures, one by one: each gets a message that names what is
 * wrong, where, and how it is mended. */
#define _XOPEN_SOURCE 700

#include "mistakes.h"

static void a_parameter_is_misspelt(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omga"));
    assert_helps(ctx, "rdg_continue", "\"omga\"", "did you mean \"omega\"?");
}

static void a_number_of_an_element_is_misspelt(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_HOLD_AT("pad.preloda", 3));
    assert_helps(ctx, "\"pad.preloda\"", "pad.mu", "did you mean \"pad.preload\"?");
}

static void a_window_has_its_ends_exchanged(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", 300, 200));
    assert_helps(ctx, "run \"r\"", "[300, 200]", "the lower bound comes first");
}

static void a_window_is_in_hertz_and_the_start_in_rad_s(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", 10, 20));
    assert_helps(ctx, "omega = 80", "[10, 20]", "RDG_HZ(f)");
}

static void a_window_has_a_bound_that_is_nan(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", NAN, 160));
    assert_helps(ctx, "run \"r\"", "\"omega\"", "NaN");
}

static void too_much_is_released(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_RELEASE("alpha"));
    assert_helps(ctx, "6 variables and 4 equations", "RDG_DIMENSION(2)", "hold 1 of");
}

static void steps_are_given_in_the_wrong_order(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_STEP(1, 2, 0.5));
    assert_helps(ctx, "RDG_STEP", "h_min = 2", "0 < h_min <= h0 <= h_max");
}

static void points_are_counted_below_zero(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_MAX_POINTS(-3));
    assert_helps(ctx, "RDG_MAX_POINTS", "-3", "1 at least");
}

static void an_option_of_a_ridge_is_given_to_a_response(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_RIDGE_RESTART(0.1));
    assert_helps(ctx, "run \"r\"", "RDG_RIDGE_RESTART", "belongs to rdg_ridge()");
}

static void a_run_starts_from_a_label_that_is_not_there(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_continue(p, "r", RDG_FROM("frc", 999), RDG_RELEASE("omega"));
    assert_helps(ctx, "run \"frc\"", "999", "it has: ");
}

static void a_run_starts_from_a_run_that_is_not_there(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_continue(p, "r", RDG_FROM("frcc", 1), RDG_RELEASE("omega"));
    assert_helps(ctx, "\"frcc\"", "runs in", "frc");
}

static void a_run_starts_from_a_fold_that_is_not_there(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_continue(p, "r", RDG_FROM_POINT("frc", "BP", 0), RDG_RELEASE("omega"));
    assert_helps(ctx, "run \"frc\"", "0 points of type BP", "its types of points: EP");
}

static void another_branch_is_asked_for_where_there_is_none(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_continue(p, "r", RDG_SWITCH("frc", 1), RDG_RELEASE("omega"));
    assert_helps(ctx, "run \"r\"", "no simple branch point", "point of type BP");
}

static void a_ridge_has_nothing_to_start_from(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_ridge(balance(ctx), "ridge", "A", RDG_WINDOW("alpha", 1, 2));
    assert_helps(ctx, "rdg_ridge", "\"ridge\": give the start", "RDG_FROM_GREATEST(\"frc\")");
}

static void a_ridge_follows_a_sensor_that_is_not_there(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_hbm *hb = balance(ctx);
    respond(rdg_hbm_problem(hb, RDG_AT("omega", 80), RDG_AT("alpha", 1)), "frc");
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 1, 2));
    assert_helps(ctx, "rdg_ridge", "\"Am\" is no sensor of \"oscillator\"", "did you mean \"A\"?");
}

static void a_ridge_goes_down_to_level_zero(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_hbm *hb = balance(ctx);
    respond(rdg_hbm_problem(hb, RDG_AT("omega", 80), RDG_AT("alpha", 1)), "frc");
    rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0, 2));
    assert_helps(ctx, "\"ridge\"", "the domain is 0 to 2 N", "above 0 N");
}

static void a_picture_is_of_no_known_kind(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_plot(ctx, "x.gif", RDG_CURVE("frc", "omega", "A"));
    assert_helps(ctx, "x.gif", "ends in", ".png, .svg or .pdf");
}

static void a_column_of_a_picture_is_misspelt(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_problem *p = response_problem(ctx);
    respond(p, "frc");
    rdg_plot(ctx, "x.png", RDG_CURVE("frc", "omgea", "A"));
    assert_helps(ctx, "run \"frc\"", "\"omgea\"", "did you mean \"omega\"?");
}

static void runs_go_where_nothing_can_be_written(void **state)
{
    rdg_context *ctx = *state;
    listen_to(ctx);
    rdg_set_run_folder(ctx, "/proc/x");
    respond(response_problem(ctx), "frc");
    assert_helps(ctx, "run frc", "/proc/x/frc.db cannot be made", "rdg_set_run_folder()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_parameter_is_misspelt),
        SCRATCH_TEST(a_number_of_an_element_is_misspelt),
        SCRATCH_TEST(a_window_has_its_ends_exchanged),
        SCRATCH_TEST(a_window_is_in_hertz_and_the_start_in_rad_s),
        SCRATCH_TEST(a_window_has_a_bound_that_is_nan),
        SCRATCH_TEST(too_much_is_released),
        SCRATCH_TEST(steps_are_given_in_the_wrong_order),
        SCRATCH_TEST(points_are_counted_below_zero),
        SCRATCH_TEST(an_option_of_a_ridge_is_given_to_a_response),
        SCRATCH_TEST(a_run_starts_from_a_label_that_is_not_there),
        SCRATCH_TEST(a_run_starts_from_a_run_that_is_not_there),
        SCRATCH_TEST(a_run_starts_from_a_fold_that_is_not_there),
        SCRATCH_TEST(another_branch_is_asked_for_where_there_is_none),
        SCRATCH_TEST(a_ridge_has_nothing_to_start_from),
        SCRATCH_TEST(a_ridge_follows_a_sensor_that_is_not_there),
        SCRATCH_TEST(a_ridge_goes_down_to_level_zero),
        SCRATCH_TEST(a_picture_is_of_no_known_kind),
        SCRATCH_TEST(a_column_of_a_picture_is_misspelt),
        SCRATCH_TEST(runs_go_where_nothing_can_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
