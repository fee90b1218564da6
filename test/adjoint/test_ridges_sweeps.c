/* The envelope of all ridges of random structures against sweeps: a few; test_ridges_sweeps_slow.c has many.
 */
#define _XOPEN_SOURCE 700

#include "adjoint/attack_ridges.h"

static void no_certified_level_has_a_greater_peak(void **state)
{
    (void)state;
    const attack a = attack_ridges(210, 1, 4, 80);
    assert_int_equal(a.greater, 0);
    assert_int_equal(a.missed, 0);
    assert_int_equal(a.unmade, 0);
    assert_true(a.certified > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_certified_level_has_a_greater_peak)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
