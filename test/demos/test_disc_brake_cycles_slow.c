/* Limit cycles of the disc brake: periods, peaks, shares and multipliers as an independent program has them,
 * which integrates from event to event and takes small changes through these. */
#define _XOPEN_SOURCE 700

#include "disc-brake/cycles.h"
#include "scratch.h"

static cycle c;

static void find(rdg_context *ctx, double preload, double speed, double transient, const char *sequence)
{
    disc_brake b = preset_lc();
    b.value[N0] = preload;
    b.value[OMEGA] = speed;
    rdg_shooting *s = cycle_find(ctx, &b, transient, &c);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(strstr(sequence, rdg_shooting_sequence(s))); /* from wherever it begins */
}

static void assert_multipliers(const double *re, double im)
{
    assert_near(c.re[0], re[0], 0.0, 6e-6);
    assert_near(c.im[0], 0.0, 0.0, 1e-12);
    assert_near(c.re[1], re[1], 0.0, 6e-6);
    assert_near(fabs(c.im[1]), im, 0.0, 6e-6);
}

static void cases_1_and_2_slip_and_lift_off(void **state)
{
    find(*state, 10.0, 1.0, 20.0, "slip, lift, apart, land, slip, lift");
    assert_near(c.T, 0.143454824, 0.0, 1e-9);
    assert_near(c.peak, 0.0511826712, 0.0, 1e-9);
    assert_near(c.share[APART_MODE], 0.45378, 0.0, 6e-6);
    assert_true(c.share[STICK_MODE] == 0.0);
    assert_multipliers((double[2]){0.95478, -0.14826}, 0.92130);
    find(*state, 30.0, 2.0, 20.0, "slip, lift, apart, land, slip, lift");
    assert_near(c.T, 0.146145491, 0.0, 1e-9);
    assert_near(c.share[APART_MODE], 0.46977, 0.0, 6e-6);
    assert_multipliers((double[2]){0.95921, -0.09593}, 0.93037);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(cases_1_and_2_slip_and_lift_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
