/* All maxima of 300 random structures against whole responses, and followed over eight levels.
 * PEAKS_FIRST, PEAKS_EACH: others than these, of each kind. Sets of 100 symmetric structures against Newton's
 * method from random starts. SYMMETRIC_FIRST, SYMMETRIC_STRUCTURES: others. */
#define _XOPEN_SOURCE 700

#include "adjoint/exchange_levels.h"
#include "adjoint/symmetric_structures.h"

static int wanted(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

static void all_maxima_of_random_structures(void **state)
{
    (void)state;
    const int first = wanted("PEAKS_FIRST", 0), each = wanted("PEAKS_EACH", 60);
    peak_score score = {0};
    for (int kind = RUBBING; kind < RANDOM_KINDS; kind++) {
        for (int k = first; k < first + each; k++) {
            score_peaks(seed_of((random_kind)kind, k), (random_kind)kind, &score);
        }
    }
    print_message("%ld maxima, %ld missed, %ld extra, %ld uncertain sets, %ld responses refused\n",
                  score.maxima, score.missed, score.extra, score.uncertain, score.refused);
    print_message(
        "followed %ld: %ld on a maximum, %ld elsewhere, %ld lost and %ld behind branch points, %ld out "
        "of the window, %ld to a fold, %ld false\n",
        score.followed, score.on, score.off, score.lost, score.lost_behind, score.left, score.folds,
        score.false_folds);
    assert_int_equal(score.missed, 0);
    assert_int_equal(score.extra, 0);
    assert_int_equal(score.uncertain, 0);
    assert_int_equal(score.lost, 0); /* each end has a named event */
    assert_true(100 * score.lost_behind < score.followed);
    assert_true(10 * score.false_folds < score.folds);
    assert_true(200 * score.off < score.followed);
}

static void sets_of_symmetric_structures_have_all_that_branches_off(void **state)
{
    (void)state;
    const symmetric_sets sum = symmetric_set_campaign((uint64_t)wanted("SYMMETRIC_FIRST", 1000),
                                                      wanted("SYMMETRIC_STRUCTURES", 100), 4, 400);
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.sets < 400 || (10 * sum.whole > 9 * sum.sets && 25 * sum.uncertain < sum.sets));
}

/* Smooth and non-smooth peaks are at one place there: the set has one of them. EXCHANGES_FIRST,
 * EXCHANGES_EACH: others than these. */
static void sets_at_exchanges_have_the_peak_once(void **state)
{
    (void)state;
    static const random_kind kinds[] = {RUBBING, SLIDING, ALL_SORTS};
    const int first = wanted("EXCHANGES_FIRST", 0), each = wanted("EXCHANGES_EACH", 34);
    exchange_score score = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int k = first; k < first + each; k++) {
            score_exchanges(seed_of(kinds[i], k), kinds[i], true, &score);
        }
    }
    print_message("%d onsets, %d ends, %d other corners: %d sets lack the peak, %d have it twice, %d are not "
                  "whole; %d maxima missed, %d extra, %d responses refused\n",
                  score.kinds[RDG_PEAK_SLIP], score.kinds[RDG_PEAK_CORNER_END],
                  score.kinds[RDG_PEAK_OTHER_CORNER], score.lacking, score.doubled, score.open, score.missed,
                  score.extra, score.refused);
    assert_true(score.kinds[RDG_PEAK_SLIP] > 5 * each && score.kinds[RDG_PEAK_CORNER_END] > 4 * each);
    assert_int_equal(score.lacking + score.doubled, 0);
    assert_int_equal(score.missed + score.extra, 0);
    assert_true(100 * score.open < score.kinds[RDG_PEAK_SLIP]);
    assert_true(100 * score.refused < score.kinds[RDG_PEAK_SLIP]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_maxima_of_random_structures),
        cmocka_unit_test(sets_at_exchanges_have_the_peak_once),
        cmocka_unit_test(sets_of_symmetric_structures_have_all_that_branches_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
