/* Forces of rigid contacts in given states. */
#include "contact_solver_impl.h"
#include "rigid_contact_impl.h"

#include <string.h>

/* Tangential / normal force of a contact that does not stick */
static double share_of(const rdg_contact_scaled *p, const rdg_rigid_state *state, const double *share,
                       rdg_index k)
{
    return state[k] == RDG_RIGID_HELD ? (share && p->directions[k] > 0 ? share[k] : 0.0)
                                      : -rdg_rigid_direction(state[k]) * p->mu[k];
}

/* Column j of the matrix: what the force of a row does to those at rest */
static void add_column(rdg_contact_solver *s, rdg_index count, rdg_index j, rdg_index row, double share)
{
    const rdg_contact_scaled *p = &s->p;
    for (rdg_index i = 0; i < count; i++) {
        s->A[j * count + i] = p->G[row * p->n + s->row[i]];
        s->A[j * count + i] += share != 0.0 ? share * p->G[(row + 1) * p->n + s->row[i]] : 0.0;
    }
    s->x[j] = -p->b[row];
}

/* Rows at rest, into s->row; -1: a spatial contact slips. */
static rdg_index find_rows(rdg_contact_solver *s, const rdg_rigid_state *state)
{
    const rdg_contact_scaled *p = &s->p;
    rdg_index count = 0;
    for (; count < p->bilateral; count++) {
        s->row[count] = count;
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        const bool sticks = state[k] == RDG_RIGID_STICKS && p->mu[k] > 0.0;
        if (p->directions[k] == 2 && rdg_rigid_bears(state[k]) && !sticks && p->mu[k] > 0.0) {
            return -1;
        }
        for (int j = 0; rdg_rigid_bears(state[k]) && j <= (sticks ? p->directions[k] : 0); j++) {
            s->row[count++] = p->first[k] + j;
        }
    }
    return count;
}

int rdg_rigid_hold_taken(rdg_contact_solver *s, const rdg_rigid_state *state, const double *share, double *r)
{
    const rdg_contact_scaled *p = &s->p;
    const rdg_index count = p->contacts > 0 && !state ? -1 : find_rows(s, state);
    if (count < 0 || (p->n > 0 && !r)) {
        return -1;
    }
    rdg_index j = 0;
    for (; j < p->bilateral; j++) {
        add_column(s, count, j, j, 0.0);
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        for (rdg_index row = p->first[k]; j < count && s->row[j] == row && row < p->first[k + 1];
             j++, row++) {
            add_column(s, count, j, row, row == p->first[k] ? share_of(p, state, share, k) : 0.0);
        }
    }
    if (count > 0 && !rdg_contact_linear(s, count)) {
        return 1;
    }
    memset(r, 0, (size_t)p->n * sizeof *r);
    for (j = 0; j < count; j++) {
        r[s->row[j]] = s->x[j];
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        if (share_of(p, state, share, k) != 0.0) {
            r[p->first[k] + 1] = share_of(p, state, share, k) * r[p->first[k]];
        }
    }
    return 0;
}

int rdg_rigid_hold(rdg_contact_solver *solver, const rdg_contact_problem *problem,
                   const rdg_rigid_state *state, const double *share, double *r)
{
    const rdg_status status = solver ? rdg_contact_take(solver, problem) : RDG_ERR_ARGUMENT;
    if (status != RDG_OK) {
        return status == RDG_ERR_NOT_FINITE ? 1 : -1;
    }
    const int answer = rdg_rigid_hold_taken(solver, state, share, r);
    for (rdg_index i = 0; answer == 0 && i < solver->p.n; i++) {
        r[i] /= solver->p.scale[i];
    }
    return answer;
}
