/* One suite for all factorisations: solutions, transposed solutions, determinant, singular matrices. */
#include "problems.h"

#include "lu_impl.h"
#include "sparse.h"

enum { MOST = 40 };

/* A random pattern with full diagonal, and values; dense copy in A, column-major. */
static rdg_pattern *random_matrix(rdg_context *ctx, uint64_t *seed, rdg_index n, double *values, double *A)
{
    rdg_index row[5 * MOST], col[5 * MOST], place[5 * MOST];
    const rdg_index count = 5 * n;
    for (rdg_index e = 0; e < count; e++) {
        row[e] = e < n ? e : (rdg_index)(0.4999 * (double)n * (1 + random_signed(seed)));
        col[e] = e < n ? e : (rdg_index)(0.4999 * (double)n * (1 + random_signed(seed)));
    }
    rdg_pattern *p = rdg_pattern_create(ctx, n, n, count, row, col, place);
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(values, 0, (size_t)rdg_pattern_count(p) * sizeof *values);
    for (rdg_index e = 0; e < count; e++) {
        const double value = random_signed(seed);
        values[place[e]] += value;
        A[row[e] + n * col[e]] += value;
    }
    return p;
}

/* Sign and logarithm of the determinant by Gaussian elimination with exchange of rows. */
static rdg_determinant eliminate(rdg_index n, double *A)
{
    rdg_determinant det = {.sign = 1};
    for (rdg_index k = 0; k < n; k++) {
        rdg_index best = k;
        for (rdg_index i = k; i < n; i++) {
            best = fabs(A[i + n * k]) > fabs(A[best + n * k]) ? i : best;
        }
        for (rdg_index j = 0; j < n; j++) {
            const double kept = A[k + n * j];
            A[k + n * j] = A[best + n * j];
            A[best + n * j] = kept;
        }
        det.sign *= (best == k ? 1 : -1) * (A[k + n * k] < 0 ? -1 : 1);
        det.log_magnitude += log(fabs(A[k + n * k]));
        for (rdg_index i = k + 1; i < n; i++) {
            const double factor = A[i + n * k] / A[k + n * k];
            for (rdg_index j = k; j < n; j++) {
                A[i + n * j] -= factor * A[k + n * j];
            }
        }
    }
    return det;
}

static double residual(rdg_index n, const double *A, bool transposed, const double *x, const double *b)
{
    double worst = 0;
    for (rdg_index i = 0; i < n; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (rdg_index j = 0; j < n; j++) {
            const double term = (transposed ? A[j + n * i] : A[i + n * j]) * x[j];
            sum += term;
            size += fabs(term);
        }
        worst = fmax(worst, fabs(sum) / size);
    }
    return worst;
}

/* Several right-hand sides at once; what stands between them is left alone. */
static void solve_columns(rdg_lu *lu, rdg_index n, const double *A, uint64_t *seed)
{
    enum { COLUMNS = 3, BETWEEN = 2 };
    const rdg_index apart = n + BETWEEN;
    double b[COLUMNS * (MOST + BETWEEN)], x[COLUMNS * (MOST + BETWEEN)];
    for (int transposed = 0; transposed < 2; transposed++) {
        for (rdg_index k = 0; k < COLUMNS * apart; k++) {
            b[k] = random_signed(seed);
            x[k] = 7.0;
        }
        rdg_lu_solve_columns(lu, transposed, COLUMNS, apart, b, x);
        for (rdg_index c = 0; c < COLUMNS; c++) {
            assert_true(residual(n, A, transposed, x + c * apart, b + c * apart) < 1e-11);
            assert_true(x[c * apart + n] == 7.0 && x[c * apart + n + 1] == 7.0);
        }
        rdg_lu_solve_columns(lu, transposed, 0, apart, b, NULL); /* none */
    }
}

