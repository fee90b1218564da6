/* An orbit from a motion: the segments that it shows. */
#ifndef RDG_SEARCH_IMPL_H
#define RDG_SEARCH_IMPL_H

#include "equations_impl.h"

/* --- draft.c: an orbit before there is space for it */
typedef struct rdg_draft_segment {
    rdg_index mode, event; /* event -1: none ends it */
    double ratio;          /* as in rdg_orbit_segment */
    bool at_once;          /* likewise */
    double phi, tau;       /* at its start; duration */
    const double *x;       /* where it starts */
} rdg_draft_segment;

typedef struct rdg_draft {
    rdg_draft_segment *segment;
    double *x; /* [capacity_x] where the segments start */
    rdg_index count, capacity, capacity_x;
} rdg_draft;

/* Add a segment. */
rdg_status rdg_draft_append(rdg_shooting *s, rdg_draft *draft, const rdg_draft_segment *segment);

/* Add a segment, in pieces if small changes at its start grow too much on it. */
rdg_status rdg_draft_add(rdg_shooting *s, rdg_draft *draft, const rdg_draft_segment *segment);
void rdg_draft_release(rdg_draft *draft);

/* --- record.c */

/* Have modes come up, as the motion went on, that have more states than there is space for? */
bool rdg_orbit_is_too_narrow(rdg_shooting *s);

/* --- steady_state.c: the first orbit from a motion */
rdg_status rdg_orbit_find(rdg_shooting *s, const rdg_shooting_options *o, rdg_draft *draft);

/* A state of an orbit. */
typedef struct rdg_orbit_instant {
    rdg_index mode;
    const double *x;
    double phi;
} rdg_orbit_instant;

/* Is an orbit what is searched for? */
typedef bool (*rdg_draft_check)(const rdg_shooting *s, const rdg_draft *draft);

/* The orbit that a motion from a state shows. end: the state at the same instant of the orbit that ends; the
 * one here is a prediction, whose first period counts if it closes better than from there. NULL: the motion
 * is followed until its events repeat. */
rdg_status rdg_orbit_follow(rdg_shooting *s, const rdg_orbit_instant *from, double period, const double *end,
                            rdg_draft *draft, rdg_draft_check welcome, bool *found);

/* --- event_signature.c */

/* Give the event signature its name for people. */
rdg_status rdg_orbit_name_sequence(rdg_shooting *s);

/* Let the orbit consist of these segments, for which there are slots enough, and put them into variables u.
 */
rdg_status rdg_orbit_take(rdg_shooting *s, const rdg_draft *draft, double *u);

#endif
