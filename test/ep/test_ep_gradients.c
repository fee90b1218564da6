/* The monitors' gradients against differences, where the critical pair is complex, real, and all but double,
 * and their signs where other factors are negative. */
#define _XOPEN_SOURCE 700

#include "polynomial.h"

#include <ridgewalk/assembly.h>

enum { TRIALS = 60 };

/* A Jacobian: the critical 2 x 2 block (or a single real one), and real eigenvalues for the rest. */
typedef struct regime {
    const char *name;
    double block[2][2];
    double rest[STATES - 2];
} regime;

static void make_jacobian(polynomial *k, const regime *r, uint64_t *seed)
{
    double S[STATES][STATES], R[STATES][STATES];
    double D[STATES][STATES] = {{r->block[0][0], r->block[0][1]}, {r->block[1][0], r->block[1][1]}};
    for (int i = 2; i < STATES; i++) {
        D[i][i] = r->rest[i - 2];
    }
    random_coordinates(S, seed);
    invert(S, R);
    for (int i = 0; i < STATES; i++) {
        for (int j = 0; j < STATES; j++) {
            k->A[0][i][j] = 0.0;
            for (int a = 0; a < STATES; a++) {
                for (int b = 0; b < STATES; b++) {
                    k->A[0][i][j] += S[i][a] * D[a][b] * R[b][j];
                }
            }
        }
    }
}

/* Row of a parameter in the Jacobian of all functions. */
static void take_gradient(rdg_assembly *a, const char *name, const double *u, double *gradient)
{
    const rdg_pattern *pattern = rdg_assembly_jacobian_pattern(a);
    double *values = calloc((size_t)pattern->start[pattern->cols], sizeof *values);
    rdg_index zero_rows = 0;
    rdg_index row = -1;
    for (rdg_index i = 0; i < rdg_assembly_rows(a, &zero_rows); i++) {
        row = i >= zero_rows && strcmp(rdg_assembly_parameter(a, i), name) == 0 ? i : row;
    }
    assert_true(row >= 0);
    assert_int_equal(rdg_assembly_jacobian(a, u, values), 0);
    for (rdg_index j = 0; j < pattern->cols; j++) {
        gradient[j] = 0.0;
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            gradient[j] += pattern->row[k] == row ? values[k] : 0.0;
        }
    }
    free(values);
}

/* Central differences of order 6. */
static double slope(rdg_context *ctx, rdg_problem *p, const char *name, const double *u, int j)
{
    const double weight[] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
    const double h = 3e-4;
    double at[UNKNOWNS];
    double sum = 0.0;
    memcpy(at, u, sizeof at);
    for (int k = 1; k <= 3; k++) {
        for (int side = -1; side <= 1; side += 2) {
            double value = 0.0;
            at[j] = u[j] + side * k * h;
            assert_ok(ctx, rdg_parameter_value(p, name, at, &value));
            sum += side * weight[k - 1] * value / h;
        }
    }
    return sum;
}

static void check(rdg_context *ctx, const regime *r, bool is_map, const char *const *names, int count)
{
    uint64_t seed = 11;
    for (int trial = 0; trial < TRIALS; trial++) {
        polynomial k;
        polynomial_random(&k, &seed);
        make_jacobian(&k, r, &seed);
        const rdg_ep field = polynomial_field(&k, trial % 2 == 0);
        rdg_problem *p = is_map ? rdg_map_problem(ctx, &field) : rdg_ep_problem(ctx, &field);
        rdg_assembly *a = rdg_assembly_create(p);
        double u[UNKNOWNS] = {0.0};
        memcpy(u, k.centre, sizeof k.centre);
        for (int i = 0; i < count; i++) {
            double gradient[UNKNOWNS], expected[UNKNOWNS];
            double size = 0.0;
            take_gradient(a, names[i], u, gradient);
            for (int j = 0; j < UNKNOWNS; j++) {
                expected[j] = slope(ctx, p, names[i], u, j);
                size = fmax(size, fabs(expected[j]));
            }
            for (int j = 0; j < UNKNOWNS; j++) {
                if (!(fabs(gradient[j] - expected[j]) <= 2e-8 * fmax(size, 1.0))) {
                    print_error("%s, \"%s\", variable %d of trial %d\n", r->name, names[i], j, trial);
                }
                assert_near(gradient[j], expected[j], 0.0, 2e-8 * fmax(size, 1.0));
            }
        }
        rdg_assembly_free(a);
        rdg_problem_free(p);
    }
}

static void hopf_and_omega2_have_exact_gradients_in_every_regime(void **state)
{
    static const char *const names[] = {"hopf", "omega2"};
    static const regime regimes[] = {
        {"a pair on the axis", {{0.01, -1.3}, {1.3, 0.01}}, {-2.0, -0.7, 1.1}},
        {"a slow pair", {{-0.002, -0.05}, {0.05, -0.002}}, {-2.0, -0.7, 1.1}},
        {"a neutral saddle", {{0.8, 0.0}, {0.0, -0.79}}, {-2.0, -1.4, -3.1}},
        {"a neutral saddle beside a fast pair's real parts", {{0.4, 0.1}, {0.0, -0.41}}, {-2.0, -1.0, 3.0}},
        {"Bogdanov and Takens", {{0.0, 1.0}, {0.0, 0.001}}, {-2.0, -0.7, 1.1}},
        {"all but double, complex", {{0.001, 1.0}, {-1e-9, 0.001}}, {-2.0, -0.7, 1.1}},
        {"all but double, real", {{0.001, 1.0}, {1e-9, 0.001}}, {-2.0, -0.7, 1.1}},
        {"a double eigenvalue off zero", {{0.1, 1.0}, {1e-9, 0.1}}, {-2.0, -0.7, 1.1}},
    };
    for (size_t i = 0; i < sizeof regimes / sizeof *regimes; i++) {
        check(*state, &regimes[i], false, names, 2);
    }
}

