/* Factors of a stiffness matrix: counts of eigenvalues by supernodal LDL^T against closed forms and dense
 * solutions, solutions, modes, and memory that is known before. */
#define _DEFAULT_SOURCE

#include "fresh_context.h"
#include "memory_within.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/stiffness_factor.h>

#include <stdlib.h>

#define PI 3.1415926535897932384626433832795

enum { SIDE = 13, LATTICE = SIDE * SIDE * SIDE, BLOCK = 300, MODES = 40 };

static int place_of(int x, int y, int z)
{
    return x + SIDE * (y + SIDE * z);
}

/* Unit masses at the points of a cube, with unit springs to their six neighbours or to the wall. CHOLMOD
 * factors it by supernodes. */
static rdg_structure *lattice(rdg_context *ctx)
{
    static rdg_index start[LATTICE + 1], row[7 * LATTICE];
    static double M[7 * LATTICE], K[7 * LATTICE];
    rdg_index entry = 0;
    for (int j = 0; j < LATTICE; j++) {
        const int at[3] = {j % SIDE, j / SIDE % SIDE, j / SIDE / SIDE};
        for (int z = -1; z <= 1; z++) {
            for (int y = -1; y <= 1; y++) {
                for (int x = -1; x <= 1; x++) {
                    const int to[3] = {at[0] + x, at[1] + y, at[2] + z};
                    bool inside = abs(x) + abs(y) + abs(z) <= 1;
                    for (int d = 0; d < 3; d++) {
                        inside = inside && to[d] >= 0 && to[d] < SIDE;
                    }
                    if (inside) {
                        row[entry] = place_of(to[0], to[1], to[2]);
                        M[entry] = row[entry] == j;
                        K[entry] = row[entry] == j ? 6 : -1;
                        entry++;
                    }
                }
            }
        }
        start[j + 1] = entry;
    }
    const rdg_pattern pattern = {.rows = LATTICE, .cols = LATTICE, .start = start, .row = row};
    return rdg_structure_create_sparse(ctx, "lattice", &(rdg_sparse){pattern, M}, NULL,
                                       &(rdg_sparse){pattern, K});
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sum over the directions of 4 sin^2(pi k / (2 (SIDE + 1))) */
static void lattice_eigenvalues(double *lambda)
{
    for (int k = 0; k < LATTICE; k++) {
        lambda[k] = 0;
        for (int d = 0, left = k; d < 3; d++, left /= SIDE) {
            const double half = sin(PI * (left % SIDE + 1) / (2 * (SIDE + 1)));
            lambda[k] += 4 * half * half;
        }
    }
    qsort(lambda, LATTICE, sizeof *lambda, ascending);
}

/* In the middles of gaps, so that rounding errors do not matter */
static void a_count_is_that_of_the_closed_form(void **state)
{
    static double lambda[LATTICE];
    bool definite = false;
    rdg_index count = 0;
    int asked = 0;
    lattice_eigenvalues(lambda);
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(lattice(*state), "test", 0, NULL, 0.0, &definite);
    assert_true(definite);
    for (int k = 0; k + 1 < LATTICE; k += 61) {
        if (lambda[k + 1] - lambda[k] > 1e-8) {
            assert_ok(*state,
                      rdg_stiffness_factor_count(f, "test", sqrt((lambda[k] + lambda[k + 1]) / 2), &count));
            assert_int_equal(count, k + 1);
            asked++;
        }
    }
    assert_true(asked >= 10);
    assert_ok(*state, rdg_stiffness_factor_count(f, "test", 4, &count));
    assert_int_equal(count, LATTICE);
    rdg_stiffness_factor_free(f);
}

/* Where the first pivot vanishes: 6 is the diagonal. No eigenvalue is between the two. */
static void a_pivot_that_vanishes_is_avoided(void **state)
{
    static double lambda[LATTICE];
    bool definite = false;
    rdg_index count = 0, below = 0, within = 0;
    lattice_eigenvalues(lambda);
    for (int k = 0; k < LATTICE; k++) {
        below += lambda[k] < 6 - 1e-6;
        within += fabs(lambda[k] - 6) < 1e-12 * 6;
    }
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(lattice(*state), "test", 0, NULL, 0.0, &definite);
    assert_ok(*state, rdg_stiffness_factor_count(f, "test", sqrt(6), &count));
    assert_in_range(count, below, below + within);
    rdg_stiffness_factor_free(f);
}

/* An eigenvalue at the frequency counts as below, others as far as 1e-9 of its square above it, too. */
static void an_eigenvalue_at_the_frequency_is_counted(void **state)
{
    enum { N = 5 };
    const double mass[N] = {1, 1, 1, 1, 1};
    const double stiffness[N] = {2, 4, 4 * (1 + 0.75e-9), 4 * (1 + 1.5e-9), 9};
    double M[N * N] = {0}, K[N * N] = {0};
    bool definite = false;
    rdg_index count = 0;
    for (int i = 0; i < N; i++) {
        M[i + N * i] = mass[i];
        K[i + N * i] = stiffness[i];
    }
    rdg_structure *s = rdg_structure_create(*state, "masses", N, M, NULL, K);
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(s, "test", 0, NULL, 0.0, &definite);
    assert_ok(*state, rdg_stiffness_factor_count(f, "test", 2, &count));
    assert_int_equal(count, 3);
    rdg_stiffness_factor_free(f);
}

/* A full matrix, one supernode or few: K = G + G^T + shift, of random numbers, M a random diagonal */
static rdg_structure *block(rdg_context *ctx, uint64_t *seed, double shift)
{
    static double M[BLOCK * BLOCK], K[BLOCK * BLOCK];
    memset(M, 0, sizeof M);
    for (int j = 0; j < BLOCK; j++) {
        M[j + BLOCK * j] = 1 + 0.5 * random_signed(seed);
        for (int i = 0; i <= j; i++) {
            K[i + BLOCK * j] = K[j + BLOCK * i] = random_signed(seed);
        }
        K[j + BLOCK * j] += shift;
    }
    return rdg_structure_create(ctx, "block", BLOCK, M, NULL, K);
}

static void counts_of_full_matrices_are_those_of_all_modes(void **state)
{
    static double omega[BLOCK];
    uint64_t seed = 3;
    for (int trial = 0; trial < 3; trial++) {
        bool definite = false;
        rdg_index count = 0;
        rdg_structure *s = block(*state, &seed, 30);
        assert_ok(*state, rdg_structure_modes(s, 0, NULL, BLOCK, omega, NULL));
        rdg_stiffness_factor *f = rdg_stiffness_factor_create(s, "test", 0, NULL, 0.0, &definite);
        assert_true(definite);
        for (int k = 0; k + 1 < BLOCK; k += 37) {
            assert_ok(*state, rdg_stiffness_factor_count(f, "test", (omega[k] + omega[k + 1]) / 2, &count));
            assert_int_equal(count, k + 1);
        }
        rdg_stiffness_factor_free(f);
        rdg_structure_free(s);
    }
}

static void what_is_not_definite_is_not_solved_with(void **state)
{
    static double X[BLOCK];
    uint64_t seed = 5;
    bool definite = true;
    rdg_stiffness_factor *f =
        rdg_stiffness_factor_create(block(*state, &seed, 0), "test", 0, NULL, 0.0, &definite);
    assert_non_null(f);
    assert_false(definite);
    assert_int_equal(rdg_stiffness_factor_solve(f, "test", 1, X), RDG_ERR_SINGULAR);
    assert_failed(*state, RDG_ERR_SINGULAR, "the stiffness of \"block\" is not positive definite");
    rdg_stiffness_factor_free(f);
}

/* Solutions before and behind a count, which takes the place of the factors */
static void columns_are_solved_for(void **state)
{
    enum { COLUMNS = 3 };
    static double X[LATTICE * COLUMNS], B[LATTICE * COLUMNS];
    rdg_structure *s = lattice(*state);
    rdg_sparse K;
    uint64_t seed = 7;
    bool definite = false;
    rdg_index count = 0;
    assert_ok(*state, rdg_structure_matrices(s, NULL, NULL, &K));
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(s, "test", 0, NULL, 0.0, &definite);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < LATTICE * COLUMNS; i++) {
            X[i] = B[i] = random_signed(&seed);
        }
        assert_ok(*state, rdg_stiffness_factor_solve(f, "test", COLUMNS, X));
        for (rdg_index e = 0; e < LATTICE * COLUMNS; e++) {
            const rdg_index j = e % LATTICE, column = e - j;
            for (rdg_index k = K.pattern.start[j]; k < K.pattern.start[j + 1]; k++) {
                B[column + K.pattern.row[k]] -= K.values[k] * X[e];
            }
        }
        for (int i = 0; i < LATTICE * COLUMNS; i++) {
            assert_near(B[i], 0, 0, 1e-12);
        }
        assert_ok(*state, rdg_stiffness_factor_count(f, "test", 1, &count));
    }
    rdg_stiffness_factor_free(f);
}

