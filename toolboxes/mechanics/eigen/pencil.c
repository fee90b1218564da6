/* The dense symmetric eigenvalue problem, by LAPACK's dsygvd. */
#include "pencil_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <lapacke.h>
#include <math.h>

/* A pivot of Cholesky's method is what is left of a diagonal entry. If that is rounding error only, the
 * matrix is singular for us, although the factorisation ran through. */
static bool pivots_stand_clear(rdg_index n, const double *factor, const double *diagonal)
{
    for (rdg_index j = 0; j < n; j++) {
        const double pivot = factor[j + n * j] * factor[j + n * j];
        if (!(pivot > 64 * DBL_EPSILON * diagonal[j])) {
            return false;
        }
    }
    return true;
}

static lapack_int solve(lapack_int n, double *A, double *B, double *lambda, double *work, lapack_int n_work,
                        lapack_int *iwork, lapack_int n_iwork)
{
    return RDG_BLAS(LAPACKE_dsygvd_work(LAPACK_COL_MAJOR, 1, 'V', 'L', n, A, n, B, n, lambda, work, n_work,
                                        iwork, n_iwork));
}

rdg_status rdg_pencil_solve(rdg_context *ctx, const char *where, rdg_index n, double *A, double *B,
                            double *lambda, bool *definite)
{
    *definite = false;
    double best_work = 0;
    lapack_int n_iwork = 0;
    lapack_int info = solve((lapack_int)n, A, B, lambda, &best_work, -1, &n_iwork, -1);
    const lapack_int n_work = (lapack_int)best_work;
    double *work = rdg_context_calloc(ctx, (size_t)n_work, sizeof *work);
    lapack_int *iwork = rdg_context_calloc(ctx, (size_t)n_iwork, sizeof *iwork);
    double *diagonal = rdg_context_calloc(ctx, (size_t)n, sizeof *diagonal);
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (work && iwork && diagonal) {
        for (rdg_index j = 0; j < n; j++) {
            diagonal[j] = B[j + n * j];
        }
        info = solve((lapack_int)n, A, B, lambda, work, n_work, iwork, n_iwork);
        *definite = info == 0 && pivots_stand_clear(n, B, diagonal);
        status = info == 0 || info > n
                     ? RDG_OK
                     : rdg_fail(ctx, RDG_ERR_LIBRARY, where,
                                "LAPACK's dsygvd answers %d for a problem of size %d", (int)info, (int)n);
    }
    rdg_free(work);
    rdg_free(iwork);
    rdg_free(diagonal);
    return status;
}
