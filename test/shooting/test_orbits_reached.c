/* Orbits with segments that run to their events, and that start behind projections: a block on a belt,
 * with friction in the plane, whose slip has no motion behind a velocity of zero. */
#include "orbit_run.h"
#include "planar_belt.h"

#include <ridgewalk/ep.h>

enum { STATES = 4, MOST = 200 };

static const rdg_flow_options planar_flow = {.method = RDG_FLOW_EXPLICIT, .slopes = 1e-3};

static rdg_shooting *settled(rdg_context *ctx, planar_belt *belt, bool both, double transient)
{
    const rdg_shooting_options o = {
        .x = (double[]){0.5, 0.3, 0.0, 0.1}, .transient = transient, .segments = 4, .flow = planar_flow};
    return rdg_shooting_create(planar_belt_system(ctx, belt, both, both), &o);
}

/* The orbit, and what simulation makes of its first state in ten periods. */
static void orbits_are_those_of_the_motion(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-7};
    rdg_shooting *s = settled(ctx, &belt, true, 60.0);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_non_null(p);
    assert_string_equal(rdg_shooting_sequence(s), "slip, catch, stick, break");
    assert_ok(ctx, rdg_solve(p));
    const double *u = rdg_start_values(p);
    double x[STATES], at[STATES], t[8], all[8 * STATES];
    rdg_index mode[8];
    assert_ok(ctx, rdg_shooting_motion(s, u, 8, t, mode, all));
    memcpy(x, all, sizeof x);
    memcpy(at, all, sizeof at);
    const double T = 8.0 * t[1];
    rdg_hybrid *h = planar_belt_system(ctx, &belt, false, false);
    rdg_flow *flow = rdg_flow_create(h, &planar_flow);
    rdg_hybrid_state motion = {.mode = mode[0], .x = at};
    assert_int_equal(rdg_flow_run(flow, rdg_hybrid_parameters_of(h).value, &motion, 10.0 * T, 0, NULL), 0);
    for (int i = 0; i < STATES; i++) {
        assert_near(at[i], x[i], 0.0, 1e-9);
    }
}

/* Newton's method from a motion that is far from settled; the duration of slip is off, too. */
static void orbits_are_found_from_afar(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-7};
    rdg_problem *p = rdg_shooting_problem(settled(ctx, &belt, true, 60.0));
    assert_ok(ctx, rdg_solve(p));
    rdg_index segments = 0;
    const rdg_index n = rdg_variable_count(p), tau = rdg_variable_index(p, "tau", &segments),
                    fixed = rdg_variable_index(p, "p", NULL);
    double u[MOST];
    assert_true(n <= MOST);
    memcpy(u, rdg_start_values(p), (size_t)n * sizeof *u);
    uint64_t seed = 7;
    for (int trial = 0; trial < 4; trial++) {
        for (rdg_index i = 0; i < fixed; i++) {
            rdg_start_values(p)[i] = u[i] * (1.0 + (i < tau ? 0.02 : 0.2) * random_signed(&seed));
        }
        assert_ok(ctx, rdg_solve(p));
        for (rdg_index i = 0; i < n; i++) {
            assert_near(rdg_start_values(p)[i], u[i], 0.0, 1e-8);
        }
    }
}

/* Multipliers are those of the same orbit as a chain of segments with durations of their own. */
static void multipliers_do_not_depend_on_it(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-4};
    double re[2][STATES], im[2][STATES], log[STATES], angle[STATES];
    for (int both = 0; both < 2; both++) {
        rdg_shooting *s = settled(ctx, &belt, both, 60.0);
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_solve(p));
        assert_ok(ctx, rdg_ep_eigenvalues(p, rdg_start_values(p), re[both], im[both]));
        assert_ok(ctx, rdg_shooting_multipliers(s, rdg_start_values(p), STATES - 1, log, angle));
        double largest = 0.0;
        for (int i = 0; i < STATES - 1; i++) {
            largest = fmax(largest, hypot(re[both][i], im[both][i]));
        }
        assert_near(largest, exp(log[0]), 1e-6, 1e-9);
        assert_near(hypot(re[both][0], im[both][0]), hypot(re[0][0], im[0][0]), 1e-5, 1e-9);
    }
}

/* A reset that is said to project, and does not. */
static void resets_that_do_not_project_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("c", "A", "e", "omega"),
                                      (double[]){0.2, 0.8, 0.6, 0.8});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = impact_free}});
    rdg_hybrid_event_surface impact = {.name = "impact",
                                       .from = "free",
                                       .to = "free",
                                       .surface = {.f = impact_gap},
                                       .reset = {.f = impact_rebound},
                                       .projects = true};
    rdg_hybrid_add_event_surface(h, &impact);
    assert_null(rdg_shooting_problem(rdg_shooting_create(h, &(rdg_shooting_options){.transient = 100.0})));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the reset of event surface \"impact\"");
    impact.name = "other";
    impact.reset.f = NULL;
    rdg_hybrid_add_event_surface(h, &impact);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "it has no reset");
}

/* A surface that is not met within the time given. */
static void surfaces_that_are_not_met_are_told(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-6};
    rdg_flow *flow = rdg_flow_create(planar_belt_system(ctx, &belt, true, true), &planar_flow);
    const double sigma[] = {0.0, 0.0, 0.4, 0.0, 1.0, 0.4, 1.0};
    rdg_mesh mesh = {.steps = 0};
    double tau = 0.0;
    assert_int_equal(rdg_flow_mesh_to(flow, 1, sigma, 1, &mesh, &tau), 1);
    assert_int_equal(mesh.steps, 0);
    assert_non_null(strstr(rdg_flow_reason(flow), "does not meet event surface \"break\""));
    const double longer[] = {0.0, 0.0, 0.4, 0.0, 1.0, 0.4, 10.0};
    assert_int_equal(rdg_flow_mesh_to(flow, 1, longer, 1, &mesh, &tau), 0);
    /* k x with x = 0.4 t: (0.4 t + 0.04)^2 + (0.08 t)^2 = 1 */
    const double a = 0.16 + 0.0064, b = 0.032, c = 0.0016 - 1.0;
    assert_near(tau, (sqrt(b * b - 4.0 * a * c) - b) / (2.0 * a), 1e-13, 0.0);
    assert_int_equal(rdg_flow_mesh_to(flow, 1, longer, 5, &mesh, &tau), -1);
    rdg_mesh_release(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(orbits_are_those_of_the_motion), TEST(orbits_are_found_from_afar),
                                       TEST(multipliers_do_not_depend_on_it),
                                       TEST(resets_that_do_not_project_are_refused),
                                       TEST(surfaces_that_are_not_met_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
