/* First and contracted second derivatives of the equations of an orbit against differences, at random states,
 * with events of every kind: with and without resets, into modes of other sizes, of autonomous and forced
 * systems, with segments in pieces. */
#include "bouncing_ball.h"
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "planar_belt.h"
#include "smooth_systems.h"

#include <ridgewalk/sparse.h>

enum { MOST = 80 };

/* Differences of order 4 of a function's values along a variable. */
static int difference(const rdg_function *g, double *u, rdg_index j, double h, double *out)
{
    static const double at[4] = {-2.0, -1.0, 1.0, 2.0};
    static const double weight[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0};
    const double before = u[j];
    double y[MOST];
    int answer = 0;
    memset(out, 0, (size_t)g->m * sizeof *out);
    for (int k = 0; answer == 0 && k < 4; k++) {
        u[j] = before + at[k] * h;
        answer = g->f(g->n, u, g->m, y, g->data);
        for (rdg_index i = 0; i < g->m; i++) {
            out[i] += weight[k] * y[i] / h;
        }
    }
    u[j] = before;
    return answer;
}

/* J, dense. */
static int jacobian(const rdg_function *g, const double *u, double *J)
{
    static double values[MOST * MOST];
    memset(values, 0, sizeof values);
    memset(J, 0, MOST * MOST * sizeof *J);
    const int answer = g->df(g->n, u, g->m, values, g->data);
    for (rdg_index j = 0; j < g->n; j++) {
        for (rdg_index k = g->df_pattern->start[j]; k < g->df_pattern->start[j + 1]; k++) {
            J[g->df_pattern->row[k] + g->m * j] = values[k];
        }
    }
    return answer;
}

static double worst_first(const rdg_function *g, double *u)
{
    static double J[MOST * MOST];
    double column[MOST];
    double worst = 0.0;
    double largest = 1.0;
    assert_int_equal(jacobian(g, u, J), 0);
    for (rdg_index j = 0; j < g->n; j++) {
        assert_int_equal(difference(g, u, j, 1e-4, column), 0);
        for (rdg_index i = 0; i < g->m; i++) {
            worst = fmax(worst, fabs(column[i] - J[i + g->m * j]));
            largest = fmax(largest, fabs(column[i]));
        }
    }
    return worst / largest;
}

/* The contracted second derivatives against differences of J^T lambda. */
static double worst_second(const rdg_function *g, double *u, const double *lambda)
{
    static double H[MOST * MOST], values[MOST * MOST], J[2][MOST * MOST];
    double worst = 0.0;
    double largest = 1.0;
    memset(values, 0, sizeof values);
    memset(H, 0, sizeof H);
    assert_int_equal(g->d2f(g->n, u, g->m, lambda, values, g->data), 0);
    for (rdg_index j = 0; j < g->n; j++) {
        for (rdg_index k = g->d2f_pattern->start[j]; k < g->d2f_pattern->start[j + 1]; k++) {
            H[g->d2f_pattern->row[k] + g->n * j] = values[k];
        }
    }
    for (rdg_index j = 0; j < g->n; j++) {
        const double h = 1e-5;
        const double before = u[j];
        u[j] = before + h;
        assert_int_equal(jacobian(g, u, J[0]), 0);
        u[j] = before - h;
        assert_int_equal(jacobian(g, u, J[1]), 0);
        u[j] = before;
        for (rdg_index i = 0; i < g->n; i++) {
            double slope = 0.0;
            for (rdg_index k = 0; k < g->m; k++) {
                slope += lambda[k] * (J[0][k + g->m * i] - J[1][k + g->m * i]) / (2.0 * h);
            }
            worst = fmax(worst, fabs(slope - H[i + g->n * j]));
            largest = fmax(largest, fabs(slope));
        }
    }
    return worst / largest;
}

/* The gradients of what is made of multipliers: second derivatives along a direction are in them. Of smooth
 * autonomous systems they are meant for orbits only: elsewhere M f is not f. */
static double worst_gradient(rdg_problem *p, const char *name, double *u)
{
    const rdg_function *g = rdg_find_function(p, name);
    return g && g->df ? worst_first(g, u) : 0.0;
}

