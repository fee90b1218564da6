/* Points of a branch at which something begins or ends. */
#ifndef RDG_SPECIAL_IMPL_H
#define RDG_SPECIAL_IMPL_H

#include "search_impl.h"

/* --- watch.c */

/* Add monitors and special points that end a sequence of crossings. */
rdg_status rdg_orbit_add_watch(rdg_shooting *s, rdg_problem *p);

/* --- stability.c */

/* Add multipliers and what they tell to the problem. */
rdg_status rdg_orbit_add_multipliers(rdg_shooting *s, rdg_problem *p);

/* --- multipliers.c: what multipliers are computed in, before the orbits go */
void rdg_orbit_release_walk(rdg_shooting *s);

/* The impact that the orbit at variables u grazes, or only just has: its name; NULL: it is none. */
const char *rdg_orbit_grazed_impact(rdg_shooting *s, const double *u);

/* --- resequence.c */

/* Let the sequence of crossings change along runs. */
rdg_status rdg_orbit_let_sequence_change(rdg_shooting *s, rdg_problem *p);

/* --- duration.c: callbacks of the monitor "duration"; data: rdg_shooting */
int rdg_orbit_duration(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_orbit_duration_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

#endif
