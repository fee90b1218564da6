/* The set of frozen variables: how large it may be, all kinds of runs, and what is refused. */
#include "frozen_polynomial.h"

#include <ridgewalk/singular.h>

static void all_but_the_parameter_is_frozen(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 5;
    polynomial g = random_polynomial(false, &seed);
    choose(&g, g.n, &seed);
    harvest h = {0};
    rdg_problem *p = make(ctx, &g, false, false);
    assert_ok(ctx, rdg_continue(p, "line", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0), HARVEST_ONLY(&h)));
    assert_true(h.summary.covered && harvest_count(&h, "FP") == 0);
    for (size_t k = 0; k < h.count; k++) {
        assert_memory_equal(h.chart[k].u, g.at, (size_t)g.n * sizeof *g.at);
    }
    harvest_clear(&h);
    rdg_problem *none = rdg_problem_create(ctx);
    rdg_add_variables(none, "x", 3, NULL);
    rdg_add_zero(none, &(rdg_function){.name = "polynomial", .n = 3, .m = 3, .f = whole_f, .data = &g},
                 RDG_ALL);
    rdg_eliminate(none, &(rdg_eliminated){.block = "x", .n = 3, .zero = "polynomial"});
    rdg_solve(none);
    assert_failed(ctx, RDG_ERR_SIZE, "all 3 variables are eliminated");
}

/* |u| = 1 in four dimensions, and an equation for the last one. */
static int sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + u[3] * u[3] - 1.0;
    y[1] = u[3] - 0.1 * u[0];
    return 0;
}

/* The sphere of radius 0.8: 4 pi 0.64. */
static void covering_leaves_frozen_variables_out(void **state)
{
    rdg_context *ctx = *state;
    const double held = 0.6;
    rdg_run_summary summary = {0};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 4, (double[]){0.0, 0.0, 0.8, 0.6});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 4, .m = 2, .f = sphere, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_eliminate(
                       p, &(rdg_eliminated){
                              .block = "u", .first = 3, .n = 1, .zero = "sphere", .row = 1, .at = &held}));
    assert_ok(ctx, rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIMENSION(2),
                                RDG_STEP(0.2, 1e-3, 0.3), RDG_MAX_POINTS(20000), RDG_SUMMARY(&summary),
                                RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(summary.euler, 2);
    assert_near(summary.content, 4.0 * RDG_PI * 0.64, 1e-4, 0.0);
}

/* x^3 - la x - ka = 0 beside an equation that is left out: the curve of folds is (la / 3)^3 = (ka / 2)^2. */
static int cusp_beside(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] - 3.0;
    y[1] = u[1] * u[1] * u[1] - u[3] * u[1] - u[2] + u[0];
    return 0;
}

static void curve_of_folds_leaves_frozen_variables_out(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    harvest h = {0};
    rdg_add_variables(p, "x", 2, (double[]){0.0, sqrt(0.5 / 3.0)});
    rdg_add_variables(p, "parameters", 2, (double[]){-0.136, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 4, .m = 2, .f = cusp_beside, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "ka", "parameters", 0);
    rdg_add_parameter(p, "la", "parameters", 1);
    assert_ok(ctx, rdg_eliminate(p, &(rdg_eliminated){.block = "x", .n = 1, .zero = "cusp"}));
    assert_ok(ctx, rdg_add_fold(p, "fold", "ka", NULL));
    assert_ok(ctx, rdg_continue(p, "folds", RDG_RELEASE("ka"), RDG_RELEASE("la"), RDG_HOLD_AT("fold", 0.0),
                                RDG_WINDOW("ka", -0.5, 0.5), HARVEST_ONLY(&h)));
    assert_true(h.summary.covered);
    assert_int_equal(harvest_count(&h, "CP"), 1);
    for (size_t k = 0; k < h.count; k++) {
        const double ka = h.chart[k].u[2], la = h.chart[k].u[3];
        assert_near(la * la * la / 27.0, 0.25 * ka * ka, 1e-7, 1e-9);
    }
    harvest_clear(&h);
}

/* --- refusals */

static bool freeze_now(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    (void)data;
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .n = 1, .zero = "polynomial"});
    return false;
}

static void what_cannot_be_frozen_is_said(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    polynomial g = random_polynomial(false, &seed);
    choose(&g, 0, &seed);
    rdg_problem *p = make(ctx, &g, false, false);
    const rdg_index n = g.n;
    rdg_eliminate(p, &(rdg_eliminated){.block = "la", .n = 1, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "la[0] is the continuation parameter \"la\"");
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .first = 1, .n = n, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_SIZE, "variables, not");
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .n = n, .zero = "polynomial", .row = 1});
    assert_failed(ctx, RDG_ERR_SIZE, "equations, not");
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .n = 1, .zero = "sum"});
    assert_failed(ctx, RDG_ERR_NAME, "\"sum\" is no zero function");
    assert_ok(ctx, rdg_eliminate(p, &(rdg_eliminated){.block = "x", .n = 2, .zero = "polynomial"}));
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .first = 1, .n = 1, .zero = "polynomial", .row = 2});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the variable is eliminated already");
    rdg_eliminate(p, &(rdg_eliminated){.block = "x", .first = 2, .n = 1, .zero = "polynomial"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the equation is eliminated already");
    rdg_add_parameter(p, "x0", "x", 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "x[0] is eliminated");
    assert_int_equal(rdg_eliminated_count(p), 2);
    assert_ok(ctx, rdg_restore(p, "x", 0, n)); /* those that are free stay so */
    assert_int_equal(rdg_eliminated_count(p), 0);
    assert_int_equal(rdg_continue(p, "observed", RDG_RELEASE("la"), RDG_OBSERVE(freeze_now, NULL),
                                  RDG_NO_FOLDER, RDG_NO_TABLE),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "by its function of RDG_ON_STOP() alone");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_but_the_parameter_is_frozen),
        TEST(covering_leaves_frozen_variables_out),
        TEST(curve_of_folds_leaves_frozen_variables_out),
        TEST(what_cannot_be_frozen_is_said),
    };
    return cmocka_run_group_tests_name("core: the set of frozen variables", tests, NULL, NULL);
}
