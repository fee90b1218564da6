/* Reference problem: the cusp point as the optimum of ka in x and la, by successive continuation. */
#define _XOPEN_SOURCE 700

#include "cusp.h"

#include <ridgewalk/adjoint.h>

static void fold_is_left_until_the_multiplier_is_one(rdg_context *ctx, rdg_problem *p, const char *run,
                                                     rdg_index label, double x, harvest *h)
{
    assert_ok(ctx, rdg_continue(p, run, RDG_SWITCH("stage1", label), RDG_RELEASE("d.ka"), RDG_RELEASE("ka"),
                                RDG_RELEASE("d.la"), RDG_TERMINAL("OPT", "d.ka", 1), RDG_DIRECTION(1),
                                HARVEST(h)));
    const harvested *c = harvest_nth(h, "OPT", 0);
    assert_near(c->u[0], x, 0, 1e-10);
    assert_near(harvest_mu(h, c, "ka"), x * (0.5 - x * x), 0, 1e-10);
    assert_near(harvest_mu(h, c, "d.la"), -x, 0, 1e-10); /* - d ka / d la of the fold */
}

static void cusp_point_is_the_optimum(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = cusp_problem(ctx);
    harvest folds = {0};
    assert_non_null(rdg_adjoint_add(p, "ka"));
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){0.3, -0.4, 0.7, 1.1, 0.9, -0.2}, 1e-8));
    assert_ok(ctx, rdg_continue(p, "stage1", RDG_RELEASE("ka"), RDG_RELEASE("d.ka"), RDG_RELEASE("d.la"),
                                RDG_WINDOW("ka", -0.5, 0.5), HARVEST(&folds)));
    assert_int_equal(harvest_count(&folds, "BP"), 2);
    assert_int_equal(harvest_count(&folds, "FP"), 2);
    for (int side = -1; side <= 1; side += 2) {
        const double x = side * sqrt(1.0 / 6.0);
        const harvested *branch = harvest_near(&folds, "BP", "ka", x / 3);
        harvest h = {0};
        assert_near(branch->u[0], x, 0, 1e-10);
        fold_is_left_until_the_multiplier_is_one(ctx, p, "stage2", branch->label, x, &h);
        const rdg_index label = harvest_nth(&h, "OPT", 0)->label;
        harvest_clear(&h);

        /* x is a regular parameter of the curve of folds la = 3 x^2, ka = 2 x^3, d.la = -x: the cusp point is
         * a simple zero of d.la and is met to rounding */
        assert_ok(ctx, rdg_continue(p, "stage3", RDG_FROM("stage2", label), RDG_RELEASE("la"),
                                    RDG_RELEASE("ka"), RDG_RELEASE("d.la"), RDG_TERMINAL("OPT", "d.la", 0),
                                    RDG_DIRECTION(-1), HARVEST(&h)));
        const harvested *c = harvest_nth(&h, "OPT", 0);
        for (int i = 0; i < 3; i++) {
            assert_near(c->u[i], 0, 0, 1e-14);
        }
        harvest_clear(&h);
    }
    harvest_clear(&folds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(cusp_point_is_the_optimum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