static void modes_by_the_factors_are_those_of_the_closed_form(void **state)
{
    enum { COUNT = 25 };
    static double lambda[LATTICE];
    double omega[COUNT];
    bool definite = false;
    lattice_eigenvalues(lambda);
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(lattice(*state), "test", 0, NULL, 0.0, &definite);
    assert_ok(*state, rdg_stiffness_factor_modes(f, COUNT, omega, NULL));
    for (int k = 0; k < COUNT; k++) {
        assert_near(omega[k], sqrt(lambda[k]), 1e-12, 0);
    }
    rdg_stiffness_factor_free(f);
}

/* The greatest |lambda K^-1 M phi - phi| of the lowest modes, phi of length 1 */
static double residual(rdg_stiffness_factor *f, int count)
{
    static double omega[MODES], shapes[MODES * LATTICE], x[LATTICE];
    double greatest = 0;
    if (rdg_stiffness_factor_modes(f, count, omega, shapes) != RDG_OK) {
        return NAN;
    }
    for (int k = 0; k < count; k++) {
        const double *phi = shapes + LATTICE * k;
        double square = 0;
        memcpy(x, phi, sizeof x);
        if (rdg_stiffness_factor_solve(f, "test", 1, x) != RDG_OK) {
            return NAN;
        }
        for (int i = 0; i < LATTICE; i++) {
            const double difference = omega[k] * omega[k] * x[i] - phi[i];
            square += difference * difference;
        }
        greatest = fmax(greatest, sqrt(square));
    }
    return greatest;
}

