/* Matrices with a border, entry by entry, and how well they are solved. */
#ifndef ENTRY_MATRIX_H
#define ENTRY_MATRIX_H

#include "lu_impl.h"
#include "sparse.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A matrix, entry by entry. */
typedef struct matrix {
    rdg_index n, count, capacity;
    rdg_index *row, *col, *place;
    double *entry, *values; /* values: in the pattern's order */
    rdg_pattern *pattern;
} matrix;

static inline void put(matrix *a, rdg_index row, rdg_index col, double entry)
{
    if (a->count == a->capacity) {
        a->capacity = 2 * a->capacity + 1000;
        a->row = realloc(a->row, (size_t)a->capacity * sizeof *a->row);
        a->col = realloc(a->col, (size_t)a->capacity * sizeof *a->col);
        a->entry = realloc(a->entry, (size_t)a->capacity * sizeof *a->entry);
    }
    a->row[a->count] = row;
    a->col[a->count] = col;
    a->entry[a->count++] = entry;
}

/* With a dense row and a dense column as border, as a step along a curve has them. */
static inline void put_border(matrix *a, uint64_t *seed)
{
    for (rdg_index i = 0; i < a->n - 1; i++) {
        put(a, i, a->n - 1, random_signed(seed));
        put(a, a->n - 1, i, random_signed(seed));
    }
    put(a, a->n - 1, a->n - 1, 1.0);
}

static inline void take_values(matrix *a)
{
    memset(a->values, 0, (size_t)rdg_pattern_count(a->pattern) * sizeof *a->values);
    for (rdg_index e = 0; e < a->count; e++) {
        a->values[a->place[e]] += a->entry[e];
    }
}

static inline void finish(rdg_context *ctx, matrix *a)
{
    a->place = calloc((size_t)a->count, sizeof *a->place);
    a->pattern = rdg_pattern_create(ctx, a->n, a->n, a->count, a->row, a->col, a->place);
    a->values = calloc((size_t)rdg_pattern_count(a->pattern), sizeof *a->values);
    take_values(a);
}

static inline void discard(matrix *a)
{
    free(a->row);
    free(a->col);
    free(a->place);
    free(a->entry);
    free(a->values);
    rdg_pattern_free(a->pattern);
}

/* |b - A x|, by |A| |x| + |b|, at the worst row */
static inline double left(const matrix *a, bool transposed, const double *b, const double *x)
{
    double *sum = calloc(2 * (size_t)a->n, sizeof *sum), *size = sum + a->n, worst = 0.0;
    for (rdg_index i = 0; i < a->n; i++) {
        sum[i] = -b[i];
        size[i] = fabs(b[i]);
    }
    for (rdg_index j = 0; j < a->n; j++) {
        for (rdg_index e = a->pattern->start[j]; e < a->pattern->start[j + 1]; e++) {
            const rdg_index i = a->pattern->row[e];
            const rdg_index to = transposed ? j : i;
            const double term = a->values[e] * x[transposed ? i : j];
            sum[to] += term;
            size[to] += fabs(term);
        }
    }
    for (rdg_index i = 0; i < a->n; i++) {
        worst = fmax(worst, fabs(sum[i]) / size[i]);
    }
    free(sum);
    return worst;
}

static inline double worst_solution(rdg_lu *lu, const matrix *a, uint64_t *seed)
{
    double *b = calloc(2 * (size_t)a->n, sizeof *b), *x = b + a->n, worst = 0.0;
    for (int transposed = 0; transposed < 2; transposed++) {
        for (rdg_index i = 0; i < a->n; i++) {
            b[i] = random_signed(seed);
        }
        rdg_lu_solve(lu, transposed, b, x);
        worst = fmax(worst, left(a, transposed, b, x));
    }
    free(b);
    return worst;
}

#endif
