/* Stiff modes by implicit steps, beside explicit ones, closed forms and what others have computed. */
#include "sections.h"
#include "shooting/orbit_run.h"

#include <ridgewalk/ep.h>

static const rdg_flow_options stiffly = {.method = RDG_FLOW_STIFF};
static const rdg_flow_options explicitly = {.method = RDG_FLOW_EXPLICIT};

static unsigned long long seed = 5;
static double random_in(double from, double to)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return from + (to - from) * ((double)(seed >> 11) / 9007199254740992.0);
}

/* Robertson's reactions; Hairer and Wanner have the concentrations at t = 40. */
RDG_TEST_FUNCTION(robertson)
{
    RDG_TEST_UNUSED;
    y[0] = -0.04 * u[0] + 1e4 * u[1] * u[2];
    y[2] = 3e7 * u[1] * u[1];
    y[1] = -y[0] - y[2];
    return 0;
}

static void reactions_of_very_different_rates_are_followed(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "Robertson", 3, &(rdg_hybrid_function){.f = robertson}, NULL, NULL, NULL);
    rdg_flow *flow = rdg_flow_create(h, &stiffly);
    double x[3] = {1.0, 0.0, 0.0};
    rdg_hybrid_state s = {.x = x};
    assert_int_equal(rdg_flow_run(flow, NULL, &s, 40.0, 0, NULL), 0);
    assert_near(x[0], 0.7158270687193941, 1e-9, 0.0);
    assert_near(x[1], 9.185534764557763e-6, 1e-8, 0.0);
    assert_near(x[2], 0.2841637457458413, 1e-9, 0.0);
}

/* x' = -k (x - cos phi) - omega sin phi, k up to 1e8: x = cos phi */
RDG_TEST_FUNCTION(drawn)
{
    RDG_TEST_UNUSED;
    y[0] = -u[1] * (u[0] - cos(u[3])) - u[2] * sin(u[3]);
    return 0;
}

static void what_is_drawn_fast_stays_where_it_is_drawn(void **state)
{
    rdg_context *ctx = *state;
    for (double k = 1.0; k < 1e9; k *= 10.0) {
        rdg_hybrid *h = rdg_hybrid_smooth(ctx, "drawn", 1, &(rdg_hybrid_function){.f = drawn},
                                          RDG_PARAMETERS("k", "omega"), ((double[]){k, 1.3}), "omega");
        rdg_flow *flow = rdg_flow_create(h, &stiffly);
        const double sigma[5] = {1.0, k, 1.3, 0.0, 20.0};
        double y[1], dy[5];
        rdg_mesh mesh = {0};
        assert_int_equal(rdg_flow_mesh(flow, 0, sigma, &mesh, y), 0);
        assert_near(y[0], cos(26.0), 0.0, 2e-9);
        assert_int_equal(rdg_flow_segment(flow, 0, &mesh, sigma, y, dy, NULL), 0);
        assert_near(y[0], cos(26.0), 0.0, 2e-9);
        assert_near(dy[0], exp(-20.0 * k), 0.0, 1e-6);
        assert_near(dy[3], -sin(26.0), 0.0, 1e-6);
        assert_near(dy[2], -20.0 * sin(26.0), 0.0, 1e-5);
        assert_near(dy[4], -1.3 * sin(26.0), 0.0, 2e-9 * k + 1e-8);
        rdg_mesh_release(&mesh);
        rdg_flow_free(flow);
    }
}

