/* A few of the random states of test_stuck_states_slow.c. */
#define _XOPEN_SOURCE 700

#include "stuck_campaign.h"

static void verdicts_are_those_in_time(void **state)
{
    (void)state;
    for (int kind = 0; kind < STUCK_KINDS; kind++) {
        const stuck_counts counts = stuck_campaign((stuck_kind)kind, 12, 1);
        assert_int_equal(counts.wrong, 0);
        assert_int_equal(counts.undecided, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_are_those_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
