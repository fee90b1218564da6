/* Factorisation by groups beside that by LAPACK: matrices like those of collocation, with borders, in any
 * order of their rows; groups that are singular by themselves. */
#include "problems.h"

#include "lu_groups_impl.h"
#include "sparse.h"

enum { MOST_ENTRIES = 200000, MOST_SIZE = 700 };

typedef struct sample {
    rdg_index n, count;
    rdg_index *row, *col, *place;
    double *value, *b, *x, *y;
} sample;

static void add(sample *s, const rdg_index *order, rdg_index row, rdg_index col, double value)
{
    s->row[s->count] = order[row];
    s->col[s->count] = col;
    s->value[s->count++] = value;
}

/* N intervals of m base points of n states, their equations, periodic ends, and `borders` dense rows and
 * columns. */
static void collocation_like(sample *s, uint64_t *seed, rdg_index n, rdg_index m, rdg_index N,
                             rdg_index borders, bool degenerate)
{
    const rdg_index x = n * (m * N + 1);
    rdg_index order[MOST_SIZE];
    s->n = x + borders;
    s->count = 0;
    for (rdg_index i = 0; i < s->n; i++) {
        order[i] = i;
    }
    for (rdg_index i = s->n - 1; i > 0; i--) {
        const rdg_index j = (rdg_index)((double)(i + 1) * 0.49999 * (1.0 + random_signed(seed)));
        const rdg_index kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (rdg_index i = 0; i < N; i++) {
        for (rdg_index r = 0; r < n * m; r++) {
            for (rdg_index c = 0; c < n * (m + 1); c++) {
                const bool is_nothing = degenerate && i == N / 2 && c == n;
                add(s, order, i * n * m + r, i * n * m + c, is_nothing ? 0.0 : random_signed(seed));
            }
            for (rdg_index c = 0; c < borders; c++) {
                add(s, order, i * n * m + r, x + c, random_signed(seed));
            }
        }
    }
    for (rdg_index a = 0; a < n; a++) {
        add(s, order, N * n * m + a, a, 1.0);
        add(s, order, N * n * m + a, N * n * m + a, -1.0);
    }
    for (rdg_index b = 0; b < borders; b++) {
        for (rdg_index c = 0; c < s->n; c++) {
            add(s, order, x + b, c, random_signed(seed));
        }
    }
}

static rdg_pattern *assemble(rdg_context *ctx, sample *s)
{
    rdg_pattern *p = rdg_pattern_create(ctx, s->n, s->n, s->count, s->row, s->col, s->place);
    double *sorted = s->value + MOST_ENTRIES;
    memset(sorted, 0, (size_t)s->count * sizeof *sorted);
    for (rdg_index e = 0; e < s->count; e++) {
        sorted[s->place[e]] += s->value[e];
    }
    return p;
}

static int make_sample(sample *s)
{
    s->row = calloc(MOST_ENTRIES, sizeof *s->row);
    s->col = calloc(MOST_ENTRIES, sizeof *s->col);
    s->place = calloc(MOST_ENTRIES, sizeof *s->place);
    s->value = calloc(2 * (size_t)MOST_ENTRIES, sizeof *s->value);
    s->b = calloc(3 * (size_t)MOST_SIZE, sizeof *s->b);
    s->x = s->b + MOST_SIZE;
    s->y = s->x + MOST_SIZE;
    return s->row && s->col && s->place && s->value && s->b ? 0 : 1;
}

static void free_sample(sample *s)
{
    free(s->row);
    free(s->col);
    free(s->place);
    free(s->value);
    free(s->b);
}

static void compare(rdg_lu *lu, rdg_lu *dense, sample *s, uint64_t *seed)
{
    const double *values = s->value + MOST_ENTRIES;
    assert_true(rdg_lu_factor(dense, values));
    assert_true(rdg_lu_factor(lu, values));
    for (int transposed = 0; transposed < 2; transposed++) {
        double size = 0.0;
        for (rdg_index i = 0; i < s->n; i++) {
            s->b[i] = random_signed(seed);
        }
        rdg_lu_solve(dense, transposed, s->b, s->x);
        rdg_lu_solve(lu, transposed, s->b, s->y);
        for (rdg_index i = 0; i < s->n; i++) {
            size = fmax(size, fabs(s->x[i]));
        }
        for (rdg_index i = 0; i < s->n; i++) {
            assert_near(s->y[i], s->x[i], 0.0, 1e-7 * size);
        }
    }
    const rdg_determinant a = rdg_lu_determinant(lu), b = rdg_lu_determinant(dense);
    assert_near(a.sign, b.sign, 0.0, 0.0);
    assert_near(a.log_magnitude, b.log_magnitude, 1e-9, 1e-7);
}

static void groups_solve_what_lapack_solves(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    sample s;
    uint64_t seed = 11;
    assert_int_equal(make_sample(&s), 0);
    for (int k = 0; k < 60; k++) {
        const rdg_index n = k % 6 == 5 ? 8 : 1 + k % 5, m = 2 + k % 3, N = 8 + k % 7; /* 8: large groups */
        collocation_like(&s, &seed, n, m + (n == 1), N, 1 + k % 3, k % 4 == 3);
        rdg_pattern *p = assemble(ctx, &s);
        rdg_lu *lu = s.n >= 64 ? rdg_lu_create(ctx, p, RDG_LU_AUTO) : NULL;
        rdg_lu *dense = rdg_lu_create(ctx, p, RDG_LU_DENSE);
        if (lu) {
            assert_ptr_equal(lu->ops, &rdg_lu_condensed_ops);
            compare(lu, dense, &s, &seed);
        }
        rdg_lu_free(lu);
        rdg_lu_free(dense);
        rdg_pattern_free(p);
    }
    free_sample(&s);
    rdg_context_free(ctx);
}

static void large_blocks_go_through_lapack(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    sample s;
    uint64_t seed = 5;
    assert_int_equal(make_sample(&s), 0);
    collocation_like(&s, &seed, 9, 3, 8, 2, false);
    rdg_pattern *p = assemble(ctx, &s);
    rdg_lu *lu = rdg_lu_create(ctx, p, RDG_LU_AUTO), *dense = rdg_lu_create(ctx, p, RDG_LU_DENSE);
    compare(lu, dense, &s, &seed);
    rdg_lu_free(lu);
    rdg_lu_free(dense);
    rdg_pattern_free(p);
    free_sample(&s);
    rdg_context_free(ctx);
}

static void a_singular_matrix_is_told(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    sample s;
    uint64_t seed = 3;
    assert_int_equal(make_sample(&s), 0);
    collocation_like(&s, &seed, 2, 4, 10, 1, false);
    rdg_pattern *p = assemble(ctx, &s);
    double *values = s.value + MOST_ENTRIES;
    for (int k = 0; k < 2; k++) { /* a column of a group, of what is left */
        const rdg_index j = k == 0 ? 3 : 8;
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            values[e] = 0.0;
        }
        rdg_lu *lu = rdg_lu_create(ctx, p, RDG_LU_AUTO);
        assert_false(rdg_lu_factor(lu, values));
        rdg_lu_free(lu);
    }
    rdg_pattern_free(p);
    free_sample(&s);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_solve_what_lapack_solves),
        cmocka_unit_test(large_blocks_go_through_lapack),
        cmocka_unit_test(a_singular_matrix_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
