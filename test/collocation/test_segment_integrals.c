/* Integrals and means over a segment against closed forms: of polynomials at given states, of the phase of a
 * forcing, and of a decay that is solved for. */
#include "fresh_context.h"

#include <ridgewalk/collocation.h>

/* x' = -p x, with and without forcing: (x, p), (x, p, omega, phi) */
static int decay(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = -u[1] * u[0];
    return 0;
}

/* x and p^2 x */
static int first_and_scaled(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[1] * u[1] * u[0];
    return 0;
}

static double value_of(rdg_problem *p, const char *name)
{
    double value = NAN;
    assert_ok(rdg_problem_context(p), rdg_parameter_value(p, name, rdg_start_values(p), &value));
    return value;
}

/* Gauss points of degree K integrate tau^K without error, on any mesh. */
static void integrals_of_polynomials_are_exact_on_any_mesh(void **state)
{
    enum { N = 5, MOST = 7 };
    static const double mesh[N + 1] = {0.0, 0.03, 0.3, 0.41, 0.9, 1.0};
    const char *const integrals[] = {"I", "p2I"}, *const means[] = {"M", "p2M"};
    const double T = 2.7, decay_rate = 1.3;
    rdg_context *ctx = *state;
    const rdg_hybrid_function field = {.f = decay};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "decay", 1, &field, RDG_PARAMETERS("p"), &decay_rate, RDG_AUTONOMOUS);
    for (int K = 1; K <= MOST; K++) {
        double x[N * MOST + 1];
        for (int k = 0; k <= N * K; k++) {
            const int i = k < N * K ? k / K : N - 1;
            x[k] = pow(mesh[i] + (mesh[i + 1] - mesh[i]) * (double)(k - i * K) / K, K);
        }
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_segment *s = rdg_segment_add(
            p, NULL, h,
            &(rdg_segment_options){.duration = T, .intervals = N, .degree = K, .mesh = mesh, .adapt = -1});
        assert_non_null(s);
        assert_ok(ctx, rdg_set_start_values(p, "x", 0, N * K + 1, x));
        rdg_function g = {.name = "g", .n = 2, .m = 2, .f = first_and_scaled, .by_differences = true};
        assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_INTEGRAL, &g, integrals, RDG_ACTIVE));
        g.name = "mean of g";
        assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_MEAN, &g, means, RDG_ACTIVE));
        const double mean = 1.0 / (K + 1.0);
        assert_near(value_of(p, "I"), T * mean, 1e-14, 0.0);
        assert_near(value_of(p, "p2I"), decay_rate * decay_rate * T * mean, 1e-14, 0.0);
        assert_near(value_of(p, "M"), mean, 1e-14, 0.0);
        assert_near(value_of(p, "p2M"), decay_rate * decay_rate * mean, 1e-14, 0.0);
        rdg_problem_free(p);
    }
}

static int cosine_of_phase(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m, (void)data;
    y[0] = cos(u[n - 1]);
    return 0;
}

/* phi = phi_0 + omega t; the time runs backwards, too. */
static void the_phase_of_a_forcing_runs_with_time(void **state)
{
    rdg_context *ctx = *state;
    const double values[] = {1.3, 2.1};
    const rdg_hybrid_function field = {.f = decay};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "driven", 1, &field, RDG_PARAMETERS("p", "omega"), values, "omega");
    for (int backwards = 0; backwards < 2; backwards++) {
        const double T = backwards ? -1.7 : 1.7, phase = 0.4, omega = values[1];
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_segment *s = rdg_segment_add(
            p, NULL, h, &(rdg_segment_options){.duration = T, .phase = phase, .intervals = 8, .degree = 5});
        assert_non_null(s);
        rdg_function g = {.name = "I", .n = 4, .m = 1, .f = cosine_of_phase, .by_differences = true};
        assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_INTEGRAL, &g, NULL, RDG_ACTIVE));
        g.name = "M";
        assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_MEAN, &g, NULL, RDG_ACTIVE));
        const double integral = (sin(phase + omega * T) - sin(phase)) / omega;
        assert_near(value_of(p, "I"), integral, 1e-13, 0.0);
        assert_near(value_of(p, "M"), integral / T, 1e-13, 0.0);
        rdg_problem_free(p);
    }
}

