/* Ridges of the peak over a period: its greatest value over the frequency, level by level. */
#define _XOPEN_SOURCE 700

#include "levels.h"
#include "scratch.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridge.h>

enum { LEVELS = 4 };

static rdg_structure *mass(rdg_context *ctx, double k3, double constant)
{
    const double one = 1.0, c = 0.08;
    rdg_structure *s = rdg_structure_create(ctx, "mass", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = k3});
    rdg_force_add(s, "x", 1, 1.0);
    if (constant != 0.0) {
        rdg_static_force_add(s, "x", constant);
    }
    rdg_sensor_peak_add(s, "peak", "x");
    return s;
}

/* At each level the ridge is where the response's peak is greatest. */
static void check_ridge(rdg_context *ctx, rdg_hbm *hb, const double levels[LEVELS], double low, double high)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", levels[1]));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_IN_MEMORY,
                                RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "peak", RDG_FROM_GREATEST("frc"),
                             RDG_WINDOW("alpha", 0.9 * levels[0], 1.1 * levels[LEVELS - 1]),
                             RDG_UZ_LIST("alpha", LEVELS, levels), RDG_IN_MEMORY, RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    assert_non_null(run);
    for (int i = 0; i < LEVELS; i++) {
        rdg_peak found = {0};
        const rdg_index row = row_at_level(run, levels[i]);
        const double peak = rdg_run_column(run, "peak")[row], omega = rdg_run_column(run, "omega")[row];
        assert_ok(ctx, rdg_frc_peak(hb, "peak", levels[i], low, high, &found));
        assert_near(peak, found.amplitude, 1e-9, 0);
        assert_near(omega, found.omega, 1e-7, 0);
    }
    rdg_run_free(run);
}

static void the_ridge_of_the_peak_is_its_maximum_over_the_frequency(void **state)
{
    rdg_context *ctx = *state;
    const double levels[LEVELS] = {0.05, 0.1, 0.2, 0.35};
    /* odd harmonics alone: both sides are as high */
    check_ridge(ctx, rdg_hbm_create(mass(ctx, 0.5, 0), RDG_HARMONICS(1, 3, 5)), levels, 0.6, 2.2);
    /* symmetric motions among others */
    check_ridge(ctx, rdg_hbm_create(mass(ctx, 0.5, 0), RDG_HARMONICS(0, 1, 2, 3)), levels, 0.6, 2.2);
    /* one side is higher */
    check_ridge(ctx, rdg_hbm_create(mass(ctx, 0.5, 0.4), RDG_HARMONICS(0, 1, 2, 3, 4)), levels, 0.8, 2.4);
    check_ridge(ctx, rdg_hbm_create(mass(ctx, 0.5, -0.4), RDG_HARMONICS(0, 1, 2, 3, 4)), levels, 0.8, 2.4);
}

static void the_peak_of_one_harmonic_has_the_ridge_of_its_amplitude(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(s, 0.0, 1.5e-5);
    rdg_name_dof(s, "pad", rdg_beam_deflection(s, 5));
    rdg_name_dof(s, "shaker", rdg_beam_deflection(s, 12));
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 20));
    rdg_contact_add(s, &(rdg_contact){.tangential = "pad", .kt = 2e8, .mu = 0.3, .preload = 40});
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    rdg_sensor_peak_add(s, "peak", "tip");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    const double levels[LEVELS] = {0.3035326548, 0.9654893846, 2.299609347, 4.101333701};
    const double frequency[LEVELS] = {316.480280, 314.236435, 270.975198, 209.802026}; /* Hz */
    const double amplitude[LEVELS] = {1.25544715e-5, 1.45766757e-5, 1.93722950e-5, 2.18355506e-4};
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 2 * M_PI * 290), RDG_AT("alpha", 0.5));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"),
                           RDG_WINDOW("omega", 2 * M_PI * 290, 2 * M_PI * 330), RDG_IN_MEMORY, RDG_NO_TABLE));
    assert_ok(ctx, rdg_ridge(hb, "ridge", "peak", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.25, 5.0),
                             RDG_UZ_LIST("alpha", LEVELS, levels), RDG_IN_MEMORY, RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "ridge");
    for (int i = 0; i < LEVELS; i++) {
        const rdg_index row = row_at_level(run, levels[i]);
        assert_near(rdg_run_column(run, "omega")[row] / (2 * M_PI), frequency[i], 1e-7, 0);
        assert_near(rdg_run_column(run, "peak")[row], sqrt(2) * amplitude[i], 1e-8, 0);
        assert_near(rdg_run_column(run, "Am")[row], amplitude[i], 1e-8, 0);
    }
    rdg_run_free(run);
}

static void the_ridge_of_a_mean_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = mass(ctx, 0.5, 0.4);
    rdg_sensor_mean_add(s, "mean", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    rdg_ridge(hb, "ridge", "mean", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.1, 1.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "rdg_ridge: sensor \"mean\" of \"mass\" measures a mean, which is no amplitude");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_ridge_of_the_peak_is_its_maximum_over_the_frequency),
        SCRATCH_TEST(the_peak_of_one_harmonic_has_the_ridge_of_its_amplitude),
        SCRATCH_TEST(the_ridge_of_a_mean_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
