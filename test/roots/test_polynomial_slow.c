/* No zero is missed in a million random polynomials. ROOTS_SEED, ROOTS_POLYNOMIALS: others than these. */
#define _XOPEN_SOURCE 700

#include "check_polynomials.h"

static uint64_t asked(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

static void no_zero_is_missed(void **state)
{
    (void)state;
    assert_int_equal(count_wrong((long)asked("ROOTS_POLYNOMIALS", 1000000), asked("ROOTS_SEED", 17)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_zero_is_missed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
