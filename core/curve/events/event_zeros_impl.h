/* Zeros of an event's function on a step, from curve segments. */
#ifndef RDG_EVENT_ZEROS_IMPL_H
#define RDG_EVENT_ZEROS_IMPL_H

#include "enclosure_impl.h"
#include "event_impl.h"

enum { RDG_MOST_EVENT_ZEROS = 8 };

/* From the start to the end of a step, in arclength; one on the chart at the start belongs to the step
 * before, one on the chart at the end to this step. */
typedef struct rdg_event_zeros {
    rdg_enclosed_root root[RDG_MOST_EVENT_ZEROS]; /* where the sign changes; before and after are known */
    int count;
    rdg_enclosed_root touch; /* where it comes to zero, as far as can be reported, and keeps its sign */
    bool touches;
    bool is_front; /* no point was found between two of them */
} rdg_event_zeros;

/* --- event_isolate.c */

/* The zeros of event k's function on the step of length *h, which is cut between the first two of them.
 * *meets: one is to be located. */
rdg_isolation rdg_event_isolate(rdg_tracer *t, rdg_index k, rdg_event_zeros *zeros, double *h, bool *meets);

/* Event k, a value or a fold of a smooth function, on the step of length h. RDG_FAILED: the curve has no
 * segment; the signs at both charts are all that is known. */
rdg_outcome rdg_event_find_zeros(rdg_tracer *t, rdg_index k, double h, rdg_event_zeros *zeros);

/* The same for a value that may jump or have non-smooth points: changes of sign between points of the curve
 * segment. */
rdg_outcome rdg_event_scan(rdg_tracer *t, rdg_index k, double h, rdg_event_zeros *zeros);

/* Do straight lines through values on both sides of the gap behind value i meet in it, beyond zero or next to
 * it, and where? At an end of all values there is one line: does it reach so far? */
bool rdg_gap_hides_tip(int n, const double *at, const double *value, int i, double *tip);

#endif
