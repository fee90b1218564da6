/* The ridge through its singular points: where corners begin and end, along which contact, and the options
 * that leave them out. Reference numbers: an independent prototype, seven digits and more. */
#define _XOPEN_SOURCE 700

#include "backbones.h"

static const double two_pi = 6.28318530717958647692;

/* Row of the nth chart of a type. */
static rdg_index find(const backbone *b, const char *type, rdg_index nth)
{
    const rdg_index row = rdg_run_find(b->run, type, nth);
    assert_true(row >= 0);
    return row;
}

static backbone follow(rdg_context *ctx, const backbone_case *c, double highest)
{
    rdg_hbm *hb = backbone_start(ctx, c);
    assert_ok(ctx,
              rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", c->start, highest)));
    return backbone_open(ctx, "ridge");
}

/* First corner: stuck ridge up to the onset, corner along `contact`, its end. */
static void check_first_corner(rdg_context *ctx, const backbone_case *c, int contact, double f_onset,
                               double Am_onset, double exit)
{
    const backbone b = follow(ctx, c, 1.1 * exit);
    const rdg_index onset = find(&b, "SLIP", 0);
    const rdg_index end = find(&b, "CE", 0);
    assert_near(b.alpha[onset], c->onset, 1e-9, 0.0);
    assert_near(b.omega[onset] / two_pi, f_onset, 1e-9, 0.0);
    assert_near(b.Am[onset], Am_onset, 1e-9, 0.0);
    assert_near(b.alpha[end], exit, 1e-9, 0.0);
    for (rdg_index row = 0; row < b.rows; row++) {
        assert_near(b.corner[row], row > onset && row <= end ? contact : -1, 0.0, 0.0);
    }
    assert_near(b.alpha[onset + 1], b.alpha[onset], 1e-12, 0.0); /* no gap at its beginning */
    assert_near(b.alpha[end + 1], b.alpha[end], 2e-6, 0.0);
    rdg_run_free(b.run);
}

static void beam_has_a_corner_behind_the_onset_of_slip(void **state)
{
    check_first_corner(*state, &beam_1, 0, 317.3774508, 1.053478766e-05, 0.1583477770);
    check_first_corner(*state, &beam_3, 0, 317.3774508, 1.053478766e-05, 0.1583476466);
}

static void blades_have_a_corner_along_the_right_contact(void **state)
{
    check_first_corner(*state, &blades[0], 1, 203.4411452, 3.808817715e-4, 4.020367083);
    check_first_corner(*state, &blades[1], 1, 203.4411452, 3.808817715e-4, 4.019982138);
    check_first_corner(*state, &blades[2], 1, 203.6403832, 4.074580450e-4, 2.481677227);
    check_first_corner(*state, &blades[3], 1, 203.6403832, 4.074580450e-4, 2.481163626);
}

/* Where a contact begins to slip anew the margin of the new slip phase leads there in a few steps, and a
 * corner follows. Bisection took twelve. */
static void new_slip_is_met_in_few_steps(void **state)
{
    enum { MOST = 4 };
    const backbone b = follow(*state, &blades[1], 45.0);
    const rdg_index end = find(&b, "MX", 0);
    int near = 0;
    for (rdg_index row = 0; row < end; row++) {
        near += b.alpha[row] > 0.97 * b.alpha[end];
    }
    assert_near(b.alpha[end], 39.69334134, 2e-9, 0.0);
    assert_true(near <= MOST);
    assert_near(b.alpha[end + 1], b.alpha[end], 2e-7, 0.0);
    assert_near(b.corner[end + 1], 0.0, 0.0, 0.0);
    rdg_run_free(b.run);
}

/* At little damping the other contact reaches its onset, too, and the ridge goes on along that one's corner.
 */
static void check_switch(rdg_context *ctx, const backbone_case *c, double f_end, double exit)
{
    const backbone b = follow(ctx, c, 4.0);
    const rdg_index first = find(&b, "SLIP", 0);
    const rdg_index second = find(&b, "SLIP", 1);
    const rdg_index end = find(&b, "CE", 0);
    assert_near(b.alpha[first], 0.9704411575, 1e-9, 0.0);
    assert_near(b.omega[first] / two_pi, 203.7428927, 1e-9, 0.0);
    assert_near(b.Am[first], 4.232850097e-4, 1e-9, 0.0);
    assert_near(b.alpha[second], 0.9794896622, 1e-9, 0.0);
    assert_near(b.omega[second] / two_pi, 203.780677, 3e-9, 0.0);
    assert_near(b.alpha[end], exit, 2e-4, 0.0); /* of these only four digits are known */
    assert_near(b.omega[end] / two_pi, f_end, 2e-6, 0.0);
    for (rdg_index row = 0; row < b.rows; row++) {
        const double expected = row <= first ? -1 : row <= second ? 1 : row <= end ? 0 : -1;
        assert_near(b.corner[row], expected, 0.0, 0.0);
    }
    rdg_run_free(b.run);
}

static void at_little_damping_the_corner_changes_to_the_other_contact(void **state)
{
    check_switch(*state, &blades[4], 203.452, 3.524);
    check_switch(*state, &blades[5], 203.410, 3.641);
}

/* Multipliers: the amplitude falls on both sides of a corner. */
static void every_corner_is_a_maximum_from_both_sides(void **state)
{
    const backbone b = follow(*state, &blades[4], 30.0);
    const double *sigma[2] = {rdg_run_column(b.run, "d.left.margin"),
                              rdg_run_column(b.run, "d.right.margin")};
    const double *tau = rdg_run_column(b.run, "nonsmooth.slip");
    int corners = 0;
    for (rdg_index row = 0; row < b.rows; row++) {
        const int contact = (int)b.corner[row];
        if (contact >= 0) {
            corners++;
            assert_true(sigma[contact][row] >= -1e-12 && tau[row] <= 1e-12);
        }
    }
    assert_true(corners > 6);
    rdg_run_free(b.run);
}

/* Downwards: from the slipping ridge into the corner and out of it onto the stuck ridge. */
static void ridge_goes_down_through_the_corner_as_well(void **state)
{
    rdg_context *ctx = *state;
    backbone_case from_above = beam_1;
    from_above.start = 0.3;
    reference r;
    assert_true(read_beam_reference(&r));
    rdg_hbm *hb = backbone_start(ctx, &from_above);
    assert_ok(ctx, rdg_ridge(hb, "down", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 0.31),
                             RDG_UZ_LIST("alpha", r.n, r.alpha)));
    const backbone b = backbone_open(ctx, "down");
    for (rdg_index k = 1; k < r.n && r.alpha[k] < 0.3; k++) {
        const rdg_index row = backbone_row(&b, r.alpha[k]);
        assert_near(b.omega[row] / two_pi, r.f[k], 1e-9, 0.0);
        assert_near(b.Am[row], r.Am[k], 1e-9, 0.0);
        assert_int_equal(b.corner[row] >= 0.0, r.corner[k]);
    }
    rdg_run_free(b.run);
}

