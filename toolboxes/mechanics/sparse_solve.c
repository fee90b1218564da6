/* One linear system by UMFPACK. */
#include "sparse_solve.h"

#include <ridgewalk/toolbox.h>

#include <umfpack.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to UMFPACK uncopied");

int rdg_sparse_solve(const rdg_sparse *A, const double *b, double *x)
{
    if (!A || !b || !x) {
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
    if (status == UMFPACK_OK) {
        status = RDG_BLAS(umfpack_dl_solve(UMFPACK_A, start, row, A->values, x, b, numeric, NULL, NULL));
    }
    umfpack_dl_free_numeric(&numeric);
    umfpack_dl_free_symbolic(&symbolic);
    return status == UMFPACK_ERROR_out_of_memory ? -1 : status != UMFPACK_OK;
}
