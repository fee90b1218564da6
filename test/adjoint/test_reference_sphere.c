/* Reference problem: the largest sum of coordinates on the unit sphere in R^4, one more coordinate freed in
 * each stage of successive continuation. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"
#include "sphere.h"

#include <ridgewalk/adjoint.h>

static int sum(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        y[0] += u[i];
    }
    return 0;
}

static int sum_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)u;
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i] = 1.0;
    }
    return 0;
}

static int sum_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                   void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)lambda;
    (void)values; /* zeros on entry */
    (void)data;
    return 0;
}

/* Variables u1 .. u4 with the parameters u2, u3, u4 and the objective. */
static rdg_problem *problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function zero = {
        .name = "sphere", .n = 4, .m = 1, .f = sphere, .df = sphere_df, .d2f = sphere_d2f};
    const rdg_function objective = {.name = "sum", .n = 4, .m = 1, .f = sum, .df = sum_df, .d2f = sum_d2f};
    assert_ok(ctx, rdg_add_variables(p, "u", 4, (double[]){1.0, 0.0, 0.0, 0.0}));
    assert_ok(ctx, rdg_add_zero(p, &zero, RDG_ALL));
    assert_ok(ctx, rdg_add_monitor(p, &objective, RDG_ALL, NULL, RDG_INACTIVE));
    assert_ok(ctx, rdg_add_parameter(p, "u2", "u", 1));
    assert_ok(ctx, rdg_add_parameter(p, "u3", "u", 2));
    return p;
}

static void check_point(const harvest *h, const harvested *c, double expected_sum, const double u[4])
{
    assert_near(harvest_mu(h, c, "sum"), expected_sum, 0, 1e-10);
    for (int i = 0; i < 4; i++) {
        assert_near(c->u[i], u[i], 0, 1e-10);
    }
}

static void derivatives_are_right(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx);
    const double at[] = {0.7, -0.3, 1.2, 0.4, 0.9, -1.1, 0.6, 0.8};
    assert_non_null(rdg_adjoint_add(p, "sum"));
    assert_int_equal(rdg_variable_count(p), 8);
    assert_ok(ctx, rdg_check_derivatives(p, at, 1e-8));
}

static void four_stages_lead_to_the_largest_sum(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = problem(ctx);
    harvest h = {0};
    assert_non_null(rdg_adjoint_add(p, "sum"));

    /* 1: on the circle u2 = u3 = 0 the sum has a fold, a branch point of the extended problem */
    const double root2 = sqrt(2.0), root3 = sqrt(3.0);
    assert_ok(ctx, rdg_continue(p, "stage1", RDG_RELEASE("sum"), RDG_RELEASE("d.sum"), RDG_RELEASE("d.u2"),
                                RDG_RELEASE("d.u3"), RDG_WINDOW("sum", 1, 2), HARVEST(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 1);
    assert_int_equal(harvest_count(&h, "BP"), 1);
    check_point(&h, harvest_nth(&h, "FP", 0), root2, (double[]){root2 / 2, 0, 0, root2 / 2});
    const harvested *branch = harvest_nth(&h, "BP", 0);
    check_point(&h, branch, root2, (double[]){root2 / 2, 0, 0, root2 / 2});
    const rdg_index from_stage1 = branch->label;
    harvest_clear(&h);

    /* 2: the multipliers grow, u stays */
    assert_ok(ctx, rdg_continue(p, "stage2", RDG_SWITCH("stage1", from_stage1), RDG_RELEASE("d.sum"),
                                RDG_RELEASE("sum"), RDG_RELEASE("d.u2"), RDG_RELEASE("d.u3"),
                                RDG_TERMINAL("OPT", "d.sum", 1), RDG_DIRECTION(1), HARVEST(&h)));
    const harvested *end = harvest_nth(&h, "OPT", 0);
    check_point(&h, end, root2, (double[]){root2 / 2, 0, 0, root2 / 2});
    assert_near(harvest_mu(&h, end, "d.sum"), 1, 0, 1e-12);
    assert_near(harvest_mu(&h, end, "d.u2"), -1, 0, 1e-10);
    assert_near(harvest_mu(&h, end, "d.u3"), -1, 0, 1e-10);
    const rdg_index from_stage2 = end->label;
    harvest_clear(&h);

    /* 3: u2 is free until its multiplier vanishes */
    assert_ok(ctx, rdg_continue(p, "stage3", RDG_FROM("stage2", from_stage2), RDG_RELEASE("u2"),
                                RDG_RELEASE("sum"), RDG_RELEASE("d.u2"), RDG_RELEASE("d.u3"),
                                RDG_TERMINAL("OPT", "d.u2", 0), RDG_DIRECTION(1), HARVEST(&h)));
    end = harvest_nth(&h, "OPT", 0);
    check_point(&h, end, root3, (double[]){1 / root3, 1 / root3, 0, 1 / root3});
    const rdg_index from_stage3 = end->label;
    harvest_clear(&h);

    /* 4: and u3 */
    assert_ok(ctx, rdg_continue(p, "stage4", RDG_FROM("stage3", from_stage3), RDG_RELEASE("u3"),
                                RDG_RELEASE("u2"), RDG_RELEASE("sum"), RDG_RELEASE("d.u3"),
                                RDG_TERMINAL("OPT", "d.u3", 0), RDG_DIRECTION(1), HARVEST(&h)));
    check_point(&h, harvest_nth(&h, "OPT", 0), 2, (double[]){0.5, 0.5, 0.5, 0.5});
    harvest_clear(&h);
}

static void stationary_point_is_found_in_one_call(void **state)
{
    rdg_context *ctx = *state;
    for (int direct = 0; direct < 2; direct++) {
        rdg_problem *p = problem(ctx);
        assert_ok(ctx, rdg_add_parameter(p, "u4", "u", 3));
        rdg_adjoint *adjoint = rdg_adjoint_add(p, "sum");
        const rdg_stationary_options options = {.along = "u4",
                                                .low = -2,
                                                .high = 2,
                                                .direct = direct,
                                                .maximum = true,
                                                .options = RDG_OPTIONS(RDG_NO_TABLE)};
        assert_ok(ctx, rdg_stationary_find(adjoint, "find", &options));
        const double *u = rdg_start_values(p);
        const double expected[] = {sqrt(0.5), 0, 0, sqrt(0.5), -sqrt(0.5), 1, -1, -1, 0};
        for (int i = 0; i < 9; i++) {
            assert_near(u[i], expected[i], 0, 1e-10);
        }
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(derivatives_are_right),
        SCRATCH_TEST(four_stages_lead_to_the_largest_sum),
        SCRATCH_TEST(stationary_point_is_found_in_one_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