static void shapes_are_exact_but_for_rounding(void **state)
{
    bool definite = false;
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(lattice(*state), "test", 0, NULL, 0.0, &definite);
    for (int count = 4; count <= MODES; count += 12) {
        assert_near(residual(f, count), 0, 0, 1e-13);
    }
    rdg_stiffness_factor_free(f);
}

static rdg_status factor_within(rdg_structure *s, double bytes, double beside)
{
    bool definite = false;
    const struct rlimit before = limit_memory(bytes);
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(s, "test", 0, NULL, beside, &definite);
    allow_memory(before);
    rdg_stiffness_factor_free(f);
    return rdg_error_status(rdg_structure_context(s));
}

/* Supernodal factors of a full matrix have all its numbers, those of a chain two numbers, two indices each.
 */
static void memory_is_known_before(void **state)
{
    enum { N = 2000 };
    static double mass[N], stiffness[N];
    uint64_t seed = 11;
    for (int i = 0; i < N; i++) {
        mass[i] = stiffness[i] = 1;
    }
    rdg_structure *const s[] = {block(*state, &seed, 30), rdg_chain_create(*state, N, mass, stiffness)};
    const double need[] = {8.0 * BLOCK * BLOCK, 16.0 * (2 * N - 1)};
    for (int k = 0; k < 2; k++) {
        for (int more = 0; more < 2; more++) {
            const double bytes = 2 * (need[k] + more * 1e5);
            assert_int_equal(factor_within(s[k], bytes + 20, more * 1e5), RDG_OK);
            assert_int_equal(factor_within(s[k], bytes - 20, more * 1e5), RDG_ERR_NO_MEMORY);
            assert_failed(*state, RDG_ERR_NO_MEMORY,
                          k == 0 ? "vectors of the 300 degrees of freedom of \"block\" need 0."
                                 : "vectors of the 2000 degrees of freedom of");
        }
    }
}

/* Half of 1 GB is for the factors and what is beside them. */
static void what_is_beside_the_factors_counts(void **state)
{
    bool definite = false;
    rdg_stiffness_factor *f = rdg_stiffness_factor_create(lattice(*state), "test", 0, NULL, 0.0, &definite);
    const struct rlimit before = limit_memory(1e9);
    const rdg_status fits = rdg_stiffness_factor_beside(f, "test", 4.8e8);
    const rdg_status exceeds = rdg_stiffness_factor_beside(f, "test", 5.0e8);
    allow_memory(before);
    assert_int_equal(fits, RDG_OK);
    assert_int_equal(exceeds, RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY, "factors and vectors");
    rdg_stiffness_factor_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_count_is_that_of_the_closed_form),
        TEST(a_pivot_that_vanishes_is_avoided),
        TEST(what_is_beside_the_factors_counts),
        TEST(an_eigenvalue_at_the_frequency_is_counted),
        TEST(counts_of_full_matrices_are_those_of_all_modes),
        TEST(what_is_not_definite_is_not_solved_with),
        TEST(columns_are_solved_for),
        TEST(modes_by_the_factors_are_those_of_the_closed_form),
        TEST(shapes_are_exact_but_for_rounding),
        TEST(memory_is_known_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
