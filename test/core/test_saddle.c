/* link: -Wl,--wrap=umfpack_dl_numeric -Wl,--wrap=klu_l_factor */
/* The matrix of a problem with its adjoint equations is factored in blocks, and nothing shows but the time:
 * solutions are good to rounding, the determinant has the sign of the whole's, what is singular is refused.
 */
#include "saddle_case.h"

#include <klu.h>
#include <umfpack.h>

typedef struct tally {
    int in_blocks, refused, signs;
} tally;

/* Is time to be won, and are digits not lost? */
static bool blocks_serve(const saddle_kind *k, double smallest)
{
    return k->n >= 8 && 2 * (k->n - k->m + k->others) <= k->n && smallest > 1e-8;
}

static void check_case(rdg_context *ctx, const saddle_kind *kind, uint64_t *seed, tally *count)
{
    saddle_case c;
    set_up_saddle(ctx, &c, kind, seed);
    const bool plain = factor(&c, c.plain);
    double sign = 0;
    const bool regular = factor(&c, c.blocks);
    const double smallest = smallest_and_sign(&c, &sign);
    if (smallest > 1e-12) {
        assert_true(regular);
    }
    assert_true(regular || !plain);
    if (regular) {
        for (int k = 0; k < 2; k++) {
            for (int transposed = 0; transposed < 2; transposed++) {
                const double left = left_by_solution(&c, c.blocks, transposed, seed);
                const double most = rdg_bordered_is_in_blocks(c.blocks) ? 1e-13 : 1e-9; /* as KLU's */
                assert_true(left < most || (left == INFINITY && smallest < 1e-15));
            }
        }
        const rdg_determinant det = rdg_bordered_determinant(c.blocks);
        if (smallest > 1e-13) {
            assert_near(det.sign, sign, 0, 0);
            count->signs++;
        }
        if (plain && smallest > 1e-9) {
            const rdg_determinant whole = rdg_bordered_determinant(c.plain);
            assert_near(det.sign, whole.sign, 0, 0);
            assert_near(det.log_magnitude, whole.log_magnitude, 0, 1e-6);
        }
        assert_true(rdg_bordered_is_in_blocks(c.blocks) || !blocks_serve(kind, smallest));
        count->in_blocks += rdg_bordered_is_in_blocks(c.blocks);
    }
    count->refused += !regular;
    tear_down_saddle(&c);
}

static void solutions_and_determinants_are_those_of_the_whole(void **state)
{
    static const double nearly[] = {-1, 0, 1e-16, 1e-13, 1e-10, 1e-7, 1e-4};
    static const double hessian[] = {1, 0, 1e6, 1e-6};
    uint64_t seed = 3;
    tally count = {0};
    for (int s = 0; s < 600; s++) {
        const rdg_index most = s % 50 == 7 ? 90 : 4 + s % 29;
        const rdg_index n = 2 + (rdg_index)((1 + random_signed(&seed)) / 2 * (double)most);
        const rdg_index k = n > 3 ? s % 4 : s % 2;
        const rdg_index others = k + (s % 3 == 0 ? 1 : s % 5);
        const saddle_kind kind = {.n = n,
                                  .m = n - k,
                                  .others = others > 0 ? others : 1,
                                  .density = s % 6 == 1 ? 0.3 : 1,
                                  .nearly = nearly[s % 7],
                                  .decades = s % 2 ? 4 : 0,
                                  .hessian = hessian[s % 11 % 4],
                                  .singles = others > 2 ? (int)(others - k - 1) * (s % 2) : 0,
                                  .lu = s % 6 == 1 ? RDG_LU_SPARSE : RDG_LU_DENSE};
        check_case(*state, &kind, &seed, &count);
    }
    /* each of these was met; a matrix that is singular but for rounding is refused or not by rounding, and
     * the compiler */
    assert_true(count.in_blocks > 200 && count.refused > 30 && count.signs > 400);
}

/* --- what blocks cannot do, and what they have to do again */

static void check_solutions(saddle_case *c, uint64_t *seed)
{
    for (int transposed = 0; transposed < 2; transposed++) {
        assert_true(left_by_solution(c, c->blocks, transposed, seed) < 1e-13);
    }
}

/* A^T's entry (j, i) is another one than A's (i, j). */
static void what_is_no_transposed_is_not_taken_for_one(void **state)
{
    uint64_t seed = 5;
    for (int s = 0; s < 40; s++) {
        saddle_case c;
        const saddle_kind kind = {
            .n = 20, .m = 20 - s % 3, .others = 1 + s % 3, .density = 1, .nearly = -1, .hessian = 1};
        set_up_saddle(*state, &c, &kind, &seed);
        assert_true(factor(&c, c.blocks) && rdg_bordered_is_in_blocks(c.blocks));
        const rdg_index i = s % kind.m, j = (7 * s) % kind.n;
        c.M[kind.m + j + c.size * (kind.n + i)] *= 1 + pow(10, -1 - s % 12);
        take_values(&c);
        assert_true(factor(&c, c.blocks) && !rdg_bordered_is_in_blocks(c.blocks));
        check_solutions(&c, &seed);
        tear_down_saddle(&c);
    }
}

