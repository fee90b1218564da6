/* Interiors that resonate, float or are refused. */
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>

static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double chain[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
static const double pots[9] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
static const rdg_index first[1] = {0};
enum { METHODS = 4 };

static const rdg_interior_method methods[] = {RDG_INTERIOR_MODAL, RDG_INTERIOR_DENSE, RDG_INTERIOR_SPARSE,
                                              RDG_INTERIOR_KRYLOV};

/* The interior of the chain has the eigenvalues 1 and 3. */
static void an_undamped_interior_resonance_is_reported(void **state)
{
    rdg_structure *s = rdg_structure_create(*state, "chain", 3, unit, NULL, chain);
    const double cs[2] = {1, 0};
    double D[2], full[6];
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = rdg_condensation_create_with(s, 1, first, methods[m]);
        assert_ok(*state, rdg_error_status(*state));
        assert_true(rdg_condensation_evaluate(c, 1, 1.0, D, NULL, NULL) > 0);
        assert_true(rdg_condensation_evaluate(c, 2, 0.5, D, NULL, NULL) > 0);
        assert_true(rdg_condensation_expand(c, 4, 0.25, cs, 0, NULL, full) > 0);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 1.001, D, NULL, NULL), 0);
        /* D = 2 - w^2 - (2 - w^2) / ((2 - w^2)^2 - 1) */
        const double z = 2 - 1.001 * 1.001;
        assert_near(D[0], z - z / (z * z - 1), 1e-11, 0);
        assert_true(D[1] == 0);
    }
}

/* With damping the same frequency is nothing special. */
static void a_damped_interior_passes_its_resonance(void **state)
{
    rdg_structure *s = rdg_structure_create(*state, "chain", 3, unit, NULL, chain);
    assert_ok(*state, rdg_damping_proportional(s, 0.02, 0));
    for (int m = 0; m < METHODS; m++) {
        double D[2];
        rdg_condensation *c = rdg_condensation_create_with(s, 1, first, methods[m]);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 1.0, D, NULL, NULL), 0);
        assert_near(D[1], 0.02 + 0.5 / 0.02 + 0.5 * 0.02 / (4 + 0.0004), 1e-12, 0);
    }
}

/* side * side equal masses on springs to their neighbours, and on soft ones to the ground; clumped dampers.
 */
static rdg_structure *membrane(rdg_context *ctx, rdg_index rows, rdg_index side)
{
    const rdg_index n = rows * side;
    double *M = test_calloc((size_t)(n * n), sizeof *M), *C = test_calloc((size_t)(n * n), sizeof *C);
    double *K = test_calloc((size_t)(n * n), sizeof *K);
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index next[2] = {i % side < side - 1 ? i + 1 : -1, i + side < n ? i + side : -1};
        M[i + n * i] = 1.0;
        C[i + n * i] = 0.01 * (double)(1 + i % 3);
        K[i + n * i] += 0.37;
        for (int k = 0; k < 2; k++) {
            const rdg_index j = next[k];
            if (j >= 0) {
                K[i + n * i] += 1.0;
                K[j + n * j] += 1.0;
                K[i + n * j] = K[j + n * i] = -1.0;
            }
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "membrane", n, M, C, K);
    test_free(M);
    test_free(C);
    test_free(K);
    return s;
}

/* One after the other, sparse factors hardly fill in; in a square they do: two engines. Few places that stay
 * are solved for one by one, many of them in blocks. Above the highest frequency, between the lowest ones,
 * and in the midst of them. */
static void sparse_factors_are_as_good_as_dense_ones(void **state)
{
    enum { MOST = 37 };
    static const double frequency[] = {0.3, 0.83, 1.71, 3.1};
    static const rdg_index places[] = {2, 7, 16, MOST};
    static double D[3][2 * MOST * MOST], E[3][2 * MOST * MOST];
    for (int way = 0; way < 8; way++) {
        const rdg_index rows = way % 2 ? 20 : 1, few = places[way / 2], n = rows * 20 * (rows == 1 ? 4 : 1);
        rdg_structure *s = membrane(*state, rows, n / rows);
        rdg_index kept[MOST];
        for (rdg_index k = 0; k < few; k++) {
            kept[k] = n - 1 - 2 * (few - 1 - k);
        }
        rdg_condensation *dense = rdg_condensation_create_with(s, few, kept, RDG_INTERIOR_DENSE);
        rdg_condensation *sparse = rdg_condensation_create_with(s, few, kept, RDG_INTERIOR_SPARSE);
        assert_string_equal(rdg_condensation_method(sparse), "sparse");
        for (int f = 0; f < 4; f++) {
            assert_int_equal(rdg_condensation_evaluate(dense, 1, frequency[f], D[0], D[1], D[2]), 0);
            assert_int_equal(rdg_condensation_evaluate(sparse, 1, frequency[f], E[0], E[1], E[2]), 0);
            double largest[3] = {1.0, 1.0, 1.0};
            for (rdg_index i = 0; i < 3 * 2 * few * few; i++) {
                const rdg_index order = i / (2 * few * few), at = i % (2 * few * few);
                largest[order] = fmax(largest[order], fabs(D[order][at]));
            }
            for (rdg_index i = 0; i < 3 * 2 * few * few; i++) {
                const rdg_index order = i / (2 * few * few), at = i % (2 * few * few);
                assert_near(E[order][at], D[order][at], 1e-10, 1e-10 * largest[order]);
            }
        }
    }
}

