/* link: -Wl,--wrap=rdg_seconds */
/* Ridges, all ridges and designs: 300 kills, and as many behind them. */
#define _GNU_SOURCE

#include "killed_drivers.h"

static void drivers_killed_twice_lose_nothing_shown_and_become_whole(void **state)
{
    (void)state;
    for (int k = 0; k < N_DRIVER_KINDS; k++) {
        kill_at_random(&driver_kinds[k], 60, 1, 1e6, 2027U + (unsigned)k);
        kill_at_random(&driver_kinds[k], 40, 1, 1, 4053U + (unsigned)k);
    }
}

static void complete_runs_stay_as_they_are(void **state)
{
    (void)state;
    for (int k = 0; k < N_DRIVER_KINDS; k++) {
        assert_complete_runs_stay(&driver_kinds[k], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(drivers_killed_twice_lose_nothing_shown_and_become_whole),
        SCRATCH_TEST(complete_runs_stay_as_they_are),
    };
    return cmocka_run_group_tests_name("drivers: 300 kills", tests, NULL, NULL);
}
