/* The life of the workspace of a force law, and the force with what it holds: with w = W(x) the derivative is
 * df/dx
 * + df/dw dW/dx. */
#include "law_workspace_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

void rdg_law_workspace_free(rdg_law_workspace *workspace)
{
    if (workspace) {
        rdg_free(workspace->v);
        rdg_free(workspace->w);
        rdg_free(workspace->w_x);
        rdg_free(workspace->df);
        rdg_free(workspace->x_s);
        rdg_free(workspace->v_s);
        rdg_free(workspace->f_s);
        rdg_free(workspace->status);
        rdg_free(workspace);
    }
}

static void fill(rdg_context *ctx, rdg_law_workspace *workspace)
{
    const size_t d = (size_t)workspace->d, m = (size_t)workspace->m;
    workspace->v = rdg_context_calloc(ctx, d, sizeof(double));
    workspace->w = rdg_context_calloc(ctx, m, sizeof(double));
    workspace->w_x = rdg_context_calloc(ctx, m * d, sizeof(double));
    workspace->df = rdg_context_calloc(ctx, d * (size_t)workspace->n, sizeof(double));
    workspace->x_s = rdg_context_calloc(ctx, d, sizeof(double));
    workspace->v_s = rdg_context_calloc(ctx, d, sizeof(double));
    workspace->f_s = rdg_context_calloc(ctx, d, sizeof(double));
    workspace->status = rdg_context_calloc(ctx, (size_t)workspace->parts, sizeof(int));
}

rdg_law_workspace *rdg_law_workspace_create(rdg_context *ctx, const rdg_law_in_time *law, const void *self,
                                            rdg_index d)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (!law || !law->force || d < 1) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "there is no force law, or no displacement: d = %lld", (long long)d);
        return NULL;
    }
    rdg_law_workspace *workspace = rdg_context_calloc(ctx, 1, sizeof *workspace);
    if (!workspace) {
        return NULL;
    }
    const rdg_law_regimes *regimes = law->regimes;
    *workspace = (rdg_law_workspace){.law = law, .self = self, .d = d, .parts = regimes ? 1 : 0};
    if (regimes && regimes->parts) {
        workspace->parts = regimes->parts(self);
    }
    workspace->m = regimes ? regimes->memory * workspace->parts : 0;
    workspace->n = 2 * d + workspace->m;
    fill(ctx, workspace);
    if (rdg_error_status(ctx) != RDG_OK) {
        rdg_law_workspace_free(workspace);
        return NULL;
    }
    return workspace;
}

void rdg_law_workspace_clear(rdg_law_workspace *workspace)
{
    memset(workspace->w, 0, (size_t)workspace->m * sizeof *workspace->w);
    memset(workspace->w_x, 0, (size_t)(workspace->m * workspace->d) * sizeof *workspace->w_x);
    memset(workspace->status, 0, (size_t)workspace->parts * sizeof *workspace->status);
}

int rdg_law_workspace_force(rdg_law_workspace *workspace, const double *x, const double *v, double *f,
                            double *fx, double *fv)
{
    const rdg_index d = workspace->d;
    const rdg_law_state at = {.x = x, .v = v, .w = workspace->w, .status = workspace->status};
    memset(f, 0, (size_t)d * sizeof *f);
    memset(workspace->df, 0, (size_t)(d * workspace->n) * sizeof *workspace->df);
    const int answer = workspace->law->force(workspace->self, d, &at,
                                             &(rdg_law_force){.f = f, .df = fx || fv ? workspace->df : NULL});
    for (rdg_index j = 0; fx && j < d; j++) {
        for (rdg_index i = 0; i < d; i++) {
            double sum = workspace->df[i + d * j];
            for (rdg_index k = 0; k < workspace->m; k++) {
                sum += workspace->df[i + d * (2 * d + k)] * workspace->w_x[k + workspace->m * j];
            }
            fx[i + d * j] = sum;
        }
    }
    if (fv) {
        memcpy(fv, workspace->df + d * d, (size_t)(d * d) * sizeof *fv);
    }
    return answer;
}