/* What is proportional up to rounding has interior modes, however it was given; all else has none. */
static void proportional_damping_is_recognised_in_a_matrix(void **state)
{
    const double factor[4][2] = {{0.037, 1.9e-3}, {0.037, 0}, {0, 1.9e-3}, {0, 0}}; /* of M, of K */
    const double mass[9] = {0.7, 0.1, 0, 0.1, 0.9, 0, 0, 0, 1.3};
    for (int k = 0; k < 4; k++) {
        double damping[9], D[2], D1[2], expected[2], expected1[2];
        for (int i = 0; i < 9; i++) {
            damping[i] = factor[k][0] * mass[i] + factor[k][1] * chain[i];
        }
        rdg_structure *given = rdg_structure_create(*state, "given", 3, mass, damping, chain);
        rdg_condensation *c = rdg_condensation_create(given, 1, first);
        assert_string_equal(rdg_condensation_method(c), "modal");
        assert_ok(*state, rdg_damping_proportional(given, factor[k][0], factor[k][1]));
        rdg_condensation *e = rdg_condensation_create_with(given, 1, first, RDG_INTERIOR_DENSE);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 0.83, D, D1, NULL), 0);
        assert_int_equal(rdg_condensation_evaluate(e, 1, 0.83, expected, expected1, NULL), 0);
        for (int i = 0; i < 2; i++) {
            assert_near(D[i], expected[i], 1e-12, 1e-14);
            assert_near(D1[i], expected1[i], 1e-12, 1e-14);
        }
        damping[4] *= 1 + 1e-12;
        rdg_structure *other = rdg_structure_create(*state, "other", 3, mass, damping, chain);
        c = rdg_condensation_create(other, 1, first);
        assert_string_equal(rdg_condensation_method(c), damping[4] == 0 ? "modal" : "dense");
    }
}

/* Kept: mass 0. Interior: mass 1 hangs on it, mass 2 is free in space. Static response: none. */
static void a_floating_interior_moves_but_has_no_static_response(void **state)
{
    const double stiffness[9] = {7, -3, 0, -3, 3, 0, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(*state, "floating", 3, unit, NULL, stiffness);
    assert_null(rdg_condensation_create_with(s, 1, first, RDG_INTERIOR_MODAL));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"floating\" has no interior modes");
    assert_null(rdg_condensation_create_with(s, 1, first, RDG_INTERIOR_KRYLOV));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"floating\" has no interior vectors");
    assert_string_equal(rdg_condensation_method(rdg_condensation_create(s, 1, first)), "dense");
    for (int m = 1; methods[m] != RDG_INTERIOR_KRYLOV; m++) {
        double D[2], D1[2], D2[2], full[6];
        const double w = 1.3, z = 3 - w * w;
        rdg_condensation *c = rdg_condensation_create_with(s, 1, first, methods[m]);
        assert_ok(*state, rdg_error_status(*state));
        assert_true(rdg_condensation_evaluate(c, 0, w, D, NULL, NULL) > 0);
        assert_int_equal(rdg_condensation_evaluate(c, 1, w, D, D1, D2), 0);
        assert_near(D[0], 7 - w * w - 9 / z, 1e-14, 0);
        assert_near(D1[0], -2 * w - 9 * 2 * w / (z * z), 1e-14, 0);
        assert_near(D2[0], -2 - 18 / (z * z) - 72 * w * w / (z * z * z), 1e-14, 0);
        assert_int_equal(rdg_condensation_expand(c, 1, w, (double[]){0.4, 0.7}, 0, NULL, full), 0);
        assert_near(full[1], 3 / z * 0.4, 1e-14, 0);
        assert_near(full[4], 3 / z * 0.7, 1e-14, 0);
        assert_true(full[2] == 0 && full[5] == 0);
    }
}

