/* 1000 random convex programs by two seeds, and 1000 with curved constraints and indefinite objectives.
 * PROGRAMS_FIRST: another second seed; PROGRAMS: how many. */
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
    assert_convex_programs(1, asked("PROGRAMS", 1000));
    assert_convex_programs(asked("PROGRAMS_FIRST", 2501), asked("PROGRAMS", 1000));
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
