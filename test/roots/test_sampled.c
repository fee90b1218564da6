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

/* Functions that do not wave, as between charts: 2 of 4000 are deceived, and each costs 44 values in place of
 * 80. */
static void few_values_decide_where_functions_do_not_wave(void **state)
{
    (void)state;
    uint64_t seed = 5;
    long calls = 0, wrong = 0;
    for (int i = 0; i < 4000; i++) {
        smooth_function f = any_smooth_function(&seed);
        f.kind = f.kind == 1 ? 3 : f.kind;
        f.speed *= 0.2;
        f.count = 0;
        if (f.kind == 0) {
            add_known_zero(&f, f.third);
        }
        if (f.gap >= 0) {
            add_known_zero(&f, f.at - sqrt(f.gap));
            if (f.gap > 0) {
                add_known_zero(&f, f.at + sqrt(f.gap));
            }
        }
        smooth_tally t = {.silent = 0};
        count_smooth_by(&f, rdg_enclose_by_few, &t);
        wrong += t.silent;
        calls += t.calls;
    }
    print_message("%ld wrong, %ld values\n", wrong, calls);
    assert_in_range(wrong, 0, 2);
    assert_true(calls <= 180000);
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

/* x^2 + x - 0.31 with noise of 1e-7, the same whenever it is asked for. */
static int noisy_value(double at, double *value, void *data)
{
    uint64_t seed = 0;
    memcpy(&seed, &at, sizeof seed);
    seed ^= *(uint64_t *)data;
    (void)random_signed(&seed);
    *value = at * at + at - 0.31 + 1e-7 * random_signed(&seed);
    return 0;
}

/* Where coefficients fall no farther than to noise there is one zero, of one part, or few. */
static void noise_makes_no_zeros(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        uint64_t of = seed << 20;
        rdg_enclosed_root root[8];
        rdg_sampled s = {.value = noisy_value, .data = &of};
        rdg_root_search search = {
            .enclose = rdg_enclose_sampled, .data = &s, .least = 1e-9, .most = 8, .roots = root};
        assert_int_equal(rdg_isolate(&search, -0.1, 0.7), 0);
        assert_int_equal(search.count, 1);
        assert_true(root[0].before < 0 && root[0].after > 0);
        assert_near(root[0].at, -0.5 + sqrt(0.56), 0.0, 1e-6);
    }
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
                                       cmocka_unit_test(few_values_decide_where_functions_do_not_wave),
                                       cmocka_unit_test(bands_hold_value_and_slope),
                                       cmocka_unit_test(noise_makes_no_zeros),
                                       cmocka_unit_test(doubt_and_failures_are_handed_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
