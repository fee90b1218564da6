/* link: -Wl,--wrap=rdg_seconds */
/* Ridges, all ridges and designs that are killed and resumed: what was shown is in the store, complete runs
 * stay as they are, and in the end all are the undisturbed ones. test_resume_kills_slow.c has 300 kills. */
#define _GNU_SOURCE

#include "killed_drivers.h"

static void complete_runs_stay_as_they_are(void **state)
{
    (void)state;
    for (int k = 0; k < N_DRIVER_KINDS; k++) {
        assert_complete_runs_stay(&driver_kinds[k], 7);
    }
}

static void killed_drivers_lose_nothing_shown_and_become_whole(void **state)
{
    (void)state;
    for (int k = 0; k < N_DRIVER_KINDS; k++) {
        kill_at_random(&driver_kinds[k], 3, 3, 1e6, 11U + (unsigned)k);
        kill_at_random(&driver_kinds[k], 3, 3, 1, 21U + (unsigned)k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(complete_runs_stay_as_they_are),
        SCRATCH_TEST(killed_drivers_lose_nothing_shown_and_become_whole),
    };
    return cmocka_run_group_tests_name("drivers: killed", tests, NULL, NULL);
}
