/* Robust optimum against a closed form: two contacts, one of which holds a residual stress that the normal
 * load of the other one depends on. */
#define _XOPEN_SOURCE 700

#include "robust_pair.h"

/* Both ends of the range of N are equally bad: N20^2 - pi N20/2 - 1 = 0. */
static void the_robust_optimum_is_the_closed_form(void **state)
{
    long models = 0;
    rdg_robust_result r;
    const rdg_robust_problem p = problem_of(&models);
    const double best = M_PI / 4.0 + sqrt(M_PI * M_PI / 16.0 + 1.0);
    assert_ok(*state, rdg_robust_optimum(*state, &p, &r));
    print_message(
        "nominal %.4f: %.5f, up to %.5f; robust %.4f: %.5f, up to %.5f; price %.2f %%, gain %.2f %%; %ld "
        "bands\n",
        r.nominal.value, r.nominal.peak, r.nominal.upper, r.robust.value, r.robust.peak, r.robust.upper,
        100 * r.price, 100 * r.gain, r.bands);
    assert_near(r.nominal.value, 1.8, 0.0, 0.02); /* the bound: the least one is at pi/2 */
    assert_near(r.nominal.peak, peak(r.nominal.value), 1e-9, 0.0);
    assert_near(r.robust.value, best, 0.0, 1e-2);
    assert_near(r.robust.upper, peak(best + 1.0), 1e-2, 0.0);
    assert_near(r.robust.peak, peak(r.robust.value), 1e-9, 0.0);
    assert_near(r.price, peak(r.robust.value) / r.nominal.peak - 1.0, 1e-9, 1e-9);
    assert_true(r.gain > 0.0 && !r.at_bound && models > r.bands);
    assert_true(!r.nominal.open && !r.robust.open);
}

static void what_cannot_be_optimised_is_refused(void **state)
{
    rdg_context *ctx = *state;
    long models = 0;
    rdg_robust_result r;
    rdg_robust_problem p = problem_of(&models);
    p.design[1] = 1.0;
    assert_int_equal(rdg_robust_optimum(ctx, &p, &r), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "between 1.8 and 1"));
    rdg_error_clear(ctx);
    p = problem_of(&models);
    p.samples = 2;
    assert_int_equal(rdg_robust_optimum(ctx, &p, &r), RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
    p.sample = (const double[]){0.9, 1.0};
    p.quantile = 1.5;
    assert_int_equal(rdg_robust_optimum(ctx, &p, &r), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "quantile is 1.5"));
    rdg_error_clear(ctx);
    p = problem_of(&models);
    p.sensor = "none";
    assert_int_equal(rdg_robust_optimum(ctx, &p, &r), RDG_ERR_NO_CONVERGENCE);
    assert_non_null(strstr(rdg_error_message(ctx), "none"));
    rdg_error_clear(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_robust_optimum_is_the_closed_form),
                                       TEST(what_cannot_be_optimised_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
