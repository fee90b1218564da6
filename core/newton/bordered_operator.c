/* The bordered system with an operator: its parts, scales, and the Schur complement of the borders. */
#include "bordered_operator_parts_impl.h"

#include "sparse.h"
#include "toolbox.h"
#include "vectors.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Vectors that GMRES works with before it begins anew from what is left. */
enum { VECTORS = 60 };

/* Singular values of the borders' Schur complement below this share of the largest are replaced by it. It
 * limits what the preconditioner magnifies; each value that is replaced costs at most one iteration more. */
static const double least_share = 1e-2;

void rdg_bordered_operator_free(rdg_bordered_operator *s)
{
    if (!s) {
        return;
    }
    void *const arrays[] = {s->row,      s->col,       s->row_at,   s->col_at,  s->start,   s->inner_row,
                            s->from,     s->shift_to,  s->J,        s->rest,    s->shift,   s->T,
                            s->W,        s->K,         s->D,        s->inverse, s->E,       s->svd,
                            s->row_off,  s->col_off,   s->scale_in, s->y,       s->x,       s->step,
                            s->solution, s->scale_out, s->left,     s->product, s->residual};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_gmres_free(s->gmres);
    rdg_free(s);
}

/* The operator's rows and columns first, then all others, in their order. */
static rdg_status order(rdg_bordered_operator *s)
{
    rdg_index **arrays[] = {&s->row, &s->col, &s->row_at, &s->col_at};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = rdg_context_calloc(s->ctx, (size_t)s->size, sizeof(rdg_index));
    }
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index j = 0; j < s->size; j++) {
        s->row_at[j] = s->col_at[j] = -1;
    }
    for (rdg_index i = 0; i < s->k; i++) {
        s->row[i] = s->op->first_row + i;
        s->col[i] = s->op->col[i];
        s->row_at[s->row[i]] = s->col_at[s->col[i]] = i;
    }
    rdg_index rows = s->k;
    rdg_index cols = rows;
    for (rdg_index j = 0; j < s->size; j++) {
        if (s->row_at[j] < 0) {
            s->row_at[j] = rows;
            s->row[rows++] = j;
        }
        if (s->col_at[j] < 0) {
            s->col_at[j] = cols;
            s->col[cols++] = j;
        }
    }
    return RDG_OK;
}

/* Entries of the pattern in A, as compressed columns. */
static rdg_status find_inner(rdg_bordered_operator *s)
{
    const rdg_pattern *a = s->a;
    const size_t local = (size_t)rdg_pattern_count(s->op->local);
    rdg_index *to = rdg_context_calloc(s->ctx, (size_t)rdg_pattern_count(a), sizeof *to);
    s->start = rdg_context_calloc(s->ctx, (size_t)s->k + 1, sizeof *s->start);
    s->shift_to = rdg_context_calloc(s->ctx, local, sizeof *s->shift_to);
    s->shift = rdg_context_calloc(s->ctx, local, sizeof *s->shift);
    for (int pass = 0; pass < 2 && rdg_error_status(s->ctx) == RDG_OK; pass++) {
        rdg_index count = 0;
        for (rdg_index c = 0; c < s->k; c++) {
            s->start[c] = count;
            for (rdg_index e = a->start[s->col[c]]; e < a->start[s->col[c] + 1]; e++) {
                const rdg_index i = a->row[e] < s->m ? s->row_at[a->row[e]] : s->size;
                to[e] = i < s->k ? count : -1;
                if (i < s->k && pass == 1) {
                    s->inner_row[count] = i;
                    s->from[count] = e;
                }
                count += i < s->k;
            }
        }
        s->start[s->k] = s->count = count;
        if (pass == 0) {
            s->inner_row = rdg_context_calloc(s->ctx, (size_t)count, sizeof *s->inner_row);
            s->from = rdg_context_calloc(s->ctx, (size_t)count, sizeof *s->from);
            s->J = rdg_context_calloc(s->ctx, (size_t)count, sizeof *s->J);
            s->rest = rdg_context_calloc(s->ctx, (size_t)count, sizeof *s->rest);
        }
    }
    const rdg_index in_columns = s->op->local->start[s->k];
    for (rdg_index e = 0; rdg_error_status(s->ctx) == RDG_OK && e < in_columns; e++) {
        s->shift_to[e] = to[s->op->place[e]];
    }
    rdg_free(to);
    return rdg_error_status(s->ctx);
}

static rdg_status allocate(rdg_bordered_operator *s)
{
    const size_t size = (size_t)s->size, k = (size_t)s->k, b = (size_t)s->b;
    const struct {
        double **array;
        size_t count;
    } work[] = {{&s->T, k * b},
                {&s->W, k * b},
                {&s->K, k * b},
                {&s->D, b * b},
                {&s->inverse, b * b},
                {&s->E, b * b},
                {&s->svd, 3 * b * b + 7 * b},
                {&s->scale_in, size},
                {&s->scale_out, size},
                {&s->y, size},
                {&s->x, size},
                {&s->step, size},
                {&s->solution, size},
                {&s->left, size},
                {&s->product, k},
                {&s->residual, size}};
    for (size_t i = 0; i < sizeof work / sizeof *work; i++) {
        *work[i].array = rdg_context_calloc(s->ctx, work[i].count, sizeof(double));
    }
    s->row_off = rdg_context_calloc(s->ctx, size, sizeof *s->row_off);
    s->col_off = rdg_context_calloc(s->ctx, size, sizeof *s->col_off);
    s->gmres = rdg_gmres_create(s->ctx, s->size, s->size < VECTORS ? (int)s->size : VECTORS);
    return rdg_error_status(s->ctx);
}

