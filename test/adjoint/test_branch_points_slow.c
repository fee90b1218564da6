/* All ridges of random symmetric structures: no level is certified at which Newton's method, from many random
 * starts, finds a higher response.
 * SYMMETRIC_FIRST, SYMMETRIC_STRUCTURES: others than these, by the number that messages name. */
#define _XOPEN_SOURCE 700

#include "adjoint/symmetric_structures.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void no_certified_level_of_a_symmetric_structure_has_a_higher_response(void **state)
{
    (void)state;
    const int count = asked("SYMMETRIC_STRUCTURES", 100);
    const symmetric_count sum =
        symmetric_campaign((uint64_t)asked("SYMMETRIC_FIRST", 1000), count, 9, 4, 400);
    assert_int_equal(sum.wrong, 0);
    assert_true(count < 100 || sum.certified > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_certified_level_of_a_symmetric_structure_has_a_higher_response)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
