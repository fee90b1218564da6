/* Some of the random programs of test_optimise_random_slow.c. */
#define _XOPEN_SOURCE 700

#include "adjoint/random_programs.h"

static void convex_programs(void **state)
{
    (void)state;
    assert_convex_programs(1, 100);
}

static void curved_programs(void **state)
{
    (void)state;
    assert_curved_programs(1, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(convex_programs), cmocka_unit_test(curved_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
