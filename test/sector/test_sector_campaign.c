/* A dozen of the random rotors of the slow test. */
#include "sector_campaign.h"

static void peaks_and_ridges_are_those_of_the_ring(void **state)
{
    const campaign peaks = sector_campaign(state, 7, 4, false);
    const campaign ridges = sector_campaign(state, 11, 3, true);
    assert_true(peaks.responses == 4 && peaks.peaks >= 4 && ridges.special >= 3);
    assert_true(peaks.worst <= 1e-10 && ridges.worst <= 1e-10);
    assert_true(peaks.no_wave + ridges.no_wave <= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(peaks_and_ridges_are_those_of_the_ring)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
