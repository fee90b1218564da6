/* Dense LU factors of the interior, by LAPACK's zgetrf (blocked and fast in OpenBLAS, where the symmetric
 * zsytrf is not). The _work variants neither allocate nor search for NaN. */
#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

#include <lapacke.h>
#include <math.h>

typedef struct dense_lu {
    const rdg_interior *in;
    double complex *Z; /* [n * n] */
    lapack_int *pivot; /* [n] */
} dense_lu;

static void dense_free(void *object)
{
    dense_lu *self = object;
    if (self) {
        rdg_free(self->Z);
        rdg_free(self->pivot);
        rdg_free(self);
    }
}

static rdg_status dense_create(rdg_context *ctx, const char *where, const rdg_interior *in, void **object)
{
    (void)where; /* nothing but memory can fail */
    dense_lu *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    self->in = in;
    self->Z = rdg_context_calloc(ctx, (size_t)(in->n * in->n), sizeof *self->Z);
    self->pivot = rdg_context_calloc(ctx, (size_t)in->n, sizeof *self->pivot);
    if (!self->Z || !self->pivot) {
        dense_free(self);
        return RDG_ERR_NO_MEMORY;
    }
    *object = self;
    return RDG_OK;
}

/* False also if a pivot is NaN or infinite. */
static bool is_regular(rdg_index n, const double complex *factor)
{
    double least = HUGE_VAL;
    double largest = 0;
    for (rdg_index j = 0; j < n; j++) {
        const double pivot = cabs(factor[j + n * j]);
        if (!isfinite(pivot)) {
            return false;
        }
        least = fmin(least, pivot);
        largest = fmax(largest, pivot);
    }
    return least > RDG_SINGULAR * largest;
}

static int dense_factor(void *object, double w)
{
    dense_lu *self = object;
    const rdg_interior *in = self->in;
    const rdg_index n = in->n;
    for (rdg_index i = 0; i < n * n; i++) {
        self->Z[i] = 0;
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            self->Z[in->row[e] + n * j] = rdg_interior_entry(in, e, w);
        }
    }
    const lapack_int m = (lapack_int)n;
    return RDG_BLAS(LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, m, m, self->Z, m, self->pivot)) != 0 ||
           !is_regular(n, self->Z);
}

static int dense_solve(void *object, rdg_index columns, double complex *x)
{
    const dense_lu *self = object;
    const lapack_int n = (lapack_int)self->in->n;
    return RDG_BLAS(LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, 'N', n, (lapack_int)columns, self->Z, n,
                                        self->pivot, x, n)) != 0;
}

const rdg_interior_lu_ops rdg_interior_dense = {.name = "dense",
                                                .create = dense_create,
                                                .factor = dense_factor,
                                                .solve = dense_solve,
                                                .free_self = dense_free};
