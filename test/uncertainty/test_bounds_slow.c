/* Bands of random structures against many random slider starts, and the whole table.
 * BOUNDS_SEED, BOUNDS_SYSTEMS, BOUNDS_STARTS: others than 200 structures and 20 starts. 1000 starts of 200
 * structures take hours. */
#define _XOPEN_SOURCE 700

#include "bounds_random.h"
#include "bounds_table.h"

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

static void no_random_start_is_outside(void **state)
{
    (void)state;
    bounds_score score = {0};
    const uint64_t seed = number_of("BOUNDS_SEED", 2026), systems = number_of("BOUNDS_SYSTEMS", 200);
    for (uint64_t k = 0; k < systems; k++) {
        score_bounds(seed + 7919 * k, (int)number_of("BOUNDS_STARTS", 20), &score);
    }
    print_score(&score);
    assert_true(score.outside_systems == 0);
    assert_int_equal(score.not_reached, 0);
    assert_true(score.worst_end < 1e-9);
    assert_true(score.bands > score.systems / 8);
}

static void all_bands_are_those_of_the_table(void **state)
{
    (void)state;
    assert_int_equal(compare_with_table("rand_0, rand_2, rand_7, rand_8, rand_14, pads_1.5"), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_random_start_is_outside),
                                       cmocka_unit_test(all_bands_are_those_of_the_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
