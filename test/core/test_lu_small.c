/* Elimination of small full matrices beside LAPACK's: factors, solutions, the condition that they tell, and
 * matrices that are singular or badly scaled. */
#include "problems.h"

#include "lu_small_impl.h"

#include <float.h>
#include <lapacke.h>

enum { MOST = RDG_LU_SMALL, ENTRIES = MOST * MOST };

typedef struct factored {
    rdg_index n;
    double matrix[ENTRIES], own[ENTRIES], theirs[ENTRIES];
    int own_pivot[MOST], their_pivot[MOST];
    bool own_is_regular, their_is_regular;
} factored;

static void factor(factored *f)
{
    const lapack_int n = (lapack_int)f->n;
    memcpy(f->own, f->matrix, sizeof f->own);
    memcpy(f->theirs, f->matrix, sizeof f->theirs);
    f->own_is_regular = rdg_lu_small_factor(f->n, f->own, f->own_pivot);
    f->their_is_regular = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, f->theirs, n, f->their_pivot) == 0;
}

static void fill(factored *f, uint64_t *seed, rdg_index n, double share)
{
    f->n = n;
    for (rdg_index k = 0; k < n * n; k++) {
        const double value = random_signed(seed);
        f->matrix[k] = fabs(random_signed(seed)) < share ? value : 0.0;
    }
}

/* Largest entry of A x - b, or A^T x - b, by what its terms are made up of. */
static double backward_error(const factored *f, bool transposed, const double *x, const double *b)
{
    double worst = 0.0;
    for (rdg_index i = 0; i < f->n; i++) {
        double sum = -b[i], size = fabs(b[i]);
        for (rdg_index j = 0; j < f->n; j++) {
            const double term = f->matrix[transposed ? j + f->n * i : i + f->n * j] * x[j];
            sum += term;
            size += fabs(term);
        }
        worst = fmax(worst, size > 0.0 ? fabs(sum) / size : 0.0);
    }
    return worst;
}

static void factors_are_lapacks_and_solutions_solve(void **state)
{
    (void)state;
    static factored f;
    uint64_t seed = 21;
    for (int trial = 0; trial < 4000; trial++) {
        const rdg_index n = 1 + trial % MOST;
        fill(&f, &seed, n, trial % 3 == 0 ? 0.4 : 1.1);
        for (rdg_index j = 0; j < n; j++) {
            f.matrix[j + n * j] += 0.3;
        }
        factor(&f);
        if (!f.own_is_regular || !f.their_is_regular) { /* by chance */
            continue;
        }
        for (rdg_index k = 0; k < n * n; k++) {
            assert_near(f.own[k], f.theirs[k], 1e-7, 1e-7);
        }
        for (rdg_index k = 0; k < n; k++) {
            assert_int_equal(f.own_pivot[k], f.their_pivot[k]);
        }
        for (int transposed = 0; transposed < 2; transposed++) {
            double b[MOST], x[MOST];
            for (rdg_index i = 0; i < n; i++) {
                x[i] = b[i] = random_signed(&seed);
            }
            rdg_lu_small_solve(n, f.own, f.own_pivot, transposed, x);
            assert_true(backward_error(&f, transposed, x, b) < 1e-11);
        }
    }
}

static double condition(rdg_index n, const double *factors, double norm)
{
    double inverse = 0.0;
    LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', (lapack_int)n, factors, (lapack_int)n, norm, &inverse);
    return inverse;
}

/* From 1e1 to 1e13, by singular values: two random reflections of a diagonal matrix. */
static void factors_tell_the_condition(void **state)
{
    (void)state;
    static factored f;
    uint64_t seed = 22;
    for (int trial = 0; trial < 1500; trial++) {
        const rdg_index n = 2 + trial % (MOST - 1);
        const double range = 1.0 + 12.0 * fabs(random_signed(&seed));
        double v[MOST], w[MOST], vv = 0.0, ww = 0.0;
        for (rdg_index i = 0; i < n; i++) {
            v[i] = random_signed(&seed);
            w[i] = random_signed(&seed);
            vv += v[i] * v[i];
            ww += w[i] * w[i];
        }
        f.n = n;
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                double sum = 0.0;
                for (rdg_index k = 0; k < n; k++) {
                    const double s = pow(10.0, -range * (double)k / (double)(n - 1));
                    sum += ((i == k) - 2.0 * v[i] * v[k] / vv) * s * ((j == k) - 2.0 * w[j] * w[k] / ww);
                }
                f.matrix[i + n * j] = sum;
            }
        }
        factor(&f);
        const double norm =
            LAPACKE_dlange(LAPACK_COL_MAJOR, '1', (lapack_int)n, (lapack_int)n, f.matrix, (lapack_int)n);
        assert_true(f.own_is_regular);
        assert_near(condition(n, f.own, norm), condition(n, f.theirs, norm), 0.05, 0.0);
    }
}

