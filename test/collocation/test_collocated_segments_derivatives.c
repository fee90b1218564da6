/* What is watched along segments, and what is made of their multipliers: gradients beside differences, at
 * random states next to orbits, with events of every kind: with and without resets, into modes of other
 * sizes, of autonomous and forced systems, surfaces that move. */
#include "orbits.h"
#include "oscillator_chain.h"

#include "shooting/bouncing_ball.h"
#include "shooting/hybrid_systems.h"
#include "shooting/two_masses.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

/* Slope of a monitor along d, by differences of order 4. */
static double difference(const rdg_function *g, const double *u, const double *d, double h)
{
    static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
    static const double weight[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0};
    double sum = 0.0, *v = calloc((size_t)g->n, sizeof *v);
    for (int k = 0; k < 4; k++) {
        double y = 0.0;
        for (rdg_index j = 0; j < g->n; j++) {
            v[j] = u[j] + at[k] * h * d[j];
        }
        assert_int_equal(g->f(g->n, v, 1, &y, g->data), 0);
        sum += weight[k] * y / h;
    }
    free(v);
    return sum;
}

static double slope(const rdg_function *g, const double *u, const double *d)
{
    double sum = 0.0, *values = calloc((size_t)g->n, sizeof *values);
    assert_int_equal(g->df(g->n, u, 1, values, g->data), 0);
    for (rdg_index j = 0; j < g->n; j++) {
        for (rdg_index k = g->df_pattern ? g->df_pattern->start[j] : j;
             k < (g->df_pattern ? g->df_pattern->start[j + 1] : j + 1); k++) {
            sum += values[k] * d[j];
        }
    }
    free(values);
    return sum;
}

/* Beside differences; where two multipliers meet these themselves are no better than `error`. */
static bool is_compared(const rdg_function *g, const double *u, const double *d, double tolerance)
{
    const double known = difference(g, u, d, 1e-5), found = slope(g, u, d);
    const double error = fabs(known - difference(g, u, d, 2e-5)), within = tolerance * fmax(1.0, fabs(known));
    assert_near(found, known, 0.0, within + 2.0 * error);
    return error < within;
}

/* A change of all states that is smooth along each segment. */
static void smooth(rdg_problem *p, double *d)
{
    char name[32];
    for (int segment = 1;
         snprintf(name, sizeof name, "segment%d.x", segment) > 0 && rdg_has_variables(p, name); segment++) {
        rdg_index n = 0;
        const rdg_index first = rdg_variable_index(p, name, &n);
        for (rdg_index j = n - 1; j >= 0; j--) {
            d[first + j] = d[first] * cos(3.0 * (double)j / (double)n + d[first]);
        }
    }
}

/* Along random directions at states that are `wide` off the orbit, of the sizes of its variables. */
static void compare(rdg_problem *p, int states, double wide, double tolerance)
{
    assert_non_null(p);
    const rdg_index n = rdg_variable_count(p);
    double *u = calloc((size_t)n, sizeof *u), *d = calloc((size_t)n, sizeof *d);
    const double *u0 = rdg_start_values(p);
    uint64_t seed = 7;
    int compared = 0, all = 0;
    const rdg_function *graze = rdg_find_function(p, "graze"), *passing = rdg_find_function(p, "passing");
    const rdg_function *pd = rdg_find_function(p, "pd"), *ns = rdg_find_function(p, "ns");
    for (int k = 0; k < states; k++) {
        for (rdg_index j = 0; j < n; j++) {
            u[j] = u0[j] + wide * random_signed(&seed) * (0.5 + fabs(u0[j]));
            d[j] = random_signed(&seed) * (0.5 + fabs(u0[j]));
        }
        compared += is_compared(passing, u, d, tolerance) + is_compared(pd, u, d, tolerance);
        compared += ns ? is_compared(ns, u, d, tolerance) : 1; /* not there of a single multiplier */
        all += 3;
        smooth(p, d); /* else motions have kinks, at which they may be lowest */
        (void)is_compared(graze, u0, d, tolerance);
    }
    assert_true(10 * compared >= 9 * all);
    free(u);
    free(d);
}

