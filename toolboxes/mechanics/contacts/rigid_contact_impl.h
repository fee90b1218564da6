/* Inside of the force law of rigid contacts, with a problem that the solver of contact problems has taken. */
#ifndef RDG_RIGID_CONTACT_IMPL_H
#define RDG_RIGID_CONTACT_IMPL_H

#include <ridgewalk/rigid_follow.h>

/* rdg_rigid_hold() of the problem taken; r is scaled as it is. */
int rdg_rigid_hold_taken(rdg_contact_solver *s, const rdg_rigid_state *state, const double *share, double *r);

/* Of the accelerations that forces make: less is none. The solver of contact problems answers to 1e-12. */
#define RDG_RIGID_NONE 1e-9

/* rigid_held.c: acceleration of a row, and the size of what forces add to it */
double rdg_rigid_acceleration(const rdg_contact_problem *problem, rdg_index rows, rdg_index row,
                              const double *r, double *size);

/* Which contacts at rest others hold, and which without load rest, in states that fit the forces r. Normal
 * rows bear first, then friction within its bound; what is at its bound slips, unless these keep it at rest.
 */
void rdg_rigid_find_held(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *slip,
                         const double *r, rdg_rigid_state *state, double *share);

#endif
