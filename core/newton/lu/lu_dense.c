/* Dense LU: small matrices by our own elimination, others by LAPACK. */
#include "log_product_impl.h"
#include "lu_impl.h"
#include "lu_small_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct dense {
    double *a;         /* [n * n] factors, column-major */
    double *largest;   /* [n] entry of each column before elimination */
    lapack_int *pivot; /* [n] */
} dense;

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    dense *d = rdg_context_calloc(ctx, 1, sizeof *d);
    lu->engine = d;
    if (!d) {
        return RDG_ERR_NO_MEMORY;
    }
    d->a = rdg_context_calloc(ctx, (size_t)lu->n * (size_t)lu->n, sizeof *d->a);
    d->largest = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *d->largest);
    d->pivot = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *d->pivot);
    return d->a && d->largest && d->pivot ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static bool eliminate(const rdg_lu *lu, dense *d)
{
    const lapack_int n = (lapack_int)lu->n;
    return n <= RDG_LU_SMALL ? rdg_lu_small_factor(n, d->a, d->pivot)
                             : RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, d->a, n, d->pivot)) == 0;
}

static bool factor(rdg_lu *lu, const double *values)
{
    dense *d = lu->engine;
    const rdg_index n = lu->n;
    memset(d->a, 0, (size_t)n * (size_t)n * sizeof *d->a);
    for (rdg_index j = 0; j < n; j++) {
        double *column = d->a + n * j;
        double largest = 0.0;
        for (rdg_index k = lu->pattern->start[j]; k < lu->pattern->start[j + 1]; k++) {
            column[lu->pattern->row[k]] = values[k];
            largest = rdg_larger(largest, fabs(values[k]));
        }
        d->largest[j] = largest;
    }
    const double rounding = rdg_lu_rounding(n);
    bool regular = eliminate(lu, d);
    for (rdg_index j = 0; regular && j < n; j++) {
        regular = fabs(d->a[j + n * j]) > rounding * d->largest[j];
    }
    return regular;
}

static void solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x)
{
    dense *d = lu->engine;
    const lapack_int n = (lapack_int)lu->n;
    for (rdg_index c = 0; c < count; c++) {
        memcpy(x + c * apart, b + c * apart, (size_t)n * sizeof *x);
    }
    for (rdg_index c = 0; n <= RDG_LU_SMALL && c < count; c++) {
        rdg_lu_small_solve(n, d->a, d->pivot, transposed, x + c * apart);
    }
    if (n <= RDG_LU_SMALL) {
        return;
    }
    RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, transposed ? 'T' : 'N', n, (lapack_int)count, d->a, n,
                                 d->pivot, x, (lapack_int)apart));
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const dense *d = lu->engine;
    rdg_determinant det = {.sign = 1.0};
    rdg_product magnitude = {1.0, 0.0};
    for (rdg_index j = 0; j < lu->n; j++) {
        const double pivot = d->a[j + lu->n * j];
        if (pivot == 0.0) {
            return (rdg_determinant){.sign = 0.0, .log_magnitude = -INFINITY};
        }
        det.sign = (pivot < 0.0) == (d->pivot[j] != j + 1) ? det.sign : -det.sign;
        rdg_product_times(&magnitude, fabs(pivot));
    }
    det.log_magnitude = rdg_product_log(&magnitude);
    return det;
}

static void destroy(rdg_lu *lu)
{
    dense *d = lu->engine;
    if (d) {
        rdg_free(d->a);
        rdg_free(d->largest);
        rdg_free(d->pivot);
        rdg_free(d);
    }
}

const rdg_lu_ops rdg_lu_dense_ops = {create, factor, solve, determinant, destroy};
