/* Orbits of systems whose states and parameters are very large or very small, by functions that have no
 * derivatives of their own: multipliers and periods are those of the system in units of its own. */
#include "hybrid_systems.h"
#include "numbers.h"
#include "orbit_run.h"

#include <ridgewalk/ep.h>

#include <math.h>

/* Sizes of x, v and of a parameter. */
static double size_x, size_v, size_p;

/* van der Pol, u = (x, v, mu) */
RDG_TEST_FUNCTION(relaxation)
{
    RDG_TEST_UNUSED;
    const double x = u[0] / size_x, v = u[1] / size_v, mu = u[2] / size_p;
    y[0] = size_x * v;
    y[1] = size_v * (mu * (1.0 - x * x) * v - x);
    return 0;
}

static double any_size(uint64_t *seed)
{
    return pow(10.0, 6.0 * random_signed(seed));
}

/* Period and multiplier. */
static void measure(rdg_context *ctx, double mu, double measured[2])
{
    const rdg_hybrid_function field = {.f = relaxation};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "relaxation", 2, &field, RDG_PARAMETERS("mu"), &mu, NULL);
    const rdg_shooting_options o = {
        .x = (double[]){size_x, 0.0}, .transient = 60.0, .flow = {.absolute = 1e-13 * fmin(size_x, size_v)}};
    rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(h, &o));
    solve_orbit(ctx, p, "orbit");
    double u[100], re[1], im[1];
    solution_at(ctx, p, "orbit", "EP", 0, u);
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    measured[0] = value_at(ctx, "orbit", "EP", 0, "T");
    measured[1] = re[0];
}

static void multipliers_and_periods_do_not_depend_on_units(void **state)
{
    uint64_t seed = 3;
    for (int k = 0; k < 100; k++) {
        double measured[2];
        size_x = any_size(&seed);
        size_v = size_x * sqrt(any_size(&seed)); /* states share one block, whose size is the largest */
        size_p = any_size(&seed);
        measure(*state, size_p, measured);
        assert_near(measured[0], 6.66328685932313019, 1e-10, 0.0);
        assert_near(measured[1], exp(-7.05893280879895918), 0.0, 3e-9);
        measure(*state, 2.0 * size_p, measured);
        assert_near(measured[0], 7.62987447967484163, 1e-10, 0.0);
        assert_near(measured[1], exp(-18.1786374791680411), 0.0, 3e-9);
    }
}

/* u = (x, v, p) */
RDG_TEST_FUNCTION(bends_in_units)
{
    RDG_TEST_UNUSED;
    const double x = u[0] / size_x, v = u[1] / size_v, p = u[2] / size_p;
    y[0] = size_x * tanh(2.0 * x + v);
    y[1] = size_v * (exp(v) / (1.0 + x * x) / p);
    return 0;
}

/* Where states pass zero their values say nothing of their sizes. */
static void differences_are_as_good_in_any_units(void **state)
{
    (void)state;
    const rdg_hybrid_function field = {.f = bends_in_units};
    uint64_t seed = 4;
    for (int k = 0; k < 1000; k++) {
        size_x = any_size(&seed);
        size_v = any_size(&seed);
        size_p = any_size(&seed);
        const double near = k % 3 ? 1.0 : pow(10.0, -8.0 * fabs(random_signed(&seed)));
        const double x = near * random_signed(&seed), v = near * random_signed(&seed);
        const double p = random_signed(&seed) + 2.0, bell = exp(v) / (1.0 + x * x) / p;
        const double slope = -2.0 * x * bell / (1.0 + x * x), rate = 1.0 - pow(tanh(2.0 * x + v), 2.0);
        const double u[3] = {size_x * x, size_v * v, size_p * p};
        const double size[3] = {size_x, size_v, size_p};
        double J[6], H[9], work[64];
        assert_int_equal(rdg_hybrid_df(&field, 3, u, size, 2, J, work), 0);
        assert_near(J[0], 2.0 * rate, 0.0, 1e-8);
        assert_near(J[1] * size_x / size_v, slope, 0.0, 1e-8);
        assert_near(J[2] * size_v / size_x, rate, 0.0, 1e-8);
        assert_near(J[3], bell, 0.0, 1e-8);
        assert_near(J[4] * size_p / size_x, 0.0, 0.0, 1e-12);
        assert_near(J[5] * size_p / size_v, -bell / p, 0.0, 1e-8);
        const double lambda[2] = {0.0, 1.0 / size_v};
        assert_int_equal(rdg_hybrid_d2f(&field, 3, u, size, 2, lambda, H, work), 0);
        assert_near(H[0] * size_x * size_x, (6.0 * x * x - 2.0) * bell / pow(1.0 + x * x, 2.0), 0.0, 1e-6);
        assert_near(H[1] * size_x * size_v, slope, 0.0, 1e-6);
        assert_near(H[5] * size_v * size_p, -bell / p, 0.0, 1e-6);
        assert_near(H[8] * size_p * size_p, 2.0 * bell / (p * p), 0.0, 1e-6);
    }
}

static double origin, length;
static int evaluations;

RDG_TEST_FUNCTION(varies_far_from_origin)
{
    RDG_TEST_UNUSED;
    evaluations++;
    const double t = (u[0] - origin) / length;
    y[0] = t / (1.0 + t * t);
    return 0;
}

RDG_TEST_FUNCTION(rounds_far_from_origin)
{
    RDG_TEST_UNUSED;
    const double t = u[0] / length - origin / length;
    y[0] = t / (1.0 + t * t);
    return 0;
}

RDG_TEST_FUNCTION(jumps)
{
    RDG_TEST_UNUSED;
    evaluations++;
    y[0] = u[0] < origin ? 0.0 : 1.0 + origin;
    return 0;
}

/* The function varies over `length`, 1e3 to 1e8 times shorter than the variable: steps follow the function,
 * and stop where rounding of the variable prevails. */
static void differences_do_not_depend_on_the_origin(void **state)
{
    (void)state;
    uint64_t seed = 5;
    double size = 0.0, J = 0.0, work[3];
    const rdg_hybrid_function exact = {.f = varies_far_from_origin}, rounds = {.f = rounds_far_from_origin};
    for (int k = 0; k < 1000; k++) {
        const double ratio = pow(10.0, 3.0 + 5.0 * fabs(random_signed(&seed)));
        origin = pow(10.0, 3.0 * fabs(random_signed(&seed)));
        length = origin / ratio;
        const double u = origin + length * random_signed(&seed), t = (u - origin) / length;
        const double slope = (1.0 - t * t) / pow(1.0 + t * t, 2.0);
        assert_int_equal(rdg_hybrid_df(&exact, 1, &u, &size, 1, &J, work), 0);
        assert_near(J * length, slope, 0.0, 2e-9);
        assert_int_equal(rdg_hybrid_df(&rounds, 1, &u, &size, 1, &J, work), 0);
        assert_near(J * length, slope, 0.0, fmax(2e-9, 1e-10 * ratio));
    }
    const rdg_hybrid_function jump = {.f = jumps};
    evaluations = 0;
    assert_int_equal(rdg_hybrid_df(&jump, 1, &origin, &size, 1, &J, work), 0);
    assert_in_range(evaluations, 1, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(multipliers_and_periods_do_not_depend_on_units),
                                       cmocka_unit_test(differences_are_as_good_in_any_units),
                                       cmocka_unit_test(differences_do_not_depend_on_the_origin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
