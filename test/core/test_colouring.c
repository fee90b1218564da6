/* Differences of all columns at once that share no row: the same numbers, for fewer evaluations. */
#include "problems.h"

#include "assembly.h"
#include "colouring_impl.h"
#include "problem_impl.h"
#include "sparse.h"

enum { MOST = 60 };

/* y_i = sum over the pattern's row of a_ij g(u_j) u_i', with kinks and jumps for some */
typedef struct field {
    rdg_pattern *pattern;
    double a[MOST * MOST];
    bool rough;
    int calls;
} field;

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    field *k = data;
    k->calls++;
    memset(y, 0, (size_t)m * sizeof *y);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = k->pattern->start[j]; e < k->pattern->start[j + 1]; e++) {
            const rdg_index i = k->pattern->row[e];
            const double rough = k->rough && (i + j) % 3 == 0 ? fabs(u[j]) + (u[j] > 0 ? 2.0 : 0.0) : 0.0;
            y[i] += k->a[e] * (sin(u[j]) + rough);
        }
    }
    return 0;
}

static rdg_pattern *random_pattern(rdg_context *ctx, uint64_t *seed, rdg_index m, rdg_index n)
{
    rdg_index row[6 * MOST], col[6 * MOST];
    const rdg_index count = n * 3;
    for (rdg_index e = 0; e < count; e++) {
        col[e] = e % n;
        row[e] = (rdg_index)(0.4999 * (double)m * (1 + random_signed(seed)));
    }
    return rdg_pattern_create(ctx, m, n, count, row, col, NULL);
}

static void columns_of_a_group_share_no_row(void **state)
{
    uint64_t seed = 2;
    for (int s = 0; s < 200; s++) {
        const rdg_index m = 1 + s % MOST, n = 1 + 7 * s % MOST;
        rdg_pattern *p = random_pattern(*state, &seed, m, n);
        rdg_colouring c;
        assert_ok(*state, rdg_colouring_create(*state, p, &c));
        int seen[MOST] = {0};
        assert_true(c.count >= 1 && c.count <= n && c.start[c.count] == n);
        for (rdg_index g = 0; g < c.count; g++) {
            int rows[MOST] = {0};
            for (rdg_index k = c.start[g]; k < c.start[g + 1]; k++) {
                seen[c.column[k]]++;
                for (rdg_index e = p->start[c.column[k]]; e < p->start[c.column[k] + 1]; e++) {
                    assert_int_equal(++rows[p->row[e]], 1);
                }
            }
        }
        for (rdg_index j = 0; j < n; j++) {
            assert_int_equal(seen[j], 1);
        }
        rdg_colouring_free(&c);
        rdg_pattern_free(p);
    }
}

static void a_band_with_a_border_has_as_many_groups_as_it_is_wide(void **state)
{
    enum { N = 1000 };
    static rdg_index row[4 * N], col[4 * N];
    rdg_index count = 0;
    for (rdg_index j = 0; j < N; j++) {
        for (rdg_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < N; i++) {
            row[count] = i;
            col[count++] = j;
        }
        row[count] = j;
        col[count++] = N;
    }
    rdg_pattern *p = rdg_pattern_create(*state, N, N + 1, count, row, col, NULL);
    rdg_colouring c;
    assert_ok(*state, rdg_colouring_create(*state, p, &c));
    assert_int_equal(c.count, 4);
    rdg_colouring_free(&c);
    rdg_pattern_free(p);
    p = rdg_pattern_dense(*state, 5, 7);
    assert_ok(*state, rdg_colouring_create(*state, p, &c));
    assert_int_equal(c.count, 7);
    rdg_colouring_free(&c);
    rdg_pattern_free(p);
}

static rdg_problem *problem_of(rdg_context *ctx, field *k, const rdg_pattern *pattern)
{
    rdg_problem *p = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(p, "u", k->pattern->cols, NULL));
    assert_ok(ctx, rdg_add_zero(p,
                                &(rdg_function){.name = "field",
                                                .n = k->pattern->cols,
                                                .m = k->pattern->rows,
                                                .f = f,
                                                .df_pattern = pattern,
                                                .by_differences = true,
                                                .data = k},
                                RDG_ALL));
    return p;
}

