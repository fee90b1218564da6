/* Special points on charts: a table of right, reported and silently wrong runs. SEGMENT_SEED, SEGMENT_CASES:
 * others than these. */
#define _XOPEN_SOURCE 700

#include "campaign_on_charts.h"
#include "fresh_context.h"

static void events_on_charts_are_found(void **state)
{
    (void)state;
    const uint64_t fixed = campaign_seed("SEGMENT_SEED", 7);
    const uint64_t cases = campaign_seed("SEGMENT_CASES", 2000);
    int lost = 0;
    printf("%-34s right, reported, silently wrong\n", "family");
    for (int family = 1; family < ON_CHARTS_FAMILIES; family++) {
        uint64_t seed = 2000 * fixed + (uint64_t)family;
        campaign_tally t = {.inexact = 0};
        for (uint64_t i = 0; i < cases; i++) {
            on_charts_case c = on_charts_any(family, &seed);
            (void)on_charts_try(&c, &t);
        }
        campaign_print(on_charts_family[family], &t);
        const bool is_safe = family == ON_CHARTS_MONITORS || family == ON_CHARTS_VALUES ||
                             family == ON_CHARTS_HOPF || family == ON_CHARTS_FOLD;
        lost += is_safe ? t.count[CAMPAIGN_SILENT] : 0;
    }
    assert_int_equal(lost, 0); /* in families that lose nothing today */
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(events_on_charts_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
