/* Random curves with kinks: a table of right, reported and silently wrong runs. KINK_SEED, KINK_CASES: others
 * than these. */
#define _XOPEN_SOURCE 700

#include "kink_curves.h"

#include "fresh_context.h"

static void kinks_of_random_curves(void **state)
{
    static const struct {
        const char *name;
        int n, cases;
        bool by_differences;
    } kinds[] = {{"3 variables", 3, 1000, false},
                 {"2 variables", 2, 500, false},
                 {"12 variables", 12, 500, false},
                 {"3 variables, no derivatives", 3, 500, true}};
    const uint64_t fixed = campaign_seed("KINK_SEED", 3);
    const uint64_t most = campaign_seed("KINK_CASES", 1000);
    (void)state;
    printf("%-34s right, reported, silently wrong\n", "");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        uint64_t seed = fixed + 1000 * k;
        campaign_tally t = {.inexact = 0};
        int tried = 0;
        for (; tried < kinds[k].cases && tried < (int)most; tried++) {
            kink_curve c = kink_any(kinds[k].n, kinds[k].by_differences, &seed);
            (void)kink_try(&c, &t, 1e-7);
        }
        campaign_print(kinds[k].name, &t);
        assert_true(t.count[CAMPAIGN_RIGHT] >= 0.96 * tried);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(kinks_of_random_curves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
