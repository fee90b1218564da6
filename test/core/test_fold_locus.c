/* The monitor that vanishes at folds: its derivative, curves of folds, cusps, ridges. */
#define _XOPEN_SOURCE 700

#include "cusp.h"

#include <ridgewalk/singular.h>

/* Folds of the cusp lie at ka = +-2 (la/3)^(3/2). */
static double fold_at(double la)
{
    return 2.0 * pow(la / 3.0, 1.5);
}

static void its_derivative_agrees_with_differences_at_random_states(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    uint64_t seed = 7;
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    for (int trial = 0; trial < 200; trial++) {
        double u[3];
        for (int j = 0; j < 3; j++) {
            u[j] = random_signed(&seed);
        }
        assert_ok(ctx, rdg_check_derivatives(p, u, 1e-6));
    }
}

static void it_vanishes_where_the_fold_is_and_nowhere_else(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    const double x = sqrt(0.5 / 3.0);
    double before = 0.0, at = 0.0, after = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "fold", (double[]){x - 1e-3, 0.136, 0.5}, &before));
    assert_ok(ctx, rdg_parameter_value(p, "fold", (double[]){x, fold_at(0.5), 0.5}, &at));
    assert_ok(ctx, rdg_parameter_value(p, "fold", (double[]){x + 1e-3, 0.136, 0.5}, &after));
    assert_near(at, 0.0, 0.0, 1e-15);
    assert_true(before * after < 0.0);
}

/* With t such that det [G_u; held parameter; t] > 0: at fixed la t has x growing, at fixed ka la grows with
 * 3 x^2 - la. */
static void its_sign_is_that_of_the_oriented_tangent(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    uint64_t seed = 21;
    assert_ok(ctx, rdg_add_fold(p, "by ka", "ka", NULL));
    assert_ok(ctx, rdg_add_fold(p, "by la", "la", NULL));
    for (int trial = 0; trial < 50; trial++) {
        const double u[3] = {random_signed(&seed), random_signed(&seed), random_signed(&seed)};
        const double g = 3 * u[0] * u[0] - u[2];
        double ka = 0.0, la = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, "by ka", u, &ka));
        assert_ok(ctx, rdg_parameter_value(p, "by la", u, &la));
        assert_true(ka * -g > 0.0);
        assert_true(la * g > 0.0);
    }
}

static void no_cusp_is_on_a_curve_that_is_none_of_folds(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    harvest branch = {0};
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5),
                                RDG_START(((double[]){-1.0, -0.5, 0.5})), HARVEST_ONLY(&branch)));
    assert_int_equal(harvest_count(&branch, "FP"), 2);
    assert_int_equal(harvest_count(&branch, "CP"), 0); /* ka has an inflection at x = 0 */
    harvest_clear(&branch);
}

static void slope_is_the_first_monitor_of_a_fold_alone(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    double slope = 0.0, fold = 0.0;
    const double u[3] = {0.3, -0.2, 0.5};
    rdg_monitor_kind kind = RDG_ACTIVE;
    assert_ok(ctx, rdg_add_slope(p, "slope", "ka", NULL, RDG_JUMPING));
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    assert_ok(ctx, rdg_parameter_value(p, "slope", u, &slope));
    assert_ok(ctx, rdg_parameter_value(p, "fold", u, &fold));
    assert_near(slope, fold, 1e-14, 0.0);
    rdg_parameter_name(p, rdg_parameter_index(p, "slope"), &kind);
    assert_int_equal(kind, RDG_JUMPING);
    assert_int_not_equal(rdg_add_slope(p, "none", "kappa", NULL, RDG_ACTIVE), RDG_OK);
    assert_failed(ctx, RDG_ERR_NAME, "kappa");
}

static void a_curve_of_folds_passes_the_cusp_and_ends_where_the_formula_says(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    harvest branch = {0};
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5),
                                HARVEST_ONLY(&branch)));
    const harvested *fold = harvest_near(&branch, "FP", "ka", fold_at(0.5));
    assert_near(harvest_mu(&branch, fold, "ka"), 0.136082763487954, 1e-13, 0.0);

    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    harvest curve = {0};
    assert_ok(ctx, rdg_continue(p, "folds", RDG_START(fold->u), RDG_HOLD_AT("fold", 0), RDG_RELEASE("ka"),
                                RDG_RELEASE("la"), RDG_WINDOW("ka", -0.5, 0.5), HARVEST_ONLY(&curve)));
    assert_int_equal(harvest_count(&curve, "CP"), 1);
    const harvested *cusp = harvest_nth(&curve, "CP", 0);
    for (int j = 0; j < 3; j++) {
        assert_near(cusp->u[j], 0.0, 0.0, 1e-10);
    }
    assert_int_equal(curve.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(curve.summary.backwards, RDG_STOP_BOUNDARY);
    for (size_t k = 0; k < curve.count; k++) {
        const double *u = curve.chart[k].u;
        assert_near(fabs(u[1]), fold_at(u[2]), 1e-9, 1e-12);
    }
    const harvested *end = harvest_near(&curve, "EP", "ka", 0.5);
    assert_near(harvest_mu(&curve, end, "la"), 3.0 * pow(0.25, 2.0 / 3.0), 1e-12, 0.0);
    harvest_clear(&branch);
    harvest_clear(&curve);
}

static void it_is_there_for_any_parameter(void **state)
{
    /* at fixed ka, la = x^2 + ka / x is least where 2 x^3 = ka */
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    assert_ok(ctx, rdg_add_fold(p, "la.least", "la", NULL));
    const double x = 0.5, ka = 2.0 * x * x * x;
    double value = 1.0;
    assert_ok(ctx, rdg_parameter_value(p, "la.least", (double[]){x, ka, x * x + ka / x}, &value));
    assert_near(value, 0.0, 0.0, 1e-15);
}

static void what_leaves_no_curve_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    rdg_add_fold(p, "fold", "kappa", NULL);
    assert_failed(ctx, RDG_ERR_NAME, "kappa");
    rdg_add_fold(p, "", "ka", NULL);
    assert_failed(ctx, RDG_ERR_NAME, "needs a name");
    rdg_add_parameter(p, "x", "x", 0);
    rdg_add_fold(p, "fold", "ka", NULL);
    assert_failed(ctx, RDG_ERR_SIZE, "no curve but a manifold of dimension 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(slope_is_the_first_monitor_of_a_fold_alone),
        SCRATCH_TEST(its_derivative_agrees_with_differences_at_random_states),
        SCRATCH_TEST(it_vanishes_where_the_fold_is_and_nowhere_else),
        SCRATCH_TEST(a_curve_of_folds_passes_the_cusp_and_ends_where_the_formula_says),
        SCRATCH_TEST(it_is_there_for_any_parameter),
        SCRATCH_TEST(its_sign_is_that_of_the_oriented_tangent),
        SCRATCH_TEST(no_cusp_is_on_a_curve_that_is_none_of_folds),
        SCRATCH_TEST(what_leaves_no_curve_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
