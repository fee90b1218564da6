/* Brute force: smooth peaks, kinks and edges of forced responses. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/frc_peak.h>

static const double two_pi = 6.28318530717958647692;

/* Linear: the peak lies at omega0 sqrt(1 - 2 zeta^2), its height is F / (2 k zeta sqrt(1 - zeta^2)). */
static void peak_of_a_linear_oscillator_is_the_formulas(void **state)
{
    rdg_context *ctx = *state;
    const double m = 2.0, c = 0.4, k = 50.0, zeta = c / (2.0 * sqrt(k * m)), alpha = 3.0;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "amplitude", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_peak peak;
    assert_ok(ctx, rdg_frc_peak(hb, "amplitude", alpha, 3.0, 7.0, &peak));
    assert_near(peak.omega, sqrt(k / m) * sqrt(1.0 - 2.0 * zeta * zeta), 1e-9, 0.0);
    assert_near(peak.amplitude, alpha / (2.0 * k * zeta * sqrt(1.0 - zeta * zeta)), 1e-12, 0.0);
    assert_int_equal(peak.peaks, 1);
    assert_true(peak.points > 10 && peak.iterations > peak.points && peak.seconds > 0.0);
}

/* At 0.15832 N the contact of the beam begins to slip at the peak, which is a kink: reference of a ridge's
 * corner, margin = 0. */
static void peak_can_be_a_kink(void **state)
{
    rdg_context *ctx = *state;
    rdg_peak peak;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    assert_ok(ctx, rdg_frc_peak(hb, "Am", 0.1583188043, RDG_HZ(300), RDG_HZ(335), &peak));
    assert_near(peak.omega / two_pi, 317.406608, 1e-9, 0.0);
    assert_near(peak.amplitude, 1.053563192e-05, 1e-9, 0.0);
}

/* Far from the linear response, where Newton's method does not lead there, the level is raised step by step.
 */
static void start_is_found_in_the_mid_span_case_too(void **state)
{
    rdg_context *ctx = *state;
    rdg_peak peak;
    rdg_hbm *hb = friction_beam_with(ctx, &mid_span_beam, RDG_HARMONICS(1, 3));
    assert_ok(ctx, rdg_frc_peak(hb, "Am", 4.0, RDG_HZ(280), RDG_HZ(360), &peak));
    assert_near(peak.omega / two_pi, 327.124346, 1e-8, 0.0);
    assert_true(!peak.at_edge);
}

static void window_is_checked_and_an_edge_is_seen(void **state)
{
    rdg_context *ctx = *state;
    rdg_peak peak;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    assert_int_not_equal(rdg_frc_peak(hb, "Am", 0.1, RDG_HZ(330), RDG_HZ(300), &peak), RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "two positive ends");
    assert_int_not_equal(rdg_frc_peak(hb, "amp", 0.1, RDG_HZ(300), RDG_HZ(330), &peak), RDG_OK);
    assert_failed(ctx, RDG_ERR_NAME, "amp");
    assert_ok(ctx, rdg_frc_peak(hb, "Am", 0.1, RDG_HZ(280), RDG_HZ(300), &peak));
    assert_true(peak.at_edge && peak.peaks == 0);
    assert_near(peak.omega, RDG_HZ(300), 1e-12, 0.0);
    assert_int_equal(rdg_frc_peak(NULL, "Am", 0.1, 1, 2, &peak), RDG_ERR_EARLIER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(peak_of_a_linear_oscillator_is_the_formulas),
        SCRATCH_TEST(peak_can_be_a_kink),
        SCRATCH_TEST(start_is_found_in_the_mid_span_case_too),
        SCRATCH_TEST(window_is_checked_and_an_edge_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
