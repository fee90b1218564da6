/* A motion from event to event. */
#ifndef RDG_FLOW_RUN_IMPL_H
#define RDG_FLOW_RUN_IMPL_H

#include "surface_watch_impl.h"

/* A run under way. */
typedef struct rdg_journey {
    rdg_flow *flow;
    const double *p;
    rdg_hybrid_state *state;
    const rdg_flow_observer *observer;
    double start, start_phi; /* instant and phase at which it began */
    double t_end;
    double next;       /* step to be tried next; 0: none is known */
    double rows;       /* instants of `every` that are over */
    rdg_index watched; /* surfaces of the mode at hand */
    rdg_watch *watch;
    bool extended;     /* the step at hand has its continuous extension */
    rdg_index crossed; /* the last one; -1: none yet */
    double crossed_at, interval;
    double crossed_size; /* of its g there */
    double place;        /* of it in the step */
    int together;        /* events in turn that came after no time */
    bool goes_on;        /* the last one is a section, which changes nothing */
} rdg_journey;

/* --- flow_watch.c: 0, or as callbacks with a reason */

/* The surfaces of the mode at hand, and on which side the motion begins. */
int rdg_watch_mode(rdg_journey *j);

/* How the step at hand lies to them: which is crossed first, and where. *first: -1: none is. > 0: within the
 * step a surface cannot be examined, as the motion leaves the domain of its field there. */
int rdg_watch_step(rdg_journey *j, rdg_watch **first);

/* As before the step was examined: it is taken once more, shorter. */
void rdg_watch_retreat(rdg_journey *j);

/* The extension of the step, once. */
int rdg_journey_extend(rdg_journey *j);

/* The event is not taken; which is then the first one? */
int rdg_watch_pass(rdg_journey *j, rdg_watch *w, rdg_watch **first);

/* The step is over. */
void rdg_watch_advance(rdg_journey *j);

/* --- flow_stride.c */

typedef struct rdg_stride {
    double share, next; /* to be tried, then that was taken; and what to try then */
    bool stiff;         /* bound by stability for the `most_bound`th time in turn */
    rdg_watch *met;     /* the first surface that it meets; NULL: none */
} rdg_stride;

/* One step: its end is where the field has values, as the next one begins there, and so is what lies before a
 * surface. A step may do well by its own stages and lead across a surface next to which the domain ends, as
 * where slip comes to rest; then it is made shorter. 0, or as callbacks with a reason. */
int rdg_journey_step(rdg_journey *j, rdg_control *c, double pos, long most_bound, rdg_stride *s);

/* --- flow_cross.c */

/* Go through an event where the step at hand meets it, unless its guard refuses: *taken. */
int rdg_journey_cross(rdg_journey *j, rdg_watch *w, bool *taken);

#endif
