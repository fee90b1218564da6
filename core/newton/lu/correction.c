/* If the solution of LU x = b has the relative error e, so has its correction, the solution of
 * LU d = b - A x: x + d has e^2, and so on (Higham, Accuracy and Stability of Numerical Algorithms, 12.1). */
#include "correction_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <string.h>

rdg_status rdg_correction_create(rdg_correction *c, const rdg_lu *lu, rdg_plain_solve solve)
{
    c->solve = solve;
    c->known = rdg_context_calloc(lu->ctx, (size_t)lu->n, sizeof *c->known);
    c->residual = rdg_context_calloc(lu->ctx, (size_t)lu->n, sizeof *c->residual);
    return c->known && c->residual ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_correction_free(rdg_correction *c)
{
    rdg_free(c->values);
    rdg_free(c->known);
    rdg_free(c->residual);
}

/* r -= A x, or r -= A^T x */
static void subtract_product(const rdg_pattern *a, bool transposed, const double *values, const double *x,
                             double *r)
{
    for (rdg_index c = 0; c < a->cols; c++) {
        for (rdg_index e = a->start[c]; e < a->start[c + 1]; e++) {
            const rdg_index row = a->row[e];
            r[transposed ? c : row] -= values[e] * x[transposed ? row : c];
        }
    }
}

/* 1 or -1, as if at random. */
static double sign_of(rdg_index c)
{
    return ((uint64_t)c + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 63 ? 1.0 : -1.0;
}

/* The largest error of a solution that is known, 1 or -1 in the unit of each column. Where a pivot is nothing
 * but rounding it is about 1, along the vector that the matrix takes to 0. */
static double error_of_trial(const rdg_correction *c, const rdg_lu *lu, const double *values)
{
    const rdg_pattern *a = lu->pattern;
    for (rdg_index k = 0; k < lu->n; k++) {
        c->known[k] = sign_of(k) / rdg_lu_largest(a->start[k + 1] - a->start[k], values + a->start[k]);
    }
    memset(c->residual, 0, (size_t)lu->n * sizeof *c->residual);
    subtract_product(a, false, values, c->known, c->residual);
    c->solve(lu, false, c->residual);
    double error = 0.0;
    for (rdg_index k = 0; k < lu->n; k++) {
        const double relative = fabs(c->residual[k] / c->known[k] + 1.0);
        error = isless(relative, INFINITY) ? fmax(error, relative) : INFINITY;
    }
    return error;
}

bool rdg_correction_plan(rdg_correction *c, const rdg_lu *lu, const double *values, double allowed)
{
    const double error = error_of_trial(c, lu, values);
    /* what a pivot that is large enough has at most */
    if (error > rdg_lu_rounding(lu->n) / rdg_lu_doubtful(lu->n)) {
        return false;
    }
    const size_t count = (size_t)rdg_pattern_count(lu->pattern);
    c->values = c->values ? c->values : rdg_context_calloc(lu->ctx, count, sizeof *c->values);
    if (!c->values) {
        return false;
    }
    memcpy(c->values, values, count * sizeof *values);
    double rest = error;
    do {
        c->steps++;
        rest *= error;
    } while (rest > allowed);
    return true;
}

void rdg_correction_apply(rdg_correction *c, const rdg_lu *lu, bool transposed, const double *b, double *x)
{
    for (int step = 0; step < c->steps; step++) {
        memcpy(c->residual, b, (size_t)lu->n * sizeof *b);
        subtract_product(lu->pattern, transposed, c->values, x, c->residual);
        c->solve(lu, transposed, c->residual);
        for (rdg_index k = 0; k < lu->n; k++) {
            x[k] += c->residual[k];
        }
    }
}
