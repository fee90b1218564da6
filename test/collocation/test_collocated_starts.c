/* Orbits out of Hopf points, relaxations whose intervals are long for changes across them, and the best orbit
 * by the core's adjoint equations. */
#include "../demos/collocation/forced_swing.h"
#include "orbits.h"

#include <ridgewalk/adjoint.h>

/* r' = r (mu - r^2), theta' = 2 */
static int normal_form(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double r2 = u[0] * u[0] + u[1] * u[1];
    y[0] = u[2] * u[0] - 2.0 * u[1] - r2 * u[0];
    y[1] = 2.0 * u[0] + u[2] * u[1] - r2 * u[1];
    return 0;
}

static void orbits_come_out_of_a_hopf_point_and_end_there(void **state)
{
    rdg_context *ctx = *state;
    const double mu = -0.5;
    const char *const names[] = {"mu", NULL};
    rdg_problem *e = rdg_ep_problem(
        ctx, &(rdg_ep){.n = 2, .n_parameters = 1, .f = normal_form, .parameters = names, .p = &mu});
    assert_ok(ctx, rdg_continue(e, "eq", RDG_RELEASE("mu"), RDG_WINDOW("mu", -0.5, 1), RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "eq");
    const rdg_index hopf = rdg_run_label(run, rdg_run_find(run, "HB", 0));
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "normal form", 2, &(rdg_hybrid_function){.f = normal_form}, names, &mu, NULL);
    rdg_collocation *c = rdg_collocation_from_hopf(h, "eq", hopf, "mu", 0.05, NULL);
    rdg_problem *p = rdg_collocation_problem(c);
    assert_ok(ctx, rdg_continue(p, "orbits", RDG_RELEASE("mu"), RDG_WINDOW("mu", -1, 1), RDG_IN_MEMORY));
    rdg_run *orbits = rdg_run_open(ctx, "orbits");
    for (rdg_index row = 0; row < rdg_run_count(orbits); row++) {
        const double size = rdg_run_column(orbits, "size")[row];
        assert_near(rdg_run_column(orbits, "mu")[row], size * size, 1e-7, 1e-7);
        assert_near(rdg_run_column(orbits, "T")[row], RDG_HZ(0.5), 1e-7, 0.0);
    }
    const rdg_index end = rdg_run_find(orbits, "HB", 0); /* and no farther */
    assert_true(end == 0 || end == rdg_run_count(orbits) - 1);
    assert_near(rdg_run_column(orbits, "size")[end], 0.0, 0.0, 0.0);
    assert_near(rdg_run_column(orbits, "mu")[end], 0.0, 0.0, 1e-12);
    assert_null(rdg_collocation_from_hopf(h, "eq", 1, "mu", 0.05, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no Hopf point");
}

/* x' = mu (y + x - x^3 / 3), y' = -x / mu */
static int lienard(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] * (u[1] + u[0] - u[0] * u[0] * u[0] / 3.0);
    y[1] = -u[0] / u[2];
    return 0;
}

static void what_dies_within_an_interval_is_not_kept_as_a_multiplier(void **state)
{
    rdg_context *ctx = *state;
    const double mu = 1.0;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "van der Pol", 2, &(rdg_hybrid_function){.f = lienard},
                                      RDG_PARAMETERS("mu"), &mu, NULL);
    rdg_problem *p = rdg_collocation_problem(
        by_shooting(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 50.0},
                    &(rdg_collocation_options){.intervals = 100, .adapt = 1}));
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 1, 100),
                                RDG_STEP(0.05, 1e-6, 20.0), RDG_IN_MEMORY));
    assert_near(nearest_at(ctx, "mu", "EP", "T", 162.8), 162.837071092370, 1e-9, 0.0);
    rdg_run *run = rdg_run_open(ctx, "mu");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        assert_near(rdg_run_column(run, "unstable")[row], 0.0, 0.0, 0.0);
        const bool dies = rdg_run_column(run, "mu")[row] > 5.0; /* its multiplier is less than exp(-60) */
        assert_near(rdg_run_column(run, "pd")[row], 1.0, 0.0, dies ? 1e-9 : 1e-3);
    }
}

