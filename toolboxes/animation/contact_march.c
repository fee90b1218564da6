/* The force law of a contact follows the motion from one instant to the next. */
#include "contact_march_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

enum { LEAST_INSTANTS = 2048 };

static int worst_state(const rdg_contact_walk *m)
{
    int worst = RDG_SHOWN_NO_CONTACT;
    for (rdg_index part = 0; part < m->parts; part++) {
        const int shown = (int)rdg_contact_shown(m, m->status[part]);
        worst = shown > worst ? shown : worst;
    }
    return worst;
}

static int read_force(const rdg_contact_walk *m, double *force)
{
    const rdg_law_state at = {.x = m->x, .v = m->v, .w = m->w, .status = m->status};
    memset(m->force, 0, (size_t)m->d * sizeof *m->force);
    const int answer = m->law->force(m->of->self, m->d, &at, &(rdg_law_force){.f = m->force});
    for (rdg_index j = 0; j < m->d; j++) {
        force[j] = -m->force[j]; /* the force law's force is against the displacements */
    }
    return answer;
}

static rdg_status walk(const rdg_contact_walk *m, rdg_context *ctx, rdg_index frames, double *turn,
                       int *state, double *force)
{
    const rdg_index stride = (LEAST_INSTANTS + frames - 1) / frames, instants = stride * frames;
    const rdg_index before = (RDG_CONTACT_PERIODS - 1) * instants;
    rdg_contact_begin(m);
    for (rdg_index i = 0; i < before + instants; i++) {
        rdg_contact_turn(m->of->basis, 2.0 * RDG_PI * (double)(i % instants) / (double)instants, turn);
        rdg_contact_place(m, turn);
        m->law->regimes->update(m->of->self, m->d, m->x, m->v, m->w, m->status, NULL);
        const rdg_index frame = (i - before) / stride;
        if (i < before || i % stride != 0) {
            continue;
        }
        state[frame] = worst_state(m);
        if (read_force(m, force + frame * m->d) != 0) {
            return rdg_fail(ctx, RDG_ERR_CALLBACK, "rdg_animate",
                            "the force law of \"%s\" is outside its domain", m->of->element->name);
        }
    }
    return RDG_OK;
}

rdg_status rdg_contact_march(rdg_context *ctx, const rdg_contact_motion *motion, rdg_index frames, int *state,
                             double *force)
{
    rdg_contact_walk m;
    rdg_status status = rdg_contact_walk_create(ctx, motion, &m);
    double *turn = rdg_context_calloc(ctx, 2 * (size_t)motion->basis->n_harmonics, sizeof *turn);
    if (status == RDG_OK && turn) {
        status = walk(&m, ctx, frames, turn, state, force);
    }
    rdg_contact_walk_free(&m);
    rdg_free(turn);
    return status == RDG_OK ? rdg_error_status(ctx) : status;
}