rdg_bordered_operator *rdg_bordered_operator_create(rdg_context *ctx, const rdg_assembly *assembly,
                                                    rdg_index m, rdg_index border_cols)
{
    rdg_bordered_operator *s = rdg_context_calloc(ctx, 1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->ctx = ctx;
    s->a = rdg_assembly_jacobian_pattern(assembly);
    s->op = rdg_assembly_operator(assembly);
    s->m = m;
    s->n = s->a->cols;
    s->size = s->n + border_cols;
    s->q = s->size - m;
    s->k = s->op->size;
    s->b = s->size - s->k;
    if (order(s) != RDG_OK || find_inner(s) != RDG_OK || allocate(s) != RDG_OK) {
        rdg_bordered_operator_free(s);
        return NULL;
    }
    return s;
}

/* An entry outside of A, in this order. */
static void put(rdg_bordered_operator *s, rdg_index i, rdg_index j, double entry)
{
    if (i < s->k) {
        s->T[i + s->k * (j - s->k)] = entry;
    } else if (j < s->k) {
        s->K[j + s->k * (i - s->k)] = entry;
    } else {
        s->D[i - s->k + s->b * (j - s->k)] = entry;
    }
}

/* Entries of the Jacobian and of the border rows; *largest, [size] in this order, of their rows in typical
 * sizes. False: one is not finite. */
static bool fill(rdg_bordered_operator *s, const rdg_bordered_parts *of, double *largest)
{
    const rdg_pattern *a = s->a;
    double sum = 0.0; /* not finite as soon as one entry is not */
    memset(s->T, 0, (size_t)(s->k * s->b) * sizeof *s->T);
    memset(s->K, 0, (size_t)(s->k * s->b) * sizeof *s->K);
    memset(s->D, 0, (size_t)(s->b * s->b) * sizeof *s->D);
    memset(largest, 0, (size_t)s->size * sizeof *largest);
    for (rdg_index j = 0; j < s->n; j++) {
        const rdg_index to = s->col_at[j];
        for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
            if (a->row[e] >= s->m) {
                continue;
            }
            const rdg_index i = s->row_at[a->row[e]];
            const double entry = of->values[e], scaled = fabs(entry) * of->size[j];
            largest[i] = rdg_larger(largest[i], scaled);
            sum += scaled;
            if (i >= s->k || to >= s->k) {
                put(s, i, to, entry);
            }
        }
    }
    const double *C = of->C;
    for (rdg_index r = 0; r < s->q; r++, C += s->n) {
        const rdg_index i = s->row_at[s->m + r];
        for (rdg_index j = 0; j < s->n; j++) {
            const double scaled = fabs(C[j]) * of->size[j];
            largest[i] = rdg_larger(largest[i], scaled);
            sum += scaled;
            put(s, i, s->col_at[j], C[j]);
        }
    }
    for (rdg_index e = 0; e < s->count; e++) {
        s->J[e] = of->values[s->from[e]];
    }
    return isfinite(sum);
}

/* Divide each row by its scale: the one given, or its largest entry. */
static void scale_rows(rdg_bordered_operator *s, const rdg_bordered_parts *of, double *largest)
{
    double *size = s->x, *row = s->step;
    for (rdg_index i = 0; i < s->k; i++) {
        size[i] = of->size[s->col[i]];
    }
    s->op->ops->row_sizes(s->at, size, row, s->op->ops->data);
    for (rdg_index i = 0; i < s->size; i++) {
        const rdg_index r = s->row[i];
        double scale = i < s->k ? rdg_larger(largest[i], row[i]) : largest[i];
        scale = of->fixed_row_scale && r < s->m ? of->fixed_row_scale[r] : scale;
        of->row_scale[r] = scale >= DBL_MIN && !s->row_off[i] ? scale : 1.0;
    }
    s->row_scale = of->row_scale;
    s->col_scale = of->col_scale;
}

/* Border columns are relative to the scales of the rows. */
static void add_border_columns(rdg_bordered_operator *s, const rdg_bordered_parts *of)
{
    for (rdg_index j = s->n; j < s->size; j++) {
        for (rdg_index r = 0; r < s->m; r++) {
            put(s, s->row_at[r], s->col_at[j], of->B[r + s->m * (j - s->n)] * of->row_scale[r]);
        }
    }
}

