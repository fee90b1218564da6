/* Linear equations with full matrices on both sides of the size from which on LAPACK solves them. */
#include "problems.h"

#include "lu_small_impl.h"

#include <ridgewalk/dense_solve.h>

enum { MOST = RDG_LU_SMALL + 4 };

static void random_equations_are_solved(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (rdg_index n = 1; n <= MOST; n++) {
        double a[MOST * MOST], truth[MOST], x[MOST] = {0.0};
        int pivot[MOST];
        for (rdg_index j = 0; j < n; j++) {
            truth[j] = random_signed(&seed);
            for (rdg_index i = 0; i < n; i++) {
                a[i + n * j] = random_signed(&seed) + (i == j ? 2.0 * (double)n : 0.0);
                x[i] += a[i + n * j] * truth[j];
            }
        }
        assert_int_equal(rdg_dense_solve(n, a, pivot, x), 0);
        for (rdg_index i = 0; i < n; i++) {
            assert_true(fabs(x[i] - truth[i]) < 1e-14);
        }
    }
}

static void singular_ones_are_refused(void **state)
{
    (void)state;
    for (rdg_index n = 1; n <= MOST; n++) {
        double a[MOST * MOST] = {0.0}, x[MOST] = {0.0};
        int pivot[MOST];
        for (rdg_index i = 0; i + 1 < n; i++) {
            a[i + n * i] = 1.0;
        }
        assert_int_equal(rdg_dense_solve(n, a, pivot, x), 1);
    }
    double a = 1.0, x = 1.0;
    int pivot = 0;
    assert_int_equal(rdg_dense_solve(-1, &a, &pivot, &x), -1);
    assert_int_equal(rdg_dense_solve(0, &a, &pivot, &x), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_equations_are_solved),
        cmocka_unit_test(singular_ones_are_refused),
    };
    return cmocka_run_group_tests_name("full matrices", tests, NULL, NULL);
}
