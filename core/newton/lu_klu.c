/* Sparse LU by KLU, for factors that stay sparse: chains and beams with their harmonics, discretised
 * differential equations, a dense row and column as border. */
#include "lu_impl.h"
#include "permutation_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <klu.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "SuiteSparse is built with 64-bit indices");

typedef struct engine {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
    SuiteSparse_long *start, *row; /* KLU wants them writable */
    double *values;
    bool *seen; /* [n] workspace of the determinant */
} engine;

static SuiteSparse_long *copy_of(rdg_context *ctx, const rdg_index *from, rdg_index count)
{
    SuiteSparse_long *copy = rdg_context_calloc(ctx, (size_t)count, sizeof *copy);
    if (copy) {
        memcpy(copy, from, (size_t)count * sizeof *copy);
    }
    return copy;
}

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    engine *k = rdg_context_calloc(ctx, 1, sizeof *k);
    lu->engine = k;
    if (!k) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_index count = rdg_pattern_count(lu->pattern);
    k->start = copy_of(ctx, lu->pattern->start, lu->n + 1);
    k->row = copy_of(ctx, lu->pattern->row, count);
    k->values = rdg_context_calloc(ctx, (size_t)count, sizeof *k->values);
    k->seen = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *k->seen);
    if (!k->start || !k->row || !k->values || !k->seen) {
        return RDG_ERR_NO_MEMORY;
    }
    klu_l_defaults(&k->common);
    k->common.btf = 0;   /* one block: the determinant's sign is that of two permutations */
    k->common.scale = 0; /* the rows are scaled */
    k->symbolic = klu_l_analyze(lu->n, k->start, k->row, &k->common);
    return k->symbolic
               ? RDG_OK
               : RDG_FAIL(ctx, k->common.status == KLU_OUT_OF_MEMORY ? RDG_ERR_NO_MEMORY : RDG_ERR_LIBRARY,
                          "KLU's analysis of %lld unknowns answered %lld", (long long)lu->n,
                          (long long)k->common.status);
}

/* The least pivot; entries that have grown while eliminating carry rounding errors of their own size. */
static double distance(const rdg_lu *lu, engine *k)
{
    if (!k->numeric || k->common.status != KLU_OK ||
        !klu_l_rgrowth(k->start, k->row, k->values, k->symbolic, k->numeric, &k->common)) {
        return 0.0;
    }
    return k->common.rgrowth * rdg_lu_least_pivot(lu, k->values, NULL, k->symbolic->Q, k->numeric->Udiag);
}

/* The pivots of the last matrix: three times faster, and as good where the matrix has changed little. */
static double factor_as_before(rdg_lu *lu)
{
    engine *k = lu->engine;
    return k->numeric && klu_l_refactor(k->start, k->row, k->values, k->symbolic, k->numeric, &k->common)
               ? distance(lu, k)
               : 0.0;
}

static double factor_with(rdg_lu *lu, double tolerance)
{
    engine *k = lu->engine;
    if (k->numeric) {
        klu_l_free_numeric(&k->numeric, &k->common);
    }
    k->common.tol = tolerance;
    k->numeric = klu_l_factor(k->start, k->row, k->values, k->symbolic, &k->common);
    return distance(lu, k);
}

/* Pivots from the diagonal wherever they are not tiny: one from the dense row would fill the matrix. At last
 * the largest ones. */
static double factor(rdg_lu *lu, const double *values, int attempt)
{
    engine *k = lu->engine;
    if (attempt == 0) {
        memcpy(k->values, values, (size_t)rdg_pattern_count(lu->pattern) * sizeof *values);
        return factor_as_before(lu);
    }
    return factor_with(lu, attempt == 1 ? 1e-6 : 1.0);
}

static void solve(const rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                  double *x)
{
    engine *k = lu->engine;
    const size_t bytes = (size_t)lu->n * sizeof *x;
    for (rdg_index c = 0; c < count; c++) {
        memset(x + c * apart, 0, bytes);
        if (k->numeric) {
            memcpy(x + c * apart, b + c * apart, bytes);
        }
    }
    if (!k->numeric) {
        return;
    }
    if (transposed) {
        klu_l_tsolve(k->symbolic, k->numeric, apart, count, x, &k->common);
    } else {
        klu_l_solve(k->symbolic, k->numeric, apart, count, x, &k->common);
    }
}

static rdg_determinant determinant(const rdg_lu *lu)
{
    const engine *k = lu->engine;
    if (!k->numeric) {
        return (rdg_determinant){.sign = 0.0, .log_magnitude = -INFINITY};
    }
    const double *pivot = k->numeric->Udiag;
    rdg_determinant d = {.sign = rdg_permutation_sign(lu->n, k->numeric->Pnum, k->seen) *
                                 rdg_permutation_sign(lu->n, k->symbolic->Q, k->seen)};
    for (rdg_index i = 0; i < lu->n; i++) {
        d.sign = pivot[i] < 0.0 ? -d.sign : d.sign;
        d.log_magnitude += log(fabs(pivot[i]));
    }
    return d;
}

static void destroy(rdg_lu *lu)
{
    engine *k = lu->engine;
    if (k) {
        if (k->numeric) {
            klu_l_free_numeric(&k->numeric, &k->common);
        }
        if (k->symbolic) {
            klu_l_free_symbolic(&k->symbolic, &k->common);
        }
        rdg_free(k->start);
        rdg_free(k->row);
        rdg_free(k->values);
        rdg_free(k->seen);
        rdg_free(k);
    }
}

rdg_lu_work rdg_lu_klu_work(const rdg_lu *lu)
{
    const engine *k = lu->engine;
    return (rdg_lu_work){.entries = k->symbolic->lnz + k->symbolic->unz,
                         .operations = k->symbolic->est_flops};
}

const rdg_lu_ops rdg_lu_klu_ops = {create, factor, 3, solve, determinant, destroy};
