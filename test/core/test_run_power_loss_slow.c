/* link: -Wl,--wrap=rdg_seconds */
/* A thousand machines that lose power while a run is written. */
#define _GNU_SOURCE

#include "lost_runs.h"

static void a_thousand_losses_lose_nothing_durable(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof lost_kinds / sizeof *lost_kinds; k++) {
        assert_true(lose_at_random(&lost_kinds[k], 500, 2026U + (unsigned)k) > 250);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_thousand_losses_lose_nothing_durable),
    };
    return cmocka_run_group_tests_name("runs: a thousand power losses", tests, NULL, NULL);
}
