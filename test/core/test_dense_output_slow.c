/* Dense output of many random curves. DENSE_SEED: others than these. */
#define _XOPEN_SOURCE 700

#include "dense_random.h"

#include <stdlib.h>

static void random_curves_are_met_to_the_stated_error(void **state)
{
    const char *other = getenv("DENSE_SEED");
    const uint64_t seed = other ? strtoull(other, NULL, 10) : 20;
    dense_tally tally = {0};
    for (int i = 0; i < 400; i++) {
        dense_random_curve(*state, i, seed, &tally);
    }
    const double places = (double)tally.places;
    print_message(
        "%ld places: off by %.1e, stated %.1e, chords %.1e; %ld beyond the stated error, %ld unknown\n",
        tally.places, tally.is / places, tally.stated / places, tally.chords / places, tally.beyond,
        tally.unknown);
    assert_true(tally.beyond <=
                tally.places / 100000); /* two check points can miss a kink, or a narrow front */
    assert_true(tally.unknown == 0);
    assert_true(tally.is < 0.01 * tally.chords && tally.stated < 0.06 * tally.chords);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(random_curves_are_met_to_the_stated_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
