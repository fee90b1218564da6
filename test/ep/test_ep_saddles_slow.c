/* The campaign of test_ep_saddles.c on many fields and maps, with short and with long steps. SPECTRA_SEED:
 * another seed. */
#define _XOPEN_SOURCE 700

#include "random_spectra.h"

static void bifurcations_of_many_fields_are_met(void **state)
{
    const double step[] = {0.02, 0.1, 0.5};
    const char *other = getenv("SPECTRA_SEED");
    (void)state;
    for (int k = 0; k < 3; k++) {
        const uint64_t seed = other ? strtoull(other, NULL, 10) : 2026;
        const spectra_tally t = spectra_campaign(seed, 400, step[k]);
        print_message("steps to %g: %ld HB or NS, %ld found, %ld false; %ld NSA located, %ld unasked; %ld "
                      "warnings, %ld with NSA\n",
                      step[k], t.expected, t.found, t.false_points, t.saddles, t.unasked, t.warnings,
                      t.others);
        assert_int_equal(t.unasked, 0);
        assert_true(t.warnings <= t.others);
        assert_int_equal(t.false_points, 0);
        assert_true(t.found >= t.found_by_others);
        assert_true(other || t.found == t.expected); /* two that are close together may hide between charts */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bifurcations_of_many_fields_are_met)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
