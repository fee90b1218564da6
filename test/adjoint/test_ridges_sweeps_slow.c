/* The envelope of all ridges of random structures against sweeps at random levels: plain ones, contacts in a
 * row, equal peaks, gaps, cubic springs, badly scaled ones. A structure takes 3 to 60 s.
 * RIDGES_FIRST, RIDGES_STRUCTURES, RIDGES_LEVELS: others than these, by the seed that messages name. */
#define _XOPEN_SOURCE 700

#include "adjoint/attack_ridges.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void no_certified_level_has_a_greater_peak(void **state)
{
    (void)state;
    const attack a = attack_ridges((uint64_t)asked("RIDGES_FIRST", 100), asked("RIDGES_STRUCTURES", 12),
                                   asked("RIDGES_LEVELS", 5), 150);
    assert_int_equal(a.greater, 0);
    assert_int_equal(a.missed, 0);
    assert_int_equal(a.unmade, 0);
}

/* As in test_ridges_sweeps.c, at a slipping contact, and with two ridges found by trenches after the samples
 * at their levels. */
static void maxima_close_together_are_two_ridges(void **state)
{
    (void)state;
    assert_int_equal(attack_counts(117, 3.17681505, 10).wrong, 0);
    assert_int_equal(attack_counts(208, 154.436165, 10).wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_certified_level_has_a_greater_peak),
                                       cmocka_unit_test(maxima_close_together_are_two_ridges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
