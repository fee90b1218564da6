/* Sparse LU by KLU, for matrices with few entries a column: discretised differential equations with a dense
 * row and column as border. UMFPACK takes a time that grows with the square of the size there, KLU one that
 * grows with the size. */
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
    bool *seen;    /* [n] workspace of the determinant */
    double *probe; /* [n] in general position, and */
    double *trial; /* [2 n] workspace, of the test of a factorisation */
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
    k->probe = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *k->probe);
    k->trial = rdg_context_calloc(ctx, 2 * (size_t)lu->n, sizeof *k->trial);
    if (!k->start || !k->row || !k->values || !k->seen || !k->probe || !k->trial) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < lu->n; i++) {
        k->probe[i] = rdg_general(i);
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

/* Pivots that are small beside others of their column cost digits. Do the factors solve for a vector in
 * general position to nearly all of them? */
static bool solves_well(const rdg_lu *lu, engine *k)
{
    const double enough = 1e-9;
    const rdg_index n = lu->n;
    double *b = k->trial;
    double *x = k->trial + n;
    double size = 0.0;
    double left = 0.0;
    memcpy(b, k->probe, (size_t)n * sizeof *b);
    memcpy(x, k->probe, (size_t)n * sizeof *x);
    klu_l_solve(k->symbolic, k->numeric, n, 1, x, &k->common);
    for (rdg_index j = 0; j < n; j++) {
        size = rdg_larger(size, fabs(x[j]));
        for (rdg_index e = k->start[j]; e < k->start[j + 1]; e++) {
            b[k->row[e]] -= k->values[e] * x[j];
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        left = rdg_larger(left, fabs(b[i]));
    }
    return left <= enough * rdg_larger(size, 1.0);
}

static bool pivots_are_good(const rdg_lu *lu, const engine *k)
{
    return k->numeric && k->common.status == KLU_OK &&
           rdg_lu_pivots_are_good(lu, k->values, k->symbolic->Q, k->numeric->Udiag);
}

/* The pivots of the last matrix: three times faster, and as good where the matrix has changed little. */
static bool factor_as_before(rdg_lu *lu)
{
    engine *k = lu->engine;
    return k->numeric && klu_l_refactor(k->start, k->row, k->values, k->symbolic, k->numeric, &k->common) &&
           pivots_are_good(lu, k);
}

/* Pivots from the diagonal wherever they are not tiny: one from the dense row would fill the matrix. */
static bool factor_with(rdg_lu *lu, double tolerance)
{
    engine *k = lu->engine;
    if (k->numeric) {
        klu_l_free_numeric(&k->numeric, &k->common);
    }
    k->common.tol = tolerance;
    k->numeric = klu_l_factor(k->start, k->row, k->values, k->symbolic, &k->common);
    return k->common.status == KLU_OUT_OF_MEMORY ? rdg_lu_no_memory(lu) : pivots_are_good(lu, k);
}

static bool factor(rdg_lu *lu, const double *values)
{
    engine *k = lu->engine;
    const bool is_new = lu->is_new;
    memcpy(k->values, values, (size_t)rdg_pattern_count(lu->pattern) * sizeof *values);
    lu->is_new = false;
    return (!is_new && factor_as_before(lu) && solves_well(lu, k)) ||
           (factor_with(lu, 1e-6) && solves_well(lu, k)) || factor_with(lu, 0.1);
}

static void solve(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b, double *x)
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
        rdg_free(k->probe);
        rdg_free(k->trial);
        rdg_free(k);
    }
}

const rdg_lu_ops rdg_lu_klu_ops = {create, factor, solve, determinant, destroy};
