/* 100 random families of orbits in 2 to 6 dimensions, from both sides of super- and subcritical Hopf points,
 * and 160 in other units at up to 1e4 amplitudes from the origin.
 * HOPF_SEED, HOPF_FIRST, HOPF_FAMILIES, HOPF_OFFSETS: others than these. */
#define _XOPEN_SOURCE 700

#include "hopf_families.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void families_end_at_their_hopf_points(void **state)
{
    (void)state;
    check_hopf_families((uint64_t)asked("HOPF_SEED", 2), asked("HOPF_FIRST", 0), asked("HOPF_FAMILIES", 100));
}

static void families_far_from_the_origin_end_at_their_hopf_points(void **state)
{
    (void)state;
    check_hopf_offsets((uint64_t)asked("HOPF_SEED", 2), asked("HOPF_FIRST", 0), asked("HOPF_OFFSETS", 160));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(families_end_at_their_hopf_points),
                                       TEST(families_far_from_the_origin_end_at_their_hopf_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
