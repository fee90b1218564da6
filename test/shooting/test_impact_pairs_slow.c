/* 30 random pairs of masses with one stop, two stops, or impacts on each other: grazes are passed.
 * IMPACT_SEED, IMPACT_FIRST, IMPACT_PAIRS: others than these. */
#define _XOPEN_SOURCE 700

#include "impact_pairs.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void random_pairs_pass_their_grazes(void **state)
{
    (void)state;
    const int seed = asked("IMPACT_SEED", 2), first = asked("IMPACT_FIRST", 0);
    for (int k = first; k < first + asked("IMPACT_PAIRS", 30); k++) {
        impact_pair p = any_impact_pair((uint64_t)seed, k);
        (void)check_impact_pair(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(random_pairs_pass_their_grazes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
