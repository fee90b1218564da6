/* What the paper's section on numerical validation says, by number: resonances of the two blade tips with the
 * damper stuck, where each method puts them, how they come together with less damping, and what is left of
 * the conventional methods where friction damps most. */
#define _XOPEN_SOURCE 700

#include "adjoint/backbones.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/phase_resonance.h>

static const double two_pi = 6.28318530717958647692;

/* Stuck blades at one damping: peaks of the right and the left tip, phase resonance, in Hz; the phase of the
 * right tip at its peak, degrees; its amplitude a newton there (not its root mean square), m. */
typedef struct stuck_blades {
    double beta, right, left, phase_resonance, phase, per_newton;
} stuck_blades;

static const stuck_blades stuck[3] = {{1.5e-5, 203.44115, 204.25063, 204.27895, -68.8, 1.349496e-4},
                                      {8e-6, 203.64038, 203.89392, 203.90044, -76.0, 2.377583e-4},
                                      {3e-6, 203.74289, 203.78040, 203.78126, -84.2, 6.168487e-4}};

static double peak_of(rdg_hbm *hb, const char *sensor, double alpha, double low, double high, double *Am)
{
    rdg_peak peak;
    assert_ok(rdg_hbm_context(hb), rdg_frc_peak(hb, sensor, alpha, RDG_HZ(low), RDG_HZ(high), &peak));
    if (Am) {
        *Am = peak.amplitude;
    }
    return peak.omega / two_pi;
}

/* Phase of the right tip against the force at a frequency, degrees. */
static double phase_at(rdg_hbm *hb, double f, double alpha)
{
    double c = 0.0, s = 0.0;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(f)), RDG_AT("alpha", alpha));
    assert_ok(rdg_hbm_context(hb), rdg_solve(p));
    assert_ok(rdg_hbm_context(hb), rdg_hbm_harmonic(hb, "right blade", 1, rdg_start_values(p), &c, &s));
    rdg_problem_free(p);
    return 360.0 / two_pi * atan2(-s, c);
}

/* Where a backbone method is at a level, in Hz. */
static double frequency_at(rdg_context *ctx, const char *run, double alpha)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const double *level = rdg_run_column(r, "alpha"), *omega = rdg_run_column(r, "omega");
    double f = NAN;
    for (rdg_index row = 0; row < rdg_run_count(r); row++) {
        f = fabs(level[row] / alpha - 1.0) < 1e-9 ? omega[row] / two_pi : f;
    }
    rdg_run_free(r);
    return f;
}

static void follow_methods(rdg_context *ctx, rdg_hbm *hb, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(207)),
                                RDG_LABEL_EVERY(2)));
    assert_ok(ctx, rdg_phase_resonance(hb, "phase", "right blade", RDG_FROM_GREATEST("frc"),
                                       RDG_WINDOW("alpha", alpha, 1.1 * alpha)));
    assert_ok(ctx, rdg_dnnm(hb, "mode", 1, "right blade", RDG_WINDOW("alpha", alpha, 1.1 * alpha)));
}

static void stuck_blades_have_two_peaks_and_each_method_another_one(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 3; k++) {
        const stuck_blades *b = &stuck[k];
        const double alpha = 0.1;
        double Am = 0.0;
        rdg_hbm *hb = blade_damper_blade(ctx, b->beta, RDG_HARMONICS(1));
        const double right = peak_of(hb, "Am", alpha, 200, 207, &Am);
        const double left = peak_of(hb, "Am_left", alpha, 200, 207, NULL);
        assert_near(right, b->right, 3e-8, 0.0);
        assert_near(left, b->left, 3e-8, 0.0);
        assert_near(sqrt(2.0) * Am / alpha, b->per_newton, 1e-6, 0.0);
        assert_near(phase_at(hb, right, alpha), b->phase, 0.0, 0.051);
        follow_methods(ctx, hb, alpha);
        const double phase = frequency_at(ctx, "phase", alpha), mode = frequency_at(ctx, "mode", alpha);
        assert_near(phase, b->phase_resonance, 3e-8, 0.0);
        assert_near(mode, k == 0 ? 203.76292 : 203.7622, k == 0 ? 3e-8 : 2e-6, 0.0);
        assert_true(right < mode && mode < left);                /* the damped mode lies in between */
        assert_true(fabs(phase - left) < 0.05 * (left - right)); /* phase resonance finds the left peak */
    }
}

