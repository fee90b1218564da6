/* The matrix of a problem with its adjoint equations: its pattern in blocks. */
#include "saddle_impl.h"
#include "sparse.h"
#include "toolbox.h"

/* Below, the whole is factored in no more time. */
enum { LEAST = 6 };

void rdg_saddle_free(rdg_saddle *s)
{
    if (!s) {
        return;
    }
    rdg_lu_free(s->lu);
    rdg_pattern_free(s->pattern_b);
    rdg_index *indices[] = {s->other,    s->adjoint,  s->rest,    s->pair,  s->single_row, s->single_col,
                            s->rest_row, s->rest_col, s->rest_of, s->count, s->last,       s->last_column};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        rdg_free(indices[i]);
    }
    double *numbers[] = {s->values_b, s->w,       s->left,        s->right,       s->single,
                         s->Z,        s->S,       s->inner[0],    s->inner[1],    s->inner[2],
                         s->probe,    s->border,  s->scale,       s->residual,    s->step,
                         s->work,     s->columns, s->most_in_col, s->most_in_row, s->general};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        rdg_free(numbers[i]);
    }
    rdg_free(s->seen);
    rdg_free(s->pivot);
    rdg_free(s);
}

/* Where each column's entries in the adjoint rows and in the others begin. */
static void divide_columns(rdg_saddle *s)
{
    const rdg_pattern *p = s->pattern;
    for (rdg_index j = 0; j < s->size; j++) {
        rdg_index e = p->start[j];
        while (e < p->start[j + 1] && p->row[e] < s->m) {
            e++;
        }
        s->adjoint[j] = e;
        while (e < p->start[j + 1] && p->row[e] < s->m + s->n) {
            e++;
        }
        s->rest[j] = e;
    }
    rdg_index others = 0;
    for (rdg_index j = s->n; j < s->size; j++) {
        if (j < s->first || j >= s->first + s->m) {
            s->other[others++] = j;
        }
    }
}

/* The place of A's entry for each of A^T's. False: A^T is not all that its columns have above the others.
 * begin: [m], next: [m], workspaces */
static bool pair_entries(rdg_saddle *s, rdg_index *begin, rdg_index *next)
{
    const rdg_pattern *p = s->pattern;
    rdg_index pairs = 0;
    for (rdg_index i = 0; i < s->m; i++) {
        const rdg_index column = s->first + i;
        if (s->adjoint[column] > p->start[column]) {
            return false;
        }
        begin[i] = next[i] = pairs;
        pairs += s->rest[column] - s->adjoint[column];
    }
    if (pairs != s->n_pairs) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = p->start[j]; e < s->adjoint[j]; e++) {
            const rdg_index i = p->row[e];
            const rdg_index mirror = s->adjoint[s->first + i] + next[i] - begin[i];
            if (mirror >= s->rest[s->first + i] || p->row[mirror] != s->m + j) {
                return false;
            }
            s->pair[next[i]++] = e;
        }
    }
    return true;
}

/* [A; W], the rows of W full. */
static rdg_pattern *pattern_of_b(rdg_context *ctx, const rdg_saddle *s)
{
    const rdg_index count = s->n_pairs + s->k * s->n;
    rdg_index *row = rdg_context_calloc(ctx, (size_t)count, sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)count, sizeof *col);
    rdg_pattern *pattern = NULL;
    if (row && col) {
        rdg_index used = 0;
        for (rdg_index j = 0; j < s->n; j++) {
            for (rdg_index e = s->pattern->start[j]; e < s->adjoint[j]; e++) {
                col[used] = j;
                row[used++] = s->pattern->row[e];
            }
            for (rdg_index i = 0; i < s->k; i++) {
                col[used] = j;
                row[used++] = s->m + i;
            }
        }
        pattern = rdg_pattern_create(ctx, s->n, s->n, count, row, col, NULL);
    }
    rdg_free(row);
    rdg_free(col);
    return pattern;
}

static bool allocate_indices(rdg_context *ctx, rdg_saddle *s)
{
    rdg_index **indices[] = {&s->other,      &s->adjoint,  &s->rest,       &s->single_row,
                             &s->single_col, &s->rest_row, &s->rest_col,   &s->rest_of,
                             &s->count,      &s->last,     &s->last_column};
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        *indices[i] = rdg_context_calloc(ctx, (size_t)s->size, sizeof **indices[i]);
        if (!*indices[i]) {
            return false;
        }
    }
    s->seen = rdg_context_calloc(ctx, (size_t)s->size, sizeof *s->seen);
    s->pivot = rdg_context_calloc(ctx, (size_t)s->most, sizeof *s->pivot);
    return s->seen && s->pivot;
}

