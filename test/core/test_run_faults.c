/* link: -Wl,--wrap=rdg_seconds */
/* A disk that refuses a call, once or from then on: the run ends whole, or with a message and its points so
 * far; when the disk is well again it is gone on with. test_run_faults_slow.c has more. */
#define _GNU_SOURCE

#include "failing_disk.h"

static void a_call_that_fails_once_is_told_or_harmless(void **state)
{
    (void)state;
    fail_calls(&run_kinds[0], FAILS, 11);
    fail_calls(&run_kinds[1], FAILS, 53);
}

static void a_disk_that_fails_from_then_on_is_told(void **state)
{
    (void)state;
    fail_calls(&run_kinds[0], FAILS_EVER_SINCE, 11);
    fail_calls(&run_kinds[1], FAILS_EVER_SINCE, 53);
    fail_calls(&run_kinds[2], FAILS_EVER_SINCE, 37);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_call_that_fails_once_is_told_or_harmless),
        SCRATCH_TEST(a_disk_that_fails_from_then_on_is_told),
    };
    return cmocka_run_group_tests_name("runs: a disk that refuses", tests, NULL, NULL);
}
