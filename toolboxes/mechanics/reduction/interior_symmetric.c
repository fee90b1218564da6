/* Sparse factors of the interior that keep its symmetry; where their order of pivots would enlarge rounding,
 * those of UMFPACK, which exchanges them. */
#include "interior_fronts_impl.h"
#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

typedef struct symmetric {
    rdg_context *ctx;
    const rdg_interior *in;
    rdg_interior_fronts fronts;
    bool has_fronts; /* the last factors are symmetric */
    void *general;   /* interior_sparse.c; NULL: not needed so far */
} symmetric;

static void symmetric_free(void *object)
{
    symmetric *self = object;
    if (self) {
        rdg_interior_fronts_release(&self->fronts);
        rdg_interior_sparse.free_self(self->general);
        rdg_free(self);
    }
}

static rdg_status symmetric_create(rdg_context *ctx, const char *where, const rdg_interior *in, void **object)
{
    symmetric *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    self->ctx = ctx;
    self->in = in;
    rdg_status status = rdg_interior_fronts_init(ctx, where, in, &self->fronts);
    if (status == RDG_OK) {
        status = rdg_interior_sparse.create(ctx, where, in, &self->general);
    }
    if (status != RDG_OK) {
        symmetric_free(self);
        return status;
    }
    *object = self;
    return RDG_OK;
}

static int symmetric_factor(void *object, double w)
{
    symmetric *self = object;
    self->has_fronts = rdg_interior_fronts_factor(&self->fronts, w);
    return self->has_fronts ? 0 : rdg_interior_sparse.factor(self->general, w);
}

static int symmetric_solve(void *object, rdg_index columns, double complex *x)
{
    symmetric *self = object;
    if (!self->has_fronts) {
        return rdg_interior_sparse.solve(self->general, columns, x);
    }
    rdg_interior_fronts_solve(&self->fronts, columns, x);
    return 0;
}

static bool symmetric_half_solve(void *object, rdg_index columns, double complex *x)
{
    symmetric *self = object;
    if (self->has_fronts) {
        rdg_interior_fronts_half_solve(&self->fronts, columns, x);
    }
    return self->has_fronts;
}

static void symmetric_other_half(void *object, rdg_index columns, double complex *x)
{
    symmetric *self = object;
    rdg_interior_fronts_other_half(&self->fronts, columns, x);
}

const rdg_interior_lu_ops rdg_interior_symmetric = {.name = "sparse",
                                                    .create = symmetric_create,
                                                    .factor = symmetric_factor,
                                                    .solve = symmetric_solve,
                                                    .half_solve = symmetric_half_solve,
                                                    .other_half = symmetric_other_half,
                                                    .free_self = symmetric_free};