/* A rotation without inertia is condensed statically. */
static void a_massless_interior_is_no_obstacle(void **state)
{
    const double mass[9] = {1, 0, 0, 0, 0, 0, 0, 0, 0.5};
    rdg_structure *s = rdg_structure_create(*state, "light", 3, mass, NULL, chain);
    for (int m = 0; m < METHODS; m++) {
        double D[8];
        rdg_condensation *c = rdg_condensation_create_with(s, 2, (rdg_index[]){0, 2}, methods[m]);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 1.1, D, NULL, NULL), 0);
        assert_near(D[0], 1.5 - 1.21, 1e-14, 0);
        assert_near(D[1], -0.5, 1e-15, 0);
        assert_near(D[3], 1.5 - 0.605, 1e-14, 0);
    }
}

static void bad_lists_of_kept_degrees_of_freedom_are_refused(void **state)
{
    rdg_structure *s = rdg_structure_create(*state, "chain", 3, unit, NULL, chain);
    assert_null(rdg_condensation_create(s, 0, first));
    assert_failed(*state, RDG_ERR_ARGUMENT, "1 .. 3 degrees of freedom of \"chain\" can be kept, not 0");
    assert_null(rdg_condensation_create(s, 4, first));
    assert_failed(*state, RDG_ERR_ARGUMENT, "not 4");
    assert_null(rdg_condensation_create(s, 1, NULL));
    assert_failed(*state, RDG_ERR_ARGUMENT, "missing");
    assert_null(rdg_condensation_create(s, 2, (rdg_index[]){0, 3}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "no degree of freedom 3, only 0 .. 2");
    assert_null(rdg_condensation_create(s, 2, (rdg_index[]){2, 2}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "degree of freedom 2 of \"chain\" is to be kept twice");
}

static void an_interior_that_does_not_fit_is_refused(void **state)
{
    const double skew[9] = {0, 1, 0, -1, 0, 0, 0, 0, 0};
    rdg_structure *s = rdg_structure_create(*state, "rotor", 3, unit, skew, chain);
    assert_null(rdg_condensation_create(s, 1, first));
    assert_failed(*state, RDG_ERR_ARGUMENT, "C of \"rotor\" is not symmetric");
    s = rdg_structure_create(*state, "pots", 3, unit, pots, chain);
    assert_null(rdg_condensation_create_with(s, 1, first, RDG_INTERIOR_MODAL));
    assert_failed(*state, RDG_ERR_ARGUMENT, "damping is not proportional");
}

static void bad_evaluations_answer_without_harm(void **state)
{
    rdg_structure *s = rdg_structure_create(*state, "chain", 3, unit, NULL, chain);
    double D[2], full[6];
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = rdg_condensation_create_with(s, 1, first, methods[m]);
        assert_true(rdg_condensation_evaluate(c, 1, NAN, D, NULL, NULL) > 0);
        assert_true(rdg_condensation_evaluate(c, 1, 1e200, D, NULL, NULL) > 0);
        assert_true(rdg_condensation_evaluate(c, 0, INFINITY, D, NULL, NULL) > 0);
        assert_true(rdg_condensation_expand(c, 1, NAN, (double[]){1, 0}, 0, NULL, full) > 0);
        assert_true(rdg_condensation_evaluate(c, -1, 1, D, NULL, NULL) < 0);
        assert_true(rdg_condensation_expand(c, 1, 1, NULL, 0, NULL, full) < 0);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 0.5, NULL, NULL, NULL), 0);
        rdg_condensation_free(c);
    }
    assert_true(rdg_condensation_evaluate(NULL, 1, 1, D, NULL, NULL) < 0);
    assert_string_equal(rdg_condensation_method(NULL), "none");
    rdg_condensation_free(NULL);
}

static void a_condensation_outlives_its_structure(void **state)
{
    rdg_structure *s = rdg_structure_create(*state, "chain", 3, unit, NULL, chain);
    rdg_condensation *c = rdg_condensation_create(s, 1, first);
    double before[2], after[2];
    assert_int_equal(rdg_condensation_evaluate(c, 1, 0.5, before, NULL, NULL), 0);
    assert_ok(*state, rdg_damping_proportional(s, 5, 5));
    rdg_structure_free(s);
    assert_int_equal(rdg_condensation_evaluate(c, 1, 0.5, after, NULL, NULL), 0);
    assert_memory_equal(before, after, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_undamped_interior_resonance_is_reported),
        TEST(a_damped_interior_passes_its_resonance),
        TEST(sparse_factors_are_as_good_as_dense_ones),
        TEST(proportional_damping_is_recognised_in_a_matrix),
        TEST(a_floating_interior_moves_but_has_no_static_response),
        TEST(a_massless_interior_is_no_obstacle),
        TEST(bad_lists_of_kept_degrees_of_freedom_are_refused),
        TEST(an_interior_that_does_not_fit_is_refused),
        TEST(bad_evaluations_answer_without_harm),
        TEST(a_condensation_outlives_its_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
