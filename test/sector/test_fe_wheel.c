/* Tuned modes for a wheel of few finite elements: frequencies against those of all its degrees of freedom
 * (test_fe_wheel_slow.c has more of them). The error of modes that are left out falls with the square of the
 * deviations. */
#include "fe_wheel.h"
#include "fresh_context.h"

static void tuned_modes_give_the_frequencies_of_the_wheel(void **state)
{
    rdg_context *ctx = *state;
    fe_sector s = fe_sector_make(ctx, (fe_cells){.around = 4, .through = 1, .disk = 2, .blade = 5});
    const fe_errors large = fe_compare(ctx, &s, 0.02), small = fe_compare(ctx, &s, 0.002);
    assert_true(large.six < 1e-4 && large.twelve < large.six && large.cut > 1000.0 * large.six);
    assert_true(small.six < 0.02 * large.six);
    fe_sector_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(tuned_modes_give_the_frequencies_of_the_wheel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
