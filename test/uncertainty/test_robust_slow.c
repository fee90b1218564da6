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

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_quantile_over_friction_is_the_closed_form)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
