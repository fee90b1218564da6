/* Zeros of smooth functions from values alone. */
#include "smooth_functions.h"

/* Of 20000 functions with pairs of zeros 1e-1 to 1e-6 apart, double zeros, waves that touch a level and poles
 * next to the interval four are deceived: other seeds have up to 12. Each costs 88 values. */
static void zeros_of_smooth_functions_are_found(void **state)
{
    (void)state;
    uint64_t seed = 1;
    smooth_tally t = {.silent = 0};
    for (int i = 0; i < 20000; i++) {
        smooth_function f = any_smooth_function(&seed);
        count_smooth(&f, &t);
    }
    if (t.silent > 6 || t.calls > 1760000) {
        print_error("%ld wrong, %ld values; %ld zeros, %ld roots not resolved\n", t.silent, t.calls, t.zeros,
                    t.unresolved);
        fail();
    }
}

/* The band holds value and slope where coefficients decay: an exponential over lengths of all sizes. */
static void bands_hold_value_and_slope(void **state)
{
    (void)state;
    uint64_t seed = 2;
    int known = 0;
    for (int trial = 0; trial < 500; trial++) {
        smooth_function f = {.kind = 3, .at = 0.3 * random_signed(&seed), .speed = 3 * random_signed(&seed)};
        const double half = pow(10, -1 + random_signed(&seed));
        rdg_sampled s = {.value = smooth_value, .data = &f};
        rdg_enclosure e;
        assert_int_equal(rdg_enclose_sampled(-half, half, &e, &s), 0);
        const rdg_polynomial slope = rdg_polynomial_derivative(&e.p);
        const double rounding = rdg_polynomial_rounding(&e.p);
        double size = 0;
        for (int i = 0; i <= 200; i++) {
            const double x = i / 200.0, y = 1 - 2 * x, at = half * (2 * x - 1);
            double value, value_slope;
            (void)smooth_value(at, &value, &f);
            value_slope =
                2 * half * (2 * (at - f.at) + f.speed * (at - f.at) * (at - f.at)) * exp(f.speed * at);
            size = fmax(size, fabs(value));
            assert_true(fabs(value - rdg_polynomial_at(&e.p, x)) <= e.error * (1 - y * y * y * y) + rounding);
            assert_true(fabs(value_slope - rdg_polynomial_at(&slope, x)) <= 12 * e.error + 200 * rounding);
        }
        known += e.error < 0.1 * size;
    }
    assert_in_range(known, 450, 500);
}

static int falls_silent(double at, double *value, void *data)
{
    *value = at;
    return ++*(int *)data == 5 ? 3 : 0;
}

static void doubt_and_failures_are_handed_on(void **state)
{
    (void)state;
    int calls = 0;
    rdg_enclosure e;
    rdg_sampled s = {.value = falls_silent, .data = &calls, .doubt = 1e-3};
    assert_int_equal(rdg_enclose_sampled(-1, 1, &e, &s), 3);
    assert_int_equal(rdg_enclose_sampled(-1, 1, &e, &s), 0);
    assert_near(e.error, 1e-3, 1e-9, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zeros_of_smooth_functions_are_found),
                                       cmocka_unit_test(bands_hold_value_and_slope),
                                       cmocka_unit_test(doubt_and_failures_are_handed_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
