/* Motions by explicit steps and, where these would be bound by stability, by implicit ones. */
#include "sections.h"
#include "shooting/orbit_run.h"
#include "shooting/planar_belt.h"

typedef struct tally {
    long steps, events;
} tally;

static int count_step(const rdg_hybrid_state *state, void *data)
{
    tally *t = data;
    (void)state;
    t->steps++;
    return 0;
}

static int count_event(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                       void *data)
{
    tally *t = data;
    (void)event, (void)before, (void)after;
    t->events++;
    return 0;
}

/* Where the motion has come to; steps and events. */
static tally follow(rdg_hybrid *h, rdg_flow_method method, double relative, const double *p, double *x,
                    double end)
{
    tally t = {0};
    rdg_flow *flow = rdg_flow_create(
        h, &(rdg_flow_options){.method = method, .relative = relative, .absolute = 1e-4 * relative});
    rdg_hybrid_state s = {.x = x};
    const rdg_flow_observer observer = {.at = count_step, .crossed = count_event, .data = &t};
    assert_int_equal(rdg_flow_run(flow, p, &s, end, 0, &observer), 0);
    rdg_flow_free(flow);
    return t;
}

static long evaluations;

RDG_TEST_FUNCTION(robertson)
{
    RDG_TEST_UNUSED;
    evaluations++;
    y[0] = -0.04 * u[0] + 1e4 * u[1] * u[2];
    y[2] = 3e7 * u[1] * u[1];
    y[1] = -y[0] - y[2];
    return 0;
}

/* Hairer and Wanner have the concentrations at t = 40; steps are judged by an estimate of order 5: 1e4 less
 * of an error asks for at most 10^(4/6) = 4.6 times as many, less where the motion has hardly begun. */
static void reactions_of_very_different_rates_are_followed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Robertson", 3, &(rdg_hybrid_function){.f = robertson}, NULL, NULL, NULL);
    long steps[2];
    /* of the field, those for differences among them: they are more where Newton's method converges slowly */
    const long most[2] = {650, 1480};
    for (int k = 0; k < 2; k++) {
        const double relative = k == 0 ? 1e-5 : 1e-9;
        evaluations = 0;
        double x[3] = {1.0, 0.0, 0.0};
        steps[k] = follow(h, RDG_FLOW_MIXED, relative, NULL, x, 40.0).steps;
        assert_near(x[0], 0.7158270687193941, 10.0 * relative, 0.0);
        assert_near(x[1], 9.185534764557763e-6, 10.0 * relative, 0.0);
        assert_near(x[2], 0.2841637457458413, 10.0 * relative, 0.0);

        assert_true(evaluations < most[k]);
    }
    assert_true(steps[0] < 40 && steps[1] < 5 * steps[0]);
}

/* x' = -k (x^3 - cos^3 phi) - omega sin phi: x = cos phi, drawn there at the rate 3 k cos^2 phi, fast and,
 * twice a turn, not at all. */
RDG_TEST_FUNCTION(drawn)
{
    RDG_TEST_UNUSED;
    const double c = cos(u[3]);
    y[0] = -u[1] * (u[0] * u[0] * u[0] - c * c * c) - u[2] * sin(u[3]);
    return 0;
}

static void what_is_drawn_fast_at_times_stays_where_it_is_drawn(void **state)
{
    rdg_context *ctx = *state;
    for (double k = 1.0; k < 1e7; k *= 10.0) {
        const double p[2] = {k, 1.3};
        rdg_hybrid *h = rdg_hybrid_smooth(ctx, "drawn", 1, &(rdg_hybrid_function){.f = drawn},
                                          RDG_PARAMETERS("k", "omega"), p, "omega");
        double x[1] = {1.0};
        const tally t = follow(h, RDG_FLOW_MIXED, 1e-9, p, x, 20.0);
        assert_near(x[0], cos(26.0), 0.0, 1e-7);
        assert_true(k < 1e4 || t.steps < 12000);
    }
}

static int compare_row(const rdg_hybrid_state *state, void *data)
{
    double *worst = data;
    *worst = fmax(*worst, fabs(state->x[0] - cos(1.3 * state->t)));
    return 0;
}

/* The extension of a step is asked for rows within it, also where the next one is of the other method. */
static void rows_lie_on_the_motion_where_the_method_changes(void **state)
{
    rdg_context *ctx = *state;
    const double p[2] = {1e4, 1.3};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "drawn", 1, &(rdg_hybrid_function){.f = drawn},
                                      RDG_PARAMETERS("k", "omega"), p, "omega");
    rdg_flow *flow =
        rdg_flow_create(h, &(rdg_flow_options){.method = RDG_FLOW_MIXED, .relative = 1e-7, .absolute = 1e-9});
    double x[1] = {1.0}, worst = 0.0;
    rdg_hybrid_state s = {.x = x};
    const rdg_flow_observer observer = {.at = compare_row, .every = 1e-3, .data = &worst};
    assert_int_equal(rdg_flow_run(flow, p, &s, 20.0, 0, &observer), 0);
    assert_near(worst, 0.0, 0.0, 1e-5);
}

/* A mass on a belt with friction that falls to nothing within eps = 1e-6: stiff while the velocity is about
 * that, and quick while the mass slips; it jumps at a stop. */
