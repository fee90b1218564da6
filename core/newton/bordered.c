/* The bordered system: its pattern, scaling and solution. */
#include "bordered_impl.h"
#include "bordered_operator_impl.h"
#include "saddle_impl.h"
#include "sparse.h"
#include "stretch_impl.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct rdg_bordered {
    rdg_index m, n, p, q, size; /* size = n + p = m + q */
    rdg_context *ctx;
    const rdg_pattern *a;
    rdg_lu_kind kind;
    const rdg_frozen_set *frozen; /* what is left out; NULL: nothing ever */
    long revision;                /* of it, that the rest is made for */
    rdg_index taken;              /* size of the matrix that is factored */
    rdg_index *row, *col;         /* [taken] rows and columns of the whole that it has, ascending */
    rdg_index *row_at, *col_at;   /* [size] their places in it; -1: left out */
    rdg_pattern *pattern;         /* of it */
    rdg_index
        *place; /* there, of A's entries, then of B's (column-major), then of C's (row by row); -1: not */
    rdg_stretch *stretch; /* of A's entries */
    rdg_index stretches;
    double *values;                /* scaled, in pattern's order */
    double *row_scale, *col_scale; /* [size] */
    const double *fixed;           /* [m] row scales given from outside, or NULL */
    double *work, *solution;       /* [size] */
    double *scales;                /* [2 size] those of the rows and columns that are factored */
    rdg_adjoint_blocks blocks;     /* of the whole */
    rdg_lu *lu;                    /* NULL: no need of it yet */
    rdg_saddle *saddle;            /* in blocks; NULL: there are none */
    bool in_blocks;                /* so the last factorisation is */
    rdg_bordered_operator *op;     /* in place of all this, but the scales; NULL: the matrix is factored */
};

void rdg_bordered_free(rdg_bordered *s)
{
    if (s) {
        rdg_lu_free(s->lu);
        rdg_saddle_free(s->saddle);
        rdg_bordered_operator_free(s->op);
        rdg_pattern_free(s->pattern);
        void *const arrays[] = {s->place,  s->values, s->row_scale, s->col_scale, s->work,   s->solution,
                                s->scales, s->row,    s->col,       s->row_at,    s->col_at, s->stretch};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
            rdg_free(arrays[k]);
        }
        rdg_free(s);
    }
}

/* Which rows and columns of the whole matrix are factored? Not those that are eliminated. */
static void choose_rows_and_columns(rdg_bordered *s)
{
    rdg_index rows = 0;
    s->taken = 0;
    for (rdg_index k = 0; k < s->size; k++) {
        const bool is_row = k >= s->m || !s->frozen || !rdg_frozen_leaves_row(s->frozen, k);
        const bool is_col = k >= s->n || !s->frozen || !rdg_frozen_has(s->frozen, k);
        s->row_at[k] = is_row ? rows : -1;
        s->col_at[k] = is_col ? s->taken : -1;
        if (is_row) {
            s->row[rows++] = k;
        }
        if (is_col) {
            s->col[s->taken++] = k;
        }
    }
}

/* The entries of [A B; C 0] that are factored, as rows and columns of the smaller matrix. Rows of A that take
 * no part are left out as well. */
typedef struct entries {
    rdg_index count, used;
    rdg_index *row, *col;
    rdg_index *number; /* among all entries */
} entries;

static void list_entry(const rdg_bordered *s, entries *list, rdg_index row, rdg_index col)
{
    const rdg_index i = row < s->size ? s->row_at[row] : -1;
    const rdg_index j = s->col_at[col];
    if (i >= 0 && j >= 0) {
        list->row[list->used] = i;
        list->col[list->used] = j;
        list->number[list->used++] = list->count;
    }
    list->count++;
}

static void list_entries(const rdg_bordered *s, entries *list)
{
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index k = s->a->start[j]; k < s->a->start[j + 1]; k++) {
            list_entry(s, list, s->a->row[k] < s->m ? s->a->row[k] : s->size, j);
        }
    }
    for (rdg_index e = 0; e < s->m * s->p; e++) {
        list_entry(s, list, e % s->m, s->n + e / s->m);
    }
    for (rdg_index e = 0; e < s->q * s->n; e++) {
        list_entry(s, list, s->m + e / s->n, e % s->n);
    }
}

static rdg_index count_entries(const rdg_bordered *s)
{
    return rdg_pattern_count(s->a) + s->m * s->p + s->q * s->n;
}

