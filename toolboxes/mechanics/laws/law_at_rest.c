/* The force of a law at rest: its memory is settled where the displacements are, and the force is that of the
 * regime found there. With w = W(x) the derivative is df/dx + df/dw dW/dx. */
#include "law_in_time.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

struct rdg_law_room {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, n, parts;
    double *v, *w, *w_x, *df; /* [d], [m], [m * d], [d * n] */
    int *status;              /* [parts] */
};

void rdg_law_room_free(rdg_law_room *room)
{
    if (room) {
        rdg_free(room->v);
        rdg_free(room->w);
        rdg_free(room->w_x);
        rdg_free(room->df);
        rdg_free(room->status);
        rdg_free(room);
    }
}

rdg_law_room *rdg_law_room_create(rdg_context *ctx, const rdg_law_in_time *law, const void *self, rdg_index d)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (!law || !law->force || d < 1) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "there is no law of force, or no displacement: d = %lld",
                 (long long)d);
        return NULL;
    }
    rdg_law_room *room = rdg_context_calloc(ctx, 1, sizeof *room);
    if (!room) {
        return NULL;
    }
    const rdg_law_regimes *regimes = law->regimes;
    *room = (rdg_law_room){.law = law, .self = self, .d = d, .parts = regimes ? 1 : 0};
    if (regimes && regimes->parts) {
        room->parts = regimes->parts(self);
    }
    room->m = regimes ? regimes->memory * room->parts : 0;
    room->n = 2 * d + room->m;
    room->v = rdg_context_calloc(ctx, (size_t)d, sizeof(double));
    room->w = rdg_context_calloc(ctx, (size_t)room->m, sizeof(double));
    room->w_x = rdg_context_calloc(ctx, (size_t)(room->m * d), sizeof(double));
    room->df = rdg_context_calloc(ctx, (size_t)(d * room->n), sizeof(double));
    room->status = rdg_context_calloc(ctx, (size_t)room->parts, sizeof(int));
    if (rdg_error_status(ctx) != RDG_OK) {
        rdg_law_room_free(room);
        return NULL;
    }
    return room;
}

int rdg_law_at_rest(rdg_law_room *room, const double *x, const double *rest, double *f, double *fx)
{
    if (!room || !x || !f || !fx) {
        return -1;
    }
    const rdg_law_in_time *law = room->law;
    const rdg_index d = room->d;
    memset(room->w, 0, (size_t)room->m * sizeof *room->w); /* all as new */
    memset(room->w_x, 0, (size_t)(room->m * d) * sizeof *room->w_x);
    memset(room->df, 0, (size_t)(d * room->n) * sizeof *room->df);
    memset(room->status, 0, (size_t)room->parts * sizeof *room->status);
    if (law->regimes) {
        law->regimes->start(room->self, d, rest, x, room->w, room->w_x);
        law->regimes->settle(room->self, d, x, room->v, room->w, room->status, room->w_x);
    }
    const rdg_law_state at = {.x = x, .v = room->v, .w = room->w, .status = room->status};
    memset(f, 0, (size_t)d * sizeof *f);
    const int answer = law->force(room->self, d, &at, &(rdg_law_force){.f = f, .df = room->df});
    for (rdg_index j = 0; j < d; j++) {
        for (rdg_index i = 0; i < d; i++) {
            double sum = room->df[i + d * j];
            for (rdg_index k = 0; k < room->m; k++) {
                sum += room->df[i + d * (2 * d + k)] * room->w_x[k + room->m * j];
            }
            fx[i + d * j] = sum;
        }
    }
    return answer;
}