/* Jumps take 1e-8 of the period. Where a moved mesh is none that Newton's method can go on from, the one
 * before comes back; T by Dorodnitsyn's expansion. */
static void a_relaxation_is_followed_to_jumps_of_next_to_no_time(void **state)
{
    rdg_context *ctx = *state;
    const double mu = 1.0, to = 1e4;
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "van der Pol", 2, &(rdg_hybrid_function){.f = lienard},
                                      RDG_PARAMETERS("mu"), &mu, NULL);
    rdg_problem *p = rdg_collocation_problem(
        by_shooting(h, &(rdg_shooting_options){.x = (double[]){1.0, 0.0}, .transient = 50.0},
                    &(rdg_collocation_options){.intervals = 300}));
    assert_ok(ctx, rdg_continue(p, "mu", RDG_RELEASE("mu"), RDG_WINDOW("mu", 1, to), RDG_NO_FOLDS,
                                RDG_NO_BRANCH_POINTS, RDG_STEP(100, 1e-8, 1000), RDG_MAX_POINTS(1000),
                                RDG_DIRECTION(1), RDG_IN_MEMORY, RDG_EXPECT_EARLY_END));
    assert_near(nearest_at(ctx, "mu", "EP", "mu", to), to, 1e-12, 0.0);
    const double T = (3.0 - 2.0 * log(2.0)) * to + 7.0143216 / cbrt(to) - (2.0 / 3.0 * log(to) + 1.3233) / to;
    assert_near(nearest_at(ctx, "mu", "EP", "T", T), T, 1e-9, 0.0);
}

static void the_best_orbit_is_found_by_adjoints_that_nobody_has_written(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function f = {.f = swing, .df = swing_slope, .d2f = swing_bend};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "oscillator", 2, &f, RDG_PARAMETERS("k", "theta", "omega"),
                                      (double[]){4.0, 0.3, 1.0}, "omega");
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s =
        rdg_segment_add(p, NULL, h, &(rdg_segment_options){.duration = RDG_HZ(1.0), .intervals = 20});
    const rdg_segment_places at = rdg_segment_places_of(s);
    const rdg_index first[] = {at.x, at.x + 1}, last[] = {at.end, at.end + 1};
    assert_ok(ctx, rdg_add_glue(p, "periodic", 2, last, first));
    const char *name = "x0";
    assert_ok(ctx, rdg_add_linear_monitor(p, "x0", 1, 1, &at.x, (double[]){1.0}, NULL, &name, RDG_ACTIVE));
    assert_ok(ctx, rdg_solve(p));
    rdg_optimum best;
    const rdg_optimise_options o = {.parameters = RDG_PARAMETERS("theta", "k"),
                                    .n_parameters = 2,
                                    .low = (double[]){-1.0, 0.2},
                                    .high = (double[]){4.0, 8.0},
                                    .maximum = true,
                                    .options = RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY)};
    assert_ok(ctx, rdg_optimise(rdg_adjoint_add(p, "x0"), "best", &o, &best));
    assert_near(best.objective, 1.0, 1e-9, 0.0);
    double k = 0.0, theta = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "k", rdg_start_values(p), &k));
    assert_ok(ctx, rdg_parameter_value(p, "theta", rdg_start_values(p), &theta));
    assert_near(k, 1.0, 1e-7, 0.0);
    assert_near(theta, RDG_HZ(0.25), 1e-7, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(orbits_come_out_of_a_hopf_point_and_end_there),
        TEST(a_relaxation_is_followed_to_jumps_of_next_to_no_time),
        TEST(what_dies_within_an_interval_is_not_kept_as_a_multiplier),
        TEST(the_best_orbit_is_found_by_adjoints_that_nobody_has_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
