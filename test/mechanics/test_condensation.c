/* Condensation against the full model, differences, and itself by other ways. */
#include "full_model.h"

#include "fresh_context.h"

#include <float.h>

enum { N = 40, KEPT = 3, BLOCK = KEPT * KEPT, METHODS = 4 };

static const rdg_index nodes[KEPT] = {12, 5, 20}; /* not ascending: the order of kept is the user's */
static const rdg_interior_method methods[] = {RDG_INTERIOR_MODAL, RDG_INTERIOR_DENSE, RDG_INTERIOR_SPARSE,
                                              RDG_INTERIOR_KRYLOV};

static rdg_structure *damped_beam(rdg_context *ctx, rdg_index elements)
{
    rdg_beam_options o = rdg_beam_options_default();
    o.elements = elements;
    rdg_structure *beam = rdg_beam_create(ctx, &o);
    assert_ok(ctx, rdg_damping_proportional(beam, 3.7, 1.5e-5));
    return beam;
}

static void kept_deflections(const rdg_structure *beam, rdg_index *kept)
{
    for (int i = 0; i < KEPT; i++) {
        kept[i] = rdg_beam_deflection(beam, nodes[i]);
    }
}

static rdg_condensation *condensed_beam(rdg_context *ctx, rdg_interior_method method)
{
    rdg_index kept[KEPT];
    rdg_structure *beam = damped_beam(ctx, N / 2);
    kept_deflections(beam, kept);
    rdg_condensation *c = rdg_condensation_create_with(beam, KEPT, kept, method);
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

static double largest(rdg_index n, const double *x)
{
    double result = 0;
    for (rdg_index i = 0; i < n; i++) {
        result = fmax(result, fabs(x[i]));
    }
    return result;
}

static double distance(rdg_index n, const double *x, const double *y)
{
    double result = 0;
    for (rdg_index i = 0; i < n; i++) {
        result = fmax(result, fabs(x[i] - y[i]));
    }
    return result;
}

static number phasor(const double *cs, rdg_index n, rdg_index i)
{
    return cs[i] - I * cs[n + i];
}

/* Of the dynamic stiffness of the full beam; rotations have another unit. */
static double stiffest_deflection(const number *Z)
{
    long double result = 0;
    for (int i = 0; i < N; i += 2) {
        result = fmaxl(result, cabsl(Z[i + N * i]));
    }
    return (double)result;
}

/* Forces at the kept degrees of freedom: D q_b = f there, and all of q is recovered. */
static void the_condensed_beam_moves_like_the_full_one(void **state)
{
    volatile const long double one = 1;
    if (one + LDBL_EPSILON == one) {
        skip(); /* valgrind computes with 64 bits */
    }
    static number Z[N * N], q[N];
    uint64_t seed = 20240817;
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed_beam(*state, methods[m]);
        rdg_structure *beam = damped_beam(*state, N / 2);
        rdg_index kept[KEPT];
        kept_deflections(beam, kept);
        for (int trial = 0; trial < 30; trial++) {
            const rdg_index k = trial % 5 == 4 ? 7 : trial % 5;
            const double omega = 2500 * (1 + random_signed(&seed)) + 1;
            number force[KEPT] = {0};
            memset(q, 0, sizeof q);
            for (int b = 0; b < KEPT; b++) {
                force[b] = random_signed(&seed) + I * random_signed(&seed) * (k > 0);
                q[kept[b]] = force[b];
            }
            full_dynamic_stiffness(beam, (long double)k * omega, Z);
            const double stiffest = stiffest_deflection(Z);
            full_solve(N, Z, q);

            double D[2 * BLOCK], kept_cs[2 * KEPT], full_cs[2 * N];
            assert_int_equal(rdg_condensation_evaluate(c, k, omega, D, NULL, NULL), 0);
            long double scale = 0, size = 0;
            for (int b = 0; b < KEPT; b++) {
                kept_cs[b] = (double)creall(q[kept[b]]);
                kept_cs[KEPT + b] = -(double)cimagl(q[kept[b]]);
                scale += cabsl(q[kept[b]]);
            }
            for (int a = 0; a < KEPT; a++) {
                number residual = -force[a];
                for (int b = 0; b < KEPT; b++) {
                    residual += (D[a + KEPT * b] + I * D[BLOCK + a + KEPT * b]) * q[kept[b]];
                }
                /* D is what is left of entries of this size, which cancel but for their rounding */
                assert_near((double)cabsl(residual), 0, 0, 4 * DBL_EPSILON * stiffest * (double)scale);
            }
            assert_int_equal(rdg_condensation_expand(c, k, omega, kept_cs, 0, NULL, full_cs), 0);
            for (int i = 0; i < N; i += 2) {
                size = fmaxl(size, cabsl(q[i]));
            }
            for (int i = 0; i < N; i++) { /* a rotation is a deflection per 0.01 m element */
                const double tolerance = 1e-12 * (double)size * (i % 2 ? 100 : 1);
                assert_near((double)cabsl(phasor(full_cs, N, i) - q[i]), 0, 0, tolerance);
            }
        }
    }
}