/* Rows and columns by powers of two up to 2^300 apart: the pivots are others, the solution still solves. */
static void scales_do_no_harm(void **state)
{
    (void)state;
    static factored f;
    uint64_t seed = 23;
    for (int trial = 0; trial < 2000; trial++) {
        const rdg_index n = 2 + trial % (MOST - 1);
        double column[MOST], b[MOST], x[MOST];
        fill(&f, &seed, n, 1.1);
        for (rdg_index j = 0; j < n; j++) {
            f.matrix[j + n * j] += 4.0;
            column[j] = ldexp(1.0, (int)(300.0 * random_signed(&seed)));
            for (rdg_index i = 0; i < n; i++) {
                f.matrix[i + n * j] *= column[j];
            }
            x[j] = b[j] = random_signed(&seed);
        }
        factor(&f);
        assert_true(f.own_is_regular && f.their_is_regular);
        rdg_lu_small_solve(n, f.own, f.own_pivot, false, x);
        assert_true(backward_error(&f, false, x, b) < 1e-11);
    }
}

static double solution_sum(const factored *f)
{
    double x[MOST], sum = 0.0;
    for (rdg_index i = 0; i < f->n; i++) {
        x[i] = 1.0;
    }
    rdg_lu_small_solve(f->n, f->own, f->own_pivot, false, x);
    for (rdg_index i = 0; i < f->n; i++) {
        sum += x[i];
    }
    return sum;
}

static void singular_matrices_and_what_is_no_number_are_told(void **state)
{
    (void)state;
    static factored f;
    uint64_t seed = 24;
    for (int trial = 0; trial < 1000; trial++) {
        const rdg_index n = 1 + trial % MOST;
        const rdg_index row = (rdg_index)(0.49 * (double)n * (1.0 + random_signed(&seed)));
        const rdg_index column = (rdg_index)(0.49 * (double)n * (1.0 + random_signed(&seed)));
        fill(&f, &seed, n, 1.1);
        for (rdg_index k = 0; trial % 3 < 2 && k < n; k++) {
            f.matrix[trial % 3 == 0 ? row + n * k : k + n * column] = 0.0;
        }
        if (trial % 3 == 2) {
            f.matrix[row + n * column] = NAN;
        }
        factor(&f);
        bool has_pivots = f.own_is_regular;
        for (rdg_index j = 0; j < n; j++) {
            has_pivots = has_pivots && fabs(f.own[j + n * j]) > 0.0;
        }
        assert_false(has_pivots && trial % 3 < 2);
        assert_false(has_pivots && isfinite(solution_sum(&f)));
    }
}

/* A pivot whose reciprocal is not finite. */
static void the_least_numbers_are_divided_by(void **state)
{
    (void)state;
    double a[4] = {DBL_MIN / 1024.0, DBL_MIN / 4096.0, 1.0, 1.0};
    int pivot[2];
    double x[2] = {1.0, 1.0};
    assert_true(rdg_lu_small_factor(2, a, pivot));
    assert_near(a[1], 0.25, 1e-12, 0.0);
    rdg_lu_small_solve(2, a, pivot, false, x);
    assert_near(x[1], 1.0, 1e-12, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_are_lapacks_and_solutions_solve),
        cmocka_unit_test(factors_tell_the_condition),
        cmocka_unit_test(scales_do_no_harm),
        cmocka_unit_test(singular_matrices_and_what_is_no_number_are_told),
        cmocka_unit_test(the_least_numbers_are_divided_by),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
