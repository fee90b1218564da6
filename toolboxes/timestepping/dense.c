/* Elimination with row exchanges. */
#include "dense_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>

enum { SMALL = 10 };

/* Determinant against the product of the diagonal, from which a matrix of two or three rows is inverted */
static const double far_from_singular = 1e-3;

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

/* Two or three coordinates whose matrix is far from singular: the inverse itself, by cofactors, which takes
 * no loops. (Cofactors of a matrix that is near to singular would be rounding alone.) */
static bool invert_two(double *A)
{
    const double det = A[0] * A[3] - A[2] * A[1];
    if (!(fabs(det) > far_from_singular * fabs(A[0] * A[3]))) {
        return false;
    }
    const double share = 1.0 / det, kept = A[0];
    A[0] = A[3] * share;
    A[3] = kept * share;
    A[1] *= -share;
    A[2] *= -share;
    return true;
}

static bool invert_three(double *A)
{
    const double a = A[0], b = A[1], c = A[2], d = A[3], e = A[4], f = A[5], g = A[6], h = A[7], i = A[8];
    const double A0 = e * i - f * h, A1 = c * h - b * i, A2 = b * f - c * e;
    const double det = a * A0 + d * A1 + g * A2;
    if (!(fabs(det) > far_from_singular * fabs(a * e * i))) {
        return false;
    }
    const double share = 1.0 / det;
    A[0] = A0 * share;
    A[1] = A1 * share;
    A[2] = A2 * share;
    A[3] = (f * g - d * i) * share;
    A[4] = (a * i - c * g) * share;
    A[5] = (c * d - a * f) * share;
    A[6] = (d * h - e * g) * share;
    A[7] = (b * g - a * h) * share;
    A[8] = (a * e - b * d) * share;
    return true;
}

bool rdg_ts_dense_factor(rdg_ts_dense *d)
{
    const lapack_int n = (lapack_int)d->n;
    d->inverse = n == 3 ? invert_three(d->A) : n == 2 && invert_two(d->A);
    d->ready = d->inverse ||
               (n <= SMALL ? factor_small(d->n, d->A, d->pivot)
                           : RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, d->A, n, d->pivot)) == 0);
    return d->ready;
}

static void multiply_few(rdg_index n, const double *A, double *x)
{
    const double a = x[0], b = x[1];
    if (n == 2) {
        x[0] = A[0] * a + A[2] * b;
        x[1] = A[1] * a + A[3] * b;
        return;
    }
    const double c = x[2];
    x[0] = A[0] * a + A[3] * b + A[6] * c;
    x[1] = A[1] * a + A[4] * b + A[7] * c;
    x[2] = A[2] * a + A[5] * b + A[8] * c;
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
    const lapack_int n = (lapack_int)d->n, m = (lapack_int)columns;
    if (n > SMALL) {
        (void)RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, m, d->A, n, d->pivot, x, n));
        return;
    }
    for (rdg_index j = 0; j < columns; j++) {
        if (d->inverse) {
            multiply_few(d->n, d->A, x + j * d->n);
        } else {
            solve_small(d->n, d->A, d->pivot, x + j * d->n);
        }
    }
}

bool rdg_ts_dense_is_positive(rdg_index n, double *A)
{
    const lapack_int m = (lapack_int)n;
    return RDG_BLAS(LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', m, A, m)) == 0;
}
