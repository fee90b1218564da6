/* Sparse LU factors of the interior, by UMFPACK: the pattern is analysed once. */
#include "interior_columns_impl.h"
#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>
#include <umfpack.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to UMFPACK uncopied");

typedef struct sparse_lu {
    const rdg_interior *in;
    double complex *Z;      /* [start[n]] values in the order of the pattern */
    double complex *column; /* [n] a right-hand side */
    void *symbolic;
    void *numeric;
    double control[UMFPACK_CONTROL];
    SuiteSparse_long *index_work; /* [n] */
    double *work;                 /* [4 * n], without refinement */
    rdg_interior_columns columns; /* for many right-hand sides; */
    bool has_columns;             /* of the factors at hand */
} sparse_lu;

static void sparse_free(void *object)
{
    sparse_lu *self = object;
    if (self) {
        umfpack_zl_free_numeric(&self->numeric);
        umfpack_zl_free_symbolic(&self->symbolic);
        rdg_free(self->Z);
        rdg_free(self->column);
        rdg_free(self->index_work);
        rdg_free(self->work);
        rdg_interior_columns_free(&self->columns);
        rdg_free(self);
    }
}

static rdg_status analyse(rdg_context *ctx, const char *where, sparse_lu *self)
{
    const rdg_interior *in = self->in;
    umfpack_zl_defaults(self->control);
    /* No iterative refinement: measured on beams it doubled the time of an evaluation and changed no digit
     * that counts. In return the symmetric strategy, too, takes no pivot below 0.1 of its column (default
     * 0.001), so that an indefinite matrix past a resonance is factored as safely as by partial pivoting. */
    self->control[UMFPACK_IRSTEP] = 0;
    self->control[UMFPACK_SYM_PIVOT_TOLERANCE] = 0.1;
    const SuiteSparse_long status = umfpack_zl_symbolic(in->n, in->n, (const SuiteSparse_long *)in->start,
                                                        (const SuiteSparse_long *)in->row, NULL, NULL,
                                                        &self->symbolic, self->control, NULL);
    if (status == UMFPACK_ERROR_out_of_memory) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to analyse the interior's pattern");
    }
    if (status != UMFPACK_OK) {
        return rdg_fail(ctx, RDG_ERR_LIBRARY, where, "UMFPACK answers %ld to the interior's pattern",
                        (long)status);
    }
    return RDG_OK;
}

static rdg_status sparse_create(rdg_context *ctx, const char *where, const rdg_interior *in, void **object)
{
    sparse_lu *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    self->in = in;
    const size_t n = (size_t)in->n;
    self->Z = rdg_context_calloc(ctx, (size_t)in->start[in->n], sizeof *self->Z);
    self->column = rdg_context_calloc(ctx, n, sizeof *self->column);
    self->index_work = rdg_context_calloc(ctx, n, sizeof *self->index_work);
    self->work = rdg_context_calloc(ctx, 4 * n, sizeof *self->work);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = analyse(ctx, where, self);
    }
    if (status != RDG_OK) {
        sparse_free(self);
        return status;
    }
    *object = self;
    return RDG_OK;
}

static int sparse_factor(void *object, double w)
{
    sparse_lu *self = object;
    const rdg_interior *in = self->in;
    double info[UMFPACK_INFO];
    for (rdg_index e = 0; e < in->start[in->n]; e++) {
        self->Z[e] = rdg_interior_entry(in, e, w);
    }
    umfpack_zl_free_numeric(&self->numeric);
    self->has_columns = false;
    const SuiteSparse_long status = RDG_BLAS(umfpack_zl_numeric(
        (const SuiteSparse_long *)in->start, (const SuiteSparse_long *)in->row, (const double *)self->Z, NULL,
        self->symbolic, &self->numeric, self->control, info));
    if (status == UMFPACK_ERROR_out_of_memory) {
        return -1;
    }
    return status != UMFPACK_OK || !(info[UMFPACK_RCOND] > RDG_SINGULAR);
}

static int solve_one(sparse_lu *self, double complex *solution)
{
    const rdg_interior *in = self->in;
    memcpy(self->column, solution, (size_t)in->n * sizeof *self->column);
    return RDG_BLAS(umfpack_zl_wsolve(
               UMFPACK_A, (const SuiteSparse_long *)in->start, (const SuiteSparse_long *)in->row,
               (const double *)self->Z, NULL, (double *)solution, NULL, (const double *)self->column, NULL,
               self->numeric, self->control, NULL, self->index_work, self->work)) != UMFPACK_OK;
}

/* From here on a copy of the factors, which takes as long as a few solutions, is worth it. */
enum { MANY = 6 };

static int sparse_solve(void *object, rdg_index columns, double complex *x)
{
    sparse_lu *self = object;
    int answer = 0;
    if (columns < MANY) {
        for (rdg_index j = 0; j < columns && answer == 0; j++) {
            answer = solve_one(self, x + self->in->n * j);
        }
        return answer;
    }
    if (!self->has_columns) {
        answer = rdg_interior_columns_take(&self->columns, self->in->n, self->numeric);
        self->has_columns = answer == 0;
    }
    if (answer == 0) {
        rdg_interior_columns_solve(&self->columns, columns, x);
    }
    return answer;
}

const rdg_interior_lu_ops rdg_interior_sparse = {.name = "sparse",
                                                 .create = sparse_create,
                                                 .factor = sparse_factor,
                                                 .solve = sparse_solve,
                                                 .free_self = sparse_free};