static void ridge_can_start_on_a_corner(void **state)
{
    rdg_context *ctx = *state;
    backbone_case on_corner = blades[4];
    on_corner.start = 2.0;
    rdg_hbm *hb = backbone_start(ctx, &on_corner);
    assert_ok(ctx,
              rdg_ridge(hb, "from corner", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.5, 30.0),
                        RDG_UZ_LIST("alpha", 2, ((const double[]){0.8, 20.0}))));
    const backbone b = backbone_open(ctx, "from corner");
    const backbone whole = follow(ctx, &blades[4], 30.0);
    assert_int_equal(b.corner[backbone_row(&b, 2.0)], 0);
    assert_int_equal(b.corner[backbone_row(&b, 0.8)], -1);
    assert_near(b.omega[backbone_row(&b, 0.8)], whole.omega[0], 1e-9, 0.0);
    assert_near(b.omega[b.rows - 1], whole.omega[whole.rows - 1], 1e-9, 0.0);
    rdg_run_free(b.run);
    rdg_run_free(whole.run);
}

/* A margin of 3e-7 of that at rest is one, and no rounding error: from there the onset is met. */
static void ridge_can_start_just_below_the_onset(void **state)
{
    rdg_context *ctx = *state;
    backbone_case below = beam_1;
    below.start = beam_1.onset * (1.0 - 3e-7);
    const backbone b = follow(ctx, &below, 0.17);
    assert_near(b.alpha[find(&b, "SLIP", 0)], beam_1.onset, 1e-9, 0.0);
    assert_near(b.alpha[find(&b, "CE", 0)], 0.1583477770, 1e-9, 0.0);
    rdg_run_free(b.run);
}

static void terminal_event_of_the_user_ends_the_ridge(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_ok(ctx, rdg_ridge(hb, "terminal", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.03, 10.0),
                             RDG_TERMINAL("LIMIT", "Am", 1.2e-5)));
    const backbone b = backbone_open(ctx, "terminal");
    assert_near(b.Am[b.rows - 1], 1.2e-5, 1e-9, 0.0);
    assert_string_equal(rdg_run_type(b.run, b.rows - 1), "LIMIT");
    rdg_run_free(b.run);
}

static backbone restart_behind(rdg_context *ctx, double distance, bool expected, rdg_run_summary *summary)
{
    scratch_said[0] = '\0';
    rdg_hbm *hb = backbone_start(ctx, &blades[0]);
    const rdg_option early = RDG_EXPECT_EARLY_END, none = RDG_NO_BRANCH_POINTS;
    assert_ok(ctx, rdg_ridge(hb, "restart", "Am", RDG_RIDGE_RESTART(distance), RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.7, 6.0), RDG_SUMMARY(summary), expected ? early : none));
    return backbone_open(ctx, "restart");
}

/* How often a text was said. */
static int count_said(const char *text)
{
    int count = 0;
    for (const char *at = scratch_said; (at = strstr(at, text)) != NULL; at++) {
        count++;
    }
    return count;
}

