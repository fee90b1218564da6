/* Orbits as a whole: their life, and that of the problems made of them. */
#ifndef RDG_ORBIT_IMPL_H
#define RDG_ORBIT_IMPL_H

#include "special_impl.h"

/* --- shooting.c */

/* Someone no longer needs the orbits: a problem, or who made them. */
void rdg_orbit_leave(void *shooting);

/* Orbits of the same system, made of these segments, at parameters p. NULL after a failure. */
rdg_shooting *rdg_shooting_of(const rdg_shooting *like, const double *p, rdg_index order,
                              const rdg_draft *draft);

#endif
