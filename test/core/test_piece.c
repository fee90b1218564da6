/* Whether a function may vanish between two points: what its values and slopes at the ends say. */
#include "support.h"

#include "piece_impl.h"

static bool may_vanish(double v0, double v1, double s0, double s1, double *where)
{
    return rdg_piece_may_vanish(&(rdg_piece){.width = 1.0, .value = {v0, v1}, .slope = {s0, s1}, .mean = NAN},
                                1.0, where);
}

/* Straight down from one end, straight up to the other: the piece cannot be cleared, wherever the two lines
 * meet below zero; it is where they meet as high as they ran down. */
static void two_straight_lines_are_not_overlooked(void **state)
{
    (void)state;
    for (int i = 1; i < 20; i++) {
        const double at = 0.05 * i;
        for (int j = -6; j <= 6; j++) {
            const double steeper = pow(2.0, j);
            double where = 0.0;
            const double v0 = at - 1e-9, v1 = steeper * (1.0 - at) - 1e-9;
            assert_true(may_vanish(v0, v1, -1.0, steeper, &where));
            assert_true(where > 0.0 && where < 1.0);
        }
    }
    double where = 0.0;
    assert_false(may_vanish(0.55, 0.55, -1.0, 1.0, &where));
    assert_false(may_vanish(1.0, 1.0, -1.0, 1.0, &where));
}

static void what_rises_straight_from_zero_or_to_it_is_clear(void **state)
{
    (void)state;
    double where = 0.0;
    for (int k = -2; k <= 2; k++) {
        const double bend = 0.05 * k;
        assert_false(may_vanish(0.0, 1.0, 1.0 + bend, 1.0 - bend, &where));
        assert_false(may_vanish(1.0, 0.0, -1.0 + bend, -1.0 - bend, &where));
    }
    assert_true(may_vanish(0.0, 1.0, -0.1, 1.0, &where)); /* it leaves zero the wrong way */
    assert_true(may_vanish(1.0, 0.0, -1.0, 0.1, &where));
}

/* Signs and widths make no difference. */
static void it_is_the_shape_that_counts(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 1000; i++) {
        const double v0 = 1.0 + random_signed(&seed), v1 = 1.0 + random_signed(&seed);
        const double s0 = 3.0 * random_signed(&seed), s1 = 3.0 * random_signed(&seed);
        double where = 0.0, again = 0.0;
        const bool may = may_vanish(v0, v1, s0, s1, &where);
        const rdg_piece turned = {
            .width = 1e-3, .value = {-1e5 * v0, -1e5 * v1}, .slope = {-1e8 * s0, -1e8 * s1}, .mean = NAN};
        assert_int_equal(may, rdg_piece_may_vanish(&turned, -1.0, &again));
        assert_near(where, again, 1e-12, 1e-12);
        if (s0 < -v0 - v1 && s1 > v0 + v1) { /* it heads down below zero and comes up from there */
            assert_true(may);
        }
    }
}

/* Flat at both ends; what is known besides is what was seen around, or the mean. */
static void two_level_ends_say_nothing(void **state)
{
    (void)state;
    double where = 0.0;
    rdg_piece flat = {.width = 1.0, .value = {1.0, 1.0}, .slope = {0.0, 0.0}, .mean = NAN};
    assert_false(rdg_piece_may_vanish(&flat, 1.0, &where));
    flat.steepest = 3.0;
    assert_false(rdg_piece_may_vanish(&flat, 1.0, &where));
    flat.steepest = 4.0;
    assert_true(rdg_piece_may_vanish(&flat, 1.0, &where));
    flat.steepest = 0.0;
    flat.mean = 0.8;
    assert_false(rdg_piece_may_vanish(&flat, 1.0, &where));
    flat.mean = 0.7;
    assert_true(rdg_piece_may_vanish(&flat, 1.0, &where));
    assert_near(where, 0.5, 0.0, 1e-12);
    flat.mean_off = 0.1; /* what is missing there may be an error of the mean */
    assert_false(rdg_piece_may_vanish(&flat, 1.0, &where));
    flat.mean_off = 0.02;
    assert_true(rdg_piece_may_vanish(&flat, 1.0, &where));
}

/* The cubic's own minimum is where to look, so that few looks find it. */
static void a_minimum_is_looked_for_where_it_is(void **state)
{
    (void)state;
    for (int i = 1; i < 10; i++) {
        const double at = 0.1 * i; /* (x - at)^2 + 0.001 */
        double where = 0.0;
        const double rest = 1.0 - at;
        assert_true(may_vanish(at * at + 1e-3, rest * rest + 1e-3, -2.0 * at, 2.0 * rest, &where));
        assert_near(where, at, 0.0, 1e-12);
    }
}

static void the_mean_tells_of_a_dip(void **state)
{
    (void)state;
    for (int i = 0; i <= 10; i++) { /* 12 (x - 1/2)^2 - depth, between equal ends */
        const double depth = -1.0 + 0.2 * i;
        const rdg_piece dip = {.width = 1.0, .value = {3.0 - depth, 3.0 - depth}, .mean = 1.0 - depth};
        assert_int_equal(rdg_piece_may_vanish_by_mean(&dip, 1.0), true);
    }
    const rdg_piece level = {.width = 1.0, .value = {2.0, 1.0}, .mean = 1.5};
    const rdg_piece high = {.width = 1.0, .value = {7.0, 7.0}, .mean = 5.0};
    const rdg_piece low = {.width = 1.0, .value = {6.0, 6.0}, .mean = 4.0};
    assert_false(rdg_piece_may_vanish_by_mean(&level, 1.0));
    assert_false(rdg_piece_may_vanish_by_mean(&high, 1.0));
    assert_true(rdg_piece_may_vanish_by_mean(&low, 1.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_straight_lines_are_not_overlooked),
                                       cmocka_unit_test(what_rises_straight_from_zero_or_to_it_is_clear),
                                       cmocka_unit_test(it_is_the_shape_that_counts),
                                       cmocka_unit_test(two_level_ends_say_nothing),
                                       cmocka_unit_test(a_minimum_is_looked_for_where_it_is),
                                       cmocka_unit_test(the_mean_tells_of_a_dip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