RDG_TEST_FUNCTION(belt)
{
    RDG_TEST_UNUSED;
    const double v = u[1] - 1.0;
    y[0] = u[1];
    y[1] = -u[0] - 1.5 * v / sqrt(v * v + 1e-12) * (1.0 + 0.5 / (1.0 + v * v));
    return 0;
}

static int belt_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    const double v = u[1] - 1.0, square = v * v + 1e-12, fall = 1.0 + v * v;
    values[2] = 1.0;
    values[1] = -1.0;
    values[3] =
        -1.5 * (1e-12 / (square * sqrt(square)) * (1.0 + 0.5 / fall) - v * v / sqrt(square) / (fall * fall));
    return 0;
}

RDG_TEST_FUNCTION(stop)
{
    RDG_TEST_UNUSED;
    y[0] = 1.2 - u[0];
    return 0;
}

RDG_TEST_FUNCTION(bounce)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    y[1] = -0.8 * u[1];
    return 0;
}

static void a_mass_on_a_belt_meets_its_stop_when_it_does_by_explicit_steps(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "belt", 2, &(rdg_hybrid_function){.f = belt, .df = belt_df}, NULL, NULL, NULL);
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "stop",
                                                                .from = "smooth",
                                                                .to = "smooth",
                                                                .surface = {.f = stop},
                                                                .reset = {.f = bounce}});
    double x[2] = {0.0, 0.5}, y[2] = {0.0, 0.5};
    const tally by_both = follow(h, RDG_FLOW_MIXED, 1e-9, NULL, x, 8.0);
    const tally by_explicit = follow(h, RDG_FLOW_EXPLICIT, 1e-9, NULL, y, 8.0);
    assert_true(by_both.events > 0);
    assert_int_equal(by_both.events, by_explicit.events);
    assert_near(x[0], y[0], 1e-7, 0.0);
    assert_near(x[1], y[1], 1e-6, 0.0);
    assert_true(20 * by_both.steps < by_explicit.steps);
}

/* All but straight to rest. */
static void slip_towards_rest(int trial, uint64_t *seed, double start[4])
{
    start[0] = 0.2 * random_signed(seed);
    start[1] = 0.2 * random_signed(seed);
    const double speed = 0.3 + 0.2 * random_signed(seed), bend = 0.1 * random_signed(seed);
    start[2] = 0.4 + speed * (trial % 2 ? 1.0 : -1.0);
    start[3] = speed * bend * bend * bend;
}

/* Slip in a plane has no direction where it comes to rest. A long step there may end beyond, or where the
 * field has no values, with stages that are in order; the end of slip is met in spite of it. */
static void slip_ends_where_it_comes_to_rest_however_long_the_steps_are(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-6};
    const double p[2] = {1.0, 0.4};
    uint64_t seed = 1;
    rdg_hybrid *h = planar_belt_system(ctx, &belt, false, false);
    for (int trial = 0; trial < 400; trial++) {
        double start[4], end[2][4];
        slip_towards_rest(trial, &seed, start);
        for (int k = 0; k < 2; k++) {
            memcpy(end[k], start, sizeof start);
            follow(h, k == 0 ? RDG_FLOW_MIXED : RDG_FLOW_EXPLICIT, k == 0 ? 1e-4 : 1e-8, p, end[k], 1.0);
        }
        for (int i = 0; i < 4; i++) {
            assert_near(end[0][i], end[1][i], 1e-3, 0.0);
        }
    }
}

/* A segment that lasts until then ends where the motion's does, by the same errors of steps. */
static void an_segment_ends_where_slip_comes_to_rest(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 1e-6};
    const double p[2] = {1.0, 0.4};
    uint64_t seed = 1;
    rdg_hybrid *h = planar_belt_system(ctx, &belt, false, false);
    rdg_flow *flow =
        rdg_flow_create(h, &(rdg_flow_options){.method = RDG_FLOW_MIXED, .relative = 1e-4, .absolute = 1e-8});
    for (int trial = 0; trial < 400; trial++) {
        double sigma[7] = {0.0, 0.0, 0.0, 0.0, p[0], p[1], 1.0}, x[4], tau = 0.0;
        slip_towards_rest(trial, &seed, sigma);
        memcpy(x, sigma, sizeof x);
        rdg_hybrid_state s = {.x = x};
        rdg_mesh mesh = {.steps = 0};
        assert_int_equal(rdg_flow_run(flow, p, &s, 1.0, 1, NULL), 0);
        if (s.t < 1.0) {
            assert_int_equal(rdg_flow_mesh_to(flow, 0, sigma, 0, &mesh, &tau), 0);
            assert_near(tau, s.t, 0.0, 1e-6);
        }
        rdg_mesh_release(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(reactions_of_very_different_rates_are_followed),
                                       TEST(what_is_drawn_fast_at_times_stays_where_it_is_drawn),
                                       TEST(rows_lie_on_the_motion_where_the_method_changes),
                                       TEST(slip_ends_where_it_comes_to_rest_however_long_the_steps_are),
                                       TEST(an_segment_ends_where_slip_comes_to_rest),
                                       TEST(a_mass_on_a_belt_meets_its_stop_when_it_does_by_explicit_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
