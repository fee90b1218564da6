/* Dense LU, by LAPACK unless it is small. */
#include "lu_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Measured: up to here LAPACK is slower, by a factor of 3 at 10 unknowns. */
static const rdg_index small = 32;

typedef struct dense {
    double *a;         /* [n * n] factors, column-major */
    double *diagonal;  /* [n] of U */
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
    d->diagonal = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *d->diagonal);
    d->pivot = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *d->pivot);
    return d->a && d->diagonal && d->pivot ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static double factor(rdg_lu *lu, const double *values, int attempt)
{
    dense *d = lu->engine;
    const rdg_index n = lu->n;
    (void)attempt;
    memset(d->a, 0, (size_t)n * (size_t)n * sizeof *d->a);
    for (rdg_index j = 0; j < n; j++) {
        double *column = d->a + n * j;
        for (rdg_index k = lu->pattern->start[j]; k < lu->pattern->start[j + 1]; k++) {
            column[lu->pattern->row[k]] = values[k];
        }
    }
    const lapack_int size = (lapack_int)n;
    const bool regular =
        n <= small ? rdg_lu_small_factor(size, d->a, d->pivot)
                   : RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, size, size, d->a, size, d->pivot)) == 0;
    if (!regular) {
        return 0.0;
    }
    for (rdg_index j = 0; j < n; j++) {
        d->diagonal[j] = d->a[j + n * j];
    }
    return rdg_lu_least_pivot(lu, values, NULL, NULL, d->diagonal);
}

static void solve(const rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                  double *x)
{
    dense *d = lu->engine;
    const lapack_int n = (lapack_int)lu->n;
    for (rdg_index c = 0; c < count; c++) {
        memcpy(x + c * apart, b + c * apart, (size_t)n * sizeof *x);
        if (n <= small) {
            rdg_lu_small_solve(n, d->a, d->pivot, transposed, x + c * apart);
        }
    }
    if (n <= small) {
        return;
    }
    RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, transposed ? 'T' : 'N', n, (lapack_int)count, d->a, n,
                                 d->pivot, x, (lapack_int)apart));
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const dense *d = lu->engine;
    rdg_determinant det = {.sign = 1.0};
    for (rdg_index j = 0; j < lu->n; j++) {
        const double pivot = d->a[j + lu->n * j];
        if (pivot == 0.0) {
            return (rdg_determinant){.sign = 0.0, .log_magnitude = -INFINITY};
        }
        det.sign = (pivot < 0.0) == (d->pivot[j] != j + 1) ? det.sign : -det.sign;
        det.log_magnitude += log(fabs(pivot));
    }
    return det;
}

static void destroy(rdg_lu *lu)
{
    dense *d = lu->engine;
    if (d) {
        rdg_free(d->a);
        rdg_free(d->diagonal);
        rdg_free(d->pivot);
        rdg_free(d);
    }
}

const rdg_lu_ops rdg_lu_dense_ops = {create, factor, 1, solve, determinant, destroy};