/* What is left out: its rows and columns are those of the unit matrix. */
static void leave_out(rdg_bordered_operator *s)
{
    for (rdg_index i = 0; i < s->k; i++) {
        for (rdg_index o = 0; o < s->b; o++) {
            s->T[i + s->k * o] = s->row_off[i] || s->col_off[s->k + o] ? 0.0 : s->T[i + s->k * o];
            s->K[i + s->k * o] = s->col_off[i] || s->row_off[s->k + o] ? 0.0 : s->K[i + s->k * o];
        }
        for (rdg_index e = s->start[i]; e < s->start[i + 1]; e++) {
            if (s->col_off[i] || s->row_off[s->inner_row[e]]) {
                s->J[e] = s->rest[e] = 0.0;
            }
        }
    }
    rdg_index row = 0;
    for (rdg_index j = 0; j < s->b; j++) {
        for (rdg_index i = 0; i < s->b; i++) {
            if (s->row_off[s->k + i] || s->col_off[s->k + j]) {
                s->D[i + s->b * j] = 0.0;
            }
        }
        while (s->col_off[s->k + j] && row < s->b && !s->row_off[s->k + row]) {
            row++;
        }
        if (s->col_off[s->k + j] && row < s->b) {
            s->D[row++ + s->b * j] = 1.0;
        }
    }
}

static void mark_left_out(rdg_bordered_operator *s, const rdg_frozen_set *frozen)
{
    s->any_off = frozen && frozen->count > 0;
    for (rdg_index i = 0; i < s->size; i++) {
        s->row_off[i] = s->any_off && s->row[i] < s->m && rdg_frozen_leaves_row(frozen, s->row[i]);
        s->col_off[i] = s->any_off && s->col[i] < s->n && rdg_frozen_has(frozen, s->col[i]);
    }
}

/* J - shift, if the preconditioner is the operator and a shift. */
static void subtract_shift(rdg_bordered_operator *s)
{
    const rdg_linear_ops *ops = s->op->ops;
    if (!ops->shift) {
        return;
    }
    const rdg_index entries = s->op->local->start[s->k];
    memset(s->shift, 0, (size_t)rdg_pattern_count(s->op->local) * sizeof *s->shift);
    ops->shift(s->at, s->shift, ops->data);
    memcpy(s->rest, s->J, (size_t)s->count * sizeof *s->rest);
    for (rdg_index e = 0; e < entries; e++) {
        if (s->shift_to[e] >= 0) {
            s->rest[s->shift_to[e]] -= s->shift[e];
        }
    }
}

/* S = D - K W */
static void take_schur_complement(rdg_bordered_operator *s)
{
    for (rdg_index j = 0; j < s->b; j++) {
        const double *T = s->T + s->k * j;
        double *W = s->W + s->k * j;
        const bool is_zero = rdg_dot(s->k, T, T) == 0.0;
        if (is_zero) {
            memset(W, 0, (size_t)s->k * sizeof *W);
        } else {
            rdg_bordered_operator_precondition(s, false, T, W);
        }
        for (rdg_index i = 0; i < s->b; i++) {
            s->E[i + s->b * j] = s->D[i + s->b * j] - (is_zero ? 0.0 : rdg_dot(s->k, s->K + s->k * i, W));
        }
    }
}

/* The inverse of S, singular values that are too small being replaced, and what this adds to S, into E. */
static bool invert_schur_complement(rdg_bordered_operator *s)
{
    const rdg_index b = s->b;
    const lapack_int n = (lapack_int)b;
    double *S = s->svd, *U = S + b * b, *V = U + b * b, *sigma = V + b * b, *work = sigma + b;
    const double *row = s->scale_in + s->k, *col = s->scale_out + s->k;
    for (rdg_index j = 0; j < b; j++) {
        for (rdg_index i = 0; i < b; i++) {
            S[i + b * j] = s->E[i + b * j] / row[i] * col[j];
        }
    }
    if (RDG_BLAS(LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', n, n, S, n, sigma, U, n, V, n, work,
                                     (lapack_int)(6 * b))) != 0) {
        return false;
    }
    const double least = sigma[0] > 0.0 ? least_share * sigma[0] : 1.0;
    for (rdg_index j = 0; j < b; j++) {
        for (rdg_index i = 0; i < b; i++) {
            double inverse = 0.0, added = 0.0;
            for (rdg_index l = 0; l < b; l++) {
                const double value = rdg_larger(sigma[l], least);
                inverse += V[l + b * i] / value * U[j + b * l];
                added += U[i + b * l] * (value - sigma[l]) * V[l + b * j];
            }
            s->inverse[i + b * j] = inverse * col[i] / row[j];
            s->E[i + b * j] = added * row[i] / col[j];
        }
    }
    return true;
}

bool rdg_bordered_operator_factor(rdg_bordered_operator *s, const rdg_bordered_parts *of)
{
    s->at = of->values + s->op->numbers;
    mark_left_out(s, of->frozen);
    if (!fill(s, of, s->y)) {
        return false;
    }
    scale_rows(s, of, s->y);
    add_border_columns(s, of);
    subtract_shift(s);
    if (s->any_off) {
        leave_out(s);
    }
    for (rdg_index i = 0; i < s->size; i++) {
        s->scale_in[i] = s->row_scale[s->row[i]];
        s->scale_out[i] = s->col_scale[s->col[i]];
    }
    take_schur_complement(s);
    return s->b == 0 || invert_schur_complement(s);
}
