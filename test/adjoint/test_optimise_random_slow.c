/* 1000 random convex programs, and 1000 with curved constraints and indefinite objectives.
 * PROGRAMS_FIRST, PROGRAMS: others than these, by the seed. */
#define _XOPEN_SOURCE 700

#include "adjoint/random_programs.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void convex_programs(void **state)
{
    (void)state;
    assert_convex_programs(asked("PROGRAMS_FIRST", 1), asked("PROGRAMS", 1000));
}

static void curved_programs(void **state)
{
    (void)state;
    assert_curved_programs(asked("PROGRAMS_FIRST", 1), asked("PROGRAMS", 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(convex_programs), cmocka_unit_test(curved_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
