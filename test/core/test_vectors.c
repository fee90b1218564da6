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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_is_summed_in_the_order_of_the_items),
        cmocka_unit_test(the_largest_item_may_be_negative_and_is_a_number),
        cmocka_unit_test(a_metric_weighs_products_and_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
