/* Lyapunov exponents against multipliers of orbits, divergences of fields, and known numbers of chaos. */
#include "sections.h"

#include <ridgewalk/lyapunov.h>
#include <ridgewalk/saltation.h>

static const double pi = 3.14159265358979323846;

static rdg_lyapunov_spectrum spectrum_of(rdg_context *ctx, rdg_hybrid *h, rdg_lyapunov_options o)
{
    rdg_lyapunov_spectrum s;
    assert_ok(ctx, rdg_lyapunov(h, &o, &s));
    return s;
}

static void lorenz_and_its_divergence(void **state)
{
    rdg_context *ctx = *state;
    rdg_lyapunov_spectrum s = spectrum_of(
        ctx, lorenz_system(ctx, 28.0),
        (rdg_lyapunov_options){.x = (double[]){1, 1, 20}, .duration = 1500, .flow = {.relative = 1e-9}});
    print_message("Lorenz: %.5f +- %.5f, %.5f, %.5f\n", s.exponent[0], s.error[0], s.exponent[1],
                  s.exponent[2]);
    assert_near(s.exponent[0], 0.906, 0.02, 0.0);
    assert_true(fabs(s.exponent[0] - 0.906) < 5.0 * s.error[0] + 0.001);
    assert_near(s.exponent[1], 0.0, 0.0, 0.003);
    /* the trace of the field's derivative: -10 - 1 - 8/3 everywhere */
    assert_near(s.exponent[0] + s.exponent[1] + s.exponent[2], -41.0 / 3.0, 1e-7, 0.0);
    rdg_lyapunov_release(&s);
}

static void roessler_s_chaos(void **state)
{
    rdg_context *ctx = *state;
    rdg_lyapunov_spectrum s = spectrum_of(
        ctx, roessler_system(ctx, 5.7),
        (rdg_lyapunov_options){.x = (double[]){1, 1, 0}, .duration = 12000, .flow = {.relative = 1e-9}});
    print_message("Roessler: %.5f +- %.5f, %.6f, %.5f\n", s.exponent[0], s.error[0], s.exponent[1],
                  s.exponent[2]);
    assert_near(s.exponent[0], 0.0714, 0.02, 0.0);
    assert_near(s.exponent[1], 0.0, 0.0, 1e-3);
    rdg_lyapunov_release(&s);
}

/* Logarithms of multipliers: shooting_smooth.csv. The stiffer, the more of what dies is between two steps. */
static void van_der_pol_s_multiplier(void **state)
{
    rdg_context *ctx = *state;
    const double mu[] = {1, 10, 100}, T[] = {6.66328685932313, 19.0783695669390, 162.837071092370};
    const double logarithm[] = {-7.05893280879896, -311.844219286228, -28997.9884572870};
    for (int k = 0; k < 3; k++) {
        rdg_lyapunov_spectrum s = spectrum_of(
            ctx, van_der_pol_system(ctx, mu[k]),
            (rdg_lyapunov_options){
                .x = (double[]){2, 0}, .duration = 40 * T[k], .transient = 4 * T[k], .blocks = 40});
        print_message("van der Pol %g: %.3e, %.10f (%.10f)\n", mu[k], s.exponent[0], s.exponent[1],
                      logarithm[k] / T[k]);
        assert_near(s.exponent[0], 0.0, 0.0, 1e-7);
        assert_near(s.exponent[1], logarithm[k] / T[k], 1e-7, 0.0);
        rdg_lyapunov_release(&s);
    }
}

