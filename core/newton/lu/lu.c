/* The choice between dense and sparse factorisation. */
#include "lu_groups_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>

/* Measured, with the symbolic part reused: nanoseconds a factorisation and two solves. */
static double time_of_klu(rdg_lu_fill fill)
{
    return 8.0 * fill.entries + 1.0 * fill.flops;
}

static double time_of_lapack(rdg_index n)
{
    const double size = (double)n;
    return (7.0 + 0.03 * size) * size * size;
}

/* KLU works entry by entry, UMFPACK on dense fronts: these pay where an entry of the factors takes part in
 * many operations, as on meshes in two and three dimensions. */
static bool pays_fronts(rdg_lu_fill fill)
{
    return fill.flops > 140.0 * fill.entries;
}

/* Whether this is worth an analysis; what LAPACK does in no time, or what is as good as full, is not. */
static bool may_be_sparse(rdg_index n, rdg_index count)
{
    return n >= 30 && (double)count <= 0.25 * (double)n * (double)n;
}

static bool start_engine(rdg_lu *lu, const rdg_lu_ops *ops)
{
    if (lu->ops) {
        lu->ops->destroy(lu);
        lu->engine = NULL;
    }
    lu->ops = ops;
    return ops->create(lu, lu->ctx) == RDG_OK;
}

static const rdg_lu_ops *ops_of(const rdg_lu *lu, rdg_lu_kind kind)
{
    const bool dense = kind == RDG_LU_DENSE ||
                       (kind == RDG_LU_AUTO && !may_be_sparse(lu->n, rdg_pattern_count(lu->pattern)));
    return dense ? &rdg_lu_dense_ops : kind == RDG_LU_UMFPACK ? &rdg_lu_sparse_ops : &rdg_lu_klu_ops;
}

/* By what KLU's analysis foresees, instead of what the pattern suggests: few entries a column may fill up,
 * many of them, in blocks along a band, need not. */
static const rdg_lu_ops *ops_by_fill(const rdg_lu *lu, rdg_lu_kind kind)
{
    const rdg_lu_fill fill = rdg_lu_klu_fill(lu);
    if (kind == RDG_LU_AUTO && time_of_lapack(lu->n) < time_of_klu(fill)) {
        return &rdg_lu_dense_ops;
    }
    return pays_fronts(fill) ? &rdg_lu_sparse_ops : &rdg_lu_klu_ops;
}

static bool choose_engine(rdg_lu *lu, rdg_lu_kind kind)
{
    lu->engine = kind == RDG_LU_AUTO ? rdg_lu_plan_create(lu->ctx, lu->pattern) : NULL;
    if (lu->engine) {
        return start_engine(lu, &rdg_lu_condensed_ops);
    }
    if (rdg_error_status(lu->ctx) == RDG_ERR_NO_MEMORY || !start_engine(lu, ops_of(lu, kind))) {
        return false;
    }
    if (lu->ops != &rdg_lu_klu_ops || kind == RDG_LU_KLU) {
        return true;
    }
    const rdg_lu_ops *better = ops_by_fill(lu, kind);
    return better == lu->ops || start_engine(lu, better);
}

rdg_lu *rdg_lu_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_lu_kind kind)
{
    rdg_lu *lu = rdg_context_calloc(ctx, 1, sizeof *lu);
    if (!lu) {
        return NULL;
    }
    lu->ctx = ctx;
    lu->make = rdg_lu_create;
    lu->pattern = pattern;
    lu->n = pattern->rows;
    if (!choose_engine(lu, kind)) {
        rdg_lu_free(lu);
        return NULL;
    }
    return lu;
}
