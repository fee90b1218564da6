/* Between neighbouring rows nothing changes but what the rows explain: random products along random curves.
 */
#include "campaign_invariants.h"
#include "fresh_context.h"

enum { CASES = 2000 };

static void every_zero_is_a_row_and_no_warning_is_false(void **state)
{
    (void)state;
    uint64_t seed = 1;
    invariant_tally t = {0};
    for (int i = 0; i < CASES; i++) {
        invariant_case c = invariant_any(&seed);
        if (!invariant_try(&c, &t)) {
            invariant_print(i, &c);
        }
    }
    assert_int_equal(t.silent, 0);
    assert_int_equal(t.false_warnings, 0);
    assert_int_equal(t.right, CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_zero_is_a_row_and_no_warning_is_false)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
