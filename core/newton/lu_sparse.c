/* Sparse LU by UMFPACK: symbolic analysis once a pattern, numeric factorisation for each set of values. */
#include "lu_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>
#include <umfpack.h>

/* our index type is passed to umfpack_dl_* as it is */
_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "UMFPACK's long index is 8 bytes");

typedef struct sparse {
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL];
    double *values;               /* [nnz] of the factored matrix: solving reads them for its checks */
    SuiteSparse_long *index_work; /* [n] */
    double *work;                 /* [5 n] */
    SuiteSparse_long *column;     /* [n] that each pivot belongs to */
    double *pivot;                /* [n] */
} sparse;

static const SuiteSparse_long *as_long(const rdg_index *index)
{
    return (const SuiteSparse_long *)index;
}

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    sparse *s = rdg_context_calloc(ctx, 1, sizeof *s);
    lu->engine = s;
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    s->values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(lu->pattern), sizeof *s->values);
    s->index_work = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->index_work);
    s->work = rdg_context_calloc(ctx, 5 * (size_t)lu->n, sizeof *s->work);
    s->column = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->column);
    s->pivot = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->pivot);
    if (!s->values || !s->index_work || !s->work || !s->column || !s->pivot) {
        return RDG_ERR_NO_MEMORY;
    }
    umfpack_dl_defaults(s->control);
    /* refinement costs 20 times a plain solve here and Newton's method does not need it */
    s->control[UMFPACK_IRSTEP] = 0.0;
    s->control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE; /* the rows are scaled */
    const SuiteSparse_long status =
        umfpack_dl_symbolic(lu->n, lu->n, as_long(lu->pattern->start), as_long(lu->pattern->row), NULL,
                            &s->symbolic, s->control, NULL);
    if (status == UMFPACK_OK) {
        return RDG_OK;
    }
    return RDG_FAIL(ctx, status == UMFPACK_ERROR_out_of_memory ? RDG_ERR_NO_MEMORY : RDG_ERR_LIBRARY,
                    "UMFPACK's symbolic analysis of %lld unknowns answered %lld", (long long)lu->n,
                    (long long)status);
}

static bool pivots_are_good(const rdg_lu *lu, const sparse *s)
{
    SuiteSparse_long reciprocal = 0;
    const SuiteSparse_long status = umfpack_dl_get_numeric(
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, s->column, s->pivot, &reciprocal, NULL, s->numeric);
    return status == UMFPACK_ERROR_out_of_memory
               ? rdg_lu_no_memory(lu)
               : status == UMFPACK_OK && rdg_lu_pivots_are_good(lu, s->values, s->column, s->pivot);
}

static bool factor(rdg_lu *lu, const double *values)
{
    sparse *s = lu->engine;
    umfpack_dl_free_numeric(&s->numeric);
    memcpy(s->values, values, (size_t)rdg_pattern_count(lu->pattern) * sizeof *values);
    const SuiteSparse_long status =
        RDG_BLAS(umfpack_dl_numeric(as_long(lu->pattern->start), as_long(lu->pattern->row), s->values,
                                    s->symbolic, &s->numeric, s->control, NULL));
    return status == UMFPACK_ERROR_out_of_memory ? rdg_lu_no_memory(lu)
                                                 : status == UMFPACK_OK && pivots_are_good(lu, s);
}

/* UMFPACK takes one right-hand side at a time. */
static void solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x)
{
    sparse *s = lu->engine;
    for (rdg_index c = 0; c < count; c++, b += apart, x += apart) {
        if (!s->numeric) {
            memset(x, 0, (size_t)lu->n * sizeof *x);
            continue;
        }
        RDG_BLAS(umfpack_dl_wsolve(transposed ? UMFPACK_At : UMFPACK_A, as_long(lu->pattern->start),
                                   as_long(lu->pattern->row), s->values, x, b, s->numeric, s->control, NULL,
                                   s->index_work, s->work));
    }
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const sparse *s = lu->engine;
    double mantissa = 0.0;
    double exponent = 0.0;
    const SuiteSparse_long status =
        s->numeric ? umfpack_dl_get_determinant(&mantissa, &exponent, s->numeric, NULL) : UMFPACK_OK;
    if (status == UMFPACK_ERROR_out_of_memory) {
        rdg_lu_no_memory(lu);
    }
    if (!s->numeric || status != UMFPACK_OK || mantissa == 0.0) {
        return (rdg_determinant){.sign = 0.0, .log_magnitude = -INFINITY};
    }
    return (rdg_determinant){.sign = mantissa < 0.0 ? -1.0 : 1.0,
                             .log_magnitude = log(fabs(mantissa)) + exponent * log(10.0)};
}

static void destroy(rdg_lu *lu)
{
    sparse *s = lu->engine;
    if (s) {
        umfpack_dl_free_symbolic(&s->symbolic);
        umfpack_dl_free_numeric(&s->numeric);
        rdg_free(s->values);
        rdg_free(s->index_work);
        rdg_free(s->work);
        rdg_free(s->column);
        rdg_free(s->pivot);
        rdg_free(s);
    }
}

const rdg_lu_ops rdg_lu_sparse_ops = {create, factor, solve, determinant, destroy};
