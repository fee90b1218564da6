/* What is held and what is free: the level as the parameter, a held amplitude, a held amplitude or level at
 * phase resonance. Closed forms of the Duffing oscillator with one harmonic,
 * alpha^2 = A^2 ((k + 3/4 k3 A^2 - omega^2)^2 + (c omega)^2), and integration in time. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/ridgewalk.h>

static const double c = 0.05, k3 = 0.1;

static rdg_hbm *duffing(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "duffing", 1, (double[]){1.0}, &c, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static double level(double omega, double A)
{
    return A * hypot(1 + 0.75 * k3 * A * A - omega * omega, c * omega);
}

/* All points of a run satisfy the closed form; the number of them. What is held has no column. */
static rdg_index check_points(rdg_context *ctx, const char *name, double omega_held, double alpha_held,
                              double A_held)
{
    rdg_run *run = rdg_run_open(ctx, name);
    assert_ok(ctx, rdg_error_status(ctx));
    const double *omega = rdg_run_column(run, "omega"), *alpha = rdg_run_column(run, "alpha");
    const double *A = rdg_run_column(run, "A");
    const rdg_index count = rdg_run_count(run);
    for (rdg_index row = 0; row < count; row++) {
        assert_near(level(omega ? omega[row] : omega_held, A ? A[row] : A_held),
                    alpha ? alpha[row] : alpha_held, 1e-8, 0);
    }
    rdg_run_free(run);
    return count;
}

/* At a frequency above the cusp the level has two folds, where d alpha / dA = 0. */
static void the_level_is_the_parameter(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 1.25, w = omega * omega;
    rdg_problem *p = rdg_hbm_problem(duffing(ctx), RDG_AT("omega", omega), RDG_AT("alpha", 0.02));
    rdg_run_summary summary = {0};
    assert_ok(ctx, rdg_continue(p, "level", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.01, 0.8),
                                RDG_SUMMARY(&summary)));
    assert_true(check_points(ctx, "level", 1.25, NAN, NAN) > 10);
    assert_int_equal(summary.folds, 2);
    /* alpha^2 = a ((1 - w + b a)^2 + c^2 w), a = A^2, b = 3/4 k3: 3 b^2 a^2 + 4 b d a + d^2 + c^2 w = 0 */
    const double b = 0.75 * k3, d = 1 - w, root = sqrt(4 * d * d - 3 * (d * d + c * c * w));
    rdg_run *run = rdg_run_open(ctx, "level");
    rdg_index found = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (strcmp(rdg_run_type(run, row), "FP") == 0) {
            const double A = rdg_run_column(run, "A")[row];
            const double low = sqrt((-2 * d - root) / (3 * b)), high = sqrt((-2 * d + root) / (3 * b));
            assert_near(A, fabs(A - low) < fabs(A - high) ? low : high, 1e-8, 0);
            found++;
        }
    }
    assert_int_equal(found, 2);
    rdg_run_free(run);
}

/* The response at a level has two folds; that at the amplitude of its middle branch has none. */
static void a_held_amplitude_has_no_folds(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_hbm_problem(duffing(ctx), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.18));
    rdg_run_summary summary = {0};
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.6),
                                RDG_SUMMARY(&summary)));
    assert_int_equal(summary.folds, 2);
    assert_ok(ctx, rdg_continue(p, "controlled", RDG_RELEASE("omega"), RDG_RELEASE("alpha"),
                                RDG_HOLD_AT("A", 2.0), RDG_WINDOW("omega", 0.7, 1.6), RDG_SUMMARY(&summary)));
    assert_int_equal(summary.folds, 0);
    assert_true(check_points(ctx, "controlled", NAN, NAN, 2.0) > 20);
}

/* Amplitude and phase are held one after the other: the point of phase resonance at an amplitude, then the
 * backbone with the amplitude as its parameter: omega^2 = k + 3/4 k3 A^2, alpha = c omega A. */
static void amplitude_and_phase_are_held(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.18));
    assert_ok(ctx, rdg_phase_resonance_add(hb, p, "x"));
    assert_ok(ctx,
              rdg_continue(p, "amplitude", RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_HOLD_AT("A", 2.0),
                           RDG_WINDOW("omega", 0.7, 1.6), RDG_UZ("phase.x", 0.0)));
    rdg_run *run = rdg_run_open(ctx, "amplitude");
    rdg_index label = 0;
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        if (strcmp(rdg_run_type(run, row), "UZ") == 0) {
            label = rdg_run_label(run, row);
            assert_near(rdg_run_column(run, "omega")[row], sqrt(1.3), 1e-9, 0);
            assert_near(rdg_run_column(run, "alpha")[row], 2 * c * sqrt(1.3), 1e-9, 0);
        }
    }
    rdg_run_free(run);
    assert_true(label > 0);
    assert_ok(ctx, rdg_continue(p, "backbone", RDG_FROM("amplitude", label), RDG_RELEASE("A"),
                                RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_HOLD_AT("phase.x", 0.0),
                                RDG_WINDOW("A", 0.1, 2.8)));
    run = rdg_run_open(ctx, "backbone");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        const double A = rdg_run_column(run, "A")[row], omega = rdg_run_column(run, "omega")[row];
        assert_near(omega, sqrt(1 + 0.75 * k3 * A * A), 1e-8, 0);
        assert_near(rdg_run_column(run, "alpha")[row], c * omega * A, 1e-8, 0);
    }
    rdg_run_free(run);
}

