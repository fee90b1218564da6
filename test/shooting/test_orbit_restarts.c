/* Where a sequence ends on an unstable branch the motion settles on another branch: the run goes on with the
 * neighbouring orbit, or ends there with a warning. */
#include "restarts.h"

#include "orbit_run.h"

#include <ridgewalk/hbm.h>

#include <stdio.h>

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
    rdg_shooting *orbits = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 5.0});
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

/* x'' + 2 D x' + x = A cos(phi) + 5 z: a latch makes z 1 where x passes 1, and it stays so.
 * u = (x, v, z, A, omega, phi) */
static int latched_motion(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = u[3] * cos(u[5]) + 5.0 * u[2] - 0.2 * u[1] - u[0];
    y[2] = 0.0;
    return 0;
}

static int latch(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = 1.0 - u[0] + 10.0 * u[2];
    return 0;
}

static int closes(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = 1.0;
    return 0;
}

static int middle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 5.0;
    return 0;
}

/* Behind the graze there are only orbits about x = 5: none is a neighbour. The branch ends where the linear
 * response has the amplitude 1. */
static void a_branch_ends_where_the_motion_leads_to_another_one(void **state)
{
    rdg_context *ctx = *state;
    const double omega = 1.3;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "latch", RDG_PARAMETERS("A", "omega"), (double[]){0.3, omega});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 3, .field = {.f = latched_motion}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){
            .name = "latch", .from = "free", .to = "free", .surface = {.f = latch}, .reset = {.f = closes}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "middle", .from = "free", .to = "free", .surface = {.f = middle}});
    rdg_problem *p =
        rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.transient = 200.0}));
    assert_non_null(p);
    assert_ok(ctx, rdg_continue(p, "latched", RDG_RELEASE("A"), RDG_WINDOW("A", 0.1, 2.0), RDG_IN_MEMORY));
    rdg_run *r = rdg_run_open(ctx, "latched");
    const double end = hypot(1.0 - omega * omega, 0.2 * omega);
    const rdg_index last = rdg_run_count(r) - 1;
    assert_string_equal(rdg_run_type(r, last), "GR");
    assert_near(rdg_run_column(r, "A")[last], end, 0.0, 1e-8);
    assert_int_equal(rdg_run_find(r, "RS", 0), -1);
    assert_int_equal(rdg_shortfalls(ctx), 1);
    const char *text = rdg_run_text(r, "not_reached");
    char both[64];
    snprintf(both, sizeof both, "GR, point %d, A = %.6f", (int)rdg_run_point(r, last), end);
    if (!strstr(text, both) || !strstr(text, "another branch, to an orbit at A = ")) {
        print_error("%s\n", text);
        assert_true(false);
    }
    rdg_run_free(r);
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
                                       TEST(a_branch_ends_where_the_motion_leads_to_another_one),
                                       TEST(random_chains_go_on_with_neighbours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
