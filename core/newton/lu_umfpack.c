/* Sparse LU by UMFPACK, for factors with dense fronts. The analysis takes the values of the first matrix:
 * without them it cannot see that the diagonal serves as pivots, and finds an order with many times the
 * entries. It is made anew for values that it does not serve. */
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
    double *scale;                /* [n] by what the rows are multiplied */
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
    s->scale = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->scale);
    if (!s->values || !s->index_work || !s->work || !s->column || !s->pivot || !s->scale) {
        return RDG_ERR_NO_MEMORY;
    }
    umfpack_dl_defaults(s->control);
    /* refinement costs 20 times a plain solve here and Newton's method does not need it */
    s->control[UMFPACK_IRSTEP] = 0.0;
    return RDG_OK;
}

static bool analyse(rdg_lu *lu)
{
    sparse *s = lu->engine;
    umfpack_dl_free_symbolic(&s->symbolic);
    return RDG_BLAS(umfpack_dl_symbolic(lu->n, lu->n, as_long(lu->pattern->start), as_long(lu->pattern->row),
                                        s->values, &s->symbolic, s->control, NULL)) == UMFPACK_OK;
}

static double least_pivot(const rdg_lu *lu, const sparse *s)
{
    SuiteSparse_long reciprocal = 0;
    if (umfpack_dl_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, NULL, s->column, s->pivot, &reciprocal,
                               s->scale, s->numeric) != UMFPACK_OK) {
        return 0.0;
    }
    for (rdg_index i = 0; i < lu->n && !reciprocal; i++) {
        s->scale[i] = 1.0 / s->scale[i];
    }
    return rdg_lu_least_pivot(lu, s->values, s->scale, s->column, s->pivot);
}

static double factor_as_analysed(rdg_lu *lu)
{
    sparse *s = lu->engine;
    umfpack_dl_free_numeric(&s->numeric);
    const SuiteSparse_long status =
        RDG_BLAS(umfpack_dl_numeric(as_long(lu->pattern->start), as_long(lu->pattern->row), s->values,
                                    s->symbolic, &s->numeric, s->control, NULL));
    return status == UMFPACK_OK ? least_pivot(lu, s) : 0.0;
}

/* By the order that served the matrix before; by one of its own; and with larger pivots. */
static double factor(rdg_lu *lu, const double *values, int attempt)
{
    sparse *s = lu->engine;
    if (attempt == 0) {
        memcpy(s->values, values, (size_t)rdg_pattern_count(lu->pattern) * sizeof *values);
        return s->symbolic ? factor_as_analysed(lu) : 0.0;
    }
    s->control[UMFPACK_PIVOT_TOLERANCE] = attempt == 1 ? UMFPACK_DEFAULT_PIVOT_TOLERANCE : 1.0;
    s->control[UMFPACK_SYM_PIVOT_TOLERANCE] = attempt == 1 ? UMFPACK_DEFAULT_SYM_PIVOT_TOLERANCE : 1.0;
    return analyse(lu) ? factor_as_analysed(lu) : 0.0;
}

/* UMFPACK takes one right-hand side at a time. */
static void solve(const rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                  double *x)
{
    const sparse *s = lu->engine;
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
    if (!s->numeric || umfpack_dl_get_determinant(&mantissa, &exponent, s->numeric, NULL) != UMFPACK_OK ||
        mantissa == 0.0) {
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
        rdg_free(s->scale);
        rdg_free(s);
    }
}

const rdg_lu_ops rdg_lu_umfpack_ops = {create, factor, 3, solve, determinant, destroy};
