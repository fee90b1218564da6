/* link: -Wl,--wrap=rdg_seconds */
/* A thousand runs that are killed, a third of them twice. */
#define _GNU_SOURCE

#include "killed_kinds.h"

static void a_thousand_killed_runs_lose_nothing_shown_and_become_whole(void **state)
{
    (void)state;
    for (int k = 0; k < N_RUN_KINDS; k++) {
        kill_at_random(&run_kinds[k], 700 / N_RUN_KINDS, 3, 1e6, 2026U + (unsigned)k);
        kill_at_random(&run_kinds[k], 300 / N_RUN_KINDS, 3, 1, 4052U + (unsigned)k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_thousand_killed_runs_lose_nothing_shown_and_become_whole),
    };
    return cmocka_run_group_tests_name("runs: a thousand kills", tests, NULL, NULL);
}