static bool allocate_numbers(rdg_context *ctx, rdg_saddle *s)
{
    const size_t n = (size_t)s->n;
    const size_t size = (size_t)s->size;
    const size_t most = (size_t)s->most;
    const struct {
        double **array;
        size_t count;
    } work[] = {{&s->w, (size_t)s->k * n + 1},
                {&s->values_b, (size_t)rdg_pattern_count(s->pattern_b)},
                {&s->left, n},
                {&s->right, n},
                {&s->single, size},
                {&s->Z, 2 * n * (most + 1)},
                {&s->columns, 2 * n * (most + 1)},
                {&s->general, size},
                {&s->most_in_col, size},
                {&s->most_in_row, size},
                {&s->S, most * most},
                {&s->inner[0], 2 * n},
                {&s->inner[1], 2 * n},
                {&s->inner[2], 2 * n},
                {&s->probe, 2 * size},
                {&s->border, most},
                {&s->scale, most},
                {&s->residual, size},
                {&s->step, size},
                {&s->work, size}};
    for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
        *work[i].array = rdg_context_calloc(ctx, work[i].count, sizeof(double));
        if (!*work[i].array) {
            return false;
        }
    }
    return true;
}

static bool complete(rdg_context *ctx, rdg_saddle *s, rdg_lu_kind kind)
{
    s->pattern_b = pattern_of_b(ctx, s);
    s->lu = s->pattern_b && allocate_numbers(ctx, s) ? rdg_lu_create(ctx, s->pattern_b, kind) : NULL;
    if (s->lu) {
        rdg_saddle_begin(s);
    }
    return s->lu != NULL;
}

/* Is the pattern as it should be? */
static bool fits(rdg_context *ctx, rdg_saddle *s)
{
    divide_columns(s);
    for (rdg_index j = 0; j < s->n; j++) {
        s->n_pairs += s->adjoint[j] - s->pattern->start[j];
    }
    s->pair = rdg_context_calloc(ctx, (size_t)s->n_pairs + 1, sizeof *s->pair);
    return s->pair && pair_entries(s, s->count, s->last);
}

bool rdg_saddle_blocks(const rdg_adjoint_blocks *whole, const rdg_index *row_at, const rdg_index *col_at,
                       rdg_adjoint_blocks *taken)
{
    *taken = (rdg_adjoint_blocks){.n = 0};
    for (rdg_index j = 0; j < whole->n; j++) {
        if ((col_at[j] < 0) != (row_at[whole->m + j] < 0)) {
            return false;
        }
        taken->n += col_at[j] >= 0;
    }
    for (rdg_index i = whole->m - 1; i >= 0; i--) {
        const rdg_index column = col_at[whole->multiplier + i];
        if ((row_at[i] < 0) != (column < 0)) {
            return false;
        }
        taken->m += column >= 0;
        taken->multiplier = column >= 0 ? column : taken->multiplier;
    }
    return taken->m > 0;
}

rdg_saddle *rdg_saddle_create(rdg_context *ctx, const rdg_pattern *pattern, const rdg_adjoint_blocks *blocks,
                              rdg_lu_kind kind)
{
    const rdg_index size = pattern->rows;
    if (blocks->n < LEAST || blocks->m > blocks->n || blocks->multiplier < blocks->n ||
        blocks->multiplier + blocks->m > size || blocks->n + blocks->m > size) {
        return NULL;
    }
    rdg_saddle *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->pattern = pattern;
    s->size = size;
    s->n = blocks->n;
    s->m = blocks->m;
    s->k = s->n - s->m;
    s->first = blocks->multiplier;
    s->n_others = size - s->n - s->m;
    s->most = s->k + s->n_others;
    s->most = s->most < s->n / 2 + 1 ? s->most : s->n / 2 + 1;
    if (s->k > s->most || !allocate_indices(ctx, s) || !fits(ctx, s) || !complete(ctx, s, kind)) {
        rdg_saddle_free(s);
        return NULL;
    }
    return s;
}
