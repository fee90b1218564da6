/* 60 random oscillators before a stop: grazes are passed, each orbit is one of direct simulation; doublings
 * in front of the grazes are those of the closed form. IMPACT_SEED, IMPACT_FIRST, IMPACT_OSCILLATORS: others
 * than these. */
#define _XOPEN_SOURCE 700

#include "impact_doublings.h"

#include <stdlib.h>

static int asked(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void random_oscillators_pass_their_grazes(void **state)
{
    (void)state;
    const int seed = asked("IMPACT_SEED", 2), first = asked("IMPACT_FIRST", 0);
    for (int k = first; k < first + asked("IMPACT_OSCILLATORS", 60); k++) {
        const impact_oscillator q = any_impact_oscillator((uint64_t)seed, k);
        (void)check_impact_oscillator(&q);
    }
}

static void random_doublings_in_front_of_grazes_are_found(void **state)
{
    (void)state;
    const int seed = asked("IMPACT_SEED", 2), first = asked("IMPACT_FIRST", 0);
    int doublings = 0;
    for (int k = first; k < first + asked("IMPACT_OSCILLATORS", 60); k++) {
        doublings += check_any_doubling_at_graze((uint64_t)seed, k);
    }
    assert_true(doublings > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(random_oscillators_pass_their_grazes),
                                       TEST(random_doublings_in_front_of_grazes_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
