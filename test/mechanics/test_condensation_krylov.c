/* Few vectors in place of an interior: the same answers as all modes. Factors at each frequency agree less:
 * with ten times the rounding errors of both, measured against a solution in long double. */
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

enum { KEPT = 6, BLOCK = 2 * KEPT * KEPT };

/* A plate in its plane held along one side, nx by ny elements: 2 nx (ny + 1) degrees of freedom. */
static rdg_structure *plate(rdg_context *ctx, rdg_index nx, rdg_index ny, double a, double b)
{
    rdg_plane_options o = rdg_plane_options_default();
    o.nx = nx, o.ny = ny, o.height = 0.06;
    rdg_index *clamp = test_calloc((size_t)(2 * (ny + 1)), sizeof *clamp);
    for (rdg_index i = 0; i < 2 * (ny + 1); i++) {
        clamp[i] = i;
    }
    rdg_structure *s = rdg_structure_hold(rdg_plane_create(ctx, &o), 2 * (ny + 1), clamp);
    test_free(clamp);
    assert_ok(ctx, rdg_damping_proportional(s, a, b));
    return s;
}

static void choose(const rdg_structure *s, rdg_index count, rdg_index *kept)
{
    const rdg_index n = rdg_structure_size(s);
    for (rdg_index i = 0; i < count; i++) {
        kept[i] = n - 1 - 7 * i;
    }
}

static void assert_same(rdg_condensation *c, rdg_condensation *exact, rdg_index k, double omega,
                        double tolerance)
{
    double D[3][BLOCK], E[3][BLOCK];
    assert_int_equal(rdg_condensation_evaluate(c, k, omega, D[0], D[1], D[2]), 0);
    assert_int_equal(rdg_condensation_evaluate(exact, k, omega, E[0], E[1], E[2]), 0);
    for (int order = 0; order < 3; order++) {
        double largest = 0;
        for (int i = 0; i < BLOCK; i++) {
            largest = fmax(largest, fabs(E[order][i]));
        }
        for (int i = 0; i < BLOCK; i++) {
            assert_near(D[order][i], E[order][i], 0, tolerance * largest);
        }
    }
}

/* The first frequency of this plate is 9e3 rad/s, its 100th 7e5. */
static void all_frequencies_have_the_answers_of_modes(void **state)
{
    static const double a[] = {0, 40, 0, 300}, b[] = {1e-8, 0, 1e-6, 1e-7};
    static const double tolerance[] = {1e-7, 1e-7, 2e-12,
                                       1e-10}; /* factors lose digits at sharp resonances */
    rdg_context *ctx = *state;
    rdg_index kept[KEPT];
    uint64_t seed = 77;
    for (int d = 0; d < 4; d++) {
        rdg_structure *s = plate(ctx, 50, 10, a[d], b[d]);
        choose(s, KEPT, kept);
        rdg_condensation *c = rdg_condensation_create(s, KEPT, kept);
        rdg_condensation *exact = rdg_condensation_create_with(s, KEPT, kept, RDG_INTERIOR_MODAL);
        assert_string_equal(rdg_condensation_method(c), "krylov");
        for (int trial = 0; trial < 30; trial++) {
            const double omega = 1000 * exp(2.5 + 2.5 * random_signed(&seed));
            assert_same(c, exact, trial % 3 + 1, omega, tolerance[d]);
        }
        assert_same(c, exact, 0, 1234.5, 1e-13);
        assert_same(c, exact, 1, 0.0, 1e-13);
        rdg_condensation_set_damping(c, 77, 3e-8);
        rdg_condensation_set_damping(exact, 77, 3e-8);
        assert_same(c, exact, 1, 31000, 1e-10);
        rdg_condensation_free(c);
        rdg_condensation_free(exact);
    }
}