/* A = 1: multipliers -.01478004601861 +- .27316331694787 i, |mu|^2 = e^2 exp(-.2 T) */
static void impacts_forget_as_their_multipliers_say(void **state)
{
    rdg_context *ctx = *state;
    const double T = 2.0 * pi / 0.8;
    rdg_lyapunov_spectrum s =
        spectrum_of(ctx, impact_system(ctx, 1.0),
                    (rdg_lyapunov_options){.x = (double[]){0, 0}, .transient = 40 * T, .duration = 400 * T});
    const double expected = log(hypot(0.01478004601861, 0.27316331694787)) / T;
    print_message("impacts: %.8f, %.8f (%.8f), %d crossings\n", s.exponent[0], s.exponent[1], expected,
                  (int)s.events);
    assert_near(s.exponent[0] + s.exponent[1], 2.0 * expected, 1e-9, 0.0);
    assert_near(s.exponent[0], expected, 0.01, 0.0);
    assert_in_range(s.events, 399, 402);
    rdg_lyapunov_release(&s);
}

static void a_belt_that_sticks_forgets_one_direction(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    for (int k = 0; k < 2; k++) {
        rdg_lyapunov_spectrum s = spectrum_of(ctx, h,
                                              (rdg_lyapunov_options){.mode = k ? "stick" : "slip",
                                                                     .x = (double[]){0.9, k - 1.0},
                                                                     .duration = 890.260540781452});
        assert_int_equal(s.n, 2);
        assert_near(s.exponent[0], 0.0, 0.0, 2e-3);
        assert_true(s.exponent[1] == -INFINITY);
        assert_true(isnan(s.error[1]));
        rdg_lyapunov_release(&s);
    }
}

/* A half plane where the motion turns faster: T and multiplier of al, be, ga = 1, 2, 1.5 */
static void half_planes_have_their_multiplier(void **state)
{
    rdg_context *ctx = *state;
    rdg_lyapunov_spectrum s = spectrum_of(ctx, plane_system(ctx, (double[]){1, 2, 1.5}),
                                          (rdg_lyapunov_options){.x = (double[]){-1.5, 0.2},
                                                                 .transient = 48.1027160599416,
                                                                 .duration = 481.027160599416,
                                                                 .blocks = 100});
    print_message("half planes: %.3e, %.8f (%.8f)\n", s.exponent[0], s.exponent[1],
                  log(0.00243051142018620) / 4.81027160599416);
    assert_near(s.exponent[0], 0.0, 0.0, 2e-3);
    assert_near(s.exponent[1], log(0.00243051142018620) / 4.81027160599416, 1e-9, 0.0);
    rdg_lyapunov_release(&s);
}

/* --- the saltation matrix against differences of the map across an event */

RDG_TEST_FUNCTION(tilted)
{
    RDG_TEST_UNUSED; /* u = (x, y, a, w, phi) */
    y[0] = u[0] - 1.0 - 0.3 * u[1] * u[1] + 0.2 * cos(u[4]);
    return 0;
}

RDG_TEST_FUNCTION(kick)
{
    RDG_TEST_UNUSED;
    y[0] = 2.0 * u[0] + 0.1 * u[1] + 0.3 * sin(u[4]);
    y[1] = -u[2] * u[1] + 0.4 * u[0] * cos(u[4]);
    return 0;
}

RDG_TEST_FUNCTION(swirl)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0 + 0.2 * u[1] + 0.1 * sin(u[4]);
    y[1] = 0.3 * u[0] - 0.5 * u[1] * u[1] + cos(u[4]);
    return 0;
}

