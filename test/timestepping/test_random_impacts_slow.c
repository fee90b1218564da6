/* A thousand random mechanisms with impacts, and as many of another seed.
 * IMPACTS_SEED, IMPACTS_PROBLEMS: others than these. */
#define _XOPEN_SOURCE 700

#include "fresh_context.h"
#include "timestepping/random_impacts.h"

#include <stdlib.h>

static long from_environment(const char *name, long otherwise)
{
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : otherwise;
}

static void no_motion_passes_through_a_contact(void **state)
{
    (void)state;
    const int problems = (int)from_environment("IMPACTS_PROBLEMS", 1000);
    const impact_counts counts = count_impacts((uint64_t)from_environment("IMPACTS_SEED", 1), problems);
    print_message("%d problems: %d wrong, %d refused, %d cost more in other units (at most %.2f times)\n",
                  problems, counts.wrong, counts.refused, counts.costly, counts.ratio);
    assert_int_equal(counts.wrong + counts.refused + counts.costly, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(no_motion_passes_through_a_contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
