/* Ridges of superharmonic resonances, and of an oscillator on a shaker. */
#define _XOPEN_SOURCE 700

#include "levels.h"
#include "scratch.h"

#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridge.h>

static const double c = 0.05, k3 = 0.1;

static rdg_structure *mass(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, &c, (double[]){1.0});
    rdg_name_dof(s, "x", 0);
    return s;
}

/* The third harmonic of a Duffing oscillator near a third of its frequency, where the force has none: its
 * greatest amplitude over omega, against brute force. */
static void the_ridge_of_the_third_harmonic_is_its_maximum_over_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    enum { LEVELS = 5 };
    const double levels[LEVELS] = {0.12, 0.5, 1.1, 1.9, 2.8};
    rdg_structure *s = mass(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A3", "x", 3);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5, 7, 9));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.25), RDG_AT("alpha", 0.3));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.25, 0.5)));
    assert_ok(ctx, rdg_ridge(hb, "superharmonic", "A3", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.1, 3.0), RDG_UZ_LIST("alpha", LEVELS, levels)));
    rdg_run *run = rdg_run_open(ctx, "superharmonic");
    for (int i = 0; i < LEVELS; i++) {
        rdg_peak peak = {0};
        const rdg_index row = row_at_level(run, levels[i]);
        assert_ok(ctx, rdg_frc_peak(hb, "A3", levels[i], 0.28, 0.5, &peak));
        assert_int_equal(peak.peaks, 1);
        assert_false(peak.at_edge);
        assert_near(rdg_run_column(run, "A3")[row], peak.amplitude, 1e-9, 0);
        assert_near(rdg_run_column(run, "omega")[row], peak.omega, 1e-7, 0);
    }
    rdg_run_free(run);
}

/* The relative amplitude a of a Duffing oscillator on a shaker of amplitude B, one harmonic:
 *     G = a^2 ((k' - w)^2 + c^2 w) - B^2 w^2 = 0, k' = 1 + 3/4 k3 a^2, w = omega^2; greatest where dG/dw = 0.
 */
static void the_ridge_on_a_shaker_is_that_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = mass(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 0.2, .phase = 0.9});
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.6), RDG_AT("alpha", 0.3));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 1.6)));
    assert_ok(ctx, rdg_ridge(hb, "shaker", "A", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.02, 0.6)));
    rdg_run *run = rdg_run_open(ctx, "shaker");
    const rdg_index count = rdg_run_count(run);
    assert_true(count > 10);
    for (rdg_index row = 0; row < count; row++) {
        const double a = rdg_run_column(run, "A")[row], B = 0.2 * rdg_run_column(run, "alpha")[row];
        const double w = pow(rdg_run_column(run, "omega")[row], 2), k = 1 + 0.75 * k3 * a * a;
        assert_near(a * a * ((k - w) * (k - w) + c * c * w), B * B * w * w, 1e-8, 0);
        assert_near(a * a * (c * c - 2 * (k - w)), 2 * B * B * w, 1e-8, 0);
    }
    assert_near(rdg_run_column(run, "alpha")[0], 0.02, 1e-9, 0);
    rdg_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_ridge_of_the_third_harmonic_is_its_maximum_over_the_frequency),
        SCRATCH_TEST(the_ridge_on_a_shaker_is_that_of_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
