/* The choice between dense and sparse factorisation, by the work that each would be.
 *
 * KLU eliminates entry by entry: what it takes follows its own analysis, entries and operations. Where there
 * are many operations for each entry of the factors, as in meshes of two dimensions from some 10^4 unknowns
 * on, UMFPACK's dense fronts pay. */
#include "lu_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>

/* Measured, with the symbolic part reused, in ns: LAPACK's factors, and KLU's by its analysis. */
static double dense_time(double n)
{
    return 7.0 * n * n + 0.03 * n * n * n;
}

static double klu_time(const rdg_lu_work *work)
{
    return 8.0 * work->entries + work->operations;
}

/* Crossover of KLU and UMFPACK: 57 to 63 on meshes and chains of all sizes on the one side, 100 on the other.
 */
static bool has_dense_fronts(const rdg_lu_work *work)
{
    return work->operations > 80.0 * work->entries;
}

/* UMFPACK and LAPACK: when n > 65 sqrt(nnz / n), never below 200 unknowns or above 25 % density. */
static bool fronts_win(double n, double count)
{
    return n >= 200.0 && count <= 0.25 * n * n && n > 65.0 * sqrt(count / n);
}

/* Below 30 unknowns, and where most entries are there, no analysis is worth its time. */
static bool may_be_sparse(double n, double count)
{
    return n >= 30.0 && count <= 0.5 * n * n;
}

static rdg_status take(rdg_lu *lu, rdg_context *ctx, const rdg_lu_ops *ops)
{
    if (lu->engine) {
        lu->ops->destroy(lu);
        lu->engine = NULL;
    }
    lu->ops = ops;
    return ops->create(lu, ctx);
}

/* KLU stays where its analysis speaks for it. */
static rdg_status choose(rdg_lu *lu, rdg_context *ctx, bool sparse)
{
    const double n = (double)lu->n;
    const double count = (double)rdg_pattern_count(lu->pattern);
    if (!sparse && !may_be_sparse(n, count)) {
        return take(lu, ctx, &rdg_lu_dense_ops);
    }
    RDG_TRY(take(lu, ctx, &rdg_lu_klu_ops));
    const rdg_lu_work work = rdg_lu_klu_work(lu);
    if (has_dense_fronts(&work)) {
        return take(lu, ctx, sparse || fronts_win(n, count) ? &rdg_lu_umfpack_ops : &rdg_lu_dense_ops);
    }
    return sparse || klu_time(&work) < dense_time(n) ? RDG_OK : take(lu, ctx, &rdg_lu_dense_ops);
}

rdg_lu *rdg_lu_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_lu_kind kind)
{
    static const rdg_lu_ops *const named[] = {[RDG_LU_DENSE] = &rdg_lu_dense_ops,
                                              [RDG_LU_KLU] = &rdg_lu_klu_ops,
                                              [RDG_LU_UMFPACK] = &rdg_lu_umfpack_ops};
    rdg_lu *lu = rdg_context_calloc(ctx, 1, sizeof *lu);
    if (!lu) {
        return NULL;
    }
    lu->pattern = pattern;
    lu->n = pattern->rows;
    const bool free = kind == RDG_LU_AUTO || kind == RDG_LU_SPARSE;
    lu->probe = rdg_context_calloc(ctx, 2 * (size_t)lu->n, sizeof *lu->probe);
    if (!lu->probe ||
        (free ? choose(lu, ctx, kind == RDG_LU_SPARSE) : take(lu, ctx, named[kind])) != RDG_OK) {
        rdg_lu_free(lu);
        return NULL;
    }
    return lu;
}

void rdg_lu_free(rdg_lu *lu)
{
    if (lu) {
        if (lu->engine) {
            lu->ops->destroy(lu);
        }
        rdg_free(lu->probe);
        rdg_free(lu);
    }
}

/* Pivots far above rounding errors need no further look. Others are those of a singular matrix, or of one
 * that the factors serve nevertheless, or would serve if other pivots were taken. */
static bool serves(const rdg_lu *lu, const double *values, double distance, bool last)
{
    static const double clear = 1e-6;
    return distance > clear || (distance > rdg_lu_rounding(lu->n) && rdg_lu_solves(lu, values, !last));
}

bool rdg_lu_factor(rdg_lu *lu, const double *values)
{
    lu->regular = false;
    for (int k = 0; k < lu->ops->attempts && !lu->regular; k++) {
        lu->regular = serves(lu, values, lu->ops->factor(lu, values, k), k + 1 == lu->ops->attempts);
    }
    return lu->regular;
}

void rdg_lu_solve(rdg_lu *lu, bool transposed, const double *b, double *x)
{
    lu->ops->solve(lu, transposed, 1, lu->n, b, x);
}

void rdg_lu_solve_columns(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                          double *x)
{
    if (count > 0) {
        lu->ops->solve(lu, transposed, count, apart, b, x);
    }
}

rdg_determinant rdg_lu_determinant(const rdg_lu *lu)
{
    return lu->regular ? lu->ops->determinant(lu)
                       : (rdg_determinant){.sign = 0.0, .log_magnitude = -INFINITY};
}