static rdg_problem *segments_of(rdg_hybrid *h, const rdg_shooting_options *from, rdg_index intervals)
{
    rdg_problem *p = rdg_collocation_problem(
        by_shooting(h, from, &(rdg_collocation_options){.intervals = intervals, .degree = 4}));
    return p && rdg_solve(p) == RDG_OK ? p : NULL;
}

static void of_impacts(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.transient = 300.0};
    compare(segments_of(impact_system(ctx, 0.45), &from, 24), 100, 1e-3, 1e-6);
    compare(segments_of(impact_system(ctx, 0.6), &from, 24), 100, 1e-3, 1e-6);
    compare(segments_of(impact_system(ctx, 1.0), &from, 24), 100, 1e-2, 1e-6);
}

/* Two bounces: the second segment begins at a phase that depends on the first one's duration. */
static void of_a_surface_that_moves(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.x = (double[]){2.0, 2.5}, .transient = 400.0};
    compare(segments_of(ball_system(ctx, 1.6, 0.5), &from, 5), 100, 1e-2, 1e-6);
    compare(segments_of(ball_system(ctx, 1.3, 0.5), &from, 5), 100, 1e-2, 1e-6);
}

static void of_masses_at_a_stop(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options from = {.transient = 600.0};
    compare(segments_of(two_masses(ctx, 0.63), &from, 60), 40, 1e-4, 1e-5);
}

/* Of an autonomous system M f = f on orbits alone: multipliers mean nothing elsewhere. */
static void of_autonomous_systems(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 11;
    for (int k = 0; k < 30; k++) {
        const double p[3] = {1.0 + 0.3 * random_signed(&seed), 2.0 + 0.5 * random_signed(&seed),
                             1.5 + 0.3 * random_signed(&seed)};
        const rdg_shooting_options from = {.mode = "right", .x = (double[]){0.5, 0.0}, .transient = 80.0};
        compare(segments_of(plane_system(ctx, p), &from, 14), 3, 0.0, 1e-6);
        const double q[4] = {1.0 + 0.2 * random_signed(&seed), 0.5, 0.3 + 0.1 * random_signed(&seed), 0.02};
        const rdg_shooting_options stick = {.mode = "stick", .transient = 80.0};
        compare(segments_of(belt_system(ctx, q), &stick, 10), 3, 0.0, 1e-6);
    }
}

/* Intervals that are too large for panels. */
static void of_many_states(void **state)
{
    rdg_context *ctx = *state;
    rdg_index masses = 6;
    const double omega = 0.83;
    const rdg_hybrid_function chain = oscillator_chain(&masses);
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "chain", 12, &chain, RDG_PARAMETERS("omega"), &omega, "omega");
    rdg_problem *p =
        rdg_collocation_problem(rdg_collocation_create(h, &(rdg_collocation_options){.intervals = 20}));
    assert_ok(ctx, rdg_solve(p));
    const rdg_function *pd = rdg_find_function(p, "pd"), *ns = rdg_find_function(p, "ns");
    const rdg_index n = rdg_variable_count(p);
    double *d = calloc((size_t)n, sizeof *d);
    uint64_t seed = 3;
    for (int k = 0; k < 4; k++) {
        for (rdg_index j = 0; j < n; j++) {
            d[j] = random_signed(&seed);
        }
        assert_true(is_compared(pd, rdg_start_values(p), d, 1e-6));
        assert_true(is_compared(ns, rdg_start_values(p), d, 1e-6));
    }
    free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(of_impacts), TEST(of_a_surface_that_moves),
                                       TEST(of_masses_at_a_stop), TEST(of_autonomous_systems),
                                       TEST(of_many_states)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
