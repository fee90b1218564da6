/* Linear equations with a full matrix: small ones by our own elimination, others by LAPACK. */
#include "dense_solve.h"
#include "lu_small_impl.h"
#include "toolbox.h"

#include <lapacke.h>

int rdg_dense_solve(rdg_index n, double *a, int *pivot, double *x)
{
    if (n < 0 || !a || !pivot || !x) {
        return -1;
    }
    if (n > RDG_LU_SMALL) {
        const lapack_int size = (lapack_int)n;
        return RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, size, 1, a, size, pivot, x, size)) != 0;
    }
    if (!rdg_lu_small_factor(n, a, pivot)) {
        return 1;
    }
    rdg_lu_small_solve(n, a, pivot, false, x);
    return 0;
}