/* What was asked before does not matter, to the last bit. */
static void an_answer_depends_on_the_frequency_alone(void **state)
{
    static const double omega[] = {3e3, 4e5, 5e4, 1e3, 9e5, 1.1e4};
    enum { COUNT = sizeof omega / sizeof *omega };
    rdg_context *ctx = *state;
    rdg_index kept[KEPT];
    rdg_structure *s = plate(ctx, 50, 10, 0, 1e-7);
    choose(s, KEPT, kept);
    static double up[COUNT][3][BLOCK], down[COUNT][3][BLOCK];
    rdg_condensation *a = rdg_condensation_create(s, KEPT, kept);
    rdg_condensation *b = rdg_condensation_create(s, KEPT, kept);
    for (int i = 0; i < COUNT; i++) {
        const int j = COUNT - 1 - i;
        rdg_condensation_evaluate(a, 1, omega[i], up[i][0], up[i][1], up[i][2]);
        rdg_condensation_evaluate(b, 1, omega[j], down[j][0], down[j][1], down[j][2]);
    }
    assert_memory_equal(up, down, sizeof up);
}

/* Where no few vectors serve, the factors do. */
static void a_frequency_in_the_midst_of_all_modes_is_left_to_factors(void **state)
{
    rdg_context *ctx = *state;
    rdg_index kept[KEPT];
    rdg_structure *s = plate(ctx, 50, 10, 0, 1e-9);
    choose(s, KEPT, kept);
    rdg_condensation *c = rdg_condensation_create(s, KEPT, kept);
    rdg_condensation *exact = rdg_condensation_create_with(s, KEPT, kept, RDG_INTERIOR_SPARSE);
    double D[3][BLOCK], E[3][BLOCK];
    assert_int_equal(rdg_condensation_evaluate(c, 1, 4.1e6, D[0], D[1], D[2]), 0);
    assert_int_equal(rdg_condensation_evaluate(exact, 1, 4.1e6, E[0], E[1], E[2]), 0);
    assert_memory_equal(D, E, sizeof D);
}

/* Without damping the answer has poles; near them, at them within rounding, and between them. */
static void without_damping_poles_are_met_or_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_index kept[KEPT], clamp[KEPT];
    double omega[4];
    rdg_structure *s = plate(ctx, 50, 10, 0, 0);
    choose(s, KEPT, kept);
    memcpy(clamp, kept, sizeof clamp);
    rdg_structure_modes(rdg_structure_hold(s, KEPT, clamp), 0, NULL, 4, omega, NULL);
    rdg_condensation *c = rdg_condensation_create(s, KEPT, kept);
    rdg_condensation *exact = rdg_condensation_create_with(s, KEPT, kept, RDG_INTERIOR_MODAL);
    assert_ok(ctx, rdg_error_status(ctx));
    for (int i = 0; i < 4; i++) {
        assert_same(c, exact, 1, omega[i] * (1 + 1e-4), 1e-6);
        double D[BLOCK];
        const int at = rdg_condensation_evaluate(c, 1, omega[i], D, NULL, NULL);
        assert_true(at > 0 || fabs(D[0]) > 0);
    }
    assert_same(c, exact, 1, (omega[0] + omega[1]) / 2, 1e-9);
}

/* Two pieces that do not meet, and places without inertia next to them: blocks lose vectors until none is
 * left, and the space is complete. */
