/* Reference problem: folds of the cusp, ka - x (la - x^2) = 0. */
#define _XOPEN_SOURCE 700

#include "cusp.h"

static const double fold = 0.13608276348795434; /* 2 (la / 3)^(3/2) at la = 1/2 */

static void cusp_folds_at_their_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    harvest h = {0};
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){0.3, -0.4, 0.7}, 1e-8));
    assert_ok(ctx, rdg_continue(p, "cusp", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), HARVEST_ONLY(&h)));
    assert_int_equal(h.summary.forwards, RDG_STOP_BOUNDARY);
    assert_int_equal(h.summary.backwards, RDG_STOP_BOUNDARY);
    assert_int_equal(harvest_count(&h, "FP"), 2);
    assert_int_equal(harvest_count(&h, "BP"), 0);
    for (int side = -1; side <= 1; side += 2) {
        const harvested *c = harvest_near(&h, "FP", "ka", side * fold);
        assert_near(harvest_mu(&h, c, "ka"), side * fold, 0, 1e-12);
        assert_near(c->u[0], side * sqrt(1.0 / 6.0), 0, 1e-10);
        const harvested *end = harvest_near(&h, "EP", "ka", -side * 0.5);
        assert_near(harvest_mu(&h, end, "ka"), -side * 0.5, 0, 1e-14);
    }
    harvest_clear(&h);
}

static void folds_do_not_need_derivatives(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "cusp", .n = 3, .m = 1, .f = cusp_f};
    harvest h = {0};
    assert_ok(ctx, rdg_add_variables(p, "x", 3, (double[]){0.0, 0.0, 0.5}));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "ka", "x", 1));
    assert_ok(ctx, rdg_add_parameter(p, "la", "x", 2));
    assert_ok(ctx, rdg_continue(p, "cusp", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "FP"), 2);
    for (int side = -1; side <= 1; side += 2) {
        const harvested *c = harvest_near(&h, "FP", "ka", side * fold);
        assert_near(harvest_mu(&h, c, "ka"), side * fold, 0, 1e-10);
    }
    assert_non_null(strstr(scratch_said, "function \"cusp\" has no df: central differences are used"));
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(cusp_folds_at_their_closed_form),
        SCRATCH_TEST(folds_do_not_need_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