/* The Jacobian, dense; known: with the values at u itself, so that jumps are seen. */
static int jacobian(rdg_problem *p, field *k, const double *u, bool known, double *dense)
{
    rdg_entry *e = &p->entry[0];
    const rdg_pattern *a = e->function.df_pattern;
    double values[MOST * MOST];
    rdg_entry_gather(e, u);
    rdg_entry_measure(p, e);
    e->middle_known = false;
    if (known) {
        assert_int_equal(rdg_entry_need_middle(p, e), 0);
    }
    k->calls = 0;
    assert_int_equal(rdg_entry_jacobian_here(p, e, values), 0);
    memset(dense, 0, MOST * MOST * sizeof *dense);
    for (rdg_index j = 0; j < a->cols; j++) {
        for (rdg_index i = a->start[j]; i < a->start[j + 1]; i++) {
            dense[a->row[i] + MOST * j] = values[i];
        }
    }
    return k->calls;
}

static void differences_with_a_pattern_are_those_without_to_the_last_bit(void **state)
{
    static double with[MOST * MOST], without[MOST * MOST];
    uint64_t seed = 5;
    int saved = 0;
    for (int s = 0; s < 200; s++) {
        const rdg_index m = 1 + s % MOST, n = 1 + 11 * s % MOST;
        static field k;
        k.pattern = random_pattern(*state, &seed, m, n);
        k.rough = s % 2;
        double u[MOST];
        for (rdg_index j = 0; j < n; j++) { /* some so near a jump that a step reaches over it */
            u[j] = random_signed(&seed) * (j % 4 == 0 ? 1e-6 : 1.0);
        }
        for (rdg_index e = 0; e < rdg_pattern_count(k.pattern); e++) {
            k.a[e] = random_signed(&seed);
        }
        rdg_problem *coloured = problem_of(*state, &k, k.pattern), *plain = problem_of(*state, &k, NULL);
        coloured->fine_differences = plain->fine_differences = s % 5 == 0;
        const int few = jacobian(coloured, &k, u, s % 3, with);
        const int many = jacobian(plain, &k, u, s % 3, without);
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < m; i++) {
                assert_true(with[i + MOST * j] == without[i + MOST * j]);
            }
        }
        assert_true(few <= many);
        saved += 3 * few < many;
        rdg_problem_free(coloured);
        rdg_problem_free(plain);
        rdg_pattern_free(k.pattern);
    }
    assert_true(saved > 50);
}

/* A chain whose pattern does not have what couples the last mass to the first. */
static void a_pattern_that_lacks_an_entry_is_found(void **state)
{
    enum { N = 12 };
    rdg_context *ctx = *state;
    rdg_index row[4 * N], col[4 * N], count = 0;
    for (rdg_index j = 0; j < N; j++) {
        for (rdg_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < N; i++) {
            row[count] = i;
            col[count++] = j;
        }
    }
    static field k;
    k = (field){.calls = 0};
    for (int lacks = 0; lacks < 2; lacks++) {
        row[count] = 0;
        col[count] = N - 1;
        k.pattern = rdg_pattern_create(ctx, N, N, count + 1, row, col, NULL);
        rdg_pattern *given = rdg_pattern_create(ctx, N, N, count + !lacks, row, col, NULL);
        for (rdg_index e = 0; e < rdg_pattern_count(k.pattern); e++) {
            k.a[e] = 1.0 + 0.1 * (double)e;
        }
        rdg_problem *p = problem_of(ctx, &k, given);
        const rdg_status status = rdg_check_derivatives(p, NULL, 1e-6);
        if (lacks) {
            assert_int_equal(status, RDG_ERR_DERIVATIVE);
            assert_failed(ctx, RDG_ERR_DERIVATIVE, "its df_pattern is not true");
        } else {
            assert_ok(ctx, status);
        }
        rdg_problem_free(p);
        rdg_pattern_free(given);
        rdg_pattern_free(k.pattern);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(columns_of_a_group_share_no_row),
        TEST(a_band_with_a_border_has_as_many_groups_as_it_is_wide),
        TEST(differences_with_a_pattern_are_those_without_to_the_last_bit),
        TEST(a_pattern_that_lacks_an_entry_is_found),
    };
    return cmocka_run_group_tests_name("core: differences in groups of columns", tests, NULL, NULL);
}