/* To what accuracy derivatives are those that Newton's method needs. */
static void derivatives_are_those_of_explicit_steps(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.05, 1.0, 0.5, 1.2);
    rdg_flow *flow[2] = {rdg_flow_create(h, &explicitly), rdg_flow_create(h, &stiffly)};
    double first = 0.0, second = 0.0, ends = 0.0;
    for (int trial = 0; trial < 25; trial++) {
        double sigma[8], y[2][2], dy[2][16], d2y[2][64], along[2][8], size1 = 0.0, size2 = 0.0, d[8];
        for (int i = 0; i < 8; i++) {
            sigma[i] = random_in(0.2, 1.5) * (i == 7 && trial % 5 == 0 ? -1.0 : 1.0);
            d[i] = random_in(-1.0, 1.0);
        }
        const double lambda[2] = {random_in(-1.0, 1.0), random_in(-1.0, 1.0)};
        for (int k = 0; k < 2; k++) {
            rdg_mesh mesh = {0};
            assert_int_equal(rdg_flow_mesh(flow[k], 0, sigma, &mesh, y[k]), 0);
            assert_int_equal(rdg_flow_segment(flow[k], 0, &mesh, sigma, y[k], dy[k], NULL), 0);
            assert_int_equal(rdg_flow_second(flow[k], 0, &mesh, sigma, lambda, d2y[k]), 0);
            assert_int_equal(rdg_flow_second_along(flow[k], 0, &mesh, sigma, lambda, d, along[k]), 0);
            rdg_mesh_release(&mesh);
        }
        for (int i = 0; i < 64; i++) {
            size1 = fmax(size1, fabs(dy[0][i % 16]));
            size2 = fmax(size2, fabs(d2y[0][i]));
        }
        for (int i = 0; i < 64; i++) {
            ends = fmax(ends, fabs(y[1][i % 2] - y[0][i % 2]));
            first = fmax(first, fabs(dy[1][i % 16] - dy[0][i % 16]) / size1);
            second = fmax(second, fabs(d2y[1][i] - d2y[0][i]) / size2);
            second = fmax(second, fabs(along[1][i % 8] - along[0][i % 8]) / size2);
        }
    }
    print_message("ends %.1e, first %.1e, second derivatives %.1e\n", ends, first, second);
    assert_true(ends < 1e-9 && first < 1e-8 && second < 2e-5);
}

typedef struct instants {
    int count;
    double t[64], x[64];
} instants;

static int note(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    (void)event, (void)after;
    instants *to = data;
    to->t[to->count] = before->t;
    to->x[to->count++] = before->x[0];
    return to->count == 64;
}

static void compare_events(rdg_hybrid *h, rdg_index mode, double duration)
{
    instants seen[2] = {{0}, {0}};
    double x[2][4] = {{0.0}, {0.0}};
    for (int k = 0; k < 2; k++) {
        rdg_flow *flow = rdg_flow_create(h, k == 0 ? &explicitly : &stiffly);
        rdg_hybrid_state s = {.mode = mode, .x = x[k]};
        const double *p = rdg_hybrid_parameters_of(h).value;
        assert_int_equal(
            rdg_flow_run(flow, p, &s, duration, 0, &(rdg_flow_observer){.crossed = note, .data = &seen[k]}),
            0);
        assert_near(s.t, duration, 1e-14, 0.0);
    }
    assert_true(seen[0].count > 3);
    assert_int_equal(seen[0].count, seen[1].count);
    for (int i = 0; i < seen[0].count; i++) {
        assert_near(seen[1].t[i], seen[0].t[i], 0.0, 5e-9);
        assert_near(seen[1].x[i], seen[0].x[i], 0.0, 5e-9);
    }
    assert_near(x[1][0], x[0][0], 0.0, 1e-8);
}

static void events_are_where_explicit_steps_find_them(void **state)
{
    rdg_context *ctx = *state;
    compare_events(belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.05}), 1, 60.0);
    compare_events(impact_system(ctx, 0.6), 0, 60.0);
    compare_events(impact_system(ctx, 1.0), 0, 60.0);
}

static void van_der_pol_s_orbits_keep_nine_digits(void **state)
{
    static const struct {
        double mu, T, max, log;
    } known[] = {{1.0, 6.66328685932313019, 2.00861986087484, -7.05893280879895918},
                 {10.0, 19.0783695669390141, 2.01428536092641, -311.844219286228},
                 {100.0, 162.837071092370, 2.00131868117722, -28997.9884572870}};
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const rdg_shooting_options o = {
            .x = (double[]){2.0, 0.0}, .transient = 3.0 * known[k].T, .flow = stiffly};
        rdg_shooting *s = rdg_shooting_create(van_der_pol_with_section(ctx, known[k].mu), &o);
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_shooting_add_logarithm(s, p));
        solve_orbit(ctx, p, "orbit");
        assert_near(value_at(ctx, "orbit", "EP", 0, "T"), known[k].T, 1e-9, 0.0);
        assert_near(value_at(ctx, "orbit", "EP", 0, "x[0]"), known[k].max, 1e-9, 0.0);
        assert_near(value_at(ctx, "orbit", "EP", 0, "multiplier.log"), known[k].log, 1e-9, 0.0);
    }
}