static void all_ways_through_the_interior_agree(void **state)
{
    rdg_condensation *c[METHODS];
    uint64_t seed = 7;
    for (int m = 0; m < METHODS; m++) {
        c[m] = condensed_beam(*state, methods[m]);
    }
    assert_string_equal(rdg_condensation_method(c[0]), "modal");
    assert_string_equal(rdg_condensation_method(c[1]), "dense");
    assert_string_equal(rdg_condensation_method(c[2]), "sparse");
    assert_string_equal(rdg_condensation_method(c[3]), "krylov");
    for (int trial = 0; trial < 200; trial++) {
        const double omega = 5000 * (1 + random_signed(&seed));
        double D[METHODS][3][2 * BLOCK];
        for (int m = 0; m < METHODS; m++) {
            assert_int_equal(rdg_condensation_evaluate(c[m], trial % 4, omega, D[m][0], D[m][1], D[m][2]), 0);
        }
        for (int d = 0; d < 3; d++) {
            for (int m = 1; m < METHODS; m++) {
                assert_near(distance(2 * BLOCK, D[m][d], D[0][d]), 0, 0, 5e-12 * largest(2 * BLOCK, D[0][d]));
            }
        }
    }
}

/* Central differences of fourth order. */
static void assert_derivative(rdg_condensation *c, rdg_index k, double omega, int order, double tolerance)
{
    const double h = 0.5;
    const double weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    double difference[2 * BLOCK] = {0}, D[3][2 * BLOCK], at[3][2 * BLOCK];
    assert_int_equal(rdg_condensation_evaluate(c, k, omega, D[0], D[1], D[2]), 0);
    for (int i = 0; i < 4; i++) {
        const double there = omega + (i < 2 ? i - 2 : i - 1) * h;
        assert_int_equal(rdg_condensation_evaluate(c, k, there, at[0], at[1], at[2]), 0);
        for (int e = 0; e < 2 * BLOCK; e++) {
            difference[e] += weight[i] * at[order - 1][e] / h;
        }
    }
    const double rounding = 1e-15 * largest(2 * BLOCK, D[order - 1]) / h;
    assert_near(distance(2 * BLOCK, difference, D[order]), 0, 0,
                tolerance * largest(2 * BLOCK, D[order]) + rounding);
}

static void the_derivatives_agree_with_differences(void **state)
{
    uint64_t seed = 99;
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed_beam(*state, methods[m]);
        for (int trial = 0; trial < 60; trial++) {
            const rdg_index harmonics[] = {0, 1, 2, 3, 5, 11};
            const double omega = 1500 * (1 + random_signed(&seed)) + 300;
            assert_derivative(c, harmonics[trial % 6], omega, 1, 2e-9);
            assert_derivative(c, harmonics[trial % 6], omega, 2, 2e-9);
        }
    }
}

static void the_result_is_symmetric_and_its_parts_can_be_asked_for_alone(void **state)
{
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed_beam(*state, methods[m]);
        double D[3][2 * BLOCK], alone[2 * BLOCK];
        assert_int_equal(rdg_condensation_evaluate(c, 2, 1234.5, D[0], D[1], D[2]), 0);
        for (int d = 0; d < 3; d++) {
            for (int part = 0; part < 2 * BLOCK; part += BLOCK) {
                for (int i = 0; i < BLOCK; i++) {
                    assert_true(D[d][part + i] == D[d][part + i / KEPT + KEPT * (i % KEPT)]);
                }
            }
            double *ask[3] = {NULL, NULL, NULL};
            ask[d] = alone;
            assert_int_equal(rdg_condensation_evaluate(c, 2, 1234.5, ask[0], ask[1], ask[2]), 0);
            assert_memory_equal(alone, D[d], sizeof alone);
        }
    }
}

