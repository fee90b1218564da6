/* Ridges of random small structures from their first mode, and all of their ridges, against brute force. */
#define _XOPEN_SOURCE 700

#include "adjoint/newcomers.h"

#include <ridgewalk/peak_set.h>

/* Another maximum is greater than the ridge's over a range that lies between two of its sets (118), from
 * where it comes in through an end of the domain (241), or from its birth beside a maximum that is lower
 * (10). */
static void what_is_certified_is_so(void **state)
{
    newcomer_count sum = {.maxima = 0};
    (void)state;
    for (uint64_t number = 0; number < 11; number++) {
        newcomer_check(number, &sum);
    }
    newcomer_check(118, &sum);
    newcomer_check(241, &sum);
    assert_true(sum.maxima > 150);
    assert_int_equal(sum.early, 0);
    assert_int_equal(sum.missed, 0);
    assert_int_equal(sum.open, 0);
    assert_int_equal(sum.absent, 0);
    assert_int_equal(sum.alarms, 0);
}

/* Followed from two levels, a maximum ends at the same level, where it meets a minimum. */
static void a_fold_is_found_from_anywhere(void **state)
{
    rdg_context *ctx = rdg_context_create();
    const random_ridges r = newcomer_structure(ctx, 196);
    rdg_peak_response *response = rdg_peak_response_create(r.hb, "Am", r.low, r.high, NULL);
    double level[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        const rdg_peak_set *all = rdg_peak_set_at(response, 0.15 + 0.15 * k);
        assert_non_null(all);
        rdg_peak_point *peak = rdg_peak_point_copy(response, all->peak[all->greatest]);
        assert_int_equal(rdg_peak_follow(response, peak, 0.43), RDG_PEAK_FOLD);
        level[k] = peak->level;
        rdg_peak_point_free(peak);
    }
    assert_near(level[0], level[1], 1e-7, 0.0);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_certified_is_so),
                                       cmocka_unit_test(a_fold_is_found_from_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
