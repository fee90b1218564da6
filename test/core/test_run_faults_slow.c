/* link: -Wl,--wrap=rdg_seconds */
/* Every call to the disk that a run makes fails in turn. */
#define _GNU_SOURCE

#include "failing_disk.h"

static void every_call_that_fails_is_told_or_harmless(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        fail_calls(&run_kinds[k], FAILS, 1);
        fail_calls(&run_kinds[k], FAILS_EVER_SINCE, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(every_call_that_fails_is_told_or_harmless),
    };
    return cmocka_run_group_tests_name("runs: every call to the disk", tests, NULL, NULL);
}
