/* link: -Wl,--wrap=rdg_run_store_append */
/* Runs that are cut off behind any of their charts, once or twice, and taken up again are the undisturbed
 * runs, bit for bit. */
#define _GNU_SOURCE

#include "../cut_run.h"
#include "resume_scenarios.h"

static const scenario *taken;

static rdg_status go_scenario(rdg_context *ctx, const char *name, bool resumes)
{
    (void)name;
    return go(ctx, taken, resumes);
}

static void curves_cut_anywhere_are_the_same(void **state)
{
    int count = 0;
    (void)state;
    for (int i = 0; i < N_SCENARIOS; i++) {
        taken = &scenarios[i];
        const cut_case what = {.name = taken->name, .go = go_scenario};
        count += cut_everywhere(&what, 1, 7);
    }
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(curves_cut_anywhere_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
