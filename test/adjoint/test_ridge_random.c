/* Ridges of random structures at which one has once got lost: on a part of the response that vanishes, over
 * kinks in a row, at pads that are alike. */
#define _XOPEN_SOURCE 700

#include "random_backbones.h"

static void ridges_of_two_masses_are_whole(void **state)
{
    static const uint64_t seed[] = {62, 96, 238, 328};
    for (size_t k = 0; k < sizeof seed / sizeof *seed; k++) {
        check_random_ridge(*state, random_two_masses, 10.0, seed[k]);
    }
}

static void ridges_of_beams_on_pads_are_whole(void **state)
{
    static const uint64_t seed[] = {76, 99, 1045, 5053};
    for (size_t k = 0; k < sizeof seed / sizeof *seed; k++) {
        check_random_ridge(*state, random_beam, 30.0, seed[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(ridges_of_two_masses_are_whole),
        SCRATCH_TEST(ridges_of_beams_on_pads_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