static void spaces_that_close_early_are_exact(void **state)
{
    enum { N = 9 };
    rdg_context *ctx = *state;
    double M[N * N] = {0}, K[N * N] = {0};
    for (int i = 0; i < N; i++) {
        M[i + N * i] = i == 3 ? 0.0 : 1.0 + 0.1 * i;
        K[i + N * i] = 2.1;
        if (i % 5 != 4 && i + 1 < N) {
            K[i + N * (i + 1)] = K[i + 1 + N * i] = -1.0;
        }
    }
    const rdg_index kept[3] = {0, 5, 8};
    rdg_structure *s = rdg_structure_create(ctx, "pieces", N, M, NULL, K);
    assert_ok(ctx, rdg_damping_proportional(s, 0.01, 0.02));
    rdg_condensation *c = rdg_condensation_create_with(s, 3, kept, RDG_INTERIOR_KRYLOV);
    rdg_condensation *exact = rdg_condensation_create_with(s, 3, kept, RDG_INTERIOR_DENSE);
    assert_string_equal(rdg_condensation_method(c), "krylov");
    for (int i = 0; i < 40; i++) {
        double D[18], E[18];
        assert_int_equal(rdg_condensation_evaluate(c, 1, 0.1 * i, D, NULL, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(exact, 1, 0.1 * i, E, NULL, NULL), 0);
        for (int e = 0; e < 18; e++) {
            assert_near(D[e], E[e], 0, 1e-13);
        }
    }
}

/* Masses and springs over four orders of magnitude, some without mass, many kept: what is left of a vector
 * that is in the space already is all rounding, and must not be taken for a new one. */
static void random_network(uint64_t *seed, int n, double *M, double *K)
{
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    memset(K, 0, (size_t)(n * n) * sizeof *K);
    for (int i = 0; i < n; i++) {
        M[i + n * i] = random_signed(seed) < -0.8 ? 0.0 : pow(10.0, 2 * random_signed(seed));
        K[i + n * i] = random_signed(seed) < -0.4 ? pow(10.0, 2 * random_signed(seed) - 2) : 1e-3;
    }
    for (int e = 0; e < 2 * n; e++) {
        const int any = (int)((1 + random_signed(seed)) / 2 * (n - 1)), i = (7 * e + any) % n;
        const int j = random_signed(seed) < 0.2 ? (i + 1) % n : any;
        const double k = pow(10.0, 2 * random_signed(seed));
        if (i != j && e < 3 * n / 2) {
            K[i + n * i] += k;
            K[j + n * j] += k;
            K[i + n * j] -= k;
            K[j + n * i] -= k;
        }
    }
}

static void networks_of_all_sizes_have_the_answers_of_modes(void **state)
{
    enum { MOST = 110 };
    static double M[MOST * MOST], K[MOST * MOST], D[2 * MOST * MOST], E[2 * MOST * MOST];
    uint64_t seed = 20;
    for (int trial = 0; trial < 60; trial++) {
        const int n = 10 + 37 * trial % 101, count = 1 + trial % (n / 3);
        random_network(&seed, n, M, K);
        rdg_structure *s = rdg_structure_create(*state, "network", n, M, NULL, K);
        assert_ok(*state, rdg_damping_proportional(s, 0, trial % 2 ? 0.1 : 1e-2));
        rdg_index kept[MOST];
        for (int i = 0; i < count; i++) {
            kept[i] = i;
        }
        rdg_condensation *c = rdg_condensation_create_with(s, count, kept, RDG_INTERIOR_KRYLOV);
        rdg_condensation *modal = rdg_condensation_create_with(s, count, kept, RDG_INTERIOR_MODAL);
        assert_ok(*state, rdg_error_status(*state));
        for (int f = 0; f < 8; f++) {
            const double omega = pow(10.0, 2 * random_signed(&seed) - 1);
            assert_int_equal(rdg_condensation_evaluate(c, 1, omega, D, NULL, NULL), 0);
            assert_int_equal(rdg_condensation_evaluate(modal, 1, omega, E, NULL, NULL), 0);
            double largest = 0;
            for (int i = 0; i < 2 * count * count; i++) {
                largest = fmax(largest, fabs(E[i]));
            }
            for (int i = 0; i < 2 * count * count; i++) {
                assert_near(D[i], E[i], 0, 1e-7 * largest);
            }
        }
        rdg_structure_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_frequencies_have_the_answers_of_modes),
        TEST(an_answer_depends_on_the_frequency_alone),
        TEST(a_frequency_in_the_midst_of_all_modes_is_left_to_factors),
        TEST(without_damping_poles_are_met_or_refused),
        TEST(spaces_that_close_early_are_exact),
        TEST(networks_of_all_sizes_have_the_answers_of_modes),
    };
    return cmocka_run_group_tests_name("condensation by few vectors", tests, NULL, NULL);
}
