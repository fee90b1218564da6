/* Numbers with their derivatives, and sin(x)/x with its own. */
#include "support.h"

#include <ridgewalk/jet.h>
#include <ridgewalk/sinc.h>

static const double h = 1e-3; /* central differences of order 4: errors of h^4 */

static double slope_of(double (*f)(double), double x)
{
    return (8.0 * (f(x + h) - f(x - h)) - f(x + 2.0 * h) + f(x - 2.0 * h)) / (12.0 * h);
}

/* on both sides of the places where series and closed forms meet, 1e-4 and 0.3 */
static void derivatives_of_sinc_are_those_of_differences(void **state)
{
    (void)state;
    const double at[] = {0.0, 1e-5, 2e-4, -0.02, 0.25, 0.299, 0.301, 0.7, -2.3, 11.9};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        assert_near(rdg_sinc_slope(at[i]), slope_of(rdg_sinc, at[i]), 0.0, 1e-10);
        assert_near(rdg_sinc_bend(at[i]), slope_of(rdg_sinc_slope, at[i]), 0.0, 1e-10);
    }
    assert_near(rdg_sinc(0.0), 1.0, 0.0, 0.0);
}

static rdg_jet mixed(double x)
{
    const rdg_jet t = {.f = x, .d = 1.0};
    const rdg_jet wave = rdg_jet_plus(rdg_jet_sin(rdg_jet_times(t, t)), rdg_jet_constant(2.5));
    const rdg_jet whole = rdg_jet_minus(rdg_jet_over(1.7, wave), rdg_jet_scaled(0.3, rdg_jet_cos(t)));
    return rdg_jet_times(whole, rdg_jet_of(exp(x), exp(x), exp(x), t));
}

static double value(double x)
{
    return mixed(x).f;
}

static double slope(double x)
{
    return mixed(x).d;
}

static void a_jet_carries_two_derivatives(void **state)
{
    (void)state;
    const double at[] = {-1.1, -0.4, 0.0, 0.37, 0.9, 1.6};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const double x = at[i];
        assert_near(value(x), exp(x) * (1.7 / (sin(x * x) + 2.5) - 0.3 * cos(x)), 1e-14, 0.0);
        assert_near(slope(x), slope_of(value, x), 0.0, 1e-8);
        assert_near(mixed(x).dd, slope_of(slope, x), 0.0, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_of_sinc_are_those_of_differences),
        cmocka_unit_test(a_jet_carries_two_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
