/* Matrices of problems with their adjoint equations, made at random, and how well they are solved with. */
#ifndef RDG_TEST_SADDLE_CASE_H
#define RDG_TEST_SADDLE_CASE_H

#include "problems.h"

#include "bordered_impl.h"
#include "sparse.h"

#include <lapacke.h>

/* How a matrix is made. */
typedef struct saddle_kind {
    rdg_index n, m, others; /* variables, zero functions, other columns */
    double density;         /* of A and of H */
    double nearly;          /* A's first m columns are singular but for this; negative: they are not */
    double decades;         /* of the units of rows and columns */
    double hessian;         /* size of H */
    int singles;            /* so many of the others have a row of their own */
    rdg_lu_kind lu;
} saddle_kind;

typedef struct saddle_case {
    saddle_kind kind;
    rdg_index size;
    bool *there;                          /* [size^2] */
    double *M, *scaled, *typical, *x, *b; /* M, scaled: [size^2], column-major */
    double *values;                       /* of all rows but the last, in the pattern's order */
    rdg_pattern *a;
    rdg_bordered *blocks, *plain;
} saddle_case;

static inline void *zeros(rdg_index count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);
    assert_non_null(memory);
    return memory;
}

static inline void put(saddle_case *c, rdg_index i, rdg_index j, double value)
{
    c->there[i + c->size * j] = true;
    c->M[i + c->size * j] = value;
}

static inline bool by_chance(double probability, uint64_t *seed)
{
    return random_signed(seed) < 2 * probability - 1;
}

/* A and H; A's last row depends on two others in its first m columns, if it shall. */
static inline void draw_blocks(saddle_case *c, uint64_t *seed)
{
    const saddle_kind *k = &c->kind;
    const rdg_index last = k->m - 1;
    for (rdg_index j = 0; j < k->n; j++) {
        for (rdg_index i = 0; i < k->m; i++) {
            if (i == j || j >= k->m || by_chance(k->density, seed)) {
                put(c, i, j, random_signed(seed) + (i == j && k->density < 1 ? 3 : 0));
            }
        }
        if (k->nearly >= 0 && j < k->m && k->m > 2) {
            put(c, last, j,
                c->M[c->size * j] - 0.7 * c->M[1 + c->size * j] + k->nearly * random_signed(seed));
        }
    }
    for (rdg_index j = 0; j < k->n; j++) {
        for (rdg_index i = 0; i <= j; i++) {
            if (i == j || by_chance(k->density, seed)) {
                put(c, k->m + i, j, k->hessian * random_signed(seed));
                put(c, k->m + j, i, c->M[k->m + i + c->size * j]);
            }
        }
        for (rdg_index i = 0; i < k->m; i++) {
            if (c->there[i + c->size * j]) {
                put(c, k->m + j, k->n + i, c->M[i + c->size * j]);
            }
        }
    }
}

/* Columns of the others, and their rows, the last one full. */
static inline void draw_others(saddle_case *c, uint64_t *seed)
{
    const saddle_kind *k = &c->kind;
    const rdg_index inner = k->n + k->m;
    for (rdg_index o = 0; o < k->others; o++) {
        for (rdg_index i = 0; i < k->n; i++) {
            put(c, k->m + i, inner + o, random_signed(seed));
        }
        if (o < k->singles) {
            put(c, inner + o, inner + (o * 5 + 1) % k->singles, 1 + random_signed(seed) / 2);
            continue;
        }
        for (rdg_index j = 0; j < c->size; j++) {
            if (o == k->others - 1 || by_chance(0.3, seed)) {
                put(c, inner + o, j, random_signed(seed));
            }
        }
        put(c, inner + o, inner + o, random_signed(seed));
    }
}

/* Other units for each row and column, but those of A^T, which follow from A's. */
static inline void change_units(saddle_case *c, uint64_t *seed)
{
    const rdg_index inner = c->kind.n + c->kind.m;
    double *unit = zeros(c->size, sizeof *unit);
    for (rdg_index i = 0; i < c->size; i++) {
        unit[i] = pow(10, c->kind.decades * random_signed(seed));
        c->typical[i] = pow(10, c->kind.decades * random_signed(seed));
    }
    for (rdg_index j = 0; j < c->size; j++) {
        for (rdg_index i = 0; i < c->size; i++) {
            double *entry = &c->M[i + c->size * j];
            const bool mirrored = i >= c->kind.m && i < inner && j >= c->kind.n && j < inner; /* A^T */
            *entry =
                mirrored ? c->M[j - c->kind.n + c->size * (i - c->kind.m)] : *entry * unit[i] / c->typical[j];
        }
    }
    free(unit);
}

/* M's entries in the pattern's order. */
static inline void take_values(saddle_case *c)
{
    rdg_index count = 0;
    for (rdg_index j = 0; j < c->size; j++) {
        for (rdg_index i = 0; i < c->size - 1; i++) {
            if (c->there[i + c->size * j]) {
                c->values[count++] = c->M[i + c->size * j];
            }
        }
    }
}