static void compare_near(rdg_problem *p, int states, double wide, double first, double second,
                         double gradient)
{
    assert_non_null(p);
    const rdg_function *g = rdg_find_function(p, "shooting");
    const double *u0 = rdg_start_values(p);
    assert_true(g->n <= MOST && g->m <= MOST);
    uint64_t seed = 2026;
    for (int k = 0; k < states; k++) {
        double u[MOST], lambda[MOST];
        for (rdg_index j = 0; j < g->n; j++) {
            u[j] = u0[j] + wide * random_signed(&seed) * (0.5 + fabs(u0[j]));
        }
        for (rdg_index i = 0; i < g->m; i++) {
            lambda[i] = random_signed(&seed);
        }
        assert_near(worst_first(g, u), 0.0, 0.0, first);
        assert_near(worst_second(g, u, lambda), 0.0, 0.0, second);
        if (k % 5 == 0 && gradient > 0.0) {
            assert_near(worst_gradient(p, "pd", u), 0.0, 0.0, gradient);
            assert_near(worst_gradient(p, "ns", u), 0.0, 0.0, gradient);
        }
    }
}

static void compare(rdg_problem *p, int states, double first, double second, double gradient)
{
    compare_near(p, states, 0.1, first, second, gradient);
}

static void a_forced_smooth_system(void **state)
{
    rdg_context *ctx = *state;
    compare(rdg_shooting_problem(rdg_shooting_create(duffing_system(ctx, 0.1, 0.3, 0.4, 1.1), NULL)), 250,
            1e-9, 1e-7, 1e-5);
}

static void an_autonomous_smooth_system_in_pieces(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.x = (double[]){2.0, 0.0}, .transient = 50.0};
    compare(rdg_shooting_problem(rdg_shooting_create(van_der_pol_system(ctx, 2.0), &o)), 250, 1e-8, 1e-6, 0);
}

static void a_forced_system_with_impacts(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.transient = 100.0, .segments = 3};
    compare(rdg_shooting_problem(rdg_shooting_create(impact_system(ctx, 0.8), &o)), 250, 1e-7, 2e-5, 1e-5);
}

/* An orbit of two bounces: the second segment begins at a phase that depends on the first one's duration. */
static void a_surface_that_moves(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.x = (double[]){2.0, 2.5}, .transient = 400.0};
    rdg_shooting *s = rdg_shooting_create(ball_system(ctx, 1.6, 0.5), &o);
    assert_non_null(s);
    assert_string_equal(rdg_shooting_sequence(s), "flight, bounce, flight, bounce");
    compare(rdg_shooting_problem(s), 50, 1e-7, 2e-5, 1e-5);
}

static void an_autonomous_system_with_modes_of_several_sizes(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.mode = "stick", .transient = 50.0, .segments = 2};
    compare(rdg_shooting_problem(rdg_shooting_create(belt_system(ctx, (double[]){1.0, 0.5, 0.2, 0.05}), &o)),
            250, 1e-7, 2e-5, 1e-9);
}

/* Segments that run to their events: what they depend on is eliminated from their ends. */
static void segments_that_run_to_a_moving_surface(void **state)
{
    rdg_context *ctx = *state;
    const rdg_shooting_options o = {.x = (double[]){2.0, 2.5}, .transient = 400.0};
    rdg_hybrid *h = ball_system_with(ctx, 1.6, 0.5, true);
    rdg_shooting *s = rdg_shooting_create(h, &o);
    compare_near(rdg_shooting_problem(s), 20, 0.02, 1e-7, 2e-5, 0.0);
}

static void segments_that_run_to_their_events_from_projections(void **state)
{
    rdg_context *ctx = *state;
    planar_belt belt = {.eps = 0.1};
    const rdg_shooting_options o = {.x = (double[]){0.5, 0.3, 0.0, 0.1}, .transient = 100.0, .segments = 2};
    rdg_shooting *s = rdg_shooting_create(planar_belt_system(ctx, &belt, true, true), &o);
    compare_near(rdg_shooting_problem(s), 30, 0.02, 1e-6, 1e-4, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_forced_smooth_system),
                                       TEST(an_autonomous_smooth_system_in_pieces),
                                       TEST(a_forced_system_with_impacts),
                                       TEST(a_surface_that_moves),
                                       TEST(an_autonomous_system_with_modes_of_several_sizes),
                                       TEST(segments_that_run_to_a_moving_surface),
                                       TEST(segments_that_run_to_their_events_from_projections)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
