/* Points of a branch at which something begins or ends. */
#ifndef RDG_SPECIAL_IMPL_H
#define RDG_SPECIAL_IMPL_H

#include "search_impl.h"

#include <ridgewalk/event.h>

/* --- ends.c */

/* No run starts from orbits that pass through a surface by more than this, of the largest value seen; GR lies
 * before it. */
#define RDG_ORBIT_BEYOND 1e-6

/* Add monitors and special points that end an event signature of events. */
rdg_status rdg_orbit_add_watch(rdg_shooting *s, rdg_problem *p);

/* --- guards.c */

/* Is there a monitor "guard"? */
bool rdg_orbit_has_guards(const rdg_shooting *s);

/* Its callbacks; data: rdg_shooting */
int rdg_orbit_guard(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_orbit_guard_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

/* --- watch.c */

/* Where a surface comes nearest to being crossed. */
typedef struct rdg_nearest_graze {
    double value;
    rdg_index segment, event; /* segment -1: there is none */
    double share;             /* of the segment's duration */
} rdg_nearest_graze;

/* The least distance from a surface that is not crossed, or from that of the event `only` (-1: any), and
 * its derivatives by the problem's variables. Answer as callbacks do. */
int rdg_orbit_find_graze(rdg_shooting *s, const double *u, rdg_index only, rdg_nearest_graze *nearest);
int rdg_orbit_graze_slope(rdg_shooting *s, const double *u, const rdg_nearest_graze *nearest, double *values);

/* The least rate at which an event is passed, likewise: any of them, or this one. */
int rdg_orbit_passing(rdg_shooting *s, const double *u, rdg_index event, double *rate);
int rdg_orbit_passing_slope(rdg_shooting *s, const double *u, rdg_index event, double *values);

/* Does an event lead back into its own mode with a reset? NULL: there is none. */
bool rdg_orbit_is_impact(const rdg_hybrid_event_surface *c);

/* The segment whose event is passed at the least rate; -1: there are no events. Answer as callbacks do.
 */
int rdg_orbit_slowest(rdg_shooting *s, const double *u, rdg_index *segment);

/* The rate at which the event that ends a segment is passed, likewise. */
int rdg_orbit_rate(rdg_shooting *s, const double *u, rdg_index segment, double *rate);

/* --- impact_graze.c */

/* The segments of the orbit at u, where an impact is grazed or has no velocity, in the event signature on the
 * other side of that: with the impact, or without it. *found false: it is no impact, or there is no space for
 * the segments.
 */
rdg_status rdg_orbit_cross_graze(rdg_shooting *s, const double *u, rdg_draft *draft, bool *found);

/* --- named.c */

/* Let runs request these by the names of events, and for durations by the numbers of segments. */
rdg_status rdg_orbit_add_named(rdg_shooting *s, rdg_problem *p);

/* Does the run under way hold one of them, along a curve of ends of the event signature? */
bool rdg_orbit_holds_end(const rdg_problem *p, const rdg_shooting *s);

/* Can the event signature end around a chart? `where` of events (event.h); data: rdg_shooting */
bool rdg_orbit_graze_counts(rdg_problem *p, const rdg_chart *at, void *shooting);
bool rdg_orbit_passing_counts(rdg_problem *p, const rdg_chart *at, void *shooting);
bool rdg_orbit_duration_counts(rdg_problem *p, const rdg_chart *at, void *shooting);

/* Is it the end of the event signature that has been found? `check` of the same events. */
const char *rdg_orbit_judge_graze(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                  const rdg_chart *after, void *shooting);
const char *rdg_orbit_judge_passing(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *shooting);
const char *rdg_orbit_judge_duration(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *shooting);

/* --- stability.c */

/* Add multipliers and what they report to the problem. */
rdg_status rdg_orbit_add_multipliers(rdg_shooting *s, rdg_problem *p);

/* --- multipliers.c: what multipliers are computed in, before the orbits go */
void rdg_orbit_release_walk(rdg_shooting *s);

/* --- written.c */

/* What makes an orbit beside the values of its variables, as text; data: rdg_shooting. */
const char *rdg_orbit_write(rdg_problem *p, const rdg_chart *chart, void *data);

/* The same, read; no segments: it is no such text. Failures report what of it the system does not have. */
rdg_status rdg_orbit_read(rdg_shooting *s, const char *kept, rdg_orbit_past *past);
void rdg_orbit_past_release(rdg_orbit_past *past);

/* --- starts.c */

/* What makes an event signature of segments, without what is kept for their evaluation. */
void rdg_orbit_copy_segments(rdg_orbit_segment *to, const rdg_orbit_segment *from, rdg_index segments);

/* The run leaves the event signature that it began with, unless it has. */
void rdg_orbit_leave_home(rdg_shooting *s);

/* Keep the event signature, for runs that start from a solution of it. */
rdg_status rdg_orbit_remember(rdg_shooting *s);

/* Let runs begin with the event signature that their start has, and keep it with their solutions. */
rdg_status rdg_orbit_know_starts(rdg_shooting *s, rdg_problem *p);

/* --- traces.c */

/* Leave it. is_end: its event signature begins or ends there; is_joined: the run has gone there from the one
 * before.
 */
rdg_status rdg_orbit_leave_trace(rdg_shooting *s, const double *u, bool is_end, bool is_joined);

/* Space for one more. */
rdg_status rdg_orbit_reserve_trace(rdg_shooting *s);

/* Leave it at a chart that a run goes on from; data: rdg_shooting. */
int rdg_orbit_trace_chart(rdg_problem *p, const rdg_chart *chart, void *data);

/* Has the run come through this orbit? */
bool rdg_orbit_is_traced(const rdg_shooting *s, const double *u);

/* --- neighbour.c */

/* State at a share of segment j of the orbit at variables u, and its phase. Answers as callbacks do. */
int rdg_orbit_state_on_segment(rdg_shooting *s, const double *u, rdg_index j, double share, double *x,
                               double *phi);

/* Keep states of the orbit at which an event signature ends: s->end. */
rdg_status rdg_orbit_sample_end(rdg_shooting *s, const rdg_chart *event);

/* How far the orbit at variables u, of any event signature, is from there: length of the difference of
 * states. Neighbours are within s->end.reach. */
double rdg_orbit_distance_from_end(rdg_shooting *s, const double *u);

/* Length of a state there. */
double rdg_orbit_size_at_end(const rdg_shooting *s);

/* --- resequence.c */

/* Let the event signature of events change along runs. */
rdg_status rdg_orbit_let_sequence_change(rdg_shooting *s, rdg_problem *p);

/* --- equilibrium_end.c */

/* Let runs end where orbits shrink to an equilibrium. */
rdg_status rdg_orbit_add_rest(rdg_shooting *s, rdg_problem *p);

/* Is that the event? Then it is reported. */
bool rdg_orbit_tell_rest(rdg_shooting *s, const rdg_chart *event);

/* --- duration.c: callbacks of the monitor "duration"; data: rdg_shooting */
int rdg_orbit_duration(rdg_index n, const double *u, rdg_index m, double *y, void *data);
int rdg_orbit_duration_df(rdg_index n, const double *u, rdg_index m, double *values, void *data);

#endif
