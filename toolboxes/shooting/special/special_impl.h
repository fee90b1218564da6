/* Points of a branch at which something begins or ends. */
#ifndef RDG_SPECIAL_IMPL_H
#define RDG_SPECIAL_IMPL_H

#include "search_impl.h"

/* --- watch.c */

/* Add monitors and special points that end a sequence of crossings. */
rdg_status rdg_orbit_add_watch(rdg_shooting *s, rdg_problem *p);

/* --- monodromy.c */

/* Add multipliers and what they tell to the problem. */
rdg_status rdg_orbit_add_multipliers(rdg_shooting *s, rdg_problem *p);

/* --- resequence.c */

/* Let the sequence of crossings change along runs. */
rdg_status rdg_orbit_let_sequence_change(rdg_shooting *s, rdg_problem *p);

#endif
