/* 40 random oscillators on a moving belt: no special point where a sequence ends.
 * BELT_SEED, BELT_FIRST, BELT_OSCILLATORS: others than these. */
#define _XOPEN_SOURCE 700

#include "stick_slip.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void random_oscillators_have_no_false_points(void **state)
{
    (void)state;
    const int seed = asked("BELT_SEED", 2), first = asked("BELT_FIRST", 0);
    for (int k = first; k < first + asked("BELT_OSCILLATORS", 40); k++) {
        const belt_oscillator q = any_belt_oscillator((uint64_t)seed, k);
        (void)check_belt_oscillator(&q);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(random_oscillators_have_no_false_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
