/* Which states of rigid contacts follow, by the contact problem of accelerations. */
#include "contact_solver_impl.h"
#include "rigid_contact_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

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

/* Of the sizes that forces have: rounding errors of their sums */
static const double rounding = 128.0 * DBL_EPSILON;

/* Whether a contact bears: of its normal force and its acceleration one vanishes, but for rounding */
static bool bears(const rdg_contact_problem *problem, rdg_index rows, rdg_index row, const double *r)
{
    double size;
    const double acceleration = rdg_rigid_acceleration(problem, rows, row, r, &size);
    return problem->G[row * (rows + 1)] * r[row] > rdg_larger(0.0, acceleration) + rounding * size;
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

/* Contacts that are not to bear: open, each by itself */
static void leave_out(rdg_contact_scaled *p, const bool *out)
{
    for (rdg_index k = 0; k < p->contacts; k++) {
        for (rdg_index row = p->first[k]; out[k] && row < p->first[k + 1]; row++) {
            for (rdg_index j = 0; j < p->n; j++) {
                p->G[row * p->n + j] = p->G[j * p->n + row] = 0.0;
            }
            p->G[row * (p->n + 1)] = 1.0;
            p->b[row] = 0.0;
        }
    }
}

/* Forces without the contacts that are not to bear: whether there are, and none of these then goes below its
 * partner, or, `stay`, moves */
static bool attempt(rdg_contact_solver *s, const rdg_contact_problem *problem, const double *slip, bool stay,
                    double *r, rdg_contact_answer *a)
{
    (void)rdg_contact_take(s, problem);
    const rdg_contact_scaled *p = &s->p;
    memset(r, 0, (size_t)p->n * sizeof *r);
    eliminate_slip(&s->p, problem, slip);
    leave_out(&s->p, s->out);
    rdg_contact_answer_taken(s, r, a);
    substitute_slip(problem, slip, r);
    bool fits = a->method != RDG_CONTACT_UNANSWERED;
    for (rdg_index k = 0; k < p->contacts; k++) {
        for (rdg_index row = p->first[k]; s->out[k] && row < p->first[k + 1]; row++) {
            r[row] = 0.0;
        }
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        if (s->out[k]) {
            double size;
            const double up = rdg_rigid_acceleration(problem, p->n, p->first[k], r, &size);
            fits = fits && (stay ? fabs(up) : -up) <= RDG_RIGID_NONE * size;
        }
    }
    return fits;
}

/* Whether the forces of least norm fit these states: all bear, and what sticks does so below its bound */
static bool least_norm_fits(rdg_contact_solver *s, const rdg_contact_problem *problem,
                            const rdg_rigid_state *state, const double *share)
{
    const double *held = s->start;
    bool fits = rdg_rigid_hold(s, problem, state, share, s->start) == 0;
    for (rdg_index k = 0; k < problem->contacts; k++) {
        const double *r = held + s->p.first[k];
        const bool sticks =
            state[k] == RDG_RIGID_STICKS && problem->directions[k] > 0 && problem->mu[k] > 0.0;
        fits = fits && (!rdg_rigid_bears(state[k]) || r[0] > 0.0) &&
               (!sticks || fabs(r[1]) <= RDG_RIGID_WITHIN_BOUND * problem->mu[k] * r[0]);
    }
    return fits;
}

typedef struct states {
    rdg_rigid_state *state;
    double *share, *r;
} states;

static void find_states(rdg_contact_solver *s, const rdg_contact_problem *problem, const double *slip,
                        const states *to)
{
    read_states(problem, s->p.n, slip, to->state, to->share, to->r);
    rdg_rigid_find_held(s, problem, slip, to->r, to->state, to->share);
}

/* One contact more without load, so that none of those without load moves */
static bool relieve_one(rdg_contact_solver *s, const rdg_contact_problem *problem, const double *slip,
                        const states *to)
{
    const size_t size = (size_t)s->p.n * sizeof *to->r;
    rdg_contact_answer a;
    memcpy(s->kept, to->r, size);
    for (rdg_index k = 0; k < problem->contacts; k++) {
        const bool asked = rdg_rigid_bears(to->state[k]);
        s->out[k] = s->out[k] || asked;
        if (asked && attempt(s, problem, slip, true, to->r, &a)) {
            find_states(s, problem, slip, to);
            return true;
        }
        s->out[k] = s->out[k] && !asked;
    }
    memcpy(to->r, s->kept, size);
    return false;
}

int rdg_rigid_follow(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                     rdg_rigid_state *state, double *share, double *r, rdg_contact_answer *answer)
{
    rdg_contact_answer own = {.method = RDG_CONTACT_UNANSWERED};
    rdg_contact_answer *a = answer ? answer : &own;
    *a = (rdg_contact_answer){.method = RDG_CONTACT_UNANSWERED};
    const rdg_status status = solver ? rdg_contact_take(solver, problem) : RDG_ERR_ARGUMENT;
    if (status != RDG_OK) {
        return status == RDG_ERR_NOT_FINITE ? 1 : -1;
    }
    if ((problem->contacts > 0 && (!slip || !state || !share)) || (solver->p.n > 0 && !r)) {
        return -1;
    }
    bool is_planar = true, is_any_out = false;
    for (rdg_index k = 0; k < problem->contacts; k++) {
        is_planar = is_planar && problem->directions[k] <= 1;
        solver->out[k] = state[k] == RDG_RIGID_RISES;
        is_any_out = is_any_out || solver->out[k];
    }
    if (!is_planar) {
        return -1;
    }
    bool found = attempt(solver, problem, slip, false, r, a);
    if (!found && is_any_out) {
        memset(solver->out, 0, (size_t)problem->contacts * sizeof *solver->out);
        found = attempt(solver, problem, slip, false, r, a);
    }
    if (!found) {
        return 1;
    }
    const states to = {state, share, r};
    find_states(solver, problem, slip, &to);
    for (rdg_index k = 0; k < problem->contacts && !least_norm_fits(solver, problem, state, share) &&
                          relieve_one(solver, problem, slip, &to);
         k++) {
    }
    return 0;
}
