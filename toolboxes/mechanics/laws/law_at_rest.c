/* The force of a law at rest: its memory is settled where the displacements are, and the force is that of the
 * regime found there. With w = W(x) the derivative is df/dx + df/dw dW/dx. */
#include "law_in_time.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

/* Memory and regimes of a law at rest, and the force there. */
typedef struct workspace {
    rdg_index d, m, n, parts;
    double *v, *w, *w_x, *df; /* [d], [m], [m * d], [d * n] */
    int *status;              /* [parts] */
} workspace;

static void clear(workspace *work)
{
    rdg_free(work->v);
    rdg_free(work->w);
    rdg_free(work->w_x);
    rdg_free(work->df);
    rdg_free(work->status);
}

static rdg_status make(rdg_context *ctx, const rdg_law_in_time *law, const void *self, rdg_index d,
                       workspace *work)
{
    const rdg_law_regimes *regimes = law->regimes;
    *work = (workspace){.d = d, .parts = regimes ? 1 : 0};
    if (regimes && regimes->parts) {
        work->parts = regimes->parts(self);
    }
    work->m = regimes ? regimes->memory * work->parts : 0;
    work->n = 2 * d + work->m;
    work->v = rdg_context_calloc(ctx, (size_t)d, sizeof(double));
    work->w = rdg_context_calloc(ctx, (size_t)work->m, sizeof(double));
    work->w_x = rdg_context_calloc(ctx, (size_t)(work->m * d), sizeof(double));
    work->df = rdg_context_calloc(ctx, (size_t)(d * work->n), sizeof(double));
    work->status = rdg_context_calloc(ctx, (size_t)work->parts, sizeof(int));
    return rdg_error_status(ctx);
}

static int evaluate(const rdg_law_in_time *law, const void *self, const workspace *work, const double *x,
                    const double *rest, double *f, double *fx)
{
    const rdg_index d = work->d;
    if (law->regimes) {
        law->regimes->start(self, d, rest, x, work->w, work->w_x);
        law->regimes->settle(self, d, x, work->v, work->w, work->status, work->w_x);
    }
    const rdg_law_state at = {.x = x, .v = work->v, .w = work->w, .status = work->status};
    memset(f, 0, (size_t)d * sizeof *f);
    const int answer = law->force(self, d, &at, &(rdg_law_force){.f = f, .df = work->df});
    for (rdg_index j = 0; j < d; j++) {
        for (rdg_index i = 0; i < d; i++) {
            double sum = work->df[i + d * j];
            for (rdg_index k = 0; k < work->m; k++) {
                sum += work->df[i + d * (2 * d + k)] * work->w_x[k + work->m * j];
            }
            fx[i + d * j] = sum;
        }
    }
    return answer;
}

int rdg_law_at_rest(const rdg_law_in_time *law, const void *self, rdg_context *ctx, rdg_index d,
                    const double *x, const double *rest, double *f, double *fx)
{
    if (!law || !law->force || !x || !f || !fx) {
        return -1;
    }
    workspace work;
    const int answer =
        make(ctx, law, self, d, &work) == RDG_OK ? evaluate(law, self, &work, x, rest, f, fx) : -1;
    clear(&work);
    return answer;
}