static inline void make_pattern(rdg_context *ctx, saddle_case *c)
{
    rdg_index count = 0;
    const rdg_index rows = c->size - 1;
    rdg_index *row = zeros(rows * c->size, sizeof *row);
    rdg_index *col = zeros(rows * c->size, sizeof *col);
    c->values = zeros(rows * c->size, sizeof *c->values);
    for (rdg_index j = 0; j < c->size; j++) {
        for (rdg_index i = 0; i < rows; i++) {
            if (c->there[i + c->size * j]) {
                row[count] = i;
                col[count++] = j;
            }
        }
    }
    c->a = rdg_pattern_create(ctx, rows, c->size, count, row, col, NULL);
    free(row);
    free(col);
    take_values(c);
    const rdg_adjoint_blocks blocks = {c->kind.n, c->kind.m, c->kind.n};
    c->blocks = rdg_bordered_create(ctx, c->a, rows, 0, &blocks, c->kind.lu);
    c->plain = rdg_bordered_create(ctx, c->a, rows, 0, NULL, c->kind.lu);
    assert_non_null(c->blocks);
    assert_non_null(c->plain);
}

static inline void set_up_saddle(rdg_context *ctx, saddle_case *c, const saddle_kind *kind, uint64_t *seed)
{
    const rdg_index size = kind->n + kind->m + kind->others;
    *c = (saddle_case){.kind = *kind, .size = size};
    c->there = zeros(size * size, sizeof *c->there);
    c->M = zeros(size * size, sizeof *c->M);
    c->scaled = zeros(size * size, sizeof *c->scaled);
    c->typical = zeros(size, sizeof *c->typical);
    c->x = zeros(size, sizeof *c->x);
    c->b = zeros(size, sizeof *c->b);
    draw_blocks(c, seed);
    draw_others(c, seed);
    change_units(c, seed);
    make_pattern(ctx, c);
}

static inline void tear_down_saddle(saddle_case *c)
{
    rdg_bordered_free(c->blocks);
    rdg_bordered_free(c->plain);
    rdg_pattern_free(c->a);
    free(c->there);
    free(c->M);
    free(c->scaled);
    free(c->typical);
    free(c->x);
    free(c->b);
    free(c->values);
}

static inline bool factor(saddle_case *c, rdg_bordered *s)
{
    double *last = zeros(c->size, sizeof *last);
    for (rdg_index j = 0; j < c->size; j++) {
        last[j] = c->M[c->size - 1 + c->size * j];
    }
    const bool regular = rdg_bordered_factor(s, c->values, NULL, last, c->typical);
    const double *scale = rdg_bordered_row_scale(s);
    for (rdg_index e = 0; e < c->size * c->size; e++) {
        c->scaled[e] = c->M[e] * c->typical[e / c->size] / scale[e % c->size];
    }
    free(last);
    return regular;
}

/* Largest of what a solution leaves, relative to the largest term, in the scaled equations. */
static inline double left_by_solution(saddle_case *c, rdg_bordered *s, bool transposed, uint64_t *seed)
{
    const double *scale = rdg_bordered_row_scale(s);
    double left = 0, terms = 0;
    for (rdg_index i = 0; i < c->size; i++) {
        c->b[i] = random_signed(seed) * (transposed ? 1 / c->typical[i] : scale[i]);
    }
    if (transposed) {
        rdg_bordered_solve_transposed(s, c->b, c->x);
    } else {
        rdg_bordered_solve(s, c->b, c->x);
    }
    for (rdg_index i = 0; i < c->size; i++) {
        double sum = c->b[i] * (transposed ? c->typical[i] : 1 / scale[i]);
        terms = fmax(terms, fabs(sum));
        for (rdg_index j = 0; j < c->size; j++) {
            const double term = transposed ? c->scaled[j + c->size * i] * c->x[j] * scale[j]
                                           : c->scaled[i + c->size * j] * c->x[j] / c->typical[j];
            sum -= term;
            terms = fmax(terms, fabs(term));
        }
        left = isfinite(sum) ? fmax(left, fabs(sum)) : INFINITY;
    }
    return left / terms;
}

/* The scaled matrix's smallest singular value relative to its largest, and the sign of its determinant. */
static inline double smallest_and_sign(const saddle_case *c, double *sign)
{
    const lapack_int n = (lapack_int)c->size;
    double *copy = zeros(c->size * c->size, sizeof *copy);
    double *value = zeros(c->size, sizeof *value);
    double *work = zeros(c->size, sizeof *work);
    lapack_int *pivot = zeros(c->size, sizeof *pivot);
    memcpy(copy, c->scaled, (size_t)(n * n) * sizeof *copy);
    LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'N', n, n, copy, n, value, NULL, 1, NULL, 1, work);
    memcpy(copy, c->scaled, (size_t)(n * n) * sizeof *copy);
    LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, copy, n, pivot);
    *sign = 1;
    for (lapack_int i = 0; i < n; i++) {
        *sign *= (copy[i + n * i] < 0 ? -1 : 1) * (pivot[i] == i + 1 ? 1 : -1);
    }
    const double smallest = value[n - 1] / value[0];
    free(copy);
    free(value);
    free(work);
    free(pivot);
    return smallest;
}

#endif
