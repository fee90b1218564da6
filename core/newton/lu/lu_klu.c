/* Sparse LU by KLU, for matrices whose factors fill in little: chains, beams, blocks along a band, with a
 * dense row and column as border. UMFPACK takes a time that grows with the square of the size there, KLU one
 * that grows with the size. */
#include "correction_impl.h"
#include "log_product_impl.h"
#include "lu_impl.h"
#include "permutation_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <klu.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "SuiteSparse is built with 64-bit indices");

typedef struct engine {
    klu_l_common common;
    klu_l_symbolic *symbolic;
    klu_l_numeric *numeric;
    SuiteSparse_long *start, *row; /* those of the pattern */
    double least;                  /* the least pivot, where pivots were chosen last */
    bool *seen;                    /* [n] workspace of the determinant */
    rdg_correction correction;
} engine;

/* KLU does not write the pattern. */
static SuiteSparse_long *as_long(const rdg_index *index)
{
    return (SuiteSparse_long *)index;
}

static void solve_columns(engine *k, bool transposed, rdg_index apart, rdg_index count, double *x)
{
    if (transposed) {
        klu_l_tsolve(k->symbolic, k->numeric, apart, count, x, &k->common);
    } else {
        klu_l_solve(k->symbolic, k->numeric, apart, count, x, &k->common);
    }
}

static void solve_in_place(const rdg_lu *lu, bool transposed, double *x)
{
    solve_columns(lu->engine, transposed, lu->n, 1, x);
}

static rdg_status create(rdg_lu *lu, rdg_context *ctx)
{
    engine *k = rdg_context_calloc(ctx, 1, sizeof *k);
    lu->engine = k;
    if (!k) {
        return RDG_ERR_NO_MEMORY;
    }
    k->start = as_long(lu->pattern->start);
    k->row = as_long(lu->pattern->row);
    k->seen = rdg_context_calloc(ctx, (size_t)lu->n, sizeof *k->seen);
    if (!k->seen) {
        return RDG_ERR_NO_MEMORY;
    }
    RDG_TRY(rdg_correction_create(&k->correction, lu, solve_in_place));
    klu_l_defaults(&k->common);
    k->common.btf = 0;    /* one block: the determinant's sign is that of two permutations */
    k->common.scale = -1; /* the rows are scaled, and the pattern need not be checked each time */
    k->symbolic = klu_l_analyze(lu->n, k->start, k->row, &k->common);
    return k->symbolic
               ? RDG_OK
               : RDG_FAIL(ctx, k->common.status == KLU_OUT_OF_MEMORY ? RDG_ERR_NO_MEMORY : RDG_ERR_LIBRARY,
                          "KLU's analysis of %lld unknowns answered %lld", (long long)lu->n,
                          (long long)k->common.status);
}

rdg_lu_fill rdg_lu_klu_fill(const rdg_lu *lu)
{
    const engine *k = lu->engine;
    return (rdg_lu_fill){.entries = k->symbolic->lnz, .flops = k->symbolic->est_flops};
}

/* KLU has one block here, in which a column of L or U is indices, then numbers. */
static double largest_of(const engine *k, const SuiteSparse_long *begin, const SuiteSparse_long *length,
                         rdg_index c)
{
    const double *column = k->numeric->LUbx[0];
    return length[c] > 0 ? rdg_lu_largest(length[c], column + begin[c] + length[c]) : 0.0;
}

/* Of the factors at hand. Where the pivot was taken, its column was U's above it and L's, times it, from it
 * on. */
static rdg_lu_health examine(const rdg_lu *lu, const engine *k, const double *values)
{
    const klu_l_numeric *of = k->numeric;
    const double *pivot = of->Udiag;
    const bool some = lu->n > 1; /* a single entry is no column */
    rdg_lu_health health = {.pivot = INFINITY};
    for (rdg_index c = 0; c < lu->n; c++) {
        const rdg_index from = k->start[k->symbolic->Q[c]];
        const rdg_index end = k->start[k->symbolic->Q[c] + 1];
        const double above = some ? largest_of(k, of->Uip, of->Ulen, c) : 0.0;
        const double below = some ? largest_of(k, of->Lip, of->Llen, c) : 0.0;
        rdg_lu_examine(&health, rdg_lu_largest(end - from, values + from), above, below > 1.0 ? below : 1.0,
                       pivot[c]);
    }
    return health;
}

/* Entries that grow cost the solutions as many digits; greater pivots, without growth, may fill the matrix,
 * with n^2 entries if it has a dense row. A small one is none the worse for that, a large one all the more.
 */
