/* Where a sequence ends on an unstable branch the motion settles on another branch: the run goes on with the
 * neighbouring orbit, or ends there with a warning. */
#include "restarts.h"

#include "orbit_run.h"

#include <ridgewalk/hbm.h>

/* Folds of the response to 5 N by harmonic balance. */
static void folds_in_frequency(rdg_context *ctx, rdg_structure *s, double omega[2])
{
    int harmonic[21];
    for (int k = 0; k < 21; k++) {
        harmonic[k] = k;
    }
    rdg_hbm *hb = rdg_hbm_create(s, 21, harmonic);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(30)), RDG_AT("alpha", 5.0));
    assert_ok(ctx, rdg_continue(p, "balance", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(30), RDG_HZ(36)), RDG_IN_MEMORY));
    for (int k = 0; k < 2; k++) {
        omega[k] = value_at(ctx, "balance", "FP", k, "omega");
    }
}

/* The run meets both folds of the tutorial's response, at 34.340 and 31.694 Hz: between them orbits are
 * unstable, and the stop is left and the pad changes its slip at two grazes. */
static void an_unstable_branch_is_followed_through_grazes(void **state)
{
    rdg_context *ctx = *state;
    const chain_numbers numbers = pad_and_stop(NULL);
    rdg_structure *s = chain_structure(ctx, &numbers);
    rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", RDG_HZ(31)), RDG_AT("alpha", 5.0));
    rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.settle = 5.0});
    assert_non_null(orbits);
    rdg_problem *p = rdg_shooting_problem(orbits);
    assert_ok(ctx, rdg_shooting_add_sensors(orbits, p));
    assert_ok(ctx, rdg_continue(p, "orbits", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", RDG_HZ(30), RDG_HZ(36)), RDG_IN_MEMORY));
    restarts all = {.runs = 1};
    rdg_run *r = rdg_run_open(ctx, "orbits");
    count_leaps(r, 0, &all);
    rdg_run_free(r);
    assert_int_equal(all.leaps, 0);
    assert_int_equal(all.folds, 2);
    assert_int_equal(rdg_shortfalls(ctx), 0);
    double omega[2];
    folds_in_frequency(ctx, s, omega);
    for (int k = 0; k < 2; k++) {
        assert_near(nearest_at(ctx, "orbits", "FP", "omega", omega[k]) / omega[k], 1.0, 0.0, 2e-6);
    }
}

static void random_chains_go_on_with_neighbours(void **state)
{
    (void)state;
    restarts all = {.runs = 0};
    static const uint64_t some[] = {3};
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        follow_chain(some[k], &all);
        follow_stopped(some[k], &all);
    }
    assert_int_equal(all.leaps, 0);
    assert_in_range(all.changes, 1, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(an_unstable_branch_is_followed_through_grazes),
                                       TEST(random_chains_go_on_with_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
