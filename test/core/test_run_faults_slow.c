/* link: -Wl,--wrap=rdg_seconds */
/* Every third call to the disk that a run makes fails in turn. */
#define _GNU_SOURCE

#include "failing_disk.h"

static void calls_that_fail_are_told_or_harmless(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        fail_calls(&run_kinds[k], FAILS, 3);
        fail_calls(&run_kinds[k], FAILS_EVER_SINCE, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(calls_that_fail_are_told_or_harmless),
    };
    return cmocka_run_group_tests_name("runs: calls to the disk that fail", tests, NULL, NULL);
}
