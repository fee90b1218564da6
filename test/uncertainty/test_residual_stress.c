/* One line at the end of runs in which a contact sticks while another one slips and whose residual stress
 * matters. */
#define _XOPEN_SOURCE 700

#include "hbm/wedge.h"
#include "scratch.h"

#include <ridgewalk/peak.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/run.h>

static rdg_hbm *wedge_balance(rdg_context *ctx)
{
    rdg_structure *s = wedge_create(ctx, RDG_SLIDER_ZERO);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
}

static void follow_balance(rdg_hbm *hb, double level, double start)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(140)), RDG_AT("alpha", level),
                                     RDG_AT("left.start", start));
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(140), RDG_HZ(155)),
                                RDG_IN_MEMORY));
}

static void follow(rdg_context *ctx, double level, double start)
{
    follow_balance(wedge_balance(ctx), level, start);
}

static int count(const char *text)
{
    int found = 0;
    for (const char *at = scratch_said; (at = strstr(at, text)) != NULL; at++) {
        found++;
    }
    return found;
}

/* The left slider is free at 30 N; the line has its sensitivity. */
static void a_free_residual_stress_is_reported_once(void **state)
{
    follow(*state, 0.9, 30.0);
    assert_int_equal(count("residual stress"), 1);
    const char *at = strstr(scratch_said, "d A/d left.start = ");
    assert_non_null(at);
    assert_non_null(strstr(scratch_said, "rdg_bounds()"));
    const double slope = strtod(at + strlen("d A/d left.start = "), NULL);
    rdg_peak_response *r = rdg_peak_response_create(wedge_balance(*state), "A", RDG_HZ(140), RDG_HZ(155),
                                                    RDG_AT_LIST(RDG_AT("left.start", 30.0)));
    rdg_peak_point *peak = rdg_peak_find(r, 0.9, RDG_HZ(147.5));
    assert_non_null(peak);
    assert_near(slope, rdg_peak_sensitivity(r, peak, "left.start"), 0.03,
                0.0); /* three digits, beside the peak */
    rdg_peak_point_free(peak);
}

/* The spectral solver has no factors of the matrix. */
static void each_solver_reports_the_same_slope(void **state)
{
    static const rdg_hbm_solver_kind kinds[] = {RDG_WHOLE, RDG_SPECTRAL};
    double slope[2];
    for (int k = 0; k < 2; k++) {
        rdg_hbm *hb = wedge_balance(*state);
        assert_ok(*state, rdg_hbm_solver(hb, kinds[k]));
        follow_balance(hb, 0.9, 30.0);
        assert_int_equal(rdg_hbm_solver_in_use(hb), kinds[k]);
        assert_int_equal(count("residual stress of \"left\""), 1);
        const char *at = strstr(scratch_said, "left.start = ");
        slope[k] = strtod(at + strlen("left.start = "), NULL);
        assert_near(slope[k], slope[0], 0.02, 0.0); /* three digits, of neighbouring points */
    }
}

/* The default start: the motion drags the slider, and the peak is the least of all. */
static void a_dragged_slider_is_reported_as_well(void **state)
{
    follow(*state, 0.9, 0.0);
    assert_int_equal(count("residual stress of \"left\""), 1);
}

/* At the end of this ridge, below its start, all contacts stick. */
static void a_ridge_reports_where_its_peak_is_greatest(void **state)
{
    follow(*state, 0.5, 0.0);
    assert_int_equal(count("residual stress"), 0);
    assert_ok(*state, rdg_ridge(wedge_balance(*state), "ridge", "A", RDG_FROM_GREATEST("frc"),
                                RDG_WINDOW("alpha", 0.4, 0.9), RDG_IN_MEMORY));
    assert_int_equal(count("residual stress of \"left\""), 1);
    const double slope = strtod(strstr(scratch_said, "left.start = ") + strlen("left.start = "), NULL);
    assert_true(slope > 3e-7 && slope < 1.5e-6);
}

static void where_all_contacts_stick_nothing_is_reported(void **state)
{
    follow(*state, 0.5, 0.0);
    assert_int_equal(count("residual stress"), 0);
}

static void where_all_contacts_slip_nothing_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p =
        rdg_hbm_problem(wedge_balance(ctx), RDG_AT("omega", RDG_HZ(147.33)), RDG_AT("alpha", 1.8));
    assert_ok(ctx, rdg_continue(p, "peak", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(147.30), RDG_HZ(147.36)), RDG_IN_MEMORY));
    assert_int_equal(count("residual stress"), 0);
}

/* Solving for a point is no run. */
static void a_point_alone_is_not_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p =
        rdg_hbm_problem(wedge_balance(ctx), RDG_AT("omega", RDG_HZ(147.5)), RDG_AT("alpha", 0.9));
    assert_ok(ctx, rdg_solve(p));
    assert_int_equal(count("residual stress"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(a_free_residual_stress_is_reported_once),
                                       SCRATCH_TEST(each_solver_reports_the_same_slope),
                                       SCRATCH_TEST(a_dragged_slider_is_reported_as_well),
                                       SCRATCH_TEST(a_ridge_reports_where_its_peak_is_greatest),
                                       SCRATCH_TEST(where_all_contacts_stick_nothing_is_reported),
                                       SCRATCH_TEST(where_all_contacts_slip_nothing_is_reported),
                                       SCRATCH_TEST(a_point_alone_is_not_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