/* Classical Runge-Kutta steps of x'' + c x' + x + k3 x^3 = 0.4 cos(omega t) + 0.3 cos(3 omega t + 0.7). */
static void integrate(double omega, int steps, int periods, double x[2])
{
    const double h = 2 * RDG_PI / omega / steps;
    for (long step = 0; step < (long)steps * periods; step++) {
        double slope[4][2], sum[2] = {0};
        for (int stage = 0; stage < 4; stage++) {
            const double part = stage == 0 ? 0 : stage < 3 ? 0.5 : 1, t = ((double)step + part) * h;
            const double q = x[0] + (stage ? part * h * slope[stage - 1][0] : 0);
            const double v = x[1] + (stage ? part * h * slope[stage - 1][1] : 0);
            slope[stage][0] = v;
            slope[stage][1] =
                0.4 * cos(omega * t) + 0.3 * cos(3 * omega * t + 0.7) - c * v - q - k3 * q * q * q;
            sum[0] += (stage % 3 ? 2 : 1) * slope[stage][0] / 6;
            sum[1] += (stage % 3 ? 2 : 1) * slope[stage][1] / 6;
        }
        x[0] += h * sum[0];
        x[1] += h * sum[1];
    }
}

static void two_forces_with_a_phase_are_those_of_integration_in_time(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 1.9, level_of_both = 0.5;
    rdg_structure *s = rdg_structure_create(ctx, "duffing", 1, (double[]){1.0}, &c, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 0.8);
    rdg_force_phase_add(s, "x", 3, 0.6, 0.7);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9, 11, 13, 15));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", level_of_both));
    assert_ok(ctx, rdg_solve(p));
    const double *Q = rdg_start_values(p);
    double start[2] = {0, 0}, x[2];
    for (int h = 0; h < 8; h++) {
        start[0] += Q[2 * h];
        start[1] += (2 * h + 1) * omega * Q[2 * h + 1];
    }
    memcpy(x, start, sizeof x);
    integrate(omega, 2000, 150, x); /* transients of the truncated start decay by exp(-12) */
    assert_near(x[0], start[0], 0, 1e-10);
    assert_near(x[1], start[1], 0, 1e-10);
}

/* As many held as released: a single point, that of an amplitude at a level, or at phase resonance. */
static void a_point_of_amplitude_and_phase_is_solved_at_once(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.18));
    assert_ok(ctx, rdg_phase_resonance_add(hb, p, "x"));
    assert_ok(ctx, rdg_continue(p, "point", RDG_RELEASE("omega"), RDG_HOLD_AT("A", 1.0)));
    assert_int_equal(check_points(ctx, "point", NAN, 0.18, 1.0), 1);
    assert_ok(ctx, rdg_continue(p, "both", RDG_FROM("point", 1), RDG_RELEASE("omega"), RDG_RELEASE("alpha"),
                                RDG_HOLD_AT("A", 1.5), RDG_HOLD_AT("phase.x", 0.0)));
    rdg_run *run = rdg_run_open(ctx, "both");
    assert_int_equal(rdg_run_count(run), 1);
    const double omega = sqrt(1 + 0.75 * k3 * 2.25);
    assert_near(rdg_run_column(run, "omega")[0], omega, 1e-10, 0);
    assert_near(rdg_run_column(run, "alpha")[0], c * omega * 1.5, 1e-10, 0);
    rdg_run_free(run);
    rdg_continue(p, "wrong", RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_HOLD_AT("Amp", 2.0));
    assert_failed(ctx, RDG_ERR_NAME, "\"Amp\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_level_is_the_parameter),
        SCRATCH_TEST(a_held_amplitude_has_no_folds),
        SCRATCH_TEST(amplitude_and_phase_are_held),
        SCRATCH_TEST(two_forces_with_a_phase_are_those_of_integration_in_time),
        SCRATCH_TEST(a_point_of_amplitude_and_phase_is_solved_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