static rdg_status build_pattern(rdg_bordered *s)
{
    const size_t count = (size_t)count_entries(s);
    entries list = {.row = rdg_context_calloc(s->ctx, count, sizeof *list.row),
                    .col = rdg_context_calloc(s->ctx, count, sizeof *list.col),
                    .number = rdg_context_calloc(s->ctx, count, sizeof *list.number)};
    rdg_index *place = rdg_context_calloc(s->ctx, count, sizeof *place);
    if (list.row && list.col && list.number && place) {
        list_entries(s, &list);
        s->pattern = rdg_pattern_create(s->ctx, s->taken, s->taken, list.used, list.row, list.col, place);
        for (rdg_index e = 0; e < list.count; e++) {
            s->place[e] = -1;
        }
        for (rdg_index e = 0; e < list.used; e++) {
            s->place[list.number[e]] = place[e];
        }
    }
    rdg_free(list.row);
    rdg_free(list.col);
    rdg_free(list.number);
    rdg_free(place);
    rdg_free(s->stretch);
    s->stretch = s->pattern ? rdg_stretches_create(s->ctx, s->a, s->place, s->pattern, &s->stretches) : NULL;
    return s->stretch ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* Pattern and analysis of what is factored. */
static rdg_status build(rdg_bordered *s)
{
    rdg_lu_free(s->lu);
    rdg_saddle_free(s->saddle);
    rdg_pattern_free(s->pattern);
    s->lu = NULL;
    s->saddle = NULL;
    s->pattern = NULL;
    s->in_blocks = false;
    choose_rows_and_columns(s);
    RDG_TRY(build_pattern(s));
    rdg_adjoint_blocks blocks;
    if (s->blocks.m + s->blocks.n <= s->m && rdg_saddle_blocks(&s->blocks, s->row_at, s->col_at, &blocks)) {
        s->saddle = rdg_saddle_create(s->ctx, s->pattern, &blocks, s->kind);
    }
    if (!s->saddle && rdg_error_status(s->ctx) == RDG_OK) {
        s->lu = rdg_lu_create(s->ctx, s->pattern, s->kind);
    }
    return s->saddle || s->lu ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* The scales alone: the operator has its own memory. */
static rdg_status allocate_scales(rdg_bordered *s)
{
    s->row_scale = rdg_context_calloc(s->ctx, (size_t)s->size, sizeof(double));
    s->col_scale = rdg_context_calloc(s->ctx, (size_t)s->size, sizeof(double));
    return rdg_error_status(s->ctx);
}

static rdg_status allocate(rdg_bordered *s)
{
    const size_t size = (size_t)s->size;
    rdg_index **indices[] = {&s->row, &s->col, &s->row_at, &s->col_at};
    double **numbers[] = {&s->row_scale, &s->col_scale, &s->work, &s->solution};
    for (size_t k = 0; k < sizeof indices / sizeof *indices; k++) {
        *indices[k] = rdg_context_calloc(s->ctx, size, sizeof(rdg_index));
        *numbers[k] = rdg_context_calloc(s->ctx, size, sizeof(double));
    }
    const size_t entries = (size_t)count_entries(s);
    s->scales = rdg_context_calloc(s->ctx, 2 * size, sizeof *s->scales);
    s->place = rdg_context_calloc(s->ctx, entries, sizeof *s->place);
    s->values = rdg_context_calloc(s->ctx, entries, sizeof *s->values); /* space for any choice of them */
    return rdg_error_status(s->ctx);
}

/* Sizes alone. */
static rdg_bordered *begin(rdg_context *ctx, const rdg_pattern *a, rdg_index m, rdg_index border_cols)
{
    rdg_bordered *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (s) {
        s->ctx = ctx;
        s->a = a;
        s->m = m;
        s->n = a->cols;
        s->p = border_cols;
        s->size = s->n + s->p;
        s->q = s->size - m;
    }
    return s;
}

static rdg_bordered *complete(rdg_bordered *s, rdg_status status)
{
    if (status != RDG_OK) {
        rdg_bordered_free(s);
        return NULL;
    }
    return s;
}

rdg_bordered *rdg_bordered_create(rdg_context *ctx, const rdg_pattern *a, rdg_index m, rdg_index border_cols,
                                  const rdg_adjoint_blocks *blocks, rdg_lu_kind kind)
{
    rdg_bordered *s = begin(ctx, a, m, border_cols);
    if (!s) {
        return NULL;
    }
    s->blocks = blocks ? *blocks : s->blocks;
    s->kind = kind;
    const rdg_status status = allocate(s);
    return complete(s, status == RDG_OK ? build(s) : status);
}

rdg_bordered *rdg_bordered_create_for(rdg_context *ctx, const rdg_assembly *assembly, rdg_index m,
                                      rdg_index border_cols, const rdg_adjoint_blocks *blocks,
                                      rdg_lu_kind kind)
{
    const rdg_pattern *a = rdg_assembly_jacobian_pattern(assembly);
    if (!rdg_assembly_operator(assembly)) {
        return rdg_bordered_create(ctx, a, m, border_cols, blocks, kind);
    }
    rdg_bordered *s = begin(ctx, a, m, border_cols);
    if (!s) {
        return NULL;
    }
    if (allocate_scales(s) == RDG_OK) {
        s->op = rdg_bordered_operator_create(ctx, assembly, m, border_cols);
    }
    return complete(s, rdg_error_status(ctx));
}

/* Does the matrix leave out what is eliminated now? */
static rdg_status keep_up(rdg_bordered *s)
{
    if (s->op || !s->frozen || s->frozen->revision == s->revision) {
        return s->lu ? RDG_OK : rdg_error_status(s->ctx);
    }
    s->revision = s->frozen->revision;
    return build(s);
}

rdg_status rdg_bordered_leave_out(rdg_bordered *s, const rdg_frozen_set *frozen)
{
    s->frozen = frozen;
    return keep_up(s);
}

/* An entry at its place; the largest one of its row is noted. */
static double put(rdg_bordered *s, rdg_index place, double entry)
{
    const double magnitude = fabs(entry);
    double *largest = &s->work[s->pattern->row[place]];
    s->values[place] = entry;
    *largest = magnitude > *largest ? magnitude : *largest;
    return magnitude;
}

/* Put the values in place, columns scaled by the typical sizes, and note the largest of each row among the
 * first n columns. No two have the same place. False: one is not finite. */
static bool fill(rdg_bordered *s, const double *values, const double *B, const double *C)
{
    const rdg_index *place = s->place;
    double sum = 0.0; /* not finite as soon as one entry is not */
    memset(s->work, 0, (size_t)s->taken * sizeof *s->work);
    sum += rdg_stretches_fill(s->stretches, s->stretch, values, s->col_scale, s->values, s->work);
    place += rdg_pattern_count(s->a);
    for (rdg_index e = 0; e < s->m * s->p; e++) {
        if (place[e] >= 0) {
            s->values[place[e]] = B[e]; /* scaled already */
        }
    }
    place += s->m * s->p;
    for (rdg_index i = 0; i < s->q; i++, place += s->n, C += s->n) {
        for (rdg_index c = 0; c < s->taken && s->col[c] < s->n; c++) {
            const rdg_index j = s->col[c];
            sum += put(s, place[j], C[j] * s->col_scale[j]);
        }
    }
    return isfinite(sum);
}

void rdg_bordered_fix_row_scale(rdg_bordered *s, const double *scale)
{
    s->fixed = scale;
}

/* Divide each row by its scale: the one given, or its largest entry among the first n columns. */
static void scale_rows(rdg_bordered *s)
{
    for (rdg_index i = 0; i < s->size; i++) {
        s->row_scale[i] = 1.0;
    }
    for (rdg_index r = 0; r < s->taken; r++) {
        const rdg_index i = s->row[r];
        const double scale = s->fixed && i < s->m ? s->fixed[i] : s->work[r];
        s->row_scale[i] = scale >= DBL_MIN ? scale : 1.0;
        s->work[r] = 1.0 / s->row_scale[i];
    }
    rdg_stretches_scale_rows(s->stretches, s->stretch, s->work, s->values);
    const rdg_index *place = s->place + rdg_pattern_count(s->a) + s->m * s->p;
    for (rdg_index i = 0; i < s->q; i++, place += s->n) {
        for (rdg_index c = 0; c < s->taken && s->col[c] < s->n; c++) {
            s->values[place[s->col[c]]] *= s->work[s->row_at[s->m + i]];
        }
    }
}

static bool factor_in_blocks(rdg_bordered *s)
{
    for (rdg_index k = 0; k < s->taken; k++) {
        s->scales[k] = s->row_scale[s->row[k]];
        s->scales[s->size + k] = s->col_scale[s->col[k]];
    }
    return rdg_saddle_factor(s->saddle, s->values, s->scales, s->scales + s->size);
}

static bool factor_whole(rdg_bordered *s)
{
    s->in_blocks = false;
    s->lu = s->lu ? s->lu : rdg_lu_create(s->ctx, s->pattern, s->kind);
    return s->lu && rdg_lu_factor(s->lu, s->values);
}

bool rdg_bordered_factor(rdg_bordered *s, const double *values, const double *B, const double *C,
                         const double *size)
{
    if (keep_up(s) != RDG_OK) {
        return false;
    }
    for (rdg_index j = 0; j < s->size; j++) {
        s->col_scale[j] = j < s->n ? size[j] : 1.0;
    }
    if (s->op) {
        return rdg_bordered_operator_factor(s->op, &(rdg_bordered_parts){.values = values,
                                                                         .B = B,
                                                                         .C = C,
                                                                         .size = size,
                                                                         .fixed_row_scale = s->fixed,
                                                                         .frozen = s->frozen,
                                                                         .row_scale = s->row_scale,
                                                                         .col_scale = s->col_scale});
    }
    if (!fill(s, values, B, C)) {
        return false;
    }
    scale_rows(s);
    s->in_blocks = s->saddle && factor_in_blocks(s);
    return s->in_blocks || factor_whole(s);
}

/* Solutions of the blocks that are not good to rounding are those of the whole; they are not finite if that
 * turns out to be singular. */
static void solve(rdg_bordered *s, bool transposed)
{
    if (s->in_blocks && rdg_saddle_solve(s->saddle, transposed, s->work, s->solution)) {
        return;
    }
    if (s->in_blocks && !factor_whole(s)) {
        for (rdg_index j = 0; j < s->taken; j++) {
            s->solution[j] = NAN;
        }
        return;
    }
    rdg_lu_solve(s->lu, transposed, s->work, s->solution);
}

/* The scaled unknowns of the smaller matrix, at their places in the whole; the rest is 0. */
static void spread(const rdg_bordered *s, const rdg_index *at, double *x)
{
    for (rdg_index k = 0; k < s->size; k++) {
        x[k] = at[k] >= 0 ? s->solution[at[k]] : 0.0;
    }
}

/* Is nothing left out? */
static bool is_whole(const rdg_bordered *s)
{
    return s->taken == s->size;
}

void rdg_bordered_solve(rdg_bordered *s, const double *b, double *x)
{
    if (s->op) {
        rdg_bordered_operator_solve(s->op, false, b, x);
        return;
    }
    if (is_whole(s)) {
#pragma omp simd
        for (rdg_index k = 0; k < s->size; k++) {
            s->work[k] = b[k] / s->row_scale[k];
        }
        solve(s, false);
#pragma omp simd
        for (rdg_index k = 0; k < s->size; k++) {
            x[k] = s->solution[k] * s->col_scale[k];
        }
        return;
    }
    for (rdg_index r = 0; r < s->taken; r++) {
        s->work[r] = b[s->row[r]] / s->row_scale[s->row[r]];
    }
    solve(s, false);
    spread(s, s->col_at, x);
    for (rdg_index j = 0; j < s->size; j++) {
        x[j] *= s->col_scale[j];
    }
}

void rdg_bordered_solve_columns(rdg_bordered *s, rdg_index count, double *b, double *x)
{
    if (s->op || s->in_blocks || !is_whole(s)) {
        for (rdg_index c = 0; c < count; c++) {
            rdg_bordered_solve(s, b + c * s->size, x + c * s->size);
        }
        return;
    }
    for (rdg_index c = 0; c < count; c++) {
#pragma omp simd
        for (rdg_index k = 0; k < s->size; k++) {
            b[k + c * s->size] /= s->row_scale[k];
        }
    }
    rdg_lu_solve_columns(s->lu, false, count, s->size, b, x);
    for (rdg_index c = 0; c < count; c++) {
#pragma omp simd
        for (rdg_index k = 0; k < s->size; k++) {
            x[k + c * s->size] *= s->col_scale[k];
        }
    }
}

void rdg_bordered_solve_step(rdg_bordered *s, const double *b, double *x)
{
    if (s->op) {
        rdg_bordered_operator_solve_step(s->op, b, x);
    } else {
        rdg_bordered_solve(s, b, x);
    }
}

void rdg_bordered_solve_transposed(rdg_bordered *s, const double *b, double *x)
{
    if (s->op) {
        rdg_bordered_operator_solve(s->op, true, b, x);
        return;
    }
    for (rdg_index c = 0; c < s->taken; c++) {
        s->work[c] = b[s->col[c]] * s->col_scale[s->col[c]];
    }
    solve(s, true);
    spread(s, s->row_at, x);
    for (rdg_index i = 0; i < s->size; i++) {
        x[i] /= s->row_scale[i];
    }
}

const double *rdg_bordered_row_scale(const rdg_bordered *s)
{
    return s->row_scale;
}

rdg_determinant rdg_bordered_determinant(rdg_bordered *s)
{
    rdg_determinant det = {.sign = 0.0, .log_magnitude = -INFINITY};
    if (s->op) {
        return (rdg_determinant){.sign = 1.0};
    }
    if (s->in_blocks && rdg_saddle_determinant(s->saddle, &det)) {
        return det;
    }
    if (s->in_blocks) {
        factor_whole(s);
    }
    return s->lu ? rdg_lu_determinant(s->lu) : det;
}

bool rdg_bordered_is_in_blocks(const rdg_bordered *s)
{
    return s->in_blocks;
}

void rdg_bordered_forget(rdg_bordered *s)
{
    rdg_lu_forget(s ? s->lu : NULL);
    rdg_saddle_forget(s ? s->saddle : NULL);
}