static double most_growth(rdg_index n)
{
    return n <= 500 ? 1e4 : n <= 10000 ? 1e6 : 1e2 * (double)n;
}

static bool is_good_as_it_is(const rdg_lu *lu, rdg_lu_health health)
{
    return health.pivot > rdg_lu_doubtful(lu->n) && health.growth <= most_growth(lu->n);
}

/* As good as factors that have grown as far as they may. */
static bool is_good_corrected(const rdg_lu *lu, rdg_lu_health health, const double *values)
{
    engine *k = lu->engine;
    return health.pivot > 0.0 &&
           rdg_correction_plan(&k->correction, lu, values, most_growth(lu->n) * DBL_EPSILON);
}

/* Entries that have grown require greater pivots; where a pivot is small, the error is measured. */
static bool is_good(const rdg_lu *lu, rdg_lu_health health, const double *values)
{
    return is_good_as_it_is(lu, health) ||
           (health.growth <= most_growth(lu->n) && is_good_corrected(lu, health, values));
}

/* The pivots of the last matrix: three times faster, and as good where the matrix has changed little, or
 * where its solutions can be corrected. Else none must have become so much smaller: */
static const double much_smaller = 1e-3;

static bool factor_as_before(rdg_lu *lu, double *values)
{
    engine *k = lu->engine;
    k->correction.steps = 0;
    if (!klu_l_refactor(k->start, k->row, values, k->symbolic, k->numeric, &k->common)) {
        return false;
    }
    const rdg_lu_health health = examine(lu, k, values);
    const bool is_like_it = health.pivot > much_smaller * k->least;
    return (is_like_it && is_good_as_it_is(lu, health)) || is_good_corrected(lu, health, values);
}

/* False: nothing is left to divide by. */
static bool factor_with(rdg_lu *lu, double tolerance, double *values, rdg_lu_health *health)
{
    engine *k = lu->engine;
    if (k->numeric) {
        klu_l_free_numeric(&k->numeric, &k->common);
    }
    k->correction.steps = 0;
    k->common.tol = tolerance;
    k->numeric = klu_l_factor(k->start, k->row, values, k->symbolic, &k->common);
    if (k->common.status == KLU_OUT_OF_MEMORY) {
        return rdg_lu_no_memory(lu);
    }
    if (!k->numeric || k->common.status != KLU_OK) {
        return false;
    }
    *health = examine(lu, k, values);
    k->least = health->pivot;
    return true;
}

/* Pivots off the diagonal, of a dense row, may fill the matrix: such factors serve once. */
static bool has_filled(const engine *k)
{
    const double entries = (double)(k->numeric->lnz + k->numeric->unz);
    return k->symbolic->lnz > 0.0 && entries > 4.0 * k->symbolic->lnz;
}

/* Pivots from the diagonal wherever they are not tiny: one from the dense row would fill the matrix. Greater
 * ones as far as the factors request them; what the last ones leave is the matrix's own. */
static bool factor(rdg_lu *lu, const double *given)
{
    static const double tolerance[] = {1e-6, 1e-3, 0.1, 1.0};
    const engine *k = lu->engine;
    double *values = (double *)given; /* KLU does not write them */
    const bool is_new = lu->is_new;
    lu->is_new = false;
    if (!is_new && k->numeric && !has_filled(k) && factor_as_before(lu, values)) {
        return true;
    }
    rdg_lu_health health = {.pivot = 0.0};
    for (size_t t = 0; t < sizeof tolerance / sizeof *tolerance; t++) {
        if (!factor_with(lu, tolerance[t], values, &health)) {
            return false;
        }
        if (is_good(lu, health, values)) {
            return true;
        }
    }
    return health.pivot > rdg_lu_rounding(lu->n);
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
    solve_columns(k, transposed, apart, count, x);
    for (rdg_index c = 0; c < count; c++) {
        rdg_correction_apply(&k->correction, lu, transposed, b + c * apart, x + c * apart);
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
    rdg_product magnitude = {1.0, 0.0};
    for (rdg_index i = 0; i < lu->n; i++) {
        d.sign = pivot[i] < 0.0 ? -d.sign : d.sign;
        rdg_product_times(&magnitude, fabs(pivot[i]));
    }
    d.log_magnitude = rdg_product_log(&magnitude);
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
        rdg_free(k->seen);
        rdg_correction_free(&k->correction);
        rdg_free(k);
    }
}

const rdg_lu_ops rdg_lu_klu_ops = {create, factor, solve, determinant, destroy};