static void the_static_harmonic_is_real_and_does_not_depend_on_frequency(void **state)
{
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed_beam(*state, methods[m]);
        double D[2 * BLOCK], D1[2 * BLOCK], D2[2 * BLOCK], other[2 * BLOCK];
        assert_int_equal(rdg_condensation_evaluate(c, 0, 777.7, D, D1, D2), 0);
        assert_int_equal(rdg_condensation_evaluate(c, 0, 0.0, other, NULL, NULL), 0);
        assert_memory_equal(D, other, sizeof D);
        assert_true(largest(BLOCK, D + BLOCK) == 0 && largest(2 * BLOCK, D1) == 0 &&
                    largest(2 * BLOCK, D2) == 0);
    }
}

static void keeping_all_degrees_of_freedom_gives_the_dynamic_stiffness_itself(void **state)
{
    const double M[4] = {2.385, 0.1, -0.1, 1.4}, C[4] = {0.3, -0.7, 0.7, 0.2}, K[4] = {7.1, -3, -2, 5};
    const rdg_index swapped[2] = {1, 0};
    rdg_structure *s = rdg_structure_create(*state, "rotor", 2, M, C, K); /* not symmetric */
    rdg_condensation *c = rdg_condensation_create(s, 2, swapped);
    assert_ok(*state, rdg_error_status(*state));
    assert_string_equal(rdg_condensation_method(c), "none");
    double D[8], D1[8], D2[8], full[4];
    const double w = 3 * 1.7, cs[4] = {0.1, 0.2, 0.3, 0.4};
    assert_int_equal(rdg_condensation_evaluate(c, 3, 1.7, D, D1, D2), 0);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            const int to = i + 2 * j;
            const int from = swapped[i] + 2 * (int)swapped[j];
            assert_near(D[to], K[from] - w * w * M[from], 1e-15, 0);
            assert_near(D[4 + to], w * C[from], 1e-15, 0);
            assert_near(D1[to], -2 * 3 * w * M[from], 1e-15, 0);
            assert_near(D1[4 + to], 3 * C[from], 1e-15, 0);
            assert_near(D2[to], -18 * M[from], 1e-15, 0);
            assert_true(D2[4 + to] == 0);
        }
    }
    assert_int_equal(rdg_condensation_expand(c, 3, 1.7, cs, 0, NULL, full), 0);
    assert_true(full[0] == 0.2 && full[1] == 0.1 && full[2] == 0.4 && full[3] == 0.3);
}

/* The same beam as dense matrices, the damping as a matrix of its own. */
static void a_dense_structure_gives_what_the_sparse_one_gives(void **state)
{
    static double M[N * N], C[N * N], K[N * N];
    rdg_structure *beam = damped_beam(*state, N / 2);
    rdg_sparse sparse[3];
    assert_ok(*state, rdg_structure_matrices(beam, &sparse[0], &sparse[1], &sparse[2]));
    for (rdg_index j = 0; j < N; j++) {
        for (rdg_index e = sparse[0].pattern.start[j]; e < sparse[0].pattern.start[j + 1]; e++) {
            const rdg_index at = sparse[0].pattern.row[e] + N * j;
            M[at] = sparse[0].values[e];
            C[at] = sparse[1].values[e];
            K[at] = sparse[2].values[e];
        }
    }
    rdg_structure *dense = rdg_structure_create(*state, "dense", N, M, C, K);
    rdg_index kept[KEPT];
    kept_deflections(beam, kept);
    rdg_condensation *a = rdg_condensation_create_with(beam, KEPT, kept, RDG_INTERIOR_DENSE);
    rdg_condensation *b = rdg_condensation_create_with(dense, KEPT, kept, RDG_INTERIOR_DENSE);
    rdg_condensation *reference = rdg_condensation_create(beam, KEPT, kept);
    assert_ok(*state, rdg_error_status(*state));
    assert_string_equal(rdg_condensation_method(b), "dense");
    assert_string_equal(rdg_condensation_method(reference), "modal");
    assert_string_equal(rdg_condensation_method(rdg_condensation_create(dense, KEPT, kept)), "modal");
    double x[2 * BLOCK], y[2 * BLOCK], z[2 * BLOCK];
    assert_int_equal(rdg_condensation_evaluate(a, 3, 700, x, NULL, NULL), 0);
    assert_int_equal(rdg_condensation_evaluate(b, 3, 700, y, NULL, NULL), 0);
    assert_int_equal(rdg_condensation_evaluate(reference, 3, 700, z, NULL, NULL), 0);
    assert_memory_equal(x, y, sizeof x);
    assert_near(distance(2 * BLOCK, x, z), 0, 0, 1e-14 * largest(2 * BLOCK, z));
}

