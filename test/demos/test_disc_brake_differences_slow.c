/* Monodromy matrices of the brake by differences against variations, as an independent program has their
 * errors, and what Newton's method makes of them. */
#define _XOPEN_SOURCE 700

#include "disc-brake/starts.h"
#include "scratch.h"

static disc_brake b;

static shooter prepare(rdg_context *ctx, double preload)
{
    b = preset_lc();
    b.value[N0] = preload;
    b.value[OMEGA] = 1.0;
    shooter by = {.system = brake_system_with_peaks(ctx, &b), .brake = &b, .delta = 1e-6, .both = true};
    by.flow = rdg_flow_create(by.system, &(rdg_flow_options){.method = RDG_FLOW_MIXED, .slopes = 1e-6});
    assert_ok(ctx, rdg_error_status(ctx));
    return by;
}

static void differences_are_off_as_known(void **state)
{
    double x[STATES], M[MATRIX], D[MATRIX];
    const shooter by = prepare(*state, 16.0);
    const double delta[] = {1e-2, 1e-3, 1e-4}, known[] = {1.44, 0.053, 2.4e-4};
    shot s;
    brake_push(*state, &b, x);
    assert_true(reach_steady(by.flow, &b, x, 30.0, &s));
    shot_solve(&by, &s);
    assert_true(s.converged);
    assert_near(s.T, 0.146570743, 0.0, 1e-9);
    assert_true(variational_monodromy(by.system, by.flow, b.value, s.x, s.T, M));
    for (int k = 0; k < 3; k++) {
        assert_true(difference_monodromy(by.flow, b.value, s.x, s.T, delta[k], true, D));
        assert_near(matrix_error(D, M), known[k], 0.06, 0.0);
    }
    assert_true(difference_monodromy(by.flow, b.value, s.x, s.T, 1e-6, true, D));
    assert_true(matrix_error(D, M) < 1.4e-6);
}

static void newton_stalls_with_large_ones(void **state)
{
    double x[STATES];
    shooter by = prepare(*state, 10.0);
    shot settled, s;
    assert_true(start_of_paper(*state, &b, 0.8, x));
    assert_true(reach_steady(by.flow, &b, x, 16.0, &settled));
    s = settled;
    by.delta = 1e-4;
    shot_solve(&by, &s);
    assert_true(s.converged && s.iterations < 10);
    assert_near(s.T, 0.143454824, 0.0, 2e-9);
    s = settled;
    by.delta = 1e-2;
    shot_solve(&by, &s);
    assert_true(!s.converged && s.residual > 1e-4);
    assert_near(s.T, 0.142564576, 2e-3, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(differences_are_off_as_known),
                                       SCRATCH_TEST(newton_stalls_with_large_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