static void saltation_is_the_derivative_across_an_event(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "kicked", RDG_PARAMETERS("a", "w"), (double[]){0.7, 1.3});
    rdg_hybrid_forcing(h, "w");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "one", .n = 2, .field = {.f = swirl}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "two", .n = 2, .field = {.f = swirl}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "kick",
                                                                .from = "one",
                                                                .to = "two",
                                                                .direction = 1,
                                                                .surface = {.f = tilted},
                                                                .reset = {.f = kick}});
    rdg_flow *flow = rdg_flow_create(h, NULL);
    const double p[2] = {0.7, 1.3};
    uint64_t seed = 5;
    int met = 0;
    for (int k = 0; k < 40; k++) {
        double x[2] = {-0.4 + 0.2 * random_signed(&seed), 0.5 * random_signed(&seed)}, point[2];
        const double phi = 3.0 * random_signed(&seed);
        memcpy(point, x, sizeof x);
        rdg_hybrid_state s = {.phi = phi, .x = point};
        if (rdg_flow_run(flow, p, &s, 3.0, 1, NULL) != 0 || s.mode != 1) {
            continue;
        }
        met++;
        /* arguments on the surface: where the motion of mode one is then */
        const double t = s.t;
        double sigma[6] = {x[0], x[1], p[0], p[1], phi, t}, y[2], dy[12], S[4], work[128];
        assert_in_range(rdg_hybrid_saltation_workspace(h, 0), 1, 128);
        double share[64];
        for (int i = 0; i < 64; i++) {
            share[i] = 1.0 / 64.0;
        }
        const rdg_mesh fine = {.steps = 64, .capacity = 64, .share = share};
        assert_int_equal(rdg_flow_segment(flow, 0, &fine, sigma, y, dy, NULL), 0);
        const double before[5] = {y[0], y[1], p[0], p[1], phi + p[1] * t};
        assert_int_equal(rdg_hybrid_saltation(h, 0, before, NULL, point, S, work), 0);
        /* d(state at t + tau)/dx = A S dy/dx, A of the segment behind it: compare with differences */
        const double tau = 0.3;
        double behind[6] = {point[0], point[1], p[0], p[1], phi + p[1] * t, tau}, z[2], A[12], D[4], SP[4];
        assert_int_equal(rdg_flow_segment(flow, 1, &fine, behind, z, A, NULL), 0);
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                SP[i + 2 * j] = S[i] * dy[2 * j] + S[i + 2] * dy[1 + 2 * j];
            }
        }
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                D[i + 2 * j] = A[i] * SP[2 * j] + A[i + 2] * SP[1 + 2 * j];
            }
        }
        for (int j = 0; j < 2; j++) {
            double side[2][2];
            for (int m = 0; m < 2; m++) {
                double at[2] = {x[0], x[1]};
                at[j] += m ? 1e-5 : -1e-5;
                rdg_hybrid_state q = {.phi = phi, .x = at};
                assert_int_equal(rdg_flow_run(flow, p, &q, t + tau, 0, NULL), 0);
                assert_int_equal(q.mode, 1);
                memcpy(side[m], at, sizeof at);
            }
            for (int i = 0; i < 2; i++) {
                assert_near(D[i + 2 * j], (side[1][i] - side[0][i]) / 2e-5, 1e-7, 1e-7);
            }
        }
    }
    assert_in_range(met, 15, 40);
}

/* --- the largest one by two motions */

static void two_motions_part_as_small_changes_grow(void **state)
{
    rdg_context *ctx = *state;
    const rdg_lyapunov_options o = {.x = (double[]){1, 1, 20},
                                    .duration = 400,
                                    .blocks = 200,
                                    .apart = 1e-6,
                                    .flow = {.relative = 1e-10}};
    rdg_lyapunov_spectrum s = spectrum_of(ctx, lorenz_system(ctx, 28.0), o);
    print_message("Lorenz by two motions: %.5f +- %.5f\n", s.exponent[0], s.error[0]);
    assert_int_equal(s.n, 1);
    assert_near(s.exponent[0], 0.906, 0.05, 0.0);
    assert_true(fabs(s.exponent[0] - 0.906) < 5.0 * s.error[0] + 0.001);
    rdg_lyapunov_release(&s);
}