/* The paper's way: the corner reaches to 1.0072 times the level of the onset. */
static void restart_works_only_behind_the_corner(void **state)
{
    rdg_run_summary summary;
    backbone b = restart_behind(*state, 0.01, false, &summary);
    assert_true(summary.covered);
    const rdg_index again = find(&b, "RS", 0);
    assert_near(b.alpha[again], 1.01 * 3.991476736, 1e-9, 0.0);
    assert_near(b.alpha[b.rows - 1], 6.0, 1e-12, 0.0);
    for (rdg_index row = 0; row < b.rows; row++) {
        assert_near(b.corner[row], -1, 0.0, 0.0);
    }
    rdg_run_free(b.run);
    b = restart_behind(*state, 0.005, true, &summary);
    assert_int_equal(count_said("note: run restart: 3.99148 to 6 N were not reached"), 1);
    assert_int_equal(rdg_shortfalls(*state), 0);
    assert_false(summary.covered);
    rdg_run_free(b.run);
    b = restart_behind(*state, 0.005, false, &summary);
    assert_false(summary.covered);
    assert_int_equal(summary.forwards, RDG_STOP_TERMINAL_EVENT);
    assert_int_equal(rdg_run_find(b.run, "RS", 0), -1);
    assert_near(b.alpha[b.rows - 1], 3.991476736, 1e-9, 0.0);
    assert_int_equal(count_said("warning: run restart: 3.99148 to 6 N were not reached"), 1);
    assert_int_equal(count_said("not reached"), 1);
    assert_int_equal(count_said("at alpha = 3.9914767"), 1);
    assert_int_equal(count_said("\" changes its state (SLIP)"), 1);
    assert_int_equal(count_said("RDG_FROM(run, label) of a response there"), 1);
    assert_int_equal(rdg_shortfalls(*state), 1);
    rdg_run_free(b.run);
}

static void distance_of_the_restart_is_checked(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_start(ctx, &beam_1);
    assert_int_not_equal(rdg_ridge(hb, "wrong", "Am", RDG_RIDGE_RESTART(-0.1), RDG_FROM_GREATEST("frc")),
                         RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the distance of the restart is -0.1");
}

/* The mid-span case: with the third harmonic a maximum vanishes at 99.5 times the onset, with another one 1 %
 * away; the ridge goes on there, behind the last of some steps that fail. A new slip phase has a corner
 * before that, which is 7e-6 of the level wide: by rdg_frc_peaks(). */
static void mid_span_ridge_gets_through_its_reversals(void **state)
{
    rdg_context *ctx = *state;
    const double slips_anew = 3.52676;
    rdg_hbm *hb = friction_beam_with(ctx, &mid_span_beam, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(560)), RDG_AT("alpha", 0.005));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(560), RDG_HZ(600)),
                                RDG_LABEL_EVERY(2)));
    assert_ok(ctx, rdg_ridge(hb, "mid", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.005, 300.0),
                             RDG_UZ("alpha", slips_anew)));
    const backbone b = backbone_open(ctx, "mid");
    const rdg_index row = backbone_row(&b, slips_anew);
    assert_true(b.corner[row] == 0.0); /* from 3.526753 to 3.526777 N */
    assert_near(b.omega[row], 2082.613818, 1e-9, 0.0);
    assert_near(b.Am[row], 2.272853354e-05, 1e-9, 0.0);
    const rdg_index onset = find(&b, "SLIP", 0);
    rdg_index ends = -1;
    for (rdg_index k = 0; k < b.rows; k++) {
        ends = strcmp(rdg_run_type(b.run, k), "MX") == 0 ? k : ends;
    }
    assert_near(b.alpha[ends] / b.alpha[onset], 99.45, 1e-3, 0.0);
    assert_near(b.omega[ends] / two_pi, 332.877, 1e-5, 0.0);
    assert_near(b.omega[ends + 1] / two_pi, 329.81, 1e-4, 0.0);
    assert_near(b.alpha[b.rows - 1], 300.0, 1e-12, 0.0);
    assert_near(b.omega[b.rows - 1] / two_pi, 209.145, 1e-5, 0.0);
    rdg_run_free(b.run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(beam_has_a_corner_behind_the_onset_of_slip),
        SCRATCH_TEST(blades_have_a_corner_along_the_right_contact),
        SCRATCH_TEST(new_slip_is_met_in_few_steps),
        SCRATCH_TEST(at_little_damping_the_corner_changes_to_the_other_contact),
        SCRATCH_TEST(every_corner_is_a_maximum_from_both_sides),
        SCRATCH_TEST(ridge_goes_down_through_the_corner_as_well),
        SCRATCH_TEST(ridge_can_start_on_a_corner),
        SCRATCH_TEST(ridge_can_start_just_below_the_onset),
        SCRATCH_TEST(terminal_event_of_the_user_ends_the_ridge),
        SCRATCH_TEST(restart_works_only_behind_the_corner),
        SCRATCH_TEST(distance_of_the_restart_is_checked),
        SCRATCH_TEST(mid_span_ridge_gets_through_its_reversals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
