/* Robust optimum over an uncertain coefficient of friction, against a closed form. */
#define _XOPEN_SOURCE 700

#include "robust_pair.h"

/* Of five coefficients of friction the quantile 0.75 is the second highest upper end. */
static void a_quantile_over_friction_is_the_closed_form(void **state)
{
    static const double mu[5] = {0.9, 0.95, 1.0, 1.05, 1.1};
    long models = 0;
    rdg_robust_result r;
    rdg_robust_problem p = problem_of(&models);
    p.samples = 5;
    p.sample = mu;
    p.nominal = 1.0;
    p.quantile = 0.75;
    p.scans = 3;
    p.accuracy = 0.02;
    assert_ok(*state, rdg_robust_optimum(*state, &p, &r));
    double upper[5];
    for (int k = 0; k < 5; k++) {
        upper[k] = fmax(peak(mu[k] * (r.robust.value - 1.0)), peak(mu[k] * (r.robust.value + 1.0)));
        for (int i = k; i > 0 && upper[i] < upper[i - 1]; i--) {
            const double other = upper[i];
            upper[i] = upper[i - 1];
            upper[i - 1] = other;
        }
    }
    assert_near(r.robust.upper, upper[3], 1e-8, 0.0);
    assert_true(r.nominal.upper >= r.robust.upper);
}

/* With a normal load below pi/4, N20 < 1 + pi/4, friction takes less work than the excitation feeds in: the
 * peak has no bound, and there is no gain to state. */
static void a_design_without_an_upper_end_is_told(void **state)
{
    long models = 0;
    rdg_robust_result r;
    rdg_robust_problem p = problem_of(&models);
    p.design[0] = 1.5;
    p.design[1] = 3.0;
    p.scans = 3;
    p.accuracy = 0.5;
    assert_ok(*state, rdg_robust_optimum(*state, &p, &r));
    assert_true(r.nominal.value < 1.0 + M_PI / 4.0 && r.nominal.open && isnan(r.gain));
    assert_true(r.robust.value > 1.0 + M_PI / 4.0 && !r.robust.open);
    assert_near(r.robust.upper, fmax(peak(r.robust.value - 1.0), peak(r.robust.value + 1.0)), 1e-8, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_quantile_over_friction_is_the_closed_form),
                                       TEST(a_design_without_an_upper_end_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