static void solve_random_systems(rdg_context *ctx, rdg_lu_kind kind)
{
    uint64_t seed = 21;
    for (int s = 0; s < 60; s++) {
        double values[5 * MOST], A[MOST * MOST], b[MOST], kept[MOST], x[MOST];
        const rdg_index n = 1 + s % MOST;
        rdg_pattern *p = random_matrix(ctx, &seed, n, values, A);
        rdg_lu *lu = rdg_lu_create(ctx, p, kind);
        assert_non_null(lu);
        for (int again = 0; again < 2; again++) { /* other values on the same pattern */
            for (rdg_index k = 0; k < rdg_pattern_count(p); k++) {
                values[k] *= again ? -1.7 : 1;
            }
            for (rdg_index k = 0; k < n * n; k++) {
                A[k] *= again ? -1.7 : 1;
            }
            assert_true(rdg_lu_factor(lu, values));
            for (rdg_index i = 0; i < n; i++) {
                kept[i] = b[i] = random_signed(&seed);
            }
            rdg_lu_solve(lu, false, b, x);
            assert_true(residual(n, A, false, x, b) < 1e-11);
            rdg_lu_solve(lu, true, b, x);
            assert_true(residual(n, A, true, x, b) < 1e-11);
            assert_memory_equal(b, kept, (size_t)n * sizeof *b);
            solve_columns(lu, n, A, &seed);
            double copy[MOST * MOST];
            memcpy(copy, A, sizeof copy);
            const rdg_determinant exact = eliminate(n, copy);
            const rdg_determinant det = rdg_lu_determinant(lu);
            assert_near(det.sign, exact.sign, 0, 0);
            assert_near(det.log_magnitude, exact.log_magnitude, 1e-9, 1e-9);
        }
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

/* The determinant over- and underflows a double; its logarithm does not. */
static void take_a_huge_determinant(rdg_context *ctx, rdg_lu_kind kind)
{
    enum { N = 400 };
    rdg_index at[N];
    double values[N];
    for (rdg_index i = 0; i < N; i++) {
        at[i] = i;
    }
    rdg_pattern *p = rdg_pattern_create(ctx, N, N, N, at, at, NULL);
    rdg_lu *lu = rdg_lu_create(ctx, p, kind);
    for (int side = -1; side <= 1; side += 2) {
        for (rdg_index i = 0; i < N; i++) {
            values[i] = (i % 2 ? -1 : 1) * pow(10, 2 * side);
        }
        assert_true(rdg_lu_factor(lu, values));
        assert_near(rdg_lu_determinant(lu).sign, 1, 0, 0);
        assert_near(rdg_lu_determinant(lu).log_magnitude, side * N * 2 * log(10), 1e-12, 0);
    }
    rdg_lu_free(lu);
    rdg_pattern_free(p);
}

static void refuse_singular_matrices(rdg_context *ctx, rdg_lu_kind kind)
{
    rdg_pattern *p = rdg_pattern_dense(ctx, 3, 3);
    rdg_lu *lu = rdg_lu_create(ctx, p, kind);
    const double zero_row[] = {1, 0, 2, 3, 0, 4, 5, 0, 6}, zero_column[] = {1, 2, 3, 0, 0, 0, 4, 5, 6};
    const double equal_rows[] = {1, 1, 2, 3, 3, 4, 5, 5, 6}, regular[] = {2, 0, 0, 0, 2, 0, 0, 0, -2};
    const double *singular[] = {zero_row, zero_column, equal_rows};
    double x[3];
    for (int k = 0; k < 3; k++) {
        assert_false(rdg_lu_factor(lu, singular[k]));
        assert_near(rdg_lu_determinant(lu).sign, 0, 0, 0);
        assert_true(rdg_lu_factor(lu, regular)); /* and goes on with the next one */
        rdg_lu_solve(lu, false, (double[]){1, 2, 3}, x);
        assert_near(x[2], -1.5, 1e-15, 0);
        assert_near(rdg_lu_determinant(lu).sign, -1, 0, 0);
    }
    rdg_lu_free(lu);
    rdg_pattern_free(p);
}

/* A row that is the sum of two others leaves a pivot of rounding errors, not zero. */
static void refuse_what_is_singular_to_rounding(rdg_context *ctx, rdg_lu_kind kind)
{
    uint64_t seed = 6;
    for (int s = 0; s < 60; s++) {
        double A[MOST * MOST];
        const rdg_index n = 3 + s % (MOST - 2);
        rdg_pattern *p = rdg_pattern_dense(ctx, n, n);
        rdg_lu *lu = rdg_lu_create(ctx, p, kind);
        for (rdg_index e = 0; e < n * n; e++) {
            A[e] = random_signed(&seed);
        }
        assert_true(rdg_lu_factor(lu, A));
        for (rdg_index j = 0; j < n; j++) {
            A[s % n + n * j] = 0.5 * (A[(s + 1) % n + n * j] + A[(s + 2) % n + n * j]);
        }
        assert_false(rdg_lu_factor(lu, A));
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

/* Columns in units that differ by 200 powers of ten are no sign of a singular matrix. */
static void accept_columns_of_any_unit(rdg_context *ctx, rdg_lu_kind kind)
{
    uint64_t seed = 6;
    for (int s = 0; s < 60; s++) {
        double A[MOST * MOST], b[MOST], x[MOST];
        const rdg_index n = 1 + s % MOST;
        rdg_pattern *p = rdg_pattern_dense(ctx, n, n);
        rdg_lu *lu = rdg_lu_create(ctx, p, kind);
        for (rdg_index j = 0; j < n; j++) {
            const double unit = pow(10, 100 * random_signed(&seed));
            for (rdg_index i = 0; i < n; i++) {
                A[i + n * j] = unit * random_signed(&seed);
            }
            b[j] = random_signed(&seed);
        }
        assert_true(rdg_lu_factor(lu, A));
        rdg_lu_solve(lu, false, b, x);
        assert_true(residual(n, A, false, x, b) < 1e-11);
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
}

/* A column without any entry: already the pattern is singular. */
static void refuse_a_structurally_singular_matrix(rdg_context *ctx, rdg_lu_kind kind)
{
    const rdg_index row[] = {0, 1, 2}, col[] = {0, 0, 2};
    rdg_pattern *p = rdg_pattern_create(ctx, 3, 3, 3, row, col, NULL);
    rdg_lu *lu = rdg_lu_create(ctx, p, kind);
    assert_non_null(lu);
    assert_false(rdg_lu_factor(lu, (double[]){1, 2, 3}));
    assert_near(rdg_lu_determinant(lu).sign, 0, 0, 0);
    rdg_lu_free(lu);
    rdg_pattern_free(p);
}

#define FOR_EACH(name)                                                                                       \
    static void dense_##name(void **state)                                                                   \
    {                                                                                                        \
        name(*state, RDG_LU_DENSE);                                                                          \
    }                                                                                                        \
    static void klu_##name(void **state)                                                                     \
    {                                                                                                        \
        name(*state, RDG_LU_KLU);                                                                            \
    }                                                                                                        \
    static void umfpack_##name(void **state)                                                                 \
    {                                                                                                        \
        name(*state, RDG_LU_UMFPACK);                                                                        \
    }

FOR_EACH(solve_random_systems)
FOR_EACH(take_a_huge_determinant)
FOR_EACH(refuse_singular_matrices)
FOR_EACH(refuse_what_is_singular_to_rounding)
FOR_EACH(accept_columns_of_any_unit)
FOR_EACH(refuse_a_structurally_singular_matrix)

static void small_or_full_matrices_are_dense_and_large_sparse_ones_sparse(void **state)
{
    enum { N = 600 };
    static rdg_index at[2 * N], shifted[2 * N];
    for (rdg_index i = 0; i < 2 * N; i++) {
        at[i] = i % N;
        shifted[i] = (i < N ? i : i + 1) % N;
    }
    const struct {
        rdg_index n, count;
        bool sparse;
    } expected[] = {{25, 25, false}, {N, 2 * N, true}};
    for (int k = 0; k < 2; k++) {
        rdg_pattern *p =
            rdg_pattern_create(*state, expected[k].n, expected[k].n, expected[k].count, at, shifted, NULL);
        rdg_lu *lu = rdg_lu_create(*state, p, RDG_LU_AUTO);
        assert_ptr_equal(lu->ops, expected[k].sparse ? &rdg_lu_klu_ops : &rdg_lu_dense_ops);
        rdg_lu_free(lu);
        rdg_pattern_free(p);
    }
    rdg_pattern *p = rdg_pattern_dense(*state, 300, 300);
    rdg_lu *lu = rdg_lu_create(*state, p, RDG_LU_AUTO);
    assert_ptr_equal(lu->ops, &rdg_lu_dense_ops);
    rdg_lu_free(lu);
    rdg_lu_free(NULL);
    rdg_pattern_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(dense_solve_random_systems),
        TEST(klu_solve_random_systems),
        TEST(umfpack_solve_random_systems),
        TEST(dense_take_a_huge_determinant),
        TEST(klu_take_a_huge_determinant),
        TEST(umfpack_take_a_huge_determinant),
        TEST(dense_refuse_singular_matrices),
        TEST(klu_refuse_singular_matrices),
        TEST(umfpack_refuse_singular_matrices),
        TEST(dense_refuse_what_is_singular_to_rounding),
        TEST(klu_refuse_what_is_singular_to_rounding),
        TEST(umfpack_refuse_what_is_singular_to_rounding),
        TEST(dense_accept_columns_of_any_unit),
        TEST(klu_accept_columns_of_any_unit),
        TEST(umfpack_accept_columns_of_any_unit),
        TEST(dense_refuse_a_structurally_singular_matrix),
        TEST(klu_refuse_a_structurally_singular_matrix),
        TEST(umfpack_refuse_a_structurally_singular_matrix),
        TEST(small_or_full_matrices_are_dense_and_large_sparse_ones_sparse),
    };
    return cmocka_run_group_tests_name("core: LU", tests, NULL, NULL);
}
