/* The envelope of all ridges of random structures against sweeps: a few; test_ridges_sweeps_slow.c has many.
 */
#define _XOPEN_SOURCE 700

#include "adjoint/attack_ridges.h"

static void no_certified_level_has_a_greater_peak(void **state)
{
    (void)state;
    const attack a = attack_ridges(210, 1, 4, 80);
    assert_int_equal(a.greater, 0);
    assert_int_equal(a.missed, 0);
    assert_int_equal(a.unmade, 0);
    assert_true(a.certified > 0);
}

/* Its greatest maximum changes places with one that comes into being 1e-4 of its frequency away and 2e-3 of
 * the level earlier: the run down from there steps over the gap. */
static void maxima_close_together_are_two_ridges(void **state)
{
    (void)state;
    const truth t = attack_counts(150, 0.4533, 4);
    assert_int_equal(t.wrong, 0);
    assert_true(t.maxima >= 16); /* four at 0.4533 N */
}

/* A maximum vanishes at a kink at 0.188 N, with a minimum beside it that goes on to 4 N. */
static void what_is_no_maximum_is_no_ridge(void **state)
{
    (void)state;
    uint64_t seed = 0;
    rdg_context *ctx = rdg_context_create();
    const random_ridges r = structure_of(ctx, 256, &seed);
    const rdg_ridges *all = ridges_of_random(ctx, &r);
    assert_non_null(all);
    assert_int_equal(ridges_truth_within(ctx, r.hb, all, "Am", r.low, r.high, 6).wrong, 0);
    for (rdg_index k = 0; k < all->samples; k++) {
        assert_true(all->sample[k].agrees);
    }
    assert_true(all->certified);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_certified_level_has_a_greater_peak),
                                       cmocka_unit_test(maxima_close_together_are_two_ridges),
                                       cmocka_unit_test(what_is_no_maximum_is_no_ridge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
