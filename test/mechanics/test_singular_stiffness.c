/* Stiffness matrices that are singular but for rounding: random networks of springs without a support, some
 * of the springs negative, stiffnesses over decades. */
#include "fresh_context.h"

#include <ridgewalk/component.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sparse_solve.h>

#include <float.h>
#include <string.h>

enum { MOST = 24 };

static rdg_index below(uint64_t *seed, rdg_index n)
{
    return (rdg_index)(0.5 * (1.0 + random_signed(seed)) * (double)n) % n;
}

static void add_spring(rdg_index n, double *K, rdg_index i, rdg_index j, double k)
{
    K[i + n * i] += k;
    if (i != j) {
        K[j + n * j] += k;
        K[i + n * j] -= k;
        K[j + n * i] -= k;
    }
}

/* Of the first `nodes` of n: springs to any before it, twice, over `range` decades, one of eight negative */
static void random_network(uint64_t *seed, double range, rdg_index nodes, rdg_index n, double *K)
{
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (rdg_index i = 1; i < nodes; i++) {
        for (int twice = 0; twice < 2; twice++) {
            const double k = pow(10.0, 0.5 * range * random_signed(seed)) * (below(seed, 8) ? 1.0 : -0.3);
            add_spring(n, K, i, below(seed, i), k);
        }
    }
}

/* Answer and quality of rdg_sparse_solve_all() for a full matrix */
static int solve(rdg_index n, const double *K, double *quality)
{
    rdg_index start[MOST + 1] = {0}, row[MOST * MOST];
    double x[MOST], b[MOST] = {1.0};
    for (rdg_index k = 0; k < n * n; k++) {
        row[k] = k % n;
        start[k / n + 1] = k + 1;
    }
    const rdg_sparse A = {{.rows = n, .cols = n, .start = start, .row = row}, (double *)(uintptr_t)K};
    return rdg_sparse_solve_all(&A, 1, b, x, quality);
}

static void what_floats_is_singular(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int k = 0; k < 1000; k++) {
        double K[MOST * MOST], quality;
        const rdg_index n = 8 + below(&seed, MOST - 7);
        const double range = 2.0 * (double)below(&seed, 5);
        random_network(&seed, range, n, n, K);
        assert_true(solve(n, K, &quality) > 0);
        assert_true(quality < 16.0 * DBL_EPSILON);
        const rdg_index held = below(&seed, n);
        add_spring(n, K, held, held, pow(10.0, 0.5 * range * random_signed(&seed)));
        assert_int_equal(solve(n, K, &quality), 0);
        assert_true(quality > 1e4 * DBL_EPSILON);
    }
}

/* Two of them and a soft one to the ground, in any units: quality soft by the sum of the loads, 2 (1.118 +
 * 0.736)
 */
static void rounding_has_a_limit(void **state)
{
    (void)state;
    const double units[] = {0x1p-30, 1.0, 0x1p30};
    for (int k = 0; k < 3; k++) {
        for (int regular = 0; regular < 2; regular++) {
            const double soft = (regular ? 68.0 : 52.0) * DBL_EPSILON;
            const double K[] = {units[k] * (1.0 + soft), -1.0, -1.0, 1.0 / units[k]};
            double quality;
            assert_int_equal(solve(2, K, &quality) > 0, !regular);
            assert_near(quality, soft / 3.708, 0.05, 0.0);
        }
    }
}

/* An interior of a random network that floats, which no boundary holds */
static void an_interior_that_floats_is_refused(void **state)
{
    uint64_t seed = 7;
    for (int k = 0; k < 60; k++) {
        double K[MOST * MOST], M[MOST * MOST] = {0};
        const rdg_index n = 8 + below(&seed, MOST - 7), end = n - 1;
        random_network(&seed, 4.0, end, n, K);
        K[end + n * end] = 1.0;
        K[end + n] = K[1 + n * end] = -0.1; /* a load, no support */
        for (rdg_index i = 0; i < n; i++) {
            M[i + n * i] = 1.0;
        }
        rdg_structure *s = rdg_structure_create(*state, "part", n, M, NULL, K);
        assert_ok(*state, rdg_name_set(s, "end", 1, &end));
        assert_null(rdg_component_fixed(s, "end", RDG_MODES(2)));
        assert_failed(*state, RDG_ERR_SINGULAR, "moves without force though its boundary is held");
        rdg_structure_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_floats_is_singular),
        cmocka_unit_test(rounding_has_a_limit),
        TEST(an_interior_that_floats_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
