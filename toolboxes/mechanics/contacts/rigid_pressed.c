/* Rigid contacts that are pressed by given forces: what holds those that stick, and which states fit. */
#include "contact_solver_impl.h"

#include <ridgewalk/rigid_follow.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

bool rdg_rigid_next_states(rdg_index contacts, const bool *rests, rdg_rigid_state *state)
{
    for (rdg_index k = 0; rests && state && k < contacts; k++) {
        if (rests[k]) {
            rdg_rigid_state ways[2];
            rdg_rigid_successors(RDG_RIGID_STICKS, ways);
            state[k] = state[k] == RDG_RIGID_STICKS ? ways[0]
                       : state[k] == ways[0]        ? ways[1]
                                                    : RDG_RIGID_STICKS;
            if (state[k] != RDG_RIGID_STICKS) {
                return true;
            }
        }
    }
    return false;
}

/* Columns of the inverse of G of m rows: forces of ideal constraints, for each unit of acceleration */
static int invert(rdg_contact_solver *solver, rdg_index m, const double *G, double *b, double *hold)
{
    int answer = 0;
    for (rdg_index j = 0; answer == 0 && j < m; j++) {
        for (rdg_index i = 0; i < m; i++) {
            b[i] = i == j ? -1.0 : 0.0;
            hold[m * j + i] = 0.0;
        }
        const rdg_contact_problem problem = {.bilateral = m, .G = G, .b = b};
        answer = rdg_contact_try(solver, &problem, hold + m * j, NULL);
    }
    return answer;
}

int rdg_rigid_hold_pressed(rdg_context *ctx, rdg_index contacts, const double *G,
                           const rdg_rigid_state *state, double *hold)
{
    if (!ctx || contacts < 1 || !G || !state || !hold) {
        return -1;
    }
    rdg_contact_solver *solver = rdg_contact_solver_create(ctx, contacts, 0);
    double *own = rdg_context_calloc(ctx, (size_t)(contacts * (contacts + 1)), sizeof *own);
    rdg_index m = 0, entries = 0;
    for (rdg_index j = 0; own && j < contacts; j++) {
        m += state[j] == RDG_RIGID_STICKS;
        for (rdg_index i = 0; state[j] == RDG_RIGID_STICKS && i < contacts; i++) {
            if (state[i] == RDG_RIGID_STICKS) {
                own[entries++] = G[contacts * j + i];
            }
        }
    }
    const int answer = solver && own ? invert(solver, m, own, own + entries, hold) : -1;
    rdg_contact_solver_free(solver);
    rdg_free(own);
    return answer;
}

double rdg_rigid_pressed_margin(rdg_index contacts, const rdg_rigid_state *state, const bool *rests,
                                const double *slip, const double *force, const double *bound)
{
    double margin = INFINITY;
    if (!state || !rests || !slip || !force || !bound) {
        return NAN;
    }
    for (rdg_index k = 0; k < contacts; k++) {
        if (rests[k] || state[k] == RDG_RIGID_STICKS) {
            const double own = rdg_rigid_friction_margin(state[k], slip[k], force[k], bound[k]);
            if (!isfinite(own) && state[k] != RDG_RIGID_OPEN) {
                return NAN; /* fmin() would leave it out */
            }
            margin = fmin(margin, own);
        }
    }
    return isinf(margin) ? 1.0 : margin;
}
