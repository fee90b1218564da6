/* Neutral saddles are located on request alone, and bifurcations beside them are met without them. */
#include "random_spectra.h"

static void bifurcations_are_met_without_neutral_saddles(void **state)
{
    (void)state;
    const spectra_tally t = spectra_campaign(11, 40, 0.02);
    print_message("%ld HB or NS, %ld found, %ld false; %ld NSA located, %ld unasked; %ld warnings\n",
                  t.expected, t.found, t.false_points, t.saddles, t.unasked, t.warnings);
    assert_true(t.expected > 20 && t.saddles > 20);
    assert_int_equal(t.found, t.expected);
    assert_int_equal(t.false_points, 0);
    assert_int_equal(t.unasked, 0);
    assert_int_equal(t.warnings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bifurcations_are_met_without_neutral_saddles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
