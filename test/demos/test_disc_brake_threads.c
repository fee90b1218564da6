/* Sweeps of the brake over threads: steps that are explicit or implicit, with what is kept from one
 * to the next, change no bit. */
#define _XOPEN_SOURCE 700

#include "disc-brake/sweeps.h"
#include "scratch.h"
#include "shooting/sweep_tables.h"

enum { LOADS = 3, SAMPLED = 8 };

/* Loads at which the pad slips, lifts off and sticks, by 1, 2 and 4 threads. */
static void assert_same_sweeps(rdg_context *ctx, disc_brake *b, bool cold)
{
    rdg_sweep_table table[3];
    double x[STATES];
    bool sticks = false;
    b->value[OMEGA] = 1.0;
    b->eps = 1e-6;
    brake_push(ctx, b, x);
    rdg_hybrid *h = brake_system_with_peaks(ctx, b);
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_sweep(h,
                                 &(rdg_sweep_options){.parameter = "N0",
                                                      .from = 40.0,
                                                      .to = 60.0,
                                                      .count = LOADS,
                                                      .cold = cold,
                                                      .x = x,
                                                      .section = BRAKE_PEAKS,
                                                      .transient = 1.0,
                                                      .transient_returns = 2,
                                                      .most_returns = SAMPLED,
                                                      .samples = SAMPLED,
                                                      .longest = 1.0,
                                                      .threads = 1 << k,
                                                      .flow = brake_flow()},
                                 &table[k]));
        assert_int_equal(table[k].rows, cold ? LOADS : 2 * LOADS);
        assert_int_equal(table[k].lost, 0);
        assert_true(sweeps_are_same(&table[0], &table[k], SAMPLED));
    }
    for (rdg_index i = 0; i < table[0].rows; i++) {
        assert_true(table[0].row[i].samples > 0);
        sticks = sticks || strstr(table[0].row[i].modes, "stick") != NULL;
    }
    assert_true(sticks);
    for (int k = 0; k < 3; k++) {
        rdg_sweep_release(&table[k]);
    }
}

static void up_and_down_by_any_number_of_threads_are_the_same(void **state)
{
    disc_brake b = preset_lc();
    assert_same_sweeps(*state, &b, false);
}

static void cold_starts_by_any_number_of_threads_are_the_same(void **state)
{
    disc_brake b = preset_lc();
    assert_same_sweeps(*state, &b, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(up_and_down_by_any_number_of_threads_are_the_same),
                                       SCRATCH_TEST(cold_starts_by_any_number_of_threads_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