/* Also where a start, an event or a jump is met by one of them before the other. */
static void two_motions_forget_as_multipliers_say(void **state)
{
    rdg_context *ctx = *state;
    const double T = 2.0 * pi / 0.8, expected = log(hypot(0.01478004601861, 0.27316331694787)) / T;
    rdg_lyapunov_spectrum s = spectrum_of(
        ctx, impact_system(ctx, 1.0),
        (rdg_lyapunov_options){
            .x = (double[]){0, 0}, .transient = 40 * T, .duration = 200 * T, .blocks = 50, .apart = 1e-6});
    print_message("impacts by two motions: %.6f (%.6f)\n", s.exponent[0], expected);
    assert_near(s.exponent[0], expected, 0.01, 0.0);
    rdg_lyapunov_release(&s);
    /* autonomous, stiff, and with a mode of fewer states: a delay stays */
    s = spectrum_of(ctx, van_der_pol_system(ctx, 100.0),
                    (rdg_lyapunov_options){.x = (double[]){2, 0}, .duration = 3256.74, .apart = 1e-6});
    assert_near(s.exponent[0], 0.0, 0.0, 2e-3);
    rdg_lyapunov_release(&s);
    s = spectrum_of(
        ctx, belt_system(ctx, (double[]){1, 0.5, 0.2, 0}),
        (rdg_lyapunov_options){.mode = "slip", .x = (double[]){0.9, -1}, .duration = 890, .apart = 1e-6});
    assert_near(s.exponent[0], 0.0, 0.0, 2e-3);
    rdg_lyapunov_release(&s);
}

/* --- refusals */

RDG_TEST_FUNCTION(steady)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0;
    return 0;
}

RDG_TEST_FUNCTION(cubed)
{
    RDG_TEST_UNUSED;
    y[0] = pow(u[0] - 5.0, 3.0);
    return 0;
}

RDG_TEST_FUNCTION(back)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    return 0;
}

static void a_touched_surface_has_no_exponents(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "flat", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "m", .n = 1, .field = {.f = steady}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "flat",
                                                                .from = "m",
                                                                .to = "m",
                                                                .direction = 1,
                                                                .surface = {.f = cubed},
                                                                .reset = {.f = back}});
    const double before[1] = {5.0}, after[1] = {0.0};
    double S[1], work[32];
    assert_int_equal(rdg_hybrid_saltation(h, 0, before, NULL, after, S, work), 1);
}

static void what_cannot_be_followed_is_told(void **state)
{
    rdg_context *ctx = *state;
    rdg_lyapunov_spectrum s;
    rdg_hybrid *h = van_der_pol_system(ctx, 1.0);
    rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 1}}, &s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "duration = 0");
    rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 1}, .duration = 1, .blocks = 1}, &s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "blocks = 1");
    rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 1}, .duration = 1, .apart = -1e-6}, &s);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "apart = -1e-06");
    rdg_lyapunov(
        lorenz_system(ctx, 28.0),
        &(rdg_lyapunov_options){.x = (double[]){1, 1, 20}, .duration = 4e3, .blocks = 2, .apart = 1e-6}, &s);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "not next to each other any more");
    rdg_lyapunov(h, &(rdg_lyapunov_options){.mode = "stick", .duration = 1}, &s);
    assert_failed(ctx, RDG_ERR_NAME, "stick");
    rdg_lyapunov(h, &(rdg_lyapunov_options){.x = (double[]){1, 1}, .duration = 1e3, .flow = {.max_steps = 9}},
                 &s);
    assert_failed(ctx, RDG_ERR_NO_CONVERGENCE, "more than 9 steps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lorenz_and_its_divergence),
        TEST(roessler_s_chaos),
        TEST(van_der_pol_s_multiplier),
        TEST(impacts_forget_as_their_multipliers_say),
        TEST(a_belt_that_sticks_forgets_one_direction),
        TEST(half_planes_have_their_multiplier),
        TEST(saltation_is_the_derivative_across_an_event),
        TEST(two_motions_part_as_small_changes_grow),
        TEST(two_motions_forget_as_multipliers_say),
        TEST(a_touched_surface_has_no_exponents),
        TEST(what_cannot_be_followed_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