/* x(0) = 1; (x0, x1, T, p) */
static int from_one(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 1.0;
    return 0;
}

/* By how much x lies above a level. */
static int above_level(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = u[0] - *(const double *)data;
    return 0;
}

static void means_of_a_decay_are_those_of_its_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double rate = 1.5, T = 2.0;
    const rdg_hybrid_function field = {.f = decay};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "decay", 1, &field, RDG_PARAMETERS("p"), &rate, RDG_AUTONOMOUS);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(
        p, NULL, h, &(rdg_segment_options){.duration = T, .intervals = 10, .degree = 4, .adapt = -1});
    const char *const means[] = {"M", "p2M"};
    const rdg_function g = {.name = "g", .n = 2, .m = 2, .f = first_and_scaled, .by_differences = true};
    const rdg_function start = {.name = "start", .n = 4, .m = 1, .f = from_one, .by_differences = true};
    assert_ok(ctx, rdg_segment_add_boundary(s, &start));
    assert_ok(ctx, rdg_segment_add_integral_monitor(s, RDG_MEAN, &g, means, RDG_ACTIVE));
    assert_ok(ctx, rdg_solve(p));
    const double mean = (1.0 - exp(-rate * T)) / (rate * T);
    assert_near(value_of(p, "M"), mean, 1e-9, 0.0);
    assert_near(value_of(p, "p2M"), rate * rate * mean, 1e-9, 0.0);
}

/* What an integral has to be fixes a parameter: the duration, of an integral, and the rate, of a mean. */
static void a_condition_on_an_integral_is_met_by_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    const double rate = 1.5, T = 2.0;
    const rdg_hybrid_function field = {.f = decay};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "decay", 1, &field, RDG_PARAMETERS("p"), &rate, RDG_AUTONOMOUS);
    const double x[] = {1.0, 0.2, 0.05};
    for (int kind = 0; kind < 2; kind++) {
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_segment *s = rdg_segment_add(
            p, NULL, h,
            &(rdg_segment_options){
                .duration = T, .intervals = 10, .degree = 4, .adapt = -1, .count = 3, .x = x});
        /* mean(x - level) = 0 and integral(x - level) = 0 at x = exp(-rate t), T = 2 */
        double level = (1.0 - exp(-rate * T)) / (rate * T);
        const rdg_function start = {.name = "start", .n = 4, .m = 1, .f = from_one, .by_differences = true};
        const rdg_function g = {
            .name = "level", .n = 2, .m = 1, .f = above_level, .data = &level, .by_differences = true};
        assert_ok(ctx, rdg_segment_add_boundary(s, &start));
        assert_ok(ctx, rdg_segment_add_integral(s, kind == 0 ? RDG_INTEGRAL : RDG_MEAN, &g));
        assert_ok(ctx, rdg_let_vary(p, kind == 0 ? "T" : "p"));
        double near[] = {kind == 0 ? 2.3 : 1.3};
        assert_ok(ctx, rdg_set_start_values(p, kind == 0 ? "T" : "p", 0, 1, near));
        assert_ok(ctx, rdg_solve(p));
        assert_near(value_of(p, kind == 0 ? "T" : "p"), kind == 0 ? T : rate, 1e-8, 0.0);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(integrals_of_polynomials_are_exact_on_any_mesh),
        TEST(the_phase_of_a_forcing_runs_with_time),
        TEST(means_of_a_decay_are_those_of_its_closed_form),
        TEST(a_condition_on_an_integral_is_met_by_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
