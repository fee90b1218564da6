/* First points with unilateral springs of random stiffness, at random frequencies.
 * STARTS_SEED: another second seed. */
#include "unilateral_starts.h"

#include <stdlib.h>

static void random_unilateral_springs_have_first_points(void **state)
{
    (void)state;
    const char *other = getenv("STARTS_SEED");
    assert_int_equal(count_failures(1, 1000), 0);
    assert_int_equal(count_failures(other ? strtoull(other, NULL, 10) : 2, 1000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_unilateral_springs_have_first_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
