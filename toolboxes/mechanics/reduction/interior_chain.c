/* Sparse LU factors of an interior whose elimination hardly fills in (beams, rods, chains), by KLU: without
 * the dense fronts of UMFPACK, which pay for nothing there. */
#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

#include <klu.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to KLU uncopied");

typedef struct chain_lu {
    const rdg_interior *in;
    double complex *Z; /* [start[n]] values in the order of the pattern */
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
} chain_lu;

static SuiteSparse_long *as_long(rdg_index *index)
{
    return (SuiteSparse_long *)index;
}

static klu_l_symbolic *analyse(const rdg_interior *in, klu_l_common *common)
{
    klu_l_defaults(common);
    common->btf = 0;   /* a structure hangs together */
    common->scale = 0; /* the interior is scaled, without rounding */
    /* as in interior_sparse.c: safe past resonances, too */
    common->tol = 0.1;
    return klu_l_analyze(in->n, as_long(in->start), as_long(in->row), common);
}

bool rdg_interior_fills_in_little(const rdg_interior *in)
{
    const double little = 2.0;
    klu_l_common common;
    klu_l_symbolic *symbolic = analyse(in, &common);
    const bool answer = symbolic && symbolic->lnz + symbolic->unz <= little * (double)in->start[in->n];
    klu_l_free_symbolic(&symbolic, &common);
    return answer;
}

static void chain_free(void *object)
{
    chain_lu *self = object;
    if (self) {
        klu_zl_free_numeric(&self->numeric, &self->common);
        klu_l_free_symbolic(&self->symbolic, &self->common);
        rdg_free(self->Z);
        rdg_free(self);
    }
}

static rdg_status chain_create(rdg_context *ctx, const char *where, const rdg_interior *in, void **object)
{
    chain_lu *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    self->in = in;
    self->Z = rdg_context_calloc(ctx, (size_t)in->start[in->n], sizeof *self->Z);
    self->symbolic = self->Z ? analyse(in, &self->common) : NULL;
    if (self->Z && !self->symbolic) {
        rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to analyse the interior's pattern");
    }
    if (!self->symbolic) {
        chain_free(self);
        return RDG_ERR_NO_MEMORY;
    }
    *object = self;
    return RDG_OK;
}

static int chain_factor(void *object, double w)
{
    chain_lu *self = object;
    const rdg_interior *in = self->in;
    for (rdg_index e = 0; e < in->start[in->n]; e++) {
        self->Z[e] = rdg_interior_entry(in, e, w);
    }
    klu_zl_free_numeric(&self->numeric, &self->common);
    self->numeric =
        klu_zl_factor(as_long(in->start), as_long(in->row), (double *)self->Z, self->symbolic, &self->common);
    if (self->common.status == KLU_OUT_OF_MEMORY) {
        return -1;
    }
    const bool good = self->numeric && klu_zl_rcond(self->symbolic, self->numeric, &self->common) &&
                      self->common.rcond > RDG_SINGULAR;
    return !good;
}

static int chain_solve(void *object, rdg_index columns, double complex *x)
{
    chain_lu *self = object;
    const rdg_index n = self->in->n;
    return !klu_zl_solve(self->symbolic, self->numeric, n, columns, (double *)x, &self->common);
}

const rdg_interior_lu_ops rdg_interior_chain = {.name = "sparse",
                                                .create = chain_create,
                                                .factor = chain_factor,
                                                .solve = chain_solve,
                                                .free_self = chain_free};
