/* Contacts that stick because others keep them at rest, as both of a point in a vertex: more rows are at rest
 * than there are coordinates, and accelerations do not determine all forces. The solver of contact problems
 * finds some that satisfy all force laws; dependent friction keeps its share of the normal force, none if the
 * others can do without it. */
#include "contact_solver_impl.h"
#include "rigid_contact_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* Of the mobility of a row: less is left of one that depends on others */
static const double dependent = 1e-11;

/* Rows of a Cholesky factor of G, [rows] each: those of the problem that do not depend on each other */
typedef struct row_basis {
    const rdg_contact_problem *problem;
    rdg_index rows, count;
    rdg_index *row;   /* [rows] the first `count` are taken */
    double *L, *next; /* [rows * rows]; [rows] */
} row_basis;

static double entry(const row_basis *basis, rdg_index i, rdg_index j)
{
    return basis->problem->G[i * basis->rows + j];
}

/* Whether a row depends on those of the basis; else it is the next one, if it is to be kept. */
static bool depends(row_basis *basis, rdg_index i, bool keep)
{
    const rdg_index m = basis->rows;
    double *L = basis->L, *next = basis->next, left = entry(basis, i, i);
    for (rdg_index a = 0; a < basis->count; a++) {
        next[a] = (entry(basis, i, basis->row[a]) - rdg_dot(a, L + a * m, next)) / L[a * m + a];
        left -= next[a] * next[a];
    }
    if (!(left > dependent * entry(basis, i, i))) {
        return true;
    }
    if (keep) {
        memcpy(L + basis->count * m, next, (size_t)basis->count * sizeof *L);
        L[basis->count * (m + 1)] = sqrt(left);
        basis->row[basis->count++] = i;
    }
    return false;
}

double rdg_rigid_acceleration(const rdg_contact_problem *problem, rdg_index rows, rdg_index row,
                              const double *r, double *size)
{
    double sum = problem->b[row], all = 0.0;
    for (rdg_index j = 0; j < rows; j++) {
        sum += problem->G[row * rows + j] * r[j];
        all += sqrt(problem->G[j * (rows + 1)]) * fabs(r[j]);
    }
    *size = all * sqrt(problem->G[row * (rows + 1)]);
    return sum;
}

/* Whether a row stays at rest. One that depends on others at an instant only, as of directions that turn,
 * does not. */
static bool stays(const row_basis *basis, const double *r, rdg_index i)
{
    double size;
    const double acceleration = rdg_rigid_acceleration(basis->problem, basis->rows, i, r, &size);
    return fabs(acceleration) <= RDG_RIGID_NONE * size;
}

/* Of contacts that stick within their bound, or at rest are at their bound, those that others hold */
static void find_held(row_basis *basis, const double *slip, const double *r, bool at_bound,
                      rdg_rigid_state *state, double *share)
{
    const rdg_contact_problem *p = basis->problem;
    rdg_index i = p->bilateral;
    for (rdg_index k = 0; k < p->contacts; i += 1 + p->directions[k++]) {
        const bool asked = at_bound ? rdg_rigid_direction(state[k]) != 0 : state[k] == RDG_RIGID_STICKS;
        if (asked && p->directions[k] > 0 && p->mu[k] > 0.0 && slip[k] == 0.0 &&
            depends(basis, i + 1, !at_bound) && stays(basis, r, i + 1)) {
            state[k] = RDG_RIGID_HELD;
            share[k] = fmax(-p->mu[k], fmin(p->mu[k], r[i + 1] / r[i]));
        }
    }
}

/* Of contacts without load, those whose gaps others keep at zero */
static void find_resting(row_basis *basis, const double *r, rdg_rigid_state *state)
{
    const rdg_contact_problem *p = basis->problem;
    rdg_index i = p->bilateral;
    for (rdg_index k = 0; k < p->contacts; i += 1 + p->directions[k++]) {
        if (state[k] == RDG_RIGID_RISES && depends(basis, i, false) && stays(basis, r, i)) {
            state[k] = RDG_RIGID_RESTS;
        }
    }
}

void rdg_rigid_find_held(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                         const double *r, rdg_rigid_state *state, double *share)
{
    row_basis basis = {
        .problem = problem, .rows = solver->p.n, .row = solver->row, .L = solver->J, .next = solver->trial};
    rdg_index i = 0;
    for (; i < problem->bilateral; i++) {
        (void)depends(&basis, i, true);
    }
    for (rdg_index k = 0; k < problem->contacts; i += 1 + problem->directions[k++]) {
        if (rdg_rigid_is_closed(state[k])) {
            (void)depends(&basis, i, true);
        }
    }
    find_held(&basis, slip, r, false, state, share);
    find_held(&basis, slip, r, true, state, share);
    find_resting(&basis, r, state);
}
