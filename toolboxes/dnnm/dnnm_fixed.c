/* The motions in which named displacements are held fixed. With the weights of the displacements as columns
 * of W = Q [R; 0], Q orthogonal, W^T q = 0 states that the first entries of Q^T q vanish. */
#include "dnnm_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

void rdg_dnnm_fixed_clear(rdg_dnnm_fixed *fixed)
{
    rdg_free(fixed->reflector);
    rdg_free(fixed->coefficient);
    *fixed = (rdg_dnnm_fixed){0};
}

static rdg_status add_column(rdg_dnnm_model *model, const char *where, const char *name, double *column)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(rdg_hbm_structure(model->hb), where, name, &n, &dof, &weight));
    const double sum = rdg_dot(n, weight, weight);
    for (rdg_index i = 0; i < n; i++) {
        column[dof[i]] = weight[i] / sqrt(sum);
    }
    return RDG_OK;
}

static rdg_status factor(rdg_dnnm_model *model, const char *where, const char *const *name,
                         rdg_dnnm_fixed *out)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    const char *structure = rdg_structure_name(rdg_hbm_structure(model->hb));
    if (out->count >= out->n) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "all of \"%s\" is held fixed: no mode is left",
                        structure);
    }
    for (rdg_index k = 0; k < out->count; k++) {
        RDG_TRY(add_column(model, where, name[k], out->reflector + out->n * k));
    }
    const lapack_int n = (lapack_int)out->n;
    if (RDG_BLAS(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, n, (lapack_int)out->count, out->reflector, n,
                                out->coefficient)) != 0) {
        return rdg_fail(ctx, RDG_ERR_LIBRARY, where, "LAPACK's dgeqrf failed");
    }
    for (rdg_index k = 0; k < out->count; k++) {
        if (fabs(out->reflector[k + out->n * k]) < 1e3 * DBL_EPSILON) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "displacement \"%s\" of \"%s\" is fixed already by those before it: leave it out",
                            name[k], structure);
        }
    }
    return RDG_OK;
}

rdg_status rdg_dnnm_fixed_create(rdg_dnnm_model *model, const char *where, const char *const *fixed,
                                 rdg_dnnm_fixed *out)
{
    rdg_context *ctx = rdg_hbm_context(model->hb);
    *out = (rdg_dnnm_fixed){.n = model->n};
    if (!fixed || !fixed[0]) {
        return RDG_OK;
    }
    while (fixed[out->count]) {
        out->count++;
    }
    out->reflector = rdg_context_calloc(ctx, (size_t)(out->n * out->count), sizeof *out->reflector);
    out->coefficient = rdg_context_calloc(ctx, (size_t)out->count, sizeof *out->coefficient);
    const rdg_status status =
        out->reflector && out->coefficient ? factor(model, where, fixed, out) : RDG_ERR_NO_MEMORY;
    if (status != RDG_OK) {
        rdg_dnnm_fixed_clear(out);
    }
    return status;
}

/* A = Q A, Q^T A or A Q, A with n rows and columns or, for Q A, any columns */
static rdg_status apply(const rdg_dnnm_fixed *fixed, rdg_context *ctx, char side, char transposed,
                        rdg_index columns, double *A)
{
    const lapack_int n = (lapack_int)fixed->n;
    const lapack_int info =
        RDG_BLAS(LAPACKE_dormqr(LAPACK_COL_MAJOR, side, transposed, n, (lapack_int)columns,
                                (lapack_int)fixed->count, fixed->reflector, n, fixed->coefficient, A, n));
    return info == 0 ? RDG_OK : RDG_FAIL(ctx, RDG_ERR_LIBRARY, "LAPACK's dormqr failed (%d)", (int)info);
}

rdg_status rdg_dnnm_fixed_reduce(const rdg_dnnm_fixed *fixed, rdg_context *ctx, double *A)
{
    if (fixed->count == 0) {
        return RDG_OK;
    }
    const rdg_index n = fixed->n, left = n - fixed->count;
    RDG_TRY(apply(fixed, ctx, 'L', 'T', n, A));
    RDG_TRY(apply(fixed, ctx, 'R', 'N', n, A));
    for (rdg_index j = 0; j < left; j++) {
        memmove(A + left * j, A + fixed->count + n * (fixed->count + j), (size_t)left * sizeof *A);
    }
    /* rounding would break the symmetry */
    for (rdg_index j = 0; j < left; j++) {
        for (rdg_index i = 0; i < j; i++) {
            A[i + left * j] = A[j + left * i] = 0.5 * (A[i + left * j] + A[j + left * i]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_dnnm_fixed_expand(const rdg_dnnm_fixed *fixed, rdg_context *ctx, const double *y, double *q)
{
    memset(q, 0, (size_t)fixed->count * sizeof *q);
    memcpy(q + fixed->count, y, (size_t)(fixed->n - fixed->count) * sizeof *q);
    return fixed->count == 0 ? RDG_OK : apply(fixed, ctx, 'L', 'N', 1, q);
}
