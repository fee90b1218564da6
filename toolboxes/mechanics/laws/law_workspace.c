/* The life of the room of a law, and the force with what it holds: with w = W(x) the derivative is df/dx +
 * df/dw dW/dx. */
#include "law_workspace_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

void rdg_law_workspace_free(rdg_law_workspace *room)
{
    if (room) {
        rdg_free(room->v);
        rdg_free(room->w);
        rdg_free(room->w_x);
        rdg_free(room->df);
        rdg_free(room->x_s);
        rdg_free(room->v_s);
        rdg_free(room->f_s);
        rdg_free(room->status);
        rdg_free(room);
    }
}

static void fill(rdg_context *ctx, rdg_law_workspace *room)
{
    const size_t d = (size_t)room->d, m = (size_t)room->m;
    room->v = rdg_context_calloc(ctx, d, sizeof(double));
    room->w = rdg_context_calloc(ctx, m, sizeof(double));
    room->w_x = rdg_context_calloc(ctx, m * d, sizeof(double));
    room->df = rdg_context_calloc(ctx, d * (size_t)room->n, sizeof(double));
    room->x_s = rdg_context_calloc(ctx, d, sizeof(double));
    room->v_s = rdg_context_calloc(ctx, d, sizeof(double));
    room->f_s = rdg_context_calloc(ctx, d, sizeof(double));
    room->status = rdg_context_calloc(ctx, (size_t)room->parts, sizeof(int));
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
    rdg_law_workspace *room = rdg_context_calloc(ctx, 1, sizeof *room);
    if (!room) {
        return NULL;
    }
    const rdg_law_regimes *regimes = law->regimes;
    *room = (rdg_law_workspace){.law = law, .self = self, .d = d, .parts = regimes ? 1 : 0};
    if (regimes && regimes->parts) {
        room->parts = regimes->parts(self);
    }
    room->m = regimes ? regimes->memory * room->parts : 0;
    room->n = 2 * d + room->m;
    fill(ctx, room);
    if (rdg_error_status(ctx) != RDG_OK) {
        rdg_law_workspace_free(room);
        return NULL;
    }
    return room;
}

void rdg_law_workspace_clear(rdg_law_workspace *room)
{
    memset(room->w, 0, (size_t)room->m * sizeof *room->w);
    memset(room->w_x, 0, (size_t)(room->m * room->d) * sizeof *room->w_x);
    memset(room->status, 0, (size_t)room->parts * sizeof *room->status);
}

int rdg_law_workspace_force(rdg_law_workspace *room, const double *x, const double *v, double *f, double *fx,
                            double *fv)
{
    const rdg_index d = room->d;
    const rdg_law_state at = {.x = x, .v = v, .w = room->w, .status = room->status};
    memset(f, 0, (size_t)d * sizeof *f);
    memset(room->df, 0, (size_t)(d * room->n) * sizeof *room->df);
    const int answer =
        room->law->force(room->self, d, &at, &(rdg_law_force){.f = f, .df = fx || fv ? room->df : NULL});
    for (rdg_index j = 0; fx && j < d; j++) {
        for (rdg_index i = 0; i < d; i++) {
            double sum = room->df[i + d * j];
            for (rdg_index k = 0; k < room->m; k++) {
                sum += room->df[i + d * (2 * d + k)] * room->w_x[k + room->m * j];
            }
            fx[i + d * j] = sum;
        }
    }
    if (fv) {
        memcpy(fv, room->df + d * d, (size_t)(d * d) * sizeof *fv);
    }
    return answer;
}
