/* Sums over vectors. */
#include "support.h"

#include <ridgewalk/vectors.h>

static void a_product_is_summed_in_the_order_of_the_items(void **state)
{
    (void)state;
    const double x[3] = {1e16, 1.0, -1e16}, ones[3] = {1.0, 1.0, 1.0}, y[3] = {2.0, -3.0, 0.5};
    assert_near(rdg_dot(3, x, ones), 0.0, 0.0, 0.0); /* 1e16 + 1 is 1e16 */
    assert_near(rdg_dot(3, y, y), 13.25, 0.0, 0.0);
    assert_near(rdg_dot(0, NULL, NULL), 0.0, 0.0, 0.0);
}

static void the_largest_item_may_be_negative_and_is_a_number(void **state)
{
    (void)state;
    const double x[4] = {1.0, -7.0, (double)NAN, 3.0};
    assert_near(rdg_largest(4, x), 7.0, 0.0, 0.0);
    assert_near(rdg_largest(0, NULL), 0.0, 0.0, 0.0);
}

static void a_metric_weighs_products_and_distances(void **state)
{
    (void)state;
    const double w[2] = {4.0, 0.25}, x[2] = {1.0, -2.0}, y[2] = {3.0, 2.0};
    assert_near(rdg_weighted_dot(2, w, x, y), 11.0, 0.0, 0.0);    /* 4 * 3 - 0.25 * 4 */
    assert_near(rdg_weighted_square(2, w, x, y), 20.0, 0.0, 0.0); /* 4 * 4 + 0.25 * 16 */
    assert_near(rdg_weighted_square(2, w, x, x), 0.0, 0.0, 0.0);
    assert_near(rdg_weighted_dot(0, NULL, NULL, NULL), 0.0, 0.0, 0.0);
}

static void a_length_is_the_root_of_a_product(void **state)
{
    (void)state;
    const double x[3] = {2.0, -3.0, 6.0};
    assert_near(rdg_norm(3, x), 7.0, 0.0, 0.0);
    assert_near(rdg_norm(0, NULL), 0.0, 0.0, 0.0);
}

/* Each item, and what lies below, between and above, in lists of all lengths up to 9 */
static void places_in_ascending_lists_are_found(void **state)
{
    (void)state;
    const rdg_index list[9] = {1, 3, 5, 7, 9, 11, 13, 15, 17};
    for (rdg_index n = 0; n <= 9; n++) {
        for (rdg_index value = 0; value <= 18; value++) {
            assert_int_equal(rdg_place_in(n, list, value), value / 2 < n ? value / 2 : n);
        }
    }
    assert_int_equal(rdg_place_in(4, (const rdg_index[]){2, 4, 4, 6}, 4), 1);
}

static void intervals_between_knots_are_found(void **state)
{
    (void)state;
    const double knot[5] = {0.0, 1.0, 2.0, 3.0, 4.0};
    for (rdg_index n = 2; n <= 5; n++) {
        for (int quarter = -4; quarter <= 20; quarter++) {
            const rdg_index floored = quarter < 0 ? 0 : quarter / 4;
            assert_int_equal(rdg_interval_in(n, knot, 0.25 * quarter), floored < n - 1 ? floored : n - 2);
        }
    }
    assert_int_equal(rdg_interval_in(1, knot, 3.0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_is_summed_in_the_order_of_the_items),
        cmocka_unit_test(the_largest_item_may_be_negative_and_is_a_number),
        cmocka_unit_test(a_metric_weighs_products_and_distances),
        cmocka_unit_test(a_length_is_the_root_of_a_product),
        cmocka_unit_test(places_in_ascending_lists_are_found),
        cmocka_unit_test(intervals_between_knots_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
