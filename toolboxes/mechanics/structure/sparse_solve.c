/* Linear systems by UMFPACK. */
#include "sparse_solve.h"

#include <ridgewalk/toolbox.h>

#include <umfpack.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to UMFPACK uncopied");

int rdg_sparse_solve_all(const rdg_sparse *A, rdg_index count, const double *B, double *X, double *quality)
{
    if (!A || !B || !X) {
        return -1;
    }
    const SuiteSparse_long n = A->pattern.cols;
    const SuiteSparse_long *start = (const SuiteSparse_long *)A->pattern.start;
    const SuiteSparse_long *row = (const SuiteSparse_long *)A->pattern.row;
    void *symbolic = NULL, *numeric = NULL;
    double told[UMFPACK_INFO] = {0};
    SuiteSparse_long status = umfpack_dl_symbolic(n, n, start, row, A->values, &symbolic, NULL, NULL);
    if (status == UMFPACK_OK) {
        status = RDG_BLAS(umfpack_dl_numeric(start, row, A->values, symbolic, &numeric, NULL, told));
    }
    for (rdg_index j = 0; status == UMFPACK_OK && j < count; j++) {
        double *x = X + n * j;
        const double *b = B + n * j;
        status = RDG_BLAS(umfpack_dl_solve(UMFPACK_A, start, row, A->values, x, b, numeric, NULL, NULL));
    }
    if (quality) {
        *quality = status == UMFPACK_OK ? told[UMFPACK_RCOND] : 0.0;
    }
    umfpack_dl_free_numeric(&numeric);
    umfpack_dl_free_symbolic(&symbolic);
    return status == UMFPACK_ERROR_out_of_memory ? -1 : status != UMFPACK_OK;
}

int rdg_sparse_solve(const rdg_sparse *A, const double *b, double *x)
{
    return rdg_sparse_solve_all(A, 1, b, x, NULL);
}
