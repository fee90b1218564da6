/* The eigenproblem (K + k_c) Phi = M Phi Lambda as one of a full symmetric matrix. Besides Phi it takes the
 * memory of one more matrix of its size: LAPACK's drivers for pencils take three. */
#include "spectral_modes_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <fenv.h>
#include <lapacke.h>

static const char *const where = "rdg_hbm_solver";

static void add_to(const rdg_sparse *X, double *dense)
{
    const rdg_pattern *p = &X->pattern;
    for (rdg_index j = 0; j < p->cols; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            dense[p->row[e] + p->rows * j] += X->values[e];
        }
    }
}

rdg_status rdg_spectral_is_definite(rdg_context *ctx, const rdg_sparse *M, bool *definite)
{
    const rdg_index n = M->pattern.cols;
    double *dense = rdg_context_calloc(ctx, (size_t)(n * n), sizeof *dense);
    if (!dense) {
        return RDG_ERR_NO_MEMORY;
    }
    add_to(M, dense);
    *definite =
        RDG_BLAS(LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', (lapack_int)n, dense, (lapack_int)n)) == 0;
    rdg_free(dense);
    return RDG_OK;
}

/* A, [n n + 1]: K + contacts in its lower triangle, from the first column on, reduced by Cholesky factors L
 * of M to L^-1 A L^-T. L^T goes to the upper triangle, from the second column on: the matrix of factors is
 * gone when the modes take as much memory. */
static lapack_int reduce(rdg_context *ctx, const rdg_spectral_parts *of, lapack_int n, double *A)
{
    double *L = rdg_context_calloc(ctx, (size_t)n * (size_t)n, sizeof *L);
    if (!L) {
        return -1;
    }
    add_to(of->K, A);
    add_to(of->contacts, A);
    add_to(of->M, L);
    lapack_int info = (lapack_int)RDG_BLAS(LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, L, n));
    if (info == 0) {
        info = (lapack_int)RDG_BLAS(LAPACKE_dsygst_work(LAPACK_COL_MAJOR, 1, 'L', n, A, n, L, n));
    }
    for (rdg_index j = 0; info == 0 && j < n; j++) {
        for (rdg_index i = j; i < n; i++) {
            A[j + n * (i + 1)] = L[i + n * j];
        }
    }
    rdg_free(L);
    return info;
}

/* Phi and lambda of the reduced matrix, and L^-T Phi. dsyevr needs no workspace of the matrix's size. It
 * tries what 1 / 0 is: where the program has traps, they wait. */
static lapack_int solve_reduced(rdg_context *ctx, lapack_int n, double *A, double *Phi, double *lambda)
{
    const size_t size = (size_t)n, per_column = 64; /* six are needed; more serve its blocks */
    lapack_int found = 0;
    lapack_int *places = rdg_context_calloc(ctx, 12 * size, sizeof *places);
    double *work = rdg_context_calloc(ctx, per_column * size, sizeof *work);
    lapack_int info = -1;
    fenv_t traps;
    if (places && work && feholdexcept(&traps) == 0) {
        info = (lapack_int)RDG_BLAS(LAPACKE_dsyevr_work(
            LAPACK_COL_MAJOR, 'V', 'A', 'L', n, A, n, 0.0, 0.0, 0, 0, 0.0, &found, lambda, Phi, n,
            places + 10 * size, work, (lapack_int)(per_column * size), places, (lapack_int)(10 * size)));
        fesetenv(&traps);
    }
    rdg_free(places);
    rdg_free(work);
    if (info == 0) {
        rdg_blas_begin();
        cblas_dtrsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, (int)n, (int)n, 1.0,
                    A + n, (int)n, Phi, (int)n);
        rdg_blas_end(0);
    }
    return info;
}

static rdg_status refuse(rdg_context *ctx, const rdg_spectral_parts *of, bool has_factors)
{
    return has_factors
               ? rdg_fail(ctx, RDG_ERR_LIBRARY, where, "LAPACK has not found the modes of \"%s\"",
                          of->structure)
               : rdg_fail(ctx, RDG_ERR_SINGULAR, where,
                          "the spectral solver needs a mass matrix that is positive definite; that of "
                          "\"%s\" is not: choose RDG_FACTORS",
                          of->structure);
}

rdg_status rdg_spectral_find_modes(rdg_context *ctx, const rdg_spectral_parts *of, double **Phi,
                                   double *lambda)
{
    const lapack_int n = (lapack_int)of->K->pattern.cols;
    const size_t size = (size_t)n;
    double *A = rdg_context_calloc(ctx, size * (size + 1), sizeof *A);
    const bool has_factors = A && reduce(ctx, of, n, A) == 0;
    if (has_factors) {
        *Phi = rdg_context_calloc(ctx, size * size, sizeof **Phi);
    }
    const bool found = has_factors && *Phi && solve_reduced(ctx, n, A, *Phi, lambda) == 0;
    rdg_free(A);
    RDG_TRY(rdg_error_status(ctx));
    return found ? RDG_OK : refuse(ctx, of, has_factors);
}
