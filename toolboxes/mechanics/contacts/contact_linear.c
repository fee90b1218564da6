/* Linear systems of contact problems: elimination, and least squares of least norm where the matrix is
 * singular, as it is where contacts are redundant. */
#include "contact_solver_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Smallest against largest pivot, below which a matrix counts as singular */
static const double least_pivot = 1e-11;

/* Elimination with row exchanges, in place. false: a pivot is too small. */
static bool eliminate_small(rdg_index n, double *A, double *x)
{
    double largest = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        rdg_index at = k;
        for (rdg_index i = k + 1; i < n; i++) {
            at = fabs(A[k * n + i]) > fabs(A[k * n + at]) ? i : at;
        }
        const double pivot = A[k * n + at];
        largest = rdg_larger(largest, fabs(pivot));
        if (!(fabs(pivot) > least_pivot * largest)) {
            return false;
        }
        for (rdg_index j = k; at != k && j < n; j++) {
            const double kept = A[j * n + k];
            A[j * n + k] = A[j * n + at];
            A[j * n + at] = kept;
        }
        const double kept = x[k];
        x[k] = x[at];
        x[at] = kept;
        for (rdg_index i = k + 1; i < n; i++) {
            const double factor = A[k * n + i] / pivot;
            for (rdg_index j = k + 1; factor != 0.0 && j < n; j++) {
                A[j * n + i] -= factor * A[j * n + k];
            }
            x[i] -= factor * x[k];
        }
    }
    for (rdg_index k = n - 1; k >= 0; k--) {
        for (rdg_index j = k + 1; j < n; j++) {
            x[k] -= A[j * n + k] * x[j];
        }
        x[k] /= A[k * n + k];
    }
    return true;
}

static bool eliminate_large(rdg_contact_solver *s, rdg_index n)
{
    const lapack_int m = (lapack_int)n;
    if (RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, m, m, s->A, m, s->pivot)) != 0) {
        return false;
    }
    double least = INFINITY, largest = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        least = fmin(least, fabs(s->A[k * n + k]));
        largest = rdg_larger(largest, fabs(s->A[k * n + k]));
    }
    return least > least_pivot * largest &&
           RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', m, 1, s->A, m, s->pivot, s->x, m)) == 0;
}

static bool finite(rdg_index n, const double *x)
{
    bool all = true;
    for (rdg_index i = 0; i < n; i++) {
        all = all && isfinite(x[i]);
    }
    return all;
}

static bool eliminate(rdg_contact_solver *s, rdg_index n, const double *G, const double *b)
{
    memcpy(s->A, G, (size_t)(n * n) * sizeof *G);
    for (rdg_index i = 0; i < n; i++) {
        s->x[i] = -b[i];
    }
    return eliminate_small(n, s->A, s->x);
}

bool rdg_contact_constraints(rdg_contact_solver *s, const rdg_contact_problem *q, double *r, double *residual)
{
    const rdg_index n = q->bilateral;
    if (q->contacts > 0 || n < 1 || n > RDG_CONTACT_SMALL || n > s->most_bilateral || !q->G || !q->b || !r) {
        return false;
    }
    double size = 0.0, off = 0.0, all = 0.0;
    for (rdg_index i = 0; i < n * n; i++) {
        all += fabs(q->G[i]);
    }
    for (rdg_index i = 0; i < n; i++) {
        all += fabs(q->b[i]);
    }
    if (!isfinite(all) || !eliminate(s, n, q->G, q->b)) {
        return false;
    }
    for (rdg_index i = 0; i < n; i++) {
        double sum = q->b[i];
        for (rdg_index j = 0; j < n; j++) {
            sum += q->G[j * n + i] * s->x[j];
        }
        all += fabs(sum);
        size = rdg_larger(size, fabs(q->b[i]));
        off = isfinite(all) ? rdg_larger(off, fabs(sum)) : INFINITY;
    }
    if (off > 1e-12 * size) {
        return false;
    }
    memcpy(r, s->x, (size_t)n * sizeof *r);
    *residual = size > 0.0 ? off / size : 0.0;
    return true;
}

bool rdg_contact_linear(rdg_contact_solver *s, rdg_index n)
{
    /* kept for least squares: elimination destroys both (s->J and s->trial are free while this works) */
    memcpy(s->J, s->A, (size_t)(n * n) * sizeof *s->A);
    memcpy(s->trial, s->x, (size_t)n * sizeof *s->x);
    if (!finite(n * n, s->A) || !finite(n, s->x)) {
        return false;
    }
    if (n <= RDG_CONTACT_SMALL ? eliminate_small(n, s->A, s->x) : eliminate_large(s, n)) {
        return finite(n, s->x);
    }
    lapack_int rank = 0;
    const lapack_int m = (lapack_int)n;
    memcpy(s->A, s->J, (size_t)(n * n) * sizeof *s->A);
    memcpy(s->x, s->trial, (size_t)n * sizeof *s->x);
    memset(s->pivot, 0, (size_t)n * sizeof *s->pivot);
    return RDG_BLAS(LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, m, 1, s->A, m, s->x, m, s->pivot, 1e-11, &rank,
                                        s->work, (lapack_int)s->n_work)) == 0 &&
           finite(n, s->x);
}
