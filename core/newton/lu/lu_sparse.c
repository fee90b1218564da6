/* Sparse LU by UMFPACK: analysis once a pattern, numeric factorisation for each set of values.
 *
 * The analysis wants values: without them UMFPACK cannot report which entries will serve as pivots, orders
 * for the worst case, and a factorisation takes ten times longer. With those of the first matrix it is good
 * as long as the matrix stays like it; it is made again for a matrix of which the pivots are bad. */
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
    s->index_work = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->index_work);
    s->work = rdg_context_calloc(ctx, 5 * (size_t)lu->n, sizeof *s->work);
    s->column = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->column);
    s->pivot = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *s->pivot);
    if (!s->index_work || !s->work || !s->column || !s->pivot) {
        return RDG_ERR_NO_MEMORY;
    }
    umfpack_dl_defaults(s->control);
    /* refinement costs 20 times a plain solve here and Newton's method does not need it */
    s->control[UMFPACK_IRSTEP] = 0.0;
    s->control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE; /* the rows are scaled */
    return RDG_OK;
}

/* A singular matrix is no failure. */
static bool answered(const rdg_lu *lu, const char *what, SuiteSparse_long status)
{
    if (status == UMFPACK_OK || status == UMFPACK_WARNING_singular_matrix) {
        return status == UMFPACK_OK;
    }
    if (status == UMFPACK_ERROR_out_of_memory) {
        return rdg_lu_no_memory(lu);
    }
    RDG_FAIL(lu->ctx, RDG_ERR_LIBRARY, "UMFPACK's %s of %lld unknowns answered %lld", what, (long long)lu->n,
             (long long)status);
    return false;
}

static bool analyse(rdg_lu *lu, const double *values)
{
    sparse *s = lu->engine;
    umfpack_dl_free_symbolic(&s->symbolic);
    return answered(lu, "analysis",
                    umfpack_dl_symbolic(lu->n, lu->n, as_long(lu->pattern->start), as_long(lu->pattern->row),
                                        values, &s->symbolic, s->control, NULL));
}

/* The largest entries of the columns of U in place of the numbers that they begin with. */
static void find_largest(rdg_index n, const SuiteSparse_long *start, double *values)
{
    for (rdg_index c = 0; c < n; c++) {
        values[c] = rdg_lu_largest(start[c + 1] - start[c], values + start[c]);
    }
}

/* How far a column has grown takes a copy of U: it is made where a pivot is small. NULL: no memory. */
static double *largest_of_upper(const rdg_lu *lu, const sparse *s)
{
    SuiteSparse_long lower = 0;
    SuiteSparse_long upper = 0;
    SuiteSparse_long unused[3];
    umfpack_dl_get_lunz(&lower, &upper, &unused[0], &unused[1], &unused[2], s->numeric);
    const size_t count = (size_t)(upper + lu->n); /* space for empty columns */
    SuiteSparse_long *start = rdg_context_calloc(lu->ctx, (size_t)lu->n + 1, sizeof *start);
    SuiteSparse_long *row = rdg_context_calloc(lu->ctx, count, sizeof *row);
    double *values = rdg_context_calloc(lu->ctx, count, sizeof *values);
    SuiteSparse_long reciprocal = 0;
    const bool known = start && row && values &&
                       umfpack_dl_get_numeric(NULL, NULL, NULL, start, row, values, NULL, NULL, NULL,
                                              &reciprocal, NULL, s->numeric) == UMFPACK_OK;
    if (known) {
        find_largest(lu->n, start, values);
    } else {
        rdg_free(values);
        values = NULL;
    }
    rdg_free(start);
    rdg_free(row);
    return values;
}

/* behind: [n] the largest entries of the columns of U, or NULL */
static rdg_lu_health examine(const rdg_lu *lu, const sparse *s, const double *values, const double *behind)
{
    rdg_lu_health health = {.pivot = INFINITY};
    for (rdg_index c = 0; c < lu->n; c++) {
        const rdg_index from = lu->pattern->start[s->column[c]];
        const rdg_index end = lu->pattern->start[s->column[c] + 1];
        rdg_lu_examine(&health, rdg_lu_largest(end - from, values + from), behind ? behind[c] : 0.0, 1.0,
                       s->pivot[c]);
    }
    return health;
}

/* A pivot from here on is no rounding error, unless entries have grown as nobody has seen it. */
static const double surely = 1e6;

/* Pivots report most of the growth of entries, which costs the solutions as many digits. */
static const double most_growth = 1e3;

/* Of the factors at hand, by the largest entry that its column has had; 0: it is nothing but rounding. Where
 * entries have grown it is uncertain, unless there are no better factors. */
static double least_of_factors(const rdg_lu *lu, const sparse *s, const double *values, bool best)
{
    const double rounding = rdg_lu_rounding(lu->n), doubtful = rdg_lu_doubtful(lu->n);
    SuiteSparse_long reciprocal = 0;
    if (!answered(lu, "reading of factors",
                  umfpack_dl_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, NULL, s->column, s->pivot,
                                         &reciprocal, NULL, s->numeric))) {
        return 0.0;
    }
    const rdg_lu_health health = examine(lu, s, values, NULL);
    const bool grows = health.growth > most_growth;
    double least = health.pivot;
    if (grows && !best && least > rounding) {
        return least < doubtful ? least : doubtful;
    }
    if (least > rounding && (grows || least < surely * rounding)) {
        double *behind = largest_of_upper(lu, s);
        least = behind ? examine(lu, s, values, behind).pivot : 0.0;
        rdg_free(behind);
    }
    return least > rounding ? least : 0.0;
}

static double factor_analysed(rdg_lu *lu, const double *values, bool best)
{
    sparse *s = lu->engine;
    umfpack_dl_free_numeric(&s->numeric);
    const SuiteSparse_long status =
        RDG_BLAS(umfpack_dl_numeric(as_long(lu->pattern->start), as_long(lu->pattern->row), values,
                                    s->symbolic, &s->numeric, s->control, NULL));
    return answered(lu, "factorisation", status) ? least_of_factors(lu, s, values, best) : 0.0;
}

/* The greatest pivots that there are, whatever they fill. */
static double factor_carefully(rdg_lu *lu, const double *values)
{
    sparse *s = lu->engine;
    double usual[UMFPACK_CONTROL];
    memcpy(usual, s->control, sizeof usual);
    s->control[UMFPACK_PIVOT_TOLERANCE] = s->control[UMFPACK_SYM_PIVOT_TOLERANCE] = 1.0;
    const double least = factor_analysed(lu, values, true);
    memcpy(s->control, usual, sizeof usual);
    return least;
}

static bool factor(rdg_lu *lu, const double *values)
{
    const sparse *s = lu->engine;
    const double doubtful = rdg_lu_doubtful(lu->n);
    const bool is_new = lu->is_new;
    lu->is_new = false;
    if (!is_new && s->symbolic && factor_analysed(lu, values, false) > doubtful) {
        return true;
    }
    const double least = analyse(lu, values) ? factor_analysed(lu, values, false) : 0.0;
    return least > doubtful || (least > 0.0 && factor_carefully(lu, values) > 0.0);
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
                                   as_long(lu->pattern->row), NULL, x, b, s->numeric, s->control, NULL,
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
        rdg_free(s->index_work);
        rdg_free(s->work);
        rdg_free(s->column);
        rdg_free(s->pivot);
        rdg_free(s);
    }
}

const rdg_lu_ops rdg_lu_sparse_ops = {create, factor, solve, determinant, destroy};
