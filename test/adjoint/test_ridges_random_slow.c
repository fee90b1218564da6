/* All ridges of random chains on random contacts, against whole responses at random levels: no level at which
 * the response has a maximum that is no ridge, or greater than the envelope, unless it is not certified. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "ridges_truth.h"
#include "scratch.h"

enum { STRUCTURES = 6, SAMPLES = 20 };

static const double lowest = 0.02, highest = 20.0; /* N */

static void no_certified_level_has_another_maximum(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 20261123;
    truth sum = {.levels = 0};
    int certified = 0;
    for (int i = 0; i < STRUCTURES; i++) {
        const random_kind kind = i % 3 == 2 ? SLIDING : RUBBING;
        const random_response r = random_system(ctx, &seed, kind);
        const rdg_ridges *all = rdg_ridges_of(r.hb, "all", "Am", RDG_WINDOW("alpha", lowest, highest),
                                              RDG_WINDOW("omega", r.low, r.high), RDG_IN_MEMORY, RDG_NO_TABLE,
                                              RDG_EXPECT_EARLY_END);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_non_null(all);
        const truth t = ridges_truth_within(ctx, r.hb, all, "Am", r.low, r.high, SAMPLES);
        certified += all->certified;
        sum.wrong += t.wrong;
        sum.greater += t.greater;
        sum.uncertified += t.uncertified;
        sum.maxima += t.maxima;
        sum.worst = fmax(sum.worst, t.worst);
        rdg_ridges_free(all);
    }
    print_message(
        "%d of %d structures certified at all levels; %d maxima, worst off by %.1e; levels with another "
        "one: %d certified, %d not\n",
        certified, STRUCTURES, sum.maxima, sum.worst, sum.wrong, sum.uncertified);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.greater, 0);
    assert_true(certified >= STRUCTURES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(no_certified_level_has_another_maximum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
