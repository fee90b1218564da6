/* 100 random families of orbits in 2 to 6 dimensions, from both sides of super- and subcritical Hopf points.
 * HOPF_SEED, HOPF_FIRST, HOPF_FAMILIES: others than these. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(families_end_at_their_hopf_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
