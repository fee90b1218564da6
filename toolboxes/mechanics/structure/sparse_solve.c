/* Linear systems by UMFPACK. */
#include "sparse_solve.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <umfpack.h>

/* Of matrices that are singular but for rounding: two of 1e5 networks without a support exceed it. */
static const double singular = 16.0 * DBL_EPSILON;

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to UMFPACK uncopied");

/* system: UMFPACK_A or UMFPACK_At */
static SuiteSparse_long solve_one(const rdg_sparse *A, int system, void *numeric, const double *b, double *x)
{
    const SuiteSparse_long *start = (const SuiteSparse_long *)A->pattern.start;
    const SuiteSparse_long *row = (const SuiteSparse_long *)A->pattern.row;
    return RDG_BLAS(umfpack_dl_solve(system, start, row, A->values, x, b, numeric, NULL, NULL));
}

/* y_i = sum over j of |A_ij x_j|, of |A_ij| where x is NULL */
static void sum_sizes(const rdg_sparse *A, const double *x, double *y)
{
    for (rdg_index i = 0; i < A->pattern.rows; i++) {
        y[i] = 0.0;
    }
    for (rdg_index j = 0; j < A->pattern.cols; j++) {
        for (rdg_index k = A->pattern.start[j]; k < A->pattern.start[j + 1]; k++) {
            y[A->pattern.row[k]] += fabs(x ? A->values[k] * x[j] : A->values[k]);
        }
    }
}

/* How small the sums A x = b are beside their terms, for one b whose entries are as large as the rows of A
 * but unequal: no symmetry of A is orthogonal to it. work: [3 * n] */
static double reciprocal_condition(const rdg_sparse *A, void *numeric, double *work)
{
    const rdg_index n = A->pattern.cols;
    const double golden = 0.618033988749895;
    double *row = work, *b = work + n, *x = b + n, worst = 1.0;
    sum_sizes(A, NULL, row);
    for (rdg_index i = 0; i < n; i++) {
        b[i] = row[i] * (0.5 + fmod(golden * (double)(i + 1), 1.0));
    }
    if (solve_one(A, UMFPACK_A, numeric, b, x) != UMFPACK_OK) {
        return 0.0;
    }
    sum_sizes(A, x, b);
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(b[i])) {
            return 0.0;
        }
        worst = fmax(worst, b[i] / row[i]);
    }
    return 1.0 / worst;
}

static SuiteSparse_long find_quality(const rdg_sparse *A, void *numeric, double *quality)
{
    double *work = rdg_calloc((size_t)(3 * A->pattern.cols), sizeof *work);
    if (!work) {
        return UMFPACK_ERROR_out_of_memory;
    }
    *quality = reciprocal_condition(A, numeric, work);
    rdg_free(work);
    return *quality < singular ? UMFPACK_WARNING_singular_matrix : UMFPACK_OK;
}

static int solve(const rdg_sparse *A, int system, rdg_index count, const double *B, double *X,
                 double *quality)
{
    if (!A || !B || !X) {
        return -1;
    }
    const SuiteSparse_long n = A->pattern.cols;
    const SuiteSparse_long *start = (const SuiteSparse_long *)A->pattern.start;
    const SuiteSparse_long *row = (const SuiteSparse_long *)A->pattern.row;
    void *symbolic = NULL, *numeric = NULL;
    SuiteSparse_long status = umfpack_dl_symbolic(n, n, start, row, A->values, &symbolic, NULL, NULL);
    if (status == UMFPACK_OK) {
        status = RDG_BLAS(umfpack_dl_numeric(start, row, A->values, symbolic, &numeric, NULL, NULL));
    }
    for (rdg_index j = 0; status == UMFPACK_OK && j < count; j++) {
        status = solve_one(A, system, numeric, B + n * j, X + n * j);
    }
    if (quality) {
        *quality = 0.0;
        status = status == UMFPACK_OK ? find_quality(A, numeric, quality) : status;
    }
    umfpack_dl_free_numeric(&numeric);
    umfpack_dl_free_symbolic(&symbolic);
    return status == UMFPACK_ERROR_out_of_memory ? -1 : status != UMFPACK_OK;
}

int rdg_sparse_solve_all(const rdg_sparse *A, rdg_index count, const double *B, double *X, double *quality)
{
    return solve(A, UMFPACK_A, count, B, X, quality);
}

int rdg_sparse_solve(const rdg_sparse *A, const double *b, double *x)
{
    return solve(A, UMFPACK_A, 1, b, x, NULL);
}

int rdg_sparse_solve_transposed(const rdg_sparse *A, const double *b, double *x)
{
    return solve(A, UMFPACK_At, 1, b, x, NULL);
}
