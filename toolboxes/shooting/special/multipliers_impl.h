/* Multipliers of an orbit from its motion step by step, whatever their range. */
#ifndef RDG_MULTIPLIERS_IMPL_H
#define RDG_MULTIPLIERS_IMPL_H

#include "special_impl.h"

/* Those at u, as many as the states without the trivial one: logarithms of their moduli, the largest first,
 * -INFINITY of those that are exactly 0, and their angles; borrowed until the next call. 0; > 0: they are not
 * known; < 0: there is no memory, or a callback has requested to end the run. */
int rdg_orbit_multipliers(rdg_shooting *s, const double *u, const double **log, const double **angle);

#endif