/* 240 unknowns, damped by a dashpot: too large for dense factors, without a modal basis. Its interior has a
 * condition number of 1e9 and sharp resonances, so that the last digits depend on the order of elimination.
 */
static void a_large_beam_with_a_dashpot_is_condensed_by_sparse_factors(void **state)
{
    rdg_structure *beam = damped_beam(*state, 120);
    const rdg_index dof = rdg_beam_deflection(beam, 77), kept[2] = {rdg_beam_deflection(beam, 120), dof};
    rdg_sparse M, K;
    assert_ok(*state, rdg_structure_matrices(beam, &M, NULL, &K));
    double *damping = calloc((size_t)K.pattern.start[240], sizeof *damping);
    for (rdg_index e = K.pattern.start[dof + 4]; e < K.pattern.start[dof + 5]; e++) {
        damping[e] = K.pattern.row[e] == dof + 4 ? 3.9 : 0; /* two nodes on, in the interior */
    }
    const rdg_sparse C = {K.pattern, damping};
    rdg_structure *s = rdg_structure_create_sparse(*state, "dashpot", &M, &C, &K);
    rdg_condensation *sparse = rdg_condensation_create(s, 2, kept);
    rdg_condensation *dense = rdg_condensation_create_with(s, 2, kept, RDG_INTERIOR_DENSE);
    free(damping);
    assert_ok(*state, rdg_error_status(*state));
    assert_string_equal(rdg_condensation_method(sparse), "sparse");
    assert_string_equal(rdg_condensation_method(dense), "dense");
    uint64_t seed = 5;
    for (int trial = 0; trial < 10; trial++) {
        double a[3][8], b[3][8];
        const double omega = 3000 * (1.1 + random_signed(&seed));
        assert_int_equal(rdg_condensation_evaluate(sparse, trial % 3 + 1, omega, a[0], a[1], a[2]), 0);
        assert_int_equal(rdg_condensation_evaluate(dense, trial % 3 + 1, omega, b[0], b[1], b[2]), 0);
        for (int d = 0; d < 3; d++) {
            assert_near(distance(8, a[d], b[d]), 0, 0, 1e-8 * largest(8, b[d]));
        }
    }
}

/* Another damping, at the very frequency that was asked for last, is that of a structure which has it. */
static void the_damping_can_be_set(void **state)
{
    rdg_context *ctx = *state;
    for (int m = 0; m < METHODS; m++) {
        rdg_condensation *c = condensed_beam(ctx, methods[m]);
        rdg_structure *other = damped_beam(ctx, N / 2);
        assert_ok(ctx, rdg_damping_proportional(other, 1.2, 4e-5));
        rdg_index kept[KEPT];
        kept_deflections(other, kept);
        rdg_condensation *d = rdg_condensation_create_with(other, KEPT, kept, methods[m]);
        double before[3][2 * BLOCK], set[3][2 * BLOCK], made[3][2 * BLOCK];
        assert_int_equal(rdg_condensation_evaluate(c, 1, 2000.0, before[0], before[1], before[2]), 0);
        rdg_condensation_set_damping(c, 1.2, 4e-5);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 2000.0, set[0], set[1], set[2]), 0);
        assert_int_equal(rdg_condensation_evaluate(d, 1, 2000.0, made[0], made[1], made[2]), 0);
        for (int order = 0; order < 3; order++) {
            const double size = largest(2 * BLOCK, made[order]);
            assert_near(distance(2 * BLOCK, set[order], made[order]), 0, 0, 1e-12 * size);
            assert_true(order == 2 || distance(2 * BLOCK, before[order], made[order]) > 1e-9 * size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_condensed_beam_moves_like_the_full_one),
        TEST(all_ways_through_the_interior_agree),
        TEST(the_derivatives_agree_with_differences),
        TEST(the_result_is_symmetric_and_its_parts_can_be_asked_for_alone),
        TEST(the_static_harmonic_is_real_and_does_not_depend_on_frequency),
        TEST(keeping_all_degrees_of_freedom_gives_the_dynamic_stiffness_itself),
        TEST(a_dense_structure_gives_what_the_sparse_one_gives),
        TEST(the_damping_can_be_set),
        TEST(a_large_beam_with_a_dashpot_is_condensed_by_sparse_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