static void ns_has_an_exact_gradient_in_every_regime(void **state)
{
    static const char *const names[] = {"ns"};
    static const regime regimes[] = {
        {"a pair on the circle", {{0.6, -0.81}, {0.81, 0.6}}, {0.3, -0.5, 0.2}},
        {"a neutral saddle", {{1.6, 0.0}, {0.0, 0.63}}, {0.3, -0.5, 0.2}},
        {"a neutral saddle of negative multipliers", {{-1.6, 0.2}, {0.0, -0.63}}, {0.3, 0.5, 0.2}},
        {"the double multiplier 1", {{1.0, 1.0}, {0.0, 1.001}}, {0.3, -0.5, 0.2}},
        {"all but double, complex", {{1.001, 1.0}, {-1e-9, 1.001}}, {0.3, -0.5, 0.2}},
        {"the double multiplier -1", {{-1.0, 1.0}, {1e-9, -1.001}}, {0.3, -0.5, 0.2}},
    };
    for (size_t i = 0; i < sizeof regimes / sizeof *regimes; i++) {
        check(*state, &regimes[i], true, names, 1);
    }
}

static void pd_has_an_exact_gradient_in_every_regime(void **state)
{
    static const char *const names[] = {"pd"};
    static const regime regimes[] = {
        {"one multiplier", {{-1.01, 0.3}, {0.0, 0.5}}, {0.3, -0.5, 0.2}},
        {"beside a complex pair", {{0.3, -0.7}, {0.7, 0.3}}, {-0.995, 0.5, 0.2}},
        {"beside one that is past -1", {{-1.01, 0.3}, {0.0, -1.7}}, {0.3, -0.5, 0.2}},
        {"beside one that is about as near", {{-1.01, 0.3}, {0.0, -0.98}}, {0.3, -0.5, 0.2}},
        {"a pair", {{-0.9, -0.1}, {0.2, -0.8}}, {0.3, -0.5, 0.2}},
        {"beside one that is not much farther", {{-1.01, 0.3}, {0.0, -0.7}}, {0.3, -0.5, 0.2}},
        {"beside one that is past -1, not much farther", {{-0.9, 0.3}, {0.0, -1.25}}, {0.3, -0.5, 0.2}},
        {"a pair that is not much farther away", {{-0.8, -0.2}, {0.2, -0.7}}, {0.3, -0.5, 0.2}},
        {"a pair that is farther away", {{-0.5, -0.3}, {0.2, -0.5}}, {0.3, 0.5, 0.2}},
        {"the double multiplier -1", {{-1.0, 1.0}, {1e-9, -1.001}}, {0.3, -0.5, 0.2}},
        {"all but double, complex", {{-1.001, 1.0}, {-1e-9, -1.001}}, {0.3, -0.5, 0.2}},
    };
    for (size_t i = 0; i < sizeof regimes / sizeof *regimes; i++) {
        check(*state, &regimes[i], true, names, 1);
    }
}

/* The product of all factors, from eigenvalues that are known. */
static void the_sign_is_that_of_the_product_of_all_factors(void **state)
{
    uint64_t seed = 5;
    for (int trial = 0; trial < 200; trial++) {
        polynomial k;
        polynomial_random(&k, &seed);
        const double complex_part = trial % 2 ? 0.5 + fabs(random_signed(&seed)) : 0.0;
        regime r = {.name = "random"};
        r.block[0][0] = r.block[1][1] = random_signed(&seed);
        r.block[0][1] = -complex_part;
        r.block[1][0] = complex_part;
        r.block[1][1] += trial % 2 ? 0.0 : 0.3;
        double sign = r.block[0][0] + r.block[1][1];
        double least = fabs(sign);
        for (int i = 0; i < STATES - 2; i++) {
            r.rest[i] = 2.0 * random_signed(&seed);
            for (int j = 0; j < i; j++) {
                sign = copysign(1.0, sign) * (r.rest[i] + r.rest[j]);
                least = fmin(least, fabs(r.rest[i] + r.rest[j]));
            }
            for (int b = 0; b < 2 && trial % 2 == 0; b++) {
                sign = copysign(1.0, sign) * (r.rest[i] + r.block[b][b]);
                least = fmin(least, fabs(r.rest[i] + r.block[b][b]));
            }
        }
        make_jacobian(&k, &r, &seed);
        const rdg_ep field = polynomial_field(&k, true);
        rdg_problem *p = rdg_ep_problem(*state, &field);
        double hopf = 0.0;
        assert_ok(*state, rdg_parameter_value(p, "hopf", rdg_start_values(p), &hopf));
        assert_near(hopf, copysign(least, sign), 0.0, 1e-12);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(hopf_and_omega2_have_exact_gradients_in_every_regime),
        SCRATCH_TEST(ns_has_an_exact_gradient_in_every_regime),
        SCRATCH_TEST(pd_has_an_exact_gradient_in_every_regime),
        SCRATCH_TEST(the_sign_is_that_of_the_product_of_all_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
