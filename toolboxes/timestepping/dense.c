/* Elimination with row exchanges. */
#include "dense_impl.h"
#include "few_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { SMALL = 10 };

bool rdg_ts_dense_create(rdg_context *ctx, rdg_index n, rdg_ts_dense *d)
{
    *d = (rdg_ts_dense){.n = n};
    d->A = rdg_context_calloc(ctx, (size_t)(n * n), sizeof *d->A);
    d->pivot = rdg_context_calloc(ctx, (size_t)n, sizeof *d->pivot);
    return d->A && d->pivot;
}

void rdg_ts_dense_release(rdg_ts_dense *d)
{
    rdg_free(d->A);
    rdg_free(d->pivot);
}

/* In place, with exchanges of rows; the diagonal holds the pivots' inverses, `row` where each row was. */
static inline bool factor_small(rdg_index n, double *A, int *row)
{
    for (rdg_index k = 0; k < n; k++) {
        row[k] = (int)k;
    }
    for (rdg_index k = 0; k < n; k++) {
        double *column = A + k * n;
        rdg_index at = k;
        for (rdg_index i = k + 1; i < n; i++) {
            at = fabs(column[i]) > fabs(column[at]) ? i : at;
        }
        const int own = row[at];
        row[at] = row[k];
        row[k] = own;
        for (rdg_index j = 0; at != k && j < n; j++) {
            const double kept = A[j * n + k];
            A[j * n + k] = A[j * n + at];
            A[j * n + at] = kept;
        }
        if (!(fabs(column[k]) > 0.0)) {
            return false;
        }
        column[k] = 1.0 / column[k];
        for (rdg_index i = k + 1; i < n; i++) {
            column[i] *= column[k];
            for (rdg_index j = k + 1; column[i] != 0.0 && j < n; j++) {
                A[j * n + i] -= column[i] * A[j * n + k];
            }
        }
    }
    return true;
}

bool rdg_ts_dense_factor(rdg_ts_dense *d, const double *A)
{
    const lapack_int n = (lapack_int)d->n;
    d->inverse = n <= 3 && rdg_ts_invert(n, A, d->A);
    if (!d->inverse && A != d->A) {
        memcpy(d->A, A, (size_t)(d->n * d->n) * sizeof *A);
    }
    d->ready = d->inverse ||
               (n <= SMALL ? factor_small(d->n, d->A, d->pivot)
                           : RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, d->A, n, d->pivot)) == 0);
    return d->ready;
}

RDG_TS_OWN void multiply_columns(rdg_index n, const double *A, rdg_index columns, const double *y, double *x)
{
    for (rdg_index j = 0; j < columns; j++) {
        rdg_ts_multiply(n, A, y + j * n, x + j * n);
    }
}

static inline void solve_small(rdg_index n, const double *A, const int *row, double *x)
{
    double y[SMALL];
    for (rdg_index k = 0; k < n; k++) {
        y[k] = x[row[k]];
        for (rdg_index j = 0; j < k; j++) {
            y[k] -= A[j * n + k] * y[j];
        }
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        for (rdg_index j = k + 1; j < n; j++) {
            y[k] -= A[j * n + k] * y[j];
        }
        y[k] *= A[k * n + k];
        x[k] = y[k];
    }
}

void rdg_ts_dense_solve(const rdg_ts_dense *d, rdg_index columns, double *x)
{
    rdg_ts_dense_solve_for(d, columns, x, x);
}

void rdg_ts_dense_solve_for(const rdg_ts_dense *d, rdg_index columns, const double *b, double *x)
{
    const lapack_int n = (lapack_int)d->n, m = (lapack_int)columns;
    if (d->inverse) {
        RDG_TS_BY_SIZE(n, multiply_columns, d->A, columns, b, x);
        return;
    }
    if (b != x) {
        memcpy(x, b, (size_t)(d->n * columns) * sizeof *x);
    }
    if (n > SMALL) {
        (void)RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, m, d->A, n, d->pivot, x, n));
    } else {
        for (rdg_index j = 0; j < columns; j++) {
            solve_small(d->n, d->A, d->pivot, x + j * d->n);
        }
    }
}

bool rdg_ts_dense_is_positive(rdg_index n, double *A)
{
    const lapack_int m = (lapack_int)n;
    return RDG_BLAS(LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', m, A, m)) == 0;
}