static void events_of_stiff_orbits_have_their_multipliers(void **state)
{
    rdg_context *ctx = *state;
    rdg_shooting *s =
        rdg_shooting_create(belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.0}),
                            &(rdg_shooting_options){.mode = "stick", .transient = 50.0, .flow = stiffly});
    solve_orbit(ctx, rdg_shooting_problem(s), "belt");
    assert_near(value_at(ctx, "belt", "EP", 0, "T"), 8.90260540781452, 1e-9, 0.0);
    s = rdg_shooting_create(impact_system(ctx, 1.0),
                            &(rdg_shooting_options){.transient = 300.0, .flow = stiffly});
    rdg_problem *p = rdg_shooting_problem(s);
    solve_orbit(ctx, p, "impact");
    double u[100], re[2], im[2];
    solution_at(ctx, p, "impact", "EP", 0, u);
    assert_near(u[1], -1.03328858066486, 1e-9, 0.0);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    assert_near(re[0], -0.01478004601861, 0.0, 1e-9);
    assert_near(fabs(im[0]), 0.27316331694787, 0.0, 1e-9);
}

/* A thousand times stiffer than what is within reach of explicit steps. */
static void a_mode_that_shows_that_it_is_stiff_is_followed_by_implicit_steps(void **state)
{
    rdg_context *ctx = *state;
    const double mu[] = {1000.0, 10000.0}, T[] = {1614.4011258084, 16137.3812};
    for (int k = 0; k < 2; k++) {
        const rdg_shooting_options o = {.x = (double[]){2.0, 0.0}, .transient = 3.0 * T[k]};
        rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(van_der_pol_with_section(ctx, mu[k]), &o));
        solve_orbit(ctx, p, "orbit");
        assert_near(value_at(ctx, "orbit", "EP", 0, "T"), T[k], k == 0 ? 1e-9 : 1e-8, 0.0);
    }
    /* a segment shows it as well */
    rdg_flow *flow = rdg_flow_create(van_der_pol_system(ctx, mu[1]), NULL);
    rdg_mesh mesh = {0};
    double y[2];
    assert_int_equal(rdg_flow_mesh(flow, 0, (double[]){2.0, 0.0, mu[1], T[1]}, &mesh, y), 0);
    assert_near(y[0], 2.0, 1e-4, 0.0);
    rdg_mesh_release(&mesh);
}

/* y' = y^2, which is infinite at t = 1; a rate that is no number; one that asks to end. */
RDG_TEST_FUNCTION(escapes)
{
    RDG_TEST_UNUSED;
    y[0] = u[0] * u[0];
    return 0;
}

RDG_TEST_FUNCTION(ends_at_two)
{
    RDG_TEST_UNUSED;
    y[0] = u[0] > 2.0 ? NAN : 1.0;
    return 0;
}

RDG_TEST_FUNCTION(asks_to_end)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0;
    return u[0] > 2.0 ? -1 : 0;
}

static void what_cannot_be_followed_is_told(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function field[] = {{.f = escapes}, {.f = ends_at_two}, {.f = asks_to_end}};
    const char *const words[] = {"", "", "has requested the end of the run"};
    for (int k = 0; k < 3; k++) {
        rdg_hybrid *h = rdg_hybrid_smooth(ctx, "y", 1, &field[k], NULL, NULL, NULL);
        rdg_flow *flow = rdg_flow_create(h, &stiffly);
        double x[1] = {1.0}, y[1];
        rdg_hybrid_state s = {.x = x};
        const int answer = rdg_flow_run(flow, NULL, &s, 5.0, 0, NULL);
        assert_true(k == 2 ? answer < 0 : answer > 0);
        assert_non_null(strstr(rdg_flow_reason(flow), words[k]));
        assert_true(*rdg_flow_reason(flow));
        rdg_mesh mesh = {0};
        assert_true(rdg_flow_segment(flow, 0, &mesh, (double[]){1.0, 5.0}, y, NULL, NULL) != 0);
        assert_true(*rdg_flow_reason(flow));
    }
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "y", 1, &field[0], NULL, NULL, NULL);
    assert_null(rdg_flow_create(h, &(rdg_flow_options){.method = 7}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "method 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(reactions_of_very_different_rates_are_followed),
                                       TEST(what_is_drawn_fast_stays_where_it_is_drawn),
                                       TEST(derivatives_are_those_of_explicit_steps),
                                       TEST(events_are_where_explicit_steps_find_them),
                                       TEST(van_der_pol_s_orbits_keep_nine_digits),
                                       TEST(events_of_stiff_orbits_have_their_multipliers),
                                       TEST(a_mode_that_shows_that_it_is_stiff_is_followed_by_implicit_steps),
                                       TEST(what_cannot_be_followed_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
