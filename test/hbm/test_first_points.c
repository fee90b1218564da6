/* Responses with a unilateral spring without gap start at any frequency. */
#include "unilateral_starts.h"

static void a_cable_without_gap_has_a_first_point(void **state)
{
    (void)state;
    for (double omega = 0.3; omega < 3; omega += 0.1) {
        assert_int_equal(first_point(5, 0.1, omega), RDG_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_cable_without_gap_has_a_first_point)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
