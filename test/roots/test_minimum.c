/* Minima by golden section: of smooth and kinked functions at all scales, and at the ends. */
#include "support.h"

#include <ridgewalk/minimum.h>

#include <math.h>

typedef double shape(double x);

static double bowl(double x)
{
    return x * x + 0.3 * x * x * x;
}

static double wedge(double x)
{
    return x < 0.0 ? -3.0 * x : x;
}

static double rising(double x)
{
    return x;
}

static int search(shape *f, double low, double high, double place, double stretch, double scale,
                  rdg_minimum *minimum)
{
    int count = 0;
    double value;
    *minimum = rdg_minimum_between(low, high, 1e-8 * (high - low));
    do {
        value = scale * (2.0 + f((minimum->at - place) / stretch));
        assert_true(minimum->at > low && minimum->at < high);
        count++;
    } while (rdg_minimum_next(minimum, value));
    assert_near(minimum->value, scale * (2.0 + f((minimum->at - place) / stretch)), 0.0, 0.0);
    return count;
}

/* Each value narrows the interval by 1.618: 1e-8 of it takes two at first and log(1e8)/log(1.618) = 38.3
 * more. */
static void minima_are_found_at_all_scales(void **state)
{
    static const double scales[] = {1e-200, 1.0, 1e200};
    (void)state;
    uint64_t seed = 3;
    for (int k = 0; k < 900; k++) {
        const double stretch = scales[k % 3], scale = scales[k / 3 % 3];
        const double place = stretch * (1.5 + 0.4 * random_signed(&seed));
        rdg_minimum minimum;
        assert_int_equal(
            search(k % 2 ? bowl : wedge, stretch, 2.0 * stretch, place, stretch, scale, &minimum), 41);
        /* the root of the rounding of 2 + x^2 */
        assert_near(minimum.at, place, 0.0, (k % 2 ? 4e-8 : 1e-8) * stretch);
    }
}

static void a_function_that_rises_has_its_minimum_at_the_end(void **state)
{
    (void)state;
    rdg_minimum minimum;
    search(rising, 1.0, 3.0, 0.0, 1.0, 1.0, &minimum);
    assert_near(minimum.at, 1.0, 0.0, 2e-8);
    /* a value that is no number ends the search, and so does no interval */
    minimum = rdg_minimum_between(1.0, 3.0, 1e-3);
    assert_false(rdg_minimum_next(&minimum, NAN));
    minimum = rdg_minimum_between(1.0, 1.0, 1e-3);
    assert_true(rdg_minimum_next(&minimum, 5.0));
    assert_false(rdg_minimum_next(&minimum, 5.0));
    assert_near(minimum.value, 5.0, 0.0, 0.0);
    assert_false(rdg_minimum_next(NULL, 5.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minima_are_found_at_all_scales),
        cmocka_unit_test(a_function_that_rises_has_its_minimum_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
