/* Elimination with row exchanges. */
#include "dense_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>

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

static bool factor_small(rdg_ts_dense *d)
{
    const rdg_index n = d->n;
    double *A = d->A;
    for (rdg_index k = 0; k < n; k++) {
        rdg_index at = k;
        for (rdg_index i = k + 1; i < n; i++) {
            at = fabs(A[k * n + i]) > fabs(A[k * n + at]) ? i : at;
        }
        d->pivot[k] = (int)at;
        for (rdg_index j = 0; at != k && j < n; j++) {
            const double kept = A[j * n + k];
            A[j * n + k] = A[j * n + at];
            A[j * n + at] = kept;
        }
        if (!(fabs(A[k * n + k]) > 0.0)) {
            return false;
        }
        for (rdg_index i = k + 1; i < n; i++) {
            A[k * n + i] /= A[k * n + k];
            for (rdg_index j = k + 1; j < n; j++) {
                A[j * n + i] -= A[k * n + i] * A[j * n + k];
            }
        }
    }
    return true;
}

bool rdg_ts_dense_factor(rdg_ts_dense *d)
{
    const lapack_int n = (lapack_int)d->n;
    d->ready = n <= SMALL ? factor_small(d)
                          : RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, d->A, n, d->pivot)) == 0;
    return d->ready;
}

static void solve_small(const rdg_ts_dense *d, double *x)
{
    const rdg_index n = d->n;
    for (rdg_index k = 0; k < n; k++) {
        const rdg_index at = d->pivot[k];
        const double kept = x[at];
        x[at] = x[k];
        x[k] = kept;
    }
    for (rdg_index k = 0; k < n; k++) {
        for (rdg_index i = k + 1; i < n; i++) {
            x[i] -= d->A[k * n + i] * x[k];
        }
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        x[k] /= d->A[k * n + k];
        for (rdg_index i = 0; i < k; i++) {
            x[i] -= d->A[k * n + i] * x[k];
        }
    }
}

void rdg_ts_dense_solve(const rdg_ts_dense *d, rdg_index columns, double *x)
{
    const lapack_int n = (lapack_int)d->n, m = (lapack_int)columns;
    if (n > SMALL) {
        (void)RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, m, d->A, n, d->pivot, x, n));
        return;
    }
    for (rdg_index j = 0; j < columns; j++) {
        solve_small(d, x + j * d->n);
    }
}

bool rdg_ts_dense_is_positive(rdg_index n, double *A)
{
    const lapack_int m = (lapack_int)n;
    return RDG_BLAS(LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', m, A, m)) == 0;
}
