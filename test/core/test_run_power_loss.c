/* link: -Wl,--wrap=rdg_seconds */
/* Runs whose machine loses power: of one that waits for the disk at each point all that was shown is there;
 * of others each row that is read was computed, or the file is reported. test_run_power_loss_slow.c has a
 * thousand. */
#define _GNU_SOURCE

#include "lost_runs.h"

static void a_durable_run_loses_nothing_shown(void **state)
{
    (void)state;
    assert_in_range(lose_at_random(&lost_kinds[0], 60, 1U), 45, 60);
}

static void a_long_run_is_read_or_reported(void **state)
{
    (void)state;
    assert_in_range(lose_at_random(&lost_kinds[1], 60, 2U), 30, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_durable_run_loses_nothing_shown),
        SCRATCH_TEST(a_long_run_is_read_or_reported),
    };
    return cmocka_run_group_tests_name("runs: power loss", tests, NULL, NULL);
}
