/* link: -Wl,--wrap=klu_l_factor -Wl,--wrap=umfpack_dl_symbolic */
/* Which library factors a matrix, and what it does when the values ask for other pivots. */
#include "support.h"

#include "fresh_context.h"

#include "counted_klu.h"
#include "entry_matrix.h"
#include "lu_impl.h"
#include "sparse.h"

#include <umfpack.h>

static int analysed; /* values, by UMFPACK */

int __real_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info);
int __wrap_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info);
int __wrap_umfpack_dl_symbolic(SuiteSparse_long rows, SuiteSparse_long cols, const SuiteSparse_long *start,
                               const SuiteSparse_long *row, const double *values, void **symbolic,
                               const double *control, double *info)
{
    assert_non_null(values); /* without them it orders for the worst case */
    analysed++;
    return __real_umfpack_dl_symbolic(rows, cols, start, row, values, symbolic, control, info);
}

/* Five points, on a mesh of `side` times `side`. */
static matrix mesh(rdg_context *ctx, rdg_index side, uint64_t *seed)
{
    matrix a = {.n = side * side + 1};
    for (rdg_index k = 0; k < side * side; k++) {
        put(&a, k, k, -1.0 + 0.01 * random_signed(seed));
        if (k % side) {
            put(&a, k, k - 1, 0.25);
            put(&a, k - 1, k, 0.25);
        }
        if (k >= side) {
            put(&a, k, k - side, 0.25);
            put(&a, k - side, k, 0.25);
        }
    }
    put_border(&a, seed);
    finish(ctx, &a);
    return a;
}

/* Full blocks of `block` unknowns, coupled to their neighbours: harmonic balance of a chain. */
static matrix chain_of_blocks(rdg_context *ctx, rdg_index blocks, rdg_index block, uint64_t *seed)
{
    matrix a = {.n = blocks * block + 1};
    for (rdg_index b = 0; b < blocks; b++) {
        for (rdg_index e = 0; e < block * block; e++) {
            const rdg_index i = b * block + e / block, j = b * block + e % block;
            put(&a, i, j, (i == j ? 1.0 : 0.0) + 0.1 * random_signed(seed));
            if (b > 0 && i == j) {
                put(&a, i, i - block, -0.4);
                put(&a, i - block, i, -0.4);
            }
        }
    }
    put_border(&a, seed);
    finish(ctx, &a);
    return a;
}

static void fill_decides_not_entries_a_column(void **state)
{
    uint64_t seed = 4;
    struct {
        matrix a;
        const rdg_lu_ops *ops;
    } way[] = {{mesh(*state, 4, &seed), &rdg_lu_dense_ops},
               {mesh(*state, 40, &seed), &rdg_lu_klu_ops},
               {mesh(*state, 170, &seed), &rdg_lu_sparse_ops},
               {chain_of_blocks(*state, 3, 7, &seed), &rdg_lu_dense_ops},
               {chain_of_blocks(*state, 300, 7, &seed), &rdg_lu_klu_ops},
               {chain_of_blocks(*state, 40, 31, &seed), &rdg_lu_klu_ops}};
    for (size_t w = 0; w < sizeof way / sizeof *way; w++) {
        rdg_lu *lu = rdg_lu_create(*state, way[w].a.pattern, RDG_LU_AUTO);
        assert_ptr_equal(lu->ops, way[w].ops);
        assert_true(rdg_lu_factor(lu, way[w].a.values));
        assert_true(worst_solution(lu, &way[w].a, &seed) < 1e-12);
        rdg_lu_free(lu);
        discard(&way[w].a);
    }
}

/* Columns in any unit, rows of about one size; twice, so that the second has the pivots of the first. */
static void badly_scaled_matrices_are_solved_by_each_library(void **state)
{
    static const rdg_lu_kind kind[] = {RDG_LU_DENSE, RDG_LU_KLU, RDG_LU_UMFPACK};
    uint64_t seed = 8;
    for (int s = 0; s < 300; s++) {
        matrix a =
            s % 2 ? chain_of_blocks(*state, 3 + s % 5, 1 + s % 6, &seed) : mesh(*state, 3 + s % 6, &seed);
        double *unit = calloc((size_t)a.n, sizeof *unit);
        for (rdg_index j = 0; j < a.n; j++) {
            unit[j] = pow(10, 8 * random_signed(&seed));
        }
        rdg_lu *lu = rdg_lu_create(*state, a.pattern, kind[s % 3]);
        for (int again = 0; again < 2; again++) {
            for (rdg_index e = 0; e < a.count; e++) { /* on the diagonal, too */
                a.entry[e] =
                    random_signed(&seed) * pow(10, 2 * again * random_signed(&seed)) * unit[a.col[e]];
            }
            take_values(&a);
            double *row = calloc((size_t)a.n, sizeof *row);
            for (rdg_index e = 0; e < a.count; e++) {
                row[a.row[e]] = fmax(row[a.row[e]], fabs(a.entry[e]) / unit[a.col[e]]);
            }
            for (rdg_index e = 0; e < a.count; e++) {
                a.entry[e] /= row[a.row[e]];
            }
            take_values(&a);
            assert_true(rdg_lu_factor(lu, a.values));
            assert_true(worst_solution(lu, &a, &seed) < 1e-8);
            free(row);
        }
        rdg_lu_free(lu);
        free(unit);
        discard(&a);
    }
}

