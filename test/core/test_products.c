/* Products with sparse Jacobians whose columns are short, full, and full but for gaps, against sums entry by
 * entry. */
#include "fresh_context.h"

#include "operator_impl.h"

#include <ridgewalk/assembly.h>
#include <ridgewalk/sparse.h>

#include <string.h>

enum { N = 60, ROWS = 50, MOST = N * ROWS };

static int nothing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)y, (void)data;
    return 0;
}

/* A problem whose Jacobian has such a share of entries at random, in runs of some length. */
static rdg_problem *problem_of(rdg_context *ctx, double share, rdg_index length, uint64_t *seed)
{
    static rdg_index row[MOST], col[MOST];
    rdg_index count = 0;
    for (rdg_index j = 0; j < N; j++) {
        bool is_there = false;
        for (rdg_index i = 0; i < ROWS; i++) {
            is_there = i % length == 0 ? 0.5 + 0.5 * random_signed(seed) < share : is_there;
            if (is_there || i == j) {
                row[count] = i;
                col[count++] = j;
            }
        }
    }
    rdg_pattern *pattern = rdg_pattern_create(ctx, ROWS, N, count, row, col, NULL);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", N, NULL);
    rdg_add_zero(
        p,
        &(rdg_function){.name = "f", .n = N, .m = ROWS, .f = nothing, .df = nothing, .df_pattern = pattern},
        RDG_ALL);
    rdg_pattern_free(pattern);
    return p;
}

/* Rows from m on take no part. */
static void check(const rdg_assembly *a, rdg_index m, const double *values, const double *x)
{
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(a);
    double y[N], z[N], of_rows[N] = {0.0}, of_columns[N] = {0.0};
    for (rdg_index j = 0; j < N; j++) {
        for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
            if (p->row[k] < m) {
                of_rows[p->row[k]] += values[k] * x[j];
                of_columns[j] += values[k] * x[p->row[k]];
            }
        }
    }
    rdg_assembly_times(a, m, values, false, x, y);
    rdg_assembly_times(a, m, values, true, x, z);
    for (rdg_index i = 0; i < N; i++) {
        assert_true(i >= m || fabs(y[i] - of_rows[i]) < 1e-13);
        assert_true(fabs(z[i] - of_columns[i]) < 1e-13);
    }
}

static void products_are_sums_of_entries(void **state)
{
    uint64_t seed = 7;
    const double share[] = {0.0, 0.1, 0.5, 0.9, 1.0};
    for (int trial = 0; trial < 100; trial++) {
        rdg_problem *p = problem_of(*state, share[trial % 5], 1 + trial % 17, &seed);
        rdg_assembly *a = rdg_assembly_create(p);
        assert_non_null(a);
        double values[MOST], x[N];
        for (rdg_index k = 0; k < MOST; k++) {
            values[k] = random_signed(&seed);
        }
        for (rdg_index j = 0; j < N; j++) {
            x[j] = random_signed(&seed);
        }
        check(a, ROWS, values, x);
        check(a, ROWS / 3, values, x);
        check(a, 0, values, x);
        rdg_assembly_free(a);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(products_are_sums_of_entries)};
    return cmocka_run_group_tests_name("products", tests, NULL, NULL);
}
