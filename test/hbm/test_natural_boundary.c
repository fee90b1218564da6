/* There is no vibration at the frequency zero; and without a force there is none at all. */
#define _XOPEN_SOURCE 700

#include "models.h"
#include "scratch.h"

#include <ridgewalk/ridgewalk.h>

static rdg_problem *duffing(rdg_context *ctx, double start, bool forced)
{
    rdg_structure *s = oscillator(ctx, 1.0, 0.05, 1.0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
    if (forced) {
        rdg_force_add(s, "x", 1, 0.1);
    }
    rdg_sensor_add(s, "Am", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    return rdg_hbm_problem(hb, RDG_AT("omega", start));
}

static void assert_ends_above_zero(rdg_context *ctx, const char *run, const rdg_run_summary *s)
{
    assert_ok(ctx, rdg_error_status(ctx));
    assert_string_equal(rdg_stop_text(s->backwards), "natural boundary of a parameter");
    rdg_run *r = rdg_run_open(ctx, run);
    const double *omega = rdg_run_column(r, "omega");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_string_equal(rdg_run_type(r, 0), "EP");
    assert_near(omega[0], 0.385e-6, 1e-9, 0.0);
    for (rdg_index i = 0; i < rdg_run_count(r); i++) {
        assert_true(omega[i] > 0.0);
    }
}

static void a_run_down_to_zero_ends_there_in_words(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    rdg_problem *p = duffing(ctx, 0.385, true);
    rdg_continue(p, "a", RDG_RELEASE("omega"), RDG_DIRECTION(-1), RDG_NO_TABLE, RDG_SUMMARY(&s));
    assert_ends_above_zero(ctx, "a", &s);
    rdg_continue(p, "b", RDG_RELEASE("omega"), RDG_WINDOW("omega", -1.0, 0.5), RDG_NO_TABLE, RDG_SUMMARY(&s));
    assert_ends_above_zero(ctx, "b", &s);
    assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
    assert_string_equal(scratch_said, "");
}

static void a_window_above_zero_counts_as_before(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    rdg_problem *p = duffing(ctx, 0.385, true);
    assert_ok(ctx, rdg_continue(p, "a", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.1, 0.5), RDG_NO_TABLE,
                                RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(s.backwards, RDG_STOP_BOUNDARY);
    assert_near(rdg_run_column(rdg_run_open(ctx, "a"), "omega")[0], 0.1, 1e-12, 0.0);
}

static void a_start_at_zero_or_below_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = duffing(ctx, 0.385, true);
    double *omega = rdg_start_values(p) + rdg_variable_index(p, "omega", NULL);
    const double wrong[] = {0.0, -1e-9, -0.385};
    for (int i = 0; i < 3; i++) {
        *omega = wrong[i];
        assert_int_equal(rdg_continue(p, "a", RDG_RELEASE("omega"), RDG_NO_TABLE), RDG_ERR_ARGUMENT);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "where this has a meaning");
    }
    *omega = 0.385;
    assert_int_equal(rdg_continue(p, "a", RDG_HOLD_AT("omega", -0.2), RDG_RELEASE("alpha"), RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "starts at omega = -0.2");
    assert_int_equal(rdg_continue(p, "a", RDG_RELEASE("omega"), RDG_WINDOW("omega", -2.0, -1.0)),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "domain of \"omega\" lies outside");
}

static void bounds_hold_in_any_problem_and_on_both_sides(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, (double[]){0.5});
    rdg_add_parameter(p, "x", "x", 0);
    assert_ok(ctx, rdg_set_domain(p, "x", -0.25, 0.75));
    p = rdg_problem_copy(p);
    assert_ok(ctx, rdg_continue(p, "a", RDG_RELEASE("x"), RDG_WINDOW("x", -INFINITY, 0.625), RDG_NO_TABLE,
                                RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(s.backwards, RDG_STOP_DOMAIN);
    assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("x"), RDG_NO_TABLE, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_DOMAIN);
    double low = 0, high = 0;
    assert_ok(ctx, rdg_run_range(rdg_run_open(ctx, "b"), "x", &low, &high));
    assert_near(low, -0.25, 1e-14, 0.0);
    assert_near(high, 0.75, 1e-14, 0.0);
    assert_int_equal(rdg_set_domain(p, "x", 1.0, 1.0), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"x\" cannot lie between 1 and 1");
}

static void a_harmonic_balance_without_a_force_says_so(void **state)
{
    rdg_context *ctx = *state;
    duffing(ctx, 0.385, true);
    assert_string_equal(scratch_said, "");
    duffing(ctx, 0.385, false);
    assert_non_null(strstr(scratch_said, "note: the harmonic balance of \"oscillator\" has no force"));
    assert_ok(ctx, rdg_error_status(ctx));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_run_down_to_zero_ends_there_in_words),
        SCRATCH_TEST(a_window_above_zero_counts_as_before),
        SCRATCH_TEST(a_start_at_zero_or_below_is_refused),
        SCRATCH_TEST(bounds_hold_in_any_problem_and_on_both_sides),
        SCRATCH_TEST(a_harmonic_balance_without_a_force_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