/* Where the diagonal vanishes KLU takes other pivots; they fill the matrix, because of the dense row, and
 * serve once. Those that do not are kept. */
static void pivots_that_vanish_are_replaced(void **state)
{
    static const bool vanishes[] = {false, false, true, true, false, false};
    static const bool keeps[] = {false, true, false, false, false, true};
    uint64_t seed = 12;
    matrix a = chain_of_blocks(*state, 200, 2, &seed);
    rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_KLU);
    chosen = 0;
    for (int turn = 0; turn < 6; turn++) {
        for (rdg_index e = 0; e < a.count; e++) {
            const rdg_index i = a.row[e], j = a.col[e];
            if (i < a.n - 1 && j < a.n - 1) {
                a.entry[e] = i == j ? (vanishes[turn] ? 1e-13 : 1.0) : i / 2 == j / 2 ? 0.5 : 0.1;
            }
        }
        take_values(&a);
        const int before = chosen;
        assert_true(rdg_lu_factor(lu, a.values));
        assert_true(worst_solution(lu, &a, &seed) < 1e-11);
        assert_true((chosen == before) == keeps[turn]);
    }
    rdg_lu_free(lu);
    discard(&a);
}

/* Pivots of 1e-5 beside 0.5: greater ones would fill the matrix, because of the dense row. */
static void a_large_matrix_bears_some_growth_rather_than_fill(void **state)
{
    uint64_t seed = 14;
    for (rdg_index blocks = 200; blocks <= 400; blocks += 200) {
        matrix a = chain_of_blocks(*state, blocks, 2, &seed);
        rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_KLU);
        for (rdg_index e = 0; e < a.count; e++) {
            const rdg_index i = a.row[e], j = a.col[e];
            if (i < a.n - 1 && j < a.n - 1) {
                a.entry[e] = i == j ? 1e-5 : i / 2 == j / 2 ? 0.5 : 0.1;
            }
        }
        take_values(&a);
        chosen = 0;
        assert_true(rdg_lu_factor(lu, a.values));
        assert_true((chosen == 1) == (a.n > 500));
        assert_true(worst_solution(lu, &a, &seed) < (a.n > 500 ? 1e-9 : 1e-12));
        rdg_lu_free(lu);
        discard(&a);
    }
}

/* The first matrices have a diagonal to take pivots from, the later ones have none. */
static void umfpack_analyses_again_when_pivots_go_bad(void **state)
{
    uint64_t seed = 16;
    matrix a = mesh(*state, 12, &seed);
    rdg_lu *lu = rdg_lu_create(*state, a.pattern, RDG_LU_UMFPACK);
    analysed = 0;
    for (int turn = 0; turn < 5; turn++) {
        for (rdg_index e = 0; e < a.count; e++) {
            const bool inside = a.row[e] < a.n - 1 && a.col[e] < a.n - 1;
            if (turn == 3 && inside) {
                a.entry[e] = a.row[e] == a.col[e] ? 0.0 : random_signed(&seed);
            }
        }
        a.entry[1] += 0.01;
        take_values(&a);
        assert_true(rdg_lu_factor(lu, a.values));
        assert_true(worst_solution(lu, &a, &seed) < 1e-11);
        assert_true(turn < 3 ? analysed == 1 : analysed <= 2);
    }
    for (rdg_index e = 0; e < a.count; e++) { /* none is good enough for a row of zeros */
        a.entry[e] = a.row[e] == 7 ? 0.0 : a.entry[e];
    }
    take_values(&a);
    const int before = analysed;
    assert_false(rdg_lu_factor(lu, a.values));
    assert_int_equal(analysed, before + 1);
    rdg_lu_free(lu);
    discard(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fill_decides_not_entries_a_column),
        TEST(badly_scaled_matrices_are_solved_by_each_library),
        TEST(pivots_that_vanish_are_replaced),
        TEST(a_large_matrix_bears_some_growth_rather_than_fill),
        TEST(umfpack_analyses_again_when_pivots_go_bad),
    };
    return cmocka_run_group_tests_name("core: choice of factors", tests, NULL, NULL);
}
