/* The curvature of the Lagrange function on the tangent space of what is active: Z^T H Z, H the Hessian of
 * sum_k l_k psi_k, Z orthonormal, A Z = 0. It has no negative eigenvalue at a minimum. */
#include "optimality_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Of the largest entry of H, in typical sizes of the variables. */
static const double rounding = 1e-6;

typedef struct work {
    rdg_index n, active;
    double *size; /* of the variables */
    double *A;    /* [n, n] gradients of what is active, then reflectors */
    double *tau;  /* [n] */
    double *H;    /* [n, n] */
    double *Z, *eigenvalue;
    bool *is_active; /* [m] rows */
} work;

static bool holds_parameter(const rdg_adjoint *a, rdg_index row)
{
    rdg_monitor_kind kind = RDG_ACTIVE;
    const char *name = rdg_assembly_parameter(a->assembly, row);
    rdg_parameter_name(a->problem, rdg_parameter_index(a->problem, name), &kind);
    return kind == RDG_INACTIVE && row != a->objective;
}

static void choose_active(const rdg_adjoint *a, const rdg_active_set *set, work *w)
{
    for (rdg_index row = 0; row < a->m; row++) {
        w->is_active[row] = row < a->zero_rows || holds_parameter(a, row);
    }
    for (rdg_index k = 0; k < set->n; k++) {
        w->is_active[set->item[k].row] = set->item[k].place != RDG_RANGE_FREE;
    }
}

/* The variables that are eliminated do not vary: a unit row each. */
static bool fill(rdg_adjoint *a, const rdg_active_set *set, const double *u, work *w)
{
    const rdg_index n = w->n;
    rdg_index column = 0;
    if (rdg_assembly_jacobian(a->assembly, u, a->jacobian_values) != 0 ||
        rdg_assembly_hessian(a->assembly, u, u + a->n, a->hessian_values) != 0) {
        return false;
    }
    for (rdg_index row = 0; row < a->m && column < n; row++) {
        for (rdg_index j = 0; w->is_active[row] && j < n; j++) {
            for (rdg_index e = a->jacobian->start[j]; e < a->jacobian->start[j + 1]; e++) {
                w->A[j + n * column] += a->jacobian->row[e] == row ? a->jacobian_values[e] * w->size[j] : 0.0;
            }
        }
        column += w->is_active[row];
    }
    for (rdg_index j = 0; j < n && column < n; j++) {
        w->A[j + n * column] = rdg_is_eliminated(a->problem, j) ? 1.0 : 0.0;
        column += rdg_is_eliminated(a->problem, j);
    }
    w->active = column;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = a->hessian->start[j]; e < a->hessian->start[j + 1]; e++) {
            const rdg_index i = a->hessian->row[e];
            w->H[i + n * j] = set->sense * a->hessian_values[e] * w->size[i] * w->size[j];
        }
    }
    return true;
}

/* Least eigenvalue; the first column of Z becomes its direction. false: none is found, or nothing is left. */
static bool solve(work *w, double *least, double *largest)
{
    const lapack_int n = (lapack_int)w->n, k = (lapack_int)w->active, left = n - k;
    *largest = 0.0;
    for (rdg_index e = 0; e < w->n * w->n; e++) {
        *largest = fmax(*largest, fabs(w->H[e]));
    }
    if (left < 1 || RDG_BLAS(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, k, w->A, n, w->tau)) != 0 ||
        RDG_BLAS(LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'T', n, n, k, w->A, n, w->tau, w->H, n)) != 0 ||
        RDG_BLAS(LAPACKE_dormqr(LAPACK_COL_MAJOR, 'R', 'N', n, n, k, w->A, n, w->tau, w->H, n)) != 0) {
        return false;
    }
    double *block = w->H + k + n * k;
    if (RDG_BLAS(LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', left, block, n, w->eigenvalue)) != 0) {
        return false;
    }
    *least = w->eigenvalue[0];
    memcpy(w->Z + k, block, (size_t)left * sizeof *block);
    return RDG_BLAS(LAPACKE_dormqr(LAPACK_COL_MAJOR, 'L', 'N', n, 1, k, w->A, n, w->tau, w->Z, n)) == 0;
}

/* The free parameter that changes most along the direction; -1: none does. */
static rdg_index most_changing(const rdg_adjoint *a, const rdg_active_set *set, const work *w)
{
    rdg_index which = -1;
    double most = 0.0;
    for (rdg_index k = 0; k < set->n; k++) {
        double change = 0.0;
        for (rdg_index j = 0; set->item[k].place == RDG_RANGE_FREE && j < w->n; j++) {
            for (rdg_index e = a->jacobian->start[j]; e < a->jacobian->start[j + 1]; e++) {
                change += a->jacobian->row[e] == set->item[k].row
                              ? a->jacobian_values[e] * w->size[j] * w->Z[j]
                              : 0.0;
            }
        }
        if (fabs(change) / set->item[k].size > most) {
            most = fabs(change) / set->item[k].size;
            which = k;
        }
    }
    return which;
}

static rdg_status allocate(const rdg_adjoint *a, work *w)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    const size_t n = (size_t)w->n;
    w->size = rdg_context_calloc(ctx, (size_t)rdg_variable_count(a->problem), sizeof *w->size);
    w->is_active = rdg_context_calloc(ctx, (size_t)a->m, sizeof *w->is_active);
    w->A = rdg_context_calloc(ctx, n * n, sizeof *w->A);
    w->H = rdg_context_calloc(ctx, n * n, sizeof *w->H);
    w->tau = rdg_context_calloc(ctx, n, sizeof *w->tau);
    w->Z = rdg_context_calloc(ctx, n, sizeof *w->Z);
    w->eigenvalue = rdg_context_calloc(ctx, n, sizeof *w->eigenvalue);
    return rdg_error_status(ctx);
}

static void release(work *w)
{
    rdg_free(w->size);
    rdg_free(w->is_active);
    rdg_free(w->A);
    rdg_free(w->H);
    rdg_free(w->tau);
    rdg_free(w->Z);
    rdg_free(w->eigenvalue);
}

rdg_status rdg_optimality_curvature(rdg_adjoint *a, const rdg_active_set *set, bool *is_saddle,
                                    rdg_index *which)
{
    work w = {.n = a->n};
    const double *u = rdg_start_values(a->problem);
    double least = 0.0, largest = 0.0;
    *is_saddle = false;
    *which = -1;
    if (a->n > RDG_CURVATURE_MOST) {
        return RDG_OK;
    }
    rdg_status status = allocate(a, &w);
    if (status == RDG_OK) {
        rdg_typical_sizes(a->problem, u, w.size);
        choose_active(a, set, &w);
        *is_saddle = fill(a, set, u, &w) && solve(&w, &least, &largest) && least < -rounding * largest;
        *which = *is_saddle ? most_changing(a, set, &w) : -1;
    }
    release(&w);
    return status;
}
