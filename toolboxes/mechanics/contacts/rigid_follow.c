/* Which states of rigid contacts follow, by the contact problem of accelerations. */
#include "contact_solver_impl.h"
#include "rigid_contact_impl.h"

#include <math.h>

const char *rdg_rigid_change_name(rdg_rigid_change change)
{
    static const char *const name[] = {"ON", "OFF", "SL", "ST"};
    return (unsigned)change < sizeof name / sizeof *name ? name[change] : "";
}

/* Tangential / normal force of a contact that slips, else 0 */
static double slip_share(const rdg_contact_problem *problem, const double *slip, rdg_index k)
{
    return problem->directions[k] == 0 || slip[k] == 0.0 ? 0.0 : -copysign(problem->mu[k], slip[k]);
}

/* Friction of those that slip follows their normal forces, and leaves the unknowns: the column of a normal
 * force has what its friction does. Rows of a contact have one scale. */
static void eliminate_slip(rdg_contact_scaled *p, const rdg_contact_problem *problem, const double *slip)
{
    for (rdg_index k = 0; k < p->contacts; k++) {
        const double share = slip_share(problem, slip, k);
        double *normal = p->G + p->first[k] * p->n;
        for (rdg_index i = 0; share != 0.0 && i < p->n; i++) {
            normal[i] += share * normal[p->n + i];
        }
        if (share != 0.0) {
            p->mu[k] = p->mu[p->contacts + k] = 0.0;
        }
    }
}

/* Whether a contact bears: of its normal force and its acceleration one vanishes, but for rounding */
static bool bears(const rdg_contact_problem *problem, rdg_index rows, rdg_index row, const double *r)
{
    double acceleration = problem->b[row];
    for (rdg_index j = 0; j < rows; j++) {
        acceleration += problem->G[j * rows + row] * r[j];
    }
    return r[row] > 0.0 && problem->G[row * (rows + 1)] * r[row] > acceleration;
}

static void read_states(const rdg_contact_problem *problem, rdg_index rows, const double *slip,
                        rdg_rigid_state *state, double *share, double *r)
{
    rdg_index row = problem->bilateral;
    for (rdg_index k = 0; k < problem->contacts; row += 1 + problem->directions[k++]) {
        const bool rubs = problem->directions[k] > 0 && problem->mu[k] > 0.0;
        share[k] = 0.0;
        state[k] = !bears(problem, rows, row, r) ? RDG_RIGID_RISES
                   : !rubs                       ? RDG_RIGID_STICKS
                                                 : rdg_rigid_friction_state(slip[k], 0.0, r[row + 1],
                                                                            RDG_RIGID_WITHIN_BOUND * problem->mu[k] * r[row]);
    }
}

/* Friction of those that slip */
static void substitute_slip(const rdg_contact_problem *problem, const double *slip, double *r)
{
    rdg_index row = problem->bilateral;
    for (rdg_index k = 0; k < problem->contacts; row += 1 + problem->directions[k++]) {
        const double share = slip_share(problem, slip, k);
        if (share != 0.0) {
            r[row + 1] = share * r[row];
        }
    }
}

int rdg_rigid_follow(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                     rdg_rigid_state *state, double *share, double *r, rdg_contact_answer *answer)
{
    rdg_contact_answer own;
    rdg_contact_answer *a = answer ? answer : &own;
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
    const rdg_status status = solver ? rdg_contact_take(solver, problem) : RDG_ERR_ARGUMENT;
    if (status != RDG_OK) {
        return status == RDG_ERR_NOT_FINITE ? 1 : -1;
    }
    if ((problem->contacts > 0 && (!slip || !state || !share)) || (solver->p.n > 0 && !r)) {
        return -1;
    }
    for (rdg_index k = 0; k < problem->contacts; k++) {
        if (problem->directions[k] > 1) {
            return -1;
        }
    }
    for (rdg_index i = 0; i < solver->p.n; i++) {
        r[i] = 0.0;
    }
    eliminate_slip(&solver->p, problem, slip);
    rdg_contact_answer_taken(solver, r, a);
    if (a->method == RDG_CONTACT_UNANSWERED) {
        return 1;
    }
    substitute_slip(problem, slip, r);
    read_states(problem, solver->p.n, slip, state, share, r);
    rdg_rigid_find_held(solver, problem, slip, r, state, share);
    return 0;
}
