/* Reference problem: ridges of the amplitude of two oscillators, against points that an independent program
 * has computed from the stationarity conditions. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/adjoint.h>

/* A, omega, amp and d.A = - d amp / d A */
typedef double ridge_point[4];

static const ridge_point hardening_ridge[] = {
    {0.002, 1.0005360510, 0.0499632281, -24.93498565}, {0.005, 1.0053827762, 0.1243059067, -24.57902033},
    {0.01, 1.0218386316, 0.2446030595, -23.44684554},  {0.015, 1.0467819770, 0.3581314366, -21.92740172},
    {0.05, 1.3030515167, 0.9564689962, -13.44207131},  {0.1, 1.6545108411, 1.5004276559, -9.07645714},
    {0.2, 2.2113991424, 2.2357409307, -6.16866453}};

static const ridge_point rubbing_ridge[] = {
    {1.4, 0.8668504438, 1.6539328732, -6.39748028}, {1.6, 0.9715016614, 3.3834240314, -9.58520240},
    {2, 0.9904351817, 7.3245193749, -9.96118734},   {3, 0.9939477739, 17.3170029557, -10.00347473},
    {4, 0.9947590427, 27.3229118890, -10.00740189}, {6, 0.9953880087, 47.3397884316, -10.00902201},
    {8, 0.9956544238, 67.3582867002, -10.00940641}};

enum { N_POINTS = 7 };

static void check_point(const harvest *h, const harvested *c, const ridge_point expected)
{
    assert_near(harvest_mu(h, c, "alpha"), expected[0], 1e-12, 0);
    assert_near(harvest_mu(h, c, "omega"), expected[1], 0, 1e-10);
    assert_near(harvest_mu(h, c, "amp"), expected[2], 0, 1e-10);
    assert_near(harvest_mu(h, c, "d.alpha"), expected[3], 0, 1e-8);
    assert_near(harvest_mu(h, c, "d.amp"), 1, 0, 1e-14);
    assert_near(harvest_mu(h, c, "d.omega"), 0, 0, 1e-14);
}

/* All stages, the second one by branch switching or directly, from omega at the A of one of the points. */
static void check_ridge(rdg_context *ctx, const oscillator *o, double omega, const double window[2],
                        const ridge_point *expected, int start, bool direct)
{
    double alpha[N_POINTS];
    for (int k = 0; k < N_POINTS; k++) {
        alpha[k] = expected[k][0];
    }
    rdg_problem *p =
        rdg_hbm_problem(oscillator_hbm(ctx, o), RDG_AT("omega", omega), RDG_AT("alpha", alpha[start]));
    rdg_adjoint *adjoint = rdg_adjoint_add(p, "amp");
    const rdg_stationary_options options = {.along = "omega",
                                            .low = window[0],
                                            .high = window[1],
                                            .direct = direct,
                                            .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_NO_FOLDER)};
    assert_ok(ctx, rdg_stationary_find(adjoint, "peak", &options));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(p, "ridge", RDG_RELEASE("alpha"), RDG_RELEASE("omega"),
                                RDG_RELEASE("d.alpha"), RDG_WINDOW("alpha", alpha[0], alpha[N_POINTS - 1]),
                                RDG_UZ_LIST("alpha", N_POINTS - 2, alpha + 1), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(h.summary.backwards, RDG_STOP_BOUNDARY);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    check_point(&h, &h.chart[0], expected[start]);
    for (int k = 0; k < N_POINTS; k++) {
        const bool is_end = k == 0 || k == N_POINTS - 1;
        check_point(&h, k == start ? &h.chart[0] : harvest_near(&h, is_end ? "EP" : "UZ", "alpha", alpha[k]),
                    expected[k]);
    }
    harvest_clear(&h);
}

static void hardening_ridge_is_met_by_branch_switching(void **state)
{
    check_ridge(*state, &hardening, 0.7, (double[]){0.7, 1.3}, hardening_ridge, 3, false);
}

static void hardening_ridge_is_met_by_linear_solve(void **state)
{
    check_ridge(*state, &hardening, 0.7, (double[]){0.7, 1.3}, hardening_ridge, 3, true);
}

static void rubbing_ridge_is_met_by_branch_switching(void **state)
{
    check_ridge(*state, &rubbing, 0.5, (double[]){0.5, 2.0}, rubbing_ridge, 2, false);
}

static void rubbing_ridge_is_met_by_linear_solve(void **state)
{
    check_ridge(*state, &rubbing, 0.5, (double[]){0.5, 2.0}, rubbing_ridge, 2, true);
}

static void hardening_response_folds_twice(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p =
        rdg_hbm_problem(oscillator_hbm(ctx, &hardening), RDG_AT("omega", 0.7), RDG_AT("alpha", 0.015));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.3), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 0), "omega"), 1.049262399236, 0, 1e-9);
    assert_near(harvest_mu(&h, harvest_nth(&h, "FP", 1), "omega"), 1.043913708797, 0, 1e-9);
    harvest_clear(&h);
}

static void rubbing_response_has_no_fold(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_hbm_problem(oscillator_hbm(ctx, &rubbing), RDG_AT("omega", 0.5), RDG_AT("alpha", 2));
    harvest h = {0};
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(harvest_count(&h, "FP"), 0);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(hardening_response_folds_twice),
        SCRATCH_TEST(rubbing_response_has_no_fold),
        SCRATCH_TEST(hardening_ridge_is_met_by_branch_switching),
        SCRATCH_TEST(hardening_ridge_is_met_by_linear_solve),
        SCRATCH_TEST(rubbing_ridge_is_met_by_branch_switching),
        SCRATCH_TEST(rubbing_ridge_is_met_by_linear_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
