/* Stability of 200 random states of each kind of contact, in which all contacts stick, against the motion in
 * time. STUCK_SEED: another seed. */
#define _XOPEN_SOURCE 700

#include "stuck_campaign.h"

static void verdicts_are_those_in_time(void **state)
{
    (void)state;
    const char *seed = getenv("STUCK_SEED");
    for (int kind = 0; kind < STUCK_KINDS; kind++) {
        const stuck_counts counts =
            stuck_campaign((stuck_kind)kind, 200, seed ? strtoull(seed, NULL, 10) : 2);
        assert_int_equal(counts.wrong, 0);
        assert_int_equal(counts.undecided, 0);
        assert_true(counts.dragged >= 50); /* otherwise little is tested */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_are_those_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
