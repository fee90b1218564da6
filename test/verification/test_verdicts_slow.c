/* Verdicts on solutions of 60 random structures, against integration in small steps.
 * VERDICTS_FIRST, VERDICTS_COUNT: other structures, by their seeds. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>

#include "verdicts.h"

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void verdicts_are_those_of_long_motions(void **state)
{
    (void)state;
    verdicts all = {.points = 0};
    const int first = asked("VERDICTS_FIRST", 1), count = asked("VERDICTS_COUNT", 60);
    for (int k = 0; k < count; k++) {
        verify_structure((uint64_t)first + (uint64_t)k, 6, &all);
    }
    print_message(
        "%d solutions: %d stable, %d unstable, %d refused, %d far, %d slow; %d undecided, %d wrong; %d "
        "estimates, %d of them corrected\n",
        all.points, all.stable, all.unstable, all.refused, all.far, all.slow, all.undecided, all.wrong,
        all.estimates, all.corrected);
    assert_int_equal(all.wrong, 0);
    assert_true(all.stable > 10 && all.unstable > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_are_those_of_long_motions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