/* Columns of A that are exchanged turn its null space to where the rows that were its own do not see it. */
static void a_null_space_that_has_turned_is_found_again(void **state)
{
    uint64_t seed = 7;
    for (int s = 0; s < 60; s++) {
        saddle_case c;
        const rdg_index k = 1 + s % 2, n = 12 + s % 9;
        const saddle_kind kind = {.n = n, .m = n - k, .others = k, .density = 1, .nearly = -1, .hessian = 1};
        set_up_saddle(*state, &c, &kind, &seed);
        for (int turn = 0; turn < 4; turn++) { /* the null space: k unit vectors, k others, back, ... */
            const double tiny = s % 3 == 0 ? 0 : pow(10, -(s % 17));
            for (rdg_index i = 0; i < kind.m; i++) {
                for (rdg_index j = 0; j < n; j++) {
                    const bool is_null = turn % 2 ? j < k : j >= n - k;
                    const double value = random_signed(&seed) * (is_null ? tiny : 1);
                    c.M[i + c.size * j] = value;
                    c.M[kind.m + j + c.size * (n + i)] = value;
                }
            }
            take_values(&c);
            assert_true(factor(&c, c.blocks) && rdg_bordered_is_in_blocks(c.blocks));
            check_solutions(&c, &seed);
        }
        tear_down_saddle(&c);
    }
}

/* The last row is the first one once more, in other units. */
static void what_is_singular_is_refused(void **state)
{
    uint64_t seed = 11;
    int refused = 0;
    for (int s = 0; s < 100; s++) {
        saddle_case c;
        const rdg_index k = s % 3, n = 10 + s % 23;
        const saddle_kind kind = {.n = n,
                                  .m = n - k,
                                  .others = 1 + k,
                                  .density = 1,
                                  .nearly = -1,
                                  .hessian = 1,
                                  .decades = s % 2 * 3};
        set_up_saddle(*state, &c, &kind, &seed);
        for (rdg_index j = 0; j < c.size; j++) {
            c.M[c.size - 1 + c.size * j] = 0.3 * c.M[(s % 4 ? c.size - 2 : 0) + c.size * j];
        }
        const bool plain = factor(&c, c.plain);
        assert_true(plain || !factor(&c, c.blocks));
        refused += !plain;
        tear_down_saddle(&c);
    }
    assert_true(refused > 60);
}

/* --- by which library */

static long by_umfpack, by_klu;

int __real_umfpack_dl_numeric(const SuiteSparse_long *start, const SuiteSparse_long *row,
                              const double *values, void *symbolic, void **numeric, const double *control,
                              double *info);
int __wrap_umfpack_dl_numeric(const SuiteSparse_long *start, const SuiteSparse_long *row,
                              const double *values, void *symbolic, void **numeric, const double *control,
                              double *info);
int __wrap_umfpack_dl_numeric(const SuiteSparse_long *start, const SuiteSparse_long *row,
                              const double *values, void *symbolic, void **numeric, const double *control,
                              double *info)
{
    by_umfpack++;
    return __real_umfpack_dl_numeric(start, row, values, symbolic, numeric, control, info);
}

klu_l_numeric *__real_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common);
klu_l_numeric *__wrap_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common);
klu_l_numeric *__wrap_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common)
{
    by_klu++;
    return __real_klu_l_factor(start, row, values, symbolic, common);
}

static void blocks_are_factored_by_every_library(void **state)
{
    static const double nearly[] = {-1, 0, 1e-12, 1e-6};
    static const struct {
        double density;
        rdg_lu_kind lu;
        bool umfpack, klu;
    } way[] = {{0.5, RDG_LU_UMFPACK, true, false},
               {0.04, RDG_LU_KLU, false, true},
               {0.5, RDG_LU_DENSE, false, false}};
    for (int w = 0; w < 3; w++) {
        uint64_t seed = 29;
        tally count = {0};
        by_umfpack = by_klu = 0;
        for (int s = 0; s < 48; s++) {
            const rdg_index k = s % 3;
            const saddle_kind kind = {.n = 40 + s % 17,
                                      .m = 40 + s % 17 - k,
                                      .others = k + 1 + s % 2,
                                      .density = way[w].density,
                                      .nearly = nearly[s % 4],
                                      .decades = s % 2 ? 4 : 0,
                                      .hessian = 1,
                                      .singles = s % 2,
                                      .lu = way[w].lu};
            check_case(*state, &kind, &seed, &count);
        }
        assert_true(count.in_blocks > 30);
        assert_true((by_umfpack > 2 * count.in_blocks) ==
                    way[w].umfpack); /* once as a whole, twice the blocks */
        assert_true((by_klu > 2 * count.in_blocks) == way[w].klu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(solutions_and_determinants_are_those_of_the_whole),
        TEST(what_is_no_transposed_is_not_taken_for_one),
        TEST(a_null_space_that_has_turned_is_found_again),
        TEST(what_is_singular_is_refused),
        TEST(blocks_are_factored_by_every_library),
    };
    return cmocka_run_group_tests_name("core: the matrix of a problem with its adjoint", tests, NULL, NULL);
}
