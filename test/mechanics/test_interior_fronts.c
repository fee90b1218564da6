/* Symmetric factors of interiors against dense ones: random frames, patterns that rounding has made lopsided,
 * and pivots that vanish. */
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

enum { SIDE = 7, NODES = SIDE * SIDE * SIDE, KEPT = 70, BLOCK = 2 * KEPT * KEPT };

static void couple(double *A, rdg_index i, rdg_index j, double k)
{
    A[i + NODES * i] += k;
    A[j + NODES * j] += k;
    A[i + NODES * j] -= k;
    A[j + NODES * i] -= k;
}

/* A cube of masses on random springs to their neighbours, with dampers and inertial coupling of their own.
 * Some springs come with a cross entry at one end alone, of the size of rounding. */
static rdg_structure *random_cube(rdg_context *ctx, uint64_t seed, double damping, double ground)
{
    static const rdg_index step[3] = {1, SIDE, SIDE * SIDE};
    const size_t size = (size_t)NODES * NODES;
    double *M = test_calloc(size, sizeof *M), *C = test_calloc(size, sizeof *C);
    double *K = test_calloc(size, sizeof *K);
    for (rdg_index i = 0; i < NODES; i++) {
        M[i + NODES * i] += 1.5 + 0.5 * random_signed(&seed);
        K[i + NODES * i] += ground;
        K[i + NODES * ((i * i + 11) % NODES)] += 1e-17;
        for (int d = 0; d < 3; d++) {
            if (i / step[d] % SIDE < SIDE - 1) {
                couple(K, i, i + step[d], 2.6 + 2.4 * random_signed(&seed));
                couple(C, i, i + step[d], damping * (1.0 + random_signed(&seed)));
                couple(M, i, i + step[d], 0.05);
            }
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "cube", NODES, M, C, K);
    test_free(M);
    test_free(C);
    test_free(K);
    return s;
}

static double largest_of(const double *D)
{
    double largest = 0.0;
    for (rdg_index i = 0; i < BLOCK; i++) {
        largest = fmax(largest, fabs(D[i]));
    }
    return largest;
}

/* More of them are kept than a block of right-hand sides has. At rest, below, between and above resonances; D
 * alone and with derivatives; derivatives without D. */
static void compare(rdg_context *ctx, rdg_structure *s, rdg_index n_omega, const double *omega)
{
    static double D[3][BLOCK], E[3][BLOCK], F[3][BLOCK];
    rdg_index kept[KEPT];
    for (rdg_index k = 0; k < KEPT; k++) {
        kept[k] = (k * 37 + 5) % NODES;
    }
    rdg_condensation *dense = rdg_condensation_create_with(s, KEPT, kept, RDG_INTERIOR_DENSE);
    rdg_condensation *sparse = rdg_condensation_create_with(s, KEPT, kept, RDG_INTERIOR_SPARSE);
    assert_ok(ctx, rdg_error_status(ctx));
    for (rdg_index f = 0; f < n_omega; f++) {
        assert_int_equal(rdg_condensation_evaluate(dense, 1, omega[f], D[0], D[1], D[2]), 0);
        assert_int_equal(rdg_condensation_evaluate(sparse, 1, omega[f], E[0], NULL, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(sparse, 1, omega[f], F[0], E[1], E[2]), 0);
        assert_int_equal(rdg_condensation_evaluate(sparse, 1, omega[f], NULL, F[1], NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(sparse, 1, omega[f], NULL, NULL, F[2]), 0);
        for (int order = 0; order < 3; order++) {
            const double tolerance = 1e-11 * (1.0 + largest_of(D[order]));
            for (rdg_index i = 0; i < BLOCK; i++) {
                assert_near(E[order][i], D[order][i], 0, tolerance);
                assert_near(F[order][i], E[order][i], 0, tolerance);
            }
        }
    }
    rdg_condensation_free(dense);
    rdg_condensation_free(sparse);
}

static void fronts_are_as_good_as_dense_factors(void **state)
{
    static const double omega[] = {0.0, 0.2, 1.3, 2.9, 9.0};
    for (uint64_t seed = 1; seed < 3; seed++) {
        compare(*state, random_cube(*state, seed, 0.02, 0.1), 5, omega);
        compare(*state, random_cube(*state, seed, 0.0, 0.1), 5, omega);
        compare(*state, random_cube(*state, seed, 0.02, 0.0), 5, omega);
    }
}

/* Equal masses that at this frequency balance their stiffness exactly, each by itself: all first pivots are
 * zeros; triangles make the matrix regular. */
static void vanishing_pivots_are_exchanged(void **state)
{
    const size_t size = (size_t)NODES * NODES;
    double *M = test_calloc(size, sizeof *M), *K = test_calloc(size, sizeof *K);
    uint64_t seed = 7;
    for (rdg_index i = 0; i < NODES; i++) {
        M[i + NODES * i] = 1.0;
        K[i + NODES * i] = 16.0;
        for (rdg_index j = i + 1; j < NODES; j++) {
            const rdg_index apart = j - i;
            if (apart == 1 || apart == SIDE - 1 || apart == SIDE || apart == SIDE * SIDE) {
                K[i + NODES * j] = K[j + NODES * i] = 1.0 + 0.3 * random_signed(&seed);
            }
        }
    }
    static const double omega[] = {4.0, 4.0 + 1e-7, 3.9};
    compare(*state, rdg_structure_create(*state, "balanced", NODES, M, NULL, K), 3, omega);
    test_free(M);
    test_free(K);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fronts_are_as_good_as_dense_factors),
        TEST(vanishing_pivots_are_exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
