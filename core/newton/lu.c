/* The choice between dense and sparse factorisation. */
#include "lu_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>

/* Few entries a column, but for a border: KLU's time then grows with the size alone. With more its default
 * pivots lose digits and UMFPACK's dense fronts pay. */
static bool is_very_sparse(rdg_index n, rdg_index count)
{
    return (double)count <= 8.0 * (double)n;
}

/* Measured crossovers, with the symbolic part reused. KLU beats LAPACK from 30 unknowns and below 12.5 %
 * density; UMFPACK when n > 65 sqrt(nnz / n), never below 200 unknowns or above 25 % density. */
static bool sparse_wins(rdg_index n, rdg_index count)
{
    const double size = (double)n;
    const double entries = (double)count;
    return is_very_sparse(n, count)
               ? n >= 30 && entries <= 0.125 * size * size
               : n >= 200 && entries <= 0.25 * size * size && size > 65.0 * sqrt(entries / size);
}

rdg_lu *rdg_lu_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_lu_kind kind)
{
    rdg_lu *lu = rdg_context_calloc(ctx, 1, sizeof *lu);
    if (!lu) {
        return NULL;
    }
    const bool sparse = kind == RDG_LU_SPARSE ||
                        (kind == RDG_LU_AUTO && sparse_wins(pattern->rows, rdg_pattern_count(pattern)));
    const bool klu = sparse && is_very_sparse(pattern->rows, rdg_pattern_count(pattern));
    lu->ctx = ctx;
    lu->ops = klu ? &rdg_lu_klu_ops : sparse ? &rdg_lu_sparse_ops : &rdg_lu_dense_ops;
    lu->pattern = pattern;
    lu->n = pattern->rows;
    if (lu->ops->create(lu, ctx) != RDG_OK) {
        rdg_lu_free(lu);
        return NULL;
    }
    return lu;
}

void rdg_lu_free(rdg_lu *lu)
{
    if (lu) {
        lu->ops->destroy(lu);
        rdg_free(lu);
    }
}

bool rdg_lu_factor(rdg_lu *lu, const double *values)
{
    return lu->ops->factor(lu, values);
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

void rdg_lu_forget(rdg_lu *lu)
{
    if (lu) {
        lu->is_new = true;
    }
}

rdg_determinant rdg_lu_determinant(const rdg_lu *lu)
{
    return lu->ops->determinant(lu);
}
