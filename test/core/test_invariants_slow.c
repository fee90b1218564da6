/* Random products along random curves: 5000 with a fixed seed, and as many with that of INVARIANTS_SEED. */
#define _XOPEN_SOURCE 700

#include "campaign_invariants.h"
#include "fresh_context.h"

enum { CASES = 5000 };

static void every_zero_is_a_row_and_no_warning_is_false(void **state)
{
    (void)state;
    const char *other = getenv("INVARIANTS_SEED");
    const uint64_t seeds[] = {7, other ? strtoull(other, NULL, 10) : 11};
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
        uint64_t seed = seeds[k];
        invariant_tally t = {0};
        for (int i = 0; i < CASES; i++) {
            invariant_case c = invariant_any(&seed);
            if (!invariant_try(&c, &t)) {
                invariant_print(i, &c);
            }
        }
        printf("right %d, reported %d, silently wrong %d, false warnings %d\n", t.right, t.reported, t.silent,
               t.false_warnings);
        assert_int_equal(t.right, CASES);
        assert_int_equal(t.false_warnings, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_zero_is_a_row_and_no_warning_is_false)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
