/* Random rings: all rays of double branch points, and all solutions beside them (random_rings.h).
 * RING_SEED: a second campaign with this seed. */
#define _XOPEN_SOURCE 700

#include "random_rings.h"
#include "scratch.h"

#include <stdlib.h>

static void rays_of_random_rings_are_all_found(void **state)
{
    const char *other = getenv("RING_SEED");
    for (int k = 0; k < (other ? 2 : 1); k++) {
        const uint64_t seed = k == 0 ? 5 : strtoull(other, NULL, 10);
        const ring_tally t = ring_campaign(*state, 80, 8, seed);
        assert_int_equal(t.wrong + t.lost + t.spurious + t.failed + t.warnings, 0);
        assert_true(t.missed + t.hidden < t.points / 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(rays_of_random_rings_are_all_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
