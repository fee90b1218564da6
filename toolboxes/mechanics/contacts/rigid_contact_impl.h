/* Inside of the law of rigid contacts, with a problem that the solver of contact problems has taken. */
#ifndef RDG_RIGID_CONTACT_IMPL_H
#define RDG_RIGID_CONTACT_IMPL_H

#include <ridgewalk/rigid_follow.h>

/* rdg_rigid_hold() of the problem taken; r is scaled as it is. */
int rdg_rigid_hold_taken(rdg_contact_solver *s, const rdg_rigid_state *state, const double *share, double *r);

/* rigid_held.c: which contacts at rest others hold, in states that fit the forces r. Normal rows bear first,
 * then friction within its bound; what is at its bound slips, unless these keep it at rest. */
void rdg_rigid_find_held(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                         const double *r, rdg_rigid_state *state, double *share);

#endif
