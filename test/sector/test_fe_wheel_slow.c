/* Tuned modes for a wheel of finite elements whose blades deviate by 2 % and 0.2 %: frequencies against those
 * of all its degrees of freedom. K_blade is the stiffness of the blade's own elements. Cut out of K by the
 * blade's nodes it grounds the blade at its root, and the error is a thousand times larger. */
#include "fe_wheel.h"
#include "fresh_context.h"

static void tuned_modes_give_the_frequencies_of_the_wheel(void **state)
{
    rdg_context *ctx = *state;
    fe_sector s = fe_sector_make(ctx, (fe_cells){.around = 8, .through = 4, .disk = 6, .blade = 13});
    const fe_errors large = fe_compare(ctx, &s, 0.02), small = fe_compare(ctx, &s, 0.002);
    assert_true(large.six < 3.7e-5 && large.twelve < 3.2e-5 && large.cut > 1000.0 * large.six);
    assert_true(small.six < 4e-7);
    fe_sector_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(tuned_modes_give_the_frequencies_of_the_wheel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
