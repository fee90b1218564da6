/* Singular values of small matrices beside LAPACK's: random, badly scaled, singular, of every size. */
#include "problems.h"

#include "singular_values_impl.h"

#include <float.h>
#include <lapacke.h>

enum { MOST = 24 };

static double largest_error(rdg_index n, const double *matrix)
{
    double own[MOST * MOST], theirs[MOST * MOST], value[MOST], truth[MOST], none[1];
    const lapack_int size = (lapack_int)n;
    memcpy(own, matrix, (size_t)(n * n) * sizeof *own);
    memcpy(theirs, matrix, (size_t)(n * n) * sizeof *theirs);
    rdg_singular_values(n, own, value);
    assert_int_equal(LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', size, size, theirs, size, truth, none, 1, none, 1),
                     0);
    double worst = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        assert_true(k == 0 || value[k] <= value[k - 1]);
        worst = fmax(worst, fabs(value[k] - truth[k]));
    }
    return truth[0] > 0.0 ? worst / truth[0] : worst;
}

static void they_are_lapacks(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int trial = 0; trial < 600; trial++) {
        const rdg_index n = 1 + trial % MOST;
        const double scale = pow(10.0, (double)(trial % 9 - 4) * 60.0);
        double a[MOST * MOST];
        for (rdg_index k = 0; k < n * n; k++) {
            a[k] = scale * random_signed(&seed);
        }
        for (rdg_index i = 0; trial % 3 == 1 && i < n; i++) {
            a[i + n * (n - 1)] = a[i]; /* two columns are equal */
        }
        for (rdg_index k = 0; trial % 3 == 2 && k < n * n; k++) {
            const rdg_index column = k / n;
            a[k] *= pow(10.0, -(double)column); /* columns of many sizes */
        }
        const double error = largest_error(n, a);
        if (error > 40.0 * DBL_EPSILON) {
            fail_msg("n = %d, scale %g: error %.2g", (int)n, scale, error);
        }
    }
}

/* By the columns' own sizes: LAPACK loses the small ones of this matrix. */
static void small_ones_have_all_digits(void **state)
{
    (void)state;
    double a[9] = {3.0, 4.0, 0.0, -4.0, 3.0, 0.0, 0.0, 0.0, 2e-130}, value[3];
    const double truth[3] = {5.0, 5.0, 2e-130};
    rdg_singular_values(3, a, value);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(value[k] - truth[k]) <= 4.0 * DBL_EPSILON * truth[k]);
    }
}

static void zeros_and_numbers_that_are_none_end(void **state)
{
    (void)state;
    double zero[4] = {0.0}, none[4] = {NAN, 1.0, 2.0, 3.0}, value[2];
    rdg_singular_values(2, zero, value);
    assert_true(value[0] == 0.0 && value[1] == 0.0);
    rdg_singular_values(2, none, value);
    assert_true(!isfinite(value[0]) || !isfinite(value[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_lapacks),
        cmocka_unit_test(small_ones_have_all_digits),
        cmocka_unit_test(zeros_and_numbers_that_are_none_end),
    };
    return cmocka_run_group_tests_name("singular values", tests, NULL, NULL);
}
