/* The bordered system: its pattern, scaling and solution. */
#include "bordered_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct rdg_bordered {
    rdg_index m, n, p, q, size; /* size = n + p = m + q */
    const rdg_pattern *a;
    rdg_pattern *pattern;
    rdg_index *place;              /* of A's entries, then of B's (column-major), then of C's (row by row) */
    double *values;                /* scaled, in pattern's order */
    double *row_scale, *col_scale; /* [size] */
    const double *fixed;           /* [m] row scales given from outside, or NULL */
    double *work;                  /* [size] */
    rdg_lu *lu;
};

void rdg_bordered_free(rdg_bordered *s)
{
    if (s) {
        rdg_lu_free(s->lu);
        rdg_pattern_free(s->pattern);
        rdg_free(s->place);
        rdg_free(s->values);
        rdg_free(s->row_scale);
        rdg_free(s->col_scale);
        rdg_free(s->work);
        rdg_free(s);
    }
}

/* List the entries of [A B; C 0]. Rows of A that take no part are sent to the last row with value zero: a
 * place there exists anyway when q > 0, and without border rows no row is left out. */
static rdg_status build_pattern(rdg_context *ctx, rdg_bordered *s)
{
    const rdg_index in_a = rdg_pattern_count(s->a);
    const rdg_index count = in_a + s->m * s->p + s->q * s->n;
    rdg_index *row = rdg_context_calloc(ctx, (size_t)count, sizeof *row);
    rdg_index *col = rdg_context_calloc(ctx, (size_t)count, sizeof *col);
    s->place = rdg_context_calloc(ctx, (size_t)count, sizeof *s->place);
    if (row && col && s->place) {
        rdg_index k = 0;
        for (rdg_index j = 0; j < s->n; j++) {
            for (; k < s->a->start[j + 1]; k++) {
                row[k] = s->a->row[k] < s->m ? s->a->row[k] : s->size - 1;
                col[k] = j;
            }
        }
        for (rdg_index e = 0; e < s->m * s->p; e++, k++) {
            row[k] = e % s->m;
            col[k] = s->n + e / s->m;
        }
        for (rdg_index e = 0; e < s->q * s->n; e++, k++) {
            row[k] = s->m + e / s->n;
            col[k] = e % s->n;
        }
        s->pattern = rdg_pattern_create(ctx, s->size, s->size, count, row, col, s->place);
    }
    rdg_free(row);
    rdg_free(col);
    return s->pattern ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_bordered *rdg_bordered_create(rdg_context *ctx, const rdg_pattern *a, rdg_index m, rdg_index border_cols,
                                  rdg_lu_kind kind)
{
    rdg_bordered *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->a = a;
    s->m = m;
    s->n = a->cols;
    s->p = border_cols;
    s->size = s->n + s->p;
    s->q = s->size - m;
    const size_t size = (size_t)s->size;
    s->row_scale = rdg_context_calloc(ctx, size, sizeof(double));
    s->col_scale = rdg_context_calloc(ctx, size, sizeof(double));
    s->work = rdg_context_calloc(ctx, size, sizeof(double));
    if (s->row_scale && s->col_scale && s->work && build_pattern(ctx, s) == RDG_OK) {
        s->values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(s->pattern), sizeof(double));
        s->lu = rdg_lu_create(ctx, s->pattern, kind);
    }
    if (!s->values || !s->lu) {
        rdg_bordered_free(s);
        return NULL;
    }
    return s;
}

/* Put the values in place, columns scaled by the typical sizes. */
static void fill(rdg_bordered *s, const double *values, const double *B, const double *C)
{
    const rdg_index *place = s->place;
    memset(s->values, 0, (size_t)rdg_pattern_count(s->pattern) * sizeof *s->values);
    for (rdg_index j = 0; j < s->n; j++) {
        const double scale = s->col_scale[j];
        for (rdg_index k = s->a->start[j]; k < s->a->start[j + 1]; k++) {
            s->values[place[k]] += s->a->row[k] < s->m ? values[k] * scale : 0.0;
        }
    }
    place += rdg_pattern_count(s->a) + s->m * s->p;
    for (rdg_index i = 0, e = 0; i < s->q; i++) {
        for (rdg_index j = 0; j < s->n; j++, e++) {
            s->values[place[e]] += C[e] * s->col_scale[j];
        }
    }
    place -= s->m * s->p;
    for (rdg_index e = 0; e < s->m * s->p; e++) {
        s->values[place[e]] = B[e]; /* scaled already */
    }
}

void rdg_bordered_fix_row_scale(rdg_bordered *s, const double *scale)
{
    s->fixed = scale;
}

/* Divide each row by its scale: the one given, or its largest entry among the first n columns. */
static bool scale_rows(rdg_bordered *s)
{
    for (rdg_index i = 0; i < s->size; i++) {
        s->row_scale[i] = 0.0;
    }
    const rdg_index in_first = s->pattern->start[s->n];
    double sum = 0.0; /* not finite as soon as one entry is not */
    for (rdg_index k = 0; k < in_first; k++) {
        double *largest = &s->row_scale[s->pattern->row[k]];
        const double entry = fabs(s->values[k]);
        *largest = entry > *largest ? entry : *largest;
        sum += entry;
    }
    if (!isfinite(sum)) {
        return false;
    }
    for (rdg_index i = 0; i < s->size; i++) {
        s->row_scale[i] = s->fixed && i < s->m ? s->fixed[i] : s->row_scale[i];
        s->row_scale[i] = s->row_scale[i] >= DBL_MIN ? s->row_scale[i] : 1.0;
        s->work[i] = 1.0 / s->row_scale[i];
    }
    for (rdg_index k = 0; k < in_first; k++) {
        s->values[k] *= s->work[s->pattern->row[k]];
    }
    return true;
}

bool rdg_bordered_factor(rdg_bordered *s, const double *values, const double *B, const double *C,
                         const double *size)
{
    for (rdg_index j = 0; j < s->size; j++) {
        s->col_scale[j] = j < s->n ? size[j] : 1.0;
    }
    fill(s, values, B, C);
    return scale_rows(s) && rdg_lu_factor(s->lu, s->values);
}

void rdg_bordered_solve(rdg_bordered *s, const double *b, double *x)
{
    for (rdg_index i = 0; i < s->size; i++) {
        s->work[i] = b[i] / s->row_scale[i];
    }
    rdg_lu_solve(s->lu, false, s->work, x);
    for (rdg_index j = 0; j < s->size; j++) {
        x[j] *= s->col_scale[j];
    }
}

void rdg_bordered_solve_transposed(rdg_bordered *s, const double *b, double *x)
{
    for (rdg_index j = 0; j < s->size; j++) {
        s->work[j] = b[j] * s->col_scale[j];
    }
    rdg_lu_solve(s->lu, true, s->work, x);
    for (rdg_index i = 0; i < s->size; i++) {
        x[i] /= s->row_scale[i];
    }
}

const double *rdg_bordered_row_scale(const rdg_bordered *s)
{
    return s->row_scale;
}

rdg_determinant rdg_bordered_determinant(const rdg_bordered *s)
{
    return rdg_lu_determinant(s->lu);
}
