/* Modes: what each contact does. */
#include "rigid_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A contact that sticks comes back to rest at this rate if rounding has moved it. */
static const double fade = 1.0;

int rdg_rigid_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_rigid_mode *mode = data;
    const rdg_rigid *r = mode->of;
    (void)n, (void)m;
    const int answer = rdg_rigid_evaluate(mode, u, fade, false);
    if (answer == 0) {
        memcpy(y, u + r->n, (size_t)r->n * sizeof *y);
        memcpy(y + r->n, r->a, (size_t)r->n * sizeof *y);
    }
    return answer;
}

static int field_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_rigid_mode *mode = data;
    const rdg_rigid *r = mode->of;
    const int answer = rdg_rigid_evaluate(mode, u, fade, true);
    for (rdg_index j = 0; answer == 0 && j < n; j++) {
        memcpy(values + m * j + r->n, r->J + r->n * j, (size_t)r->n * sizeof *values);
        if (j >= r->n && j < r->n2) {
            values[m * j + j - r->n] = 1.0;
        }
    }
    return answer;
}

/* What holds all that sticks */
static rdg_status find_hold(rdg_rigid_mode *mode)
{
    const rdg_rigid *r = mode->of;
    const rdg_index m = r->contacts;
    double G[RDG_RIGID_MOST * RDG_RIGID_MOST];
    for (rdg_index i = 0; i < m * m; i++) {
        G[i] = rdg_dot(r->n, r->w + r->n * (i % m), r->push + r->n * (i / m));
    }
    const int answer = rdg_rigid_hold_pressed(r->ctx, m, G, mode->state, mode->hold);
    return answer < 0    ? RDG_ERR_NO_MEMORY
           : answer == 0 ? RDG_OK
                         : rdg_fail(r->ctx, RDG_ERR_ARGUMENT, "rdg_coulomb_hybrid",
                                    "the displacements of the contacts of \"%s\" depend on each other: what "
                                    "holds each of them while they stick is not determined",
                                    r->name);
}

static rdg_rigid_mode *create(rdg_rigid *r, const rdg_rigid_state *state)
{
    static const char *const words[] = {
        [RDG_RIGID_STICKS] = "stick", [RDG_RIGID_SLIPS_FORWARD] = "slip+", [RDG_RIGID_SLIPS_BACK] = "slip-"};
    rdg_rigid_mode *mode = rdg_context_calloc(r->ctx, 1, sizeof *mode);
    if (!mode) {
        return NULL;
    }
    mode->of = r;
    for (rdg_index k = 0; k < r->contacts; k++) {
        mode->state[k] = state[k];
        if (state[k] == RDG_RIGID_STICKS) {
            mode->which[mode->stuck++] = k;
        }
        const size_t length = strlen(mode->name);
        (void)snprintf(mode->name + length, sizeof mode->name - length, "%s%s", k > 0 ? " " : "",
                       words[state[k]]);
    }
    mode->next = r->mode; /* owned from here on */
    r->mode = mode;
    mode->place = -1;
    return find_hold(mode) == RDG_OK ? mode : NULL;
}

rdg_status rdg_rigid_place(rdg_rigid_mode *mode)
{
    const rdg_rigid *r = mode->of;
    const bool is_linear = !r->force.f;
    if (mode->place >= 0) {
        return RDG_OK;
    }
    mode->place = rdg_hybrid_phases(r->hybrid);
    return rdg_hybrid_add_phase(
        r->hybrid, &(rdg_hybrid_phase){.name = mode->name,
                                       .n = r->n2,
                                       .field = {.f = rdg_rigid_field, .df = field_df, .data = mode},
                                       .linear = is_linear,
                                       .harmonics = is_linear ? 1 : 0});
}

rdg_rigid_mode *rdg_rigid_mode_of(rdg_rigid *r, const rdg_rigid_state *state)
{
    for (rdg_rigid_mode *mode = r->mode; mode; mode = mode->next) {
        if (memcmp(mode->state, state, (size_t)r->contacts * sizeof *state) == 0) {
            return mode;
        }
    }
    return create(r, state);
}
