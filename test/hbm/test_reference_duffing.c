/* Reference problems: folds of forced response curves of Duffing oscillators, against independent harmonic
 * balance computations whose digits do not change with more harmonics. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "oscillators.h"
#include "scratch.h"

static const double two_pi = 6.283185307179586476925286766559;

/* x'' + 0.04 x' + x + x^3 = 0.015 cos(omega t) */
static rdg_problem *hardening_oscillator(rdg_context *ctx)
{
    const oscillator o = {.c = 0.04,
                          .k3 = 1,
                          .n_harmonics = 13,
                          .harmonics = (const int[]){1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25}};
    return rdg_hbm_problem(oscillator_hbm(ctx, &o), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
}

static void hardening_oscillator_folds_at_its_periods(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = hardening_oscillator(ctx);
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.3), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    assert_near(two_pi / harvest_mu(&h, harvest_nth(&h, "FP", 0), "omega"), 5.988192573902, 0, 1e-9);
    assert_near(two_pi / harvest_mu(&h, harvest_nth(&h, "FP", 1), "omega"), 6.018874217504, 0, 1e-9);
    harvest_clear(&h);
}

/* The same oscillator in the plane of period and force: both folds lie on one curve with a cusp. The first
 * period is from harmonic balance with 20 odd harmonics, the others are those that COCO prints. */
static void the_fold_curve_of_a_hardening_oscillator_has_its_cusp(void **state)
{
    static const double force[] = {0.02, 0.05, 0.1};
    static const double period[] = {5.8218778709450, 5.950619033, 5.672839251, 5.376105239};
    rdg_context *ctx = *state;
    rdg_problem *p = hardening_oscillator(ctx);
    assert_ok(ctx, rdg_add_fold(p, "fold", "omega", NULL));
    harvest frc = {0};
    assert_ok(
        ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.3), HARVEST_ONLY(&frc)));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "folds", RDG_START(harvest_nth(&frc, "FP", 0)->u), RDG_HOLD_AT("fold", 0),
                                RDG_RELEASE("omega"), RDG_RELEASE("alpha"), RDG_UZ_LIST("alpha", 3, force),
                                RDG_WINDOW("omega", 0.9, 1.3), RDG_WINDOW("alpha", 0.001, 0.2),
                                RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "CP"), 1);
    assert_near(two_pi / harvest_mu(&h, harvest_nth(&h, "CP", 0), "omega"), 6.0695426308, 0, 1e-10);
    assert_near(harvest_mu(&h, harvest_nth(&h, "CP", 0), "alpha"), 0.012051072416, 0, 1e-10);
    assert_int_equal(harvest_count(&h, "UZ"), 4);
    for (size_t k = 0; k < 4; k++) {
        assert_near(two_pi / harvest_mu(&h, harvest_nth(&h, "UZ", k), "omega"), period[k], 0, 1e-9);
    }
    harvest_clear(&frc);
    harvest_clear(&h);
}

/* x'' + 0.02 x' + x + 0.1 x^3 = 0.1 cos(Om t) */
static void race_oscillator_folds_at_the_truth(void **state)
{
    static const double fold[2][3] = {{1.4024270046278, 2.5110470614494, 3.5503506368005},
                                      {1.0815531651214, 0.6206528138357, 0.8777337891764}};
    rdg_context *ctx = *state;
    const oscillator o = {.c = 0.02,
                          .k3 = 0.1,
                          .n_harmonics = 15,
                          .harmonics = (const int[]){1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29}};
    rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &o), RDG_AT("omega", 0.5), RDG_AT("alpha", 0.1));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 2);
    for (size_t k = 0; k < 2; k++) {
        const harvested *c = harvest_nth(&h, "FP", k);
        assert_near(harvest_mu(&h, c, "omega"), fold[k][0], 0, 1e-10);
        /* amplitudes move with the square root of an error in omega */
        assert_near(harvest_mu(&h, c, "rms"), fold[k][1], 0, 1e-9);
        assert_near(harvest_mu(&h, c, "amp"), fold[k][2], 0, 1e-9);
    }
    harvest_clear(&h);
}

/* The lighter the damping, the closer the two sides of the tip and the stiffer the equations. */
static void sharp_tips_are_found_with_any_step(void **state)
{
    static const double damping[] = {1e-2, 1e-3, 3e-4, 1e-4};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof damping / sizeof *damping; k++) {
        const oscillator o = {
            .c = damping[k], .k3 = 1, .n_harmonics = 4, .harmonics = (const int[]){1, 3, 5, 7}};
        rdg_problem *p =
            rdg_hbm_problem(oscillator_hbm(ctx, &o), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
        double tip = 0.0;
        for (int degrees = 10; degrees >= 2; degrees -= 4) {
            harvest h = {0};
            assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 20),
                                        RDG_ANGLE(degrees), RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
            assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
            assert_int_equal(harvest_count(&h, "FP"), 2);
            assert_int_equal(harvest_count(&h, "BP"), 0);
            assert_true(h.summary.iterations < 5 * h.summary.points);
            const double omega = harvest_mu(&h, harvest_nth(&h, "FP", 0), "omega");
            tip = degrees == 10 ? omega : tip;
            assert_near(omega, tip, 1e-10, 0);
            harvest_clear(&h);
        }
    }
    assert_string_equal(scratch_said, "");
}

/* With next to no damping the determinant changes by its own size within 1e-7 of the curve: less than what
 * the curve is known to between two points. */
static void hardly_damped_response_is_not_singular(void **state)
{
    rdg_context *ctx = *state;
    const oscillator o = {.c = 1e-6, .k3 = 1, .n_harmonics = 4, .harmonics = (const int[]){1, 3, 5, 7}};
    rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &o), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
    for (int degrees = 13; degrees >= 5; degrees -= 4) {
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 60),
                                    RDG_ANGLE(degrees), RDG_MAX_POINTS(2000), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
        assert_int_equal(harvest_count(&h, "BP"), 0);
        harvest_clear(&h);
    }
    assert_string_equal(scratch_said, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(sharp_tips_are_found_with_any_step),
        SCRATCH_TEST(hardly_damped_response_is_not_singular),
        SCRATCH_TEST(hardening_oscillator_folds_at_its_periods),
        SCRATCH_TEST(the_fold_curve_of_a_hardening_oscillator_has_its_cusp),
        SCRATCH_TEST(race_oscillator_folds_at_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