static void peaks_come_together_as_the_damping_falls(void **state)
{
    rdg_context *ctx = *state;
    static const double beta[5] = {1.5e-5, 8e-6, 3e-6, 1e-6, 1e-7};
    double before = INFINITY;
    for (int k = 0; k < 5; k++) {
        rdg_hbm *hb = blade_damper_blade(ctx, beta[k], RDG_HARMONICS(1));
        const double alpha = 1e-3;
        const double right = peak_of(hb, "Am", alpha, 202.5, 205.5, NULL);
        const double apart = peak_of(hb, "Am_left", alpha, 202.5, 205.5, NULL) - right;
        assert_true(apart > 0.0 && apart < 0.6 * before);
        assert_near(phase_at(hb, right, alpha), -90.0, 0.0, 25.0 * beta[k] / 1.5e-5 + 2.0);
        before = apart;
    }
    assert_true(before < 1e-4); /* Hz */
}

/* The level with the least amplitude a newton along the ridge, between `low` and `high`. */
static double most_damped(rdg_context *ctx, const backbone_case *c, double low, double high, double *least)
{
    enum { LEVELS = 60 };
    double level[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        level[k] = low * pow(high / low, k / (LEVELS - 1.0));
    }
    rdg_hbm *hb = backbone_start(ctx, c);
    assert_ok(ctx, rdg_ridge(hb, "damped", "Am", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", c->start, 1.1 * high), RDG_UZ_LIST("alpha", LEVELS, level)));
    const backbone b = backbone_open(ctx, "damped");
    rdg_index best = 0;
    for (rdg_index row = 0; row < b.rows; row++) {
        best = b.Am[row] / b.alpha[row] < b.Am[best] / b.alpha[best] ? row : best;
    }
    const double alpha = b.alpha[best];
    *least = b.Am[best] / b.alpha[best];
    rdg_run_free(b.run);
    return alpha;
}

static void blades_move_asynchronously_where_friction_damps_most(void **state)
{
    rdg_context *ctx = *state;
    double least = 0.0;
    /* the reference's levels are 15 % apart */
    assert_near(most_damped(ctx, &blades[0], 8.0, 11.0, &least), 9.28, 0.04, 0.0);
    rdg_hbm *hb = blade_damper_blade(ctx, 1.5e-5, RDG_HARMONICS(1));
    assert_near(peak_of(hb, "Am", 9.28, 198, 207, NULL), 201.753, 1e-5, 0.0);
    assert_near(peak_of(hb, "Am_left", 9.28, 198, 207, NULL), 203.997, 1e-5, 0.0);
    assert_near(most_damped(ctx, &blades[4], 5.0, 9.0, &least), 6.96, 0.04, 0.0);
    hb = blade_damper_blade(ctx, 3e-6, RDG_HARMONICS(1));
    assert_near(peak_of(hb, "Am", 6.96, 198, 207, NULL), 201.189, 3e-5, 0.0);
    assert_near(peak_of(hb, "Am_left", 6.96, 198, 207, NULL), 203.665, 3e-5, 0.0);
}

static void beam_is_linear_at_both_ends_and_damped_in_between(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    double Am = 0.0, least = 0.0;
    peak_of(hb, "Am", 0.1, 300, 335, &Am);
    assert_near(Am / 0.1, 6.654826119e-5, 1e-9, 0.0);
    assert_near(peak_of(hb, "Am", 1e6, 200, 220, &Am), 209.127, 1e-5, 0.0);
    assert_near(Am / 1e6, 2.446893509e-4, 1e-4, 0.0);
    assert_near(most_damped(ctx, &beam_1, 2.0, 2.8, &least), 2.38, 0.01, 0.0);
    assert_near(least, 8.41e-6, 1e-3, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(stuck_blades_have_two_peaks_and_each_method_another_one),
        SCRATCH_TEST(peaks_come_together_as_the_damping_falls),
        SCRATCH_TEST(blades_move_asynchronously_where_friction_damps_most),
        SCRATCH_TEST(beam_is_linear_at_both_ends_and_damped_in_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
