/* The parts of the walk along a curve, from t->current to t->next, step by step. */
#ifndef RDG_WALK_IMPL_H
#define RDG_WALK_IMPL_H

#include "step_rule_impl.h"
#include "tracer_impl.h"

/* --- walk_step.c */

/* Shorten the step until it succeeds and shows its events one by one. *stop is set where no step does. */
rdg_status rdg_walk_advance(rdg_tracer *t, rdg_step *step, rdg_stop *stop);

/* --- jump.c */

/* A point of the curve: its chart, NULL if there is none, at an arclength along the step. */
typedef struct rdg_spot {
    const double *u, *tangent;
    double at;
} rdg_spot;

rdg_spot rdg_spot_of(const rdg_node *node, double at);

/* How far the chord from a to b is from what the tangents there tell of it, and what a kink can make of that;
 * with a third point (its u does not count) curves that bend steadily are not off. */
typedef struct rdg_chord {
    bool tells;
    double off, by_kink, turned; /* turned: not steadily, an angle */
} rdg_chord;

rdg_chord rdg_chord_between(const rdg_tracer *t, rdg_spot a, rdg_spot b, rdg_spot third);

/* Is it off by no more than smooth curves, or Newton's method, leave? */
bool rdg_chord_is_straight(const rdg_tracer *t, const rdg_chord *chord, double way);

/* Is it farther off than kinks, what smooth curves leave and Newton's method explain? */
bool rdg_chord_is_broken(const rdg_tracer *t, const rdg_chord *chord, double way);

/* Does the corrected step lead over a gap of the curve? Of the smallest one its ends decide; others are put
 * in doubt. */
void rdg_step_doubt(const rdg_tracer *t, rdg_step *step);

/* The step is taken. */
void rdg_walk_note_leap(rdg_tracer *t, const rdg_leap *leap);

/* Where the curve jumps. */
void rdg_walk_say_leaps(const rdg_tracer *t);

/* --- hop.c */

/* Has the corrected step led over to another branch, as far as the determinant tells, or at the start of a
 * branch the tangents? */
bool rdg_step_hops(rdg_tracer *t, double h);

/* --- gap.c */

/* Look for the gap that the step is in doubt of, by corrected points, into step->leap. RDG_FAILED: there is
 * none, but what lies on the step is not what its ends tell, or cannot be corrected. */
rdg_outcome rdg_step_search_gap(rdg_tracer *t, rdg_step *step);

/* --- walk_transport.c */

/* Let the problem choose what its variables mean at the start of the run. */
rdg_status rdg_transport_start(rdg_tracer *t);

/* The start of a way as it is, and the problem's variables as they were there. */
void rdg_transport_begin(rdg_tracer *t);

/* Let the problem choose anew what its variables mean, and carry over what the walk remembers. */
rdg_status rdg_transport_choose(rdg_tracer *t);

/* --- walk_notes.c */

/* A function ends the run behind the current chart: a failure, unless there is one already. */
rdg_status rdg_walk_abort(rdg_tracer *t, const char *why);

/* Where and why no step converged, or no point to go on from. */
void rdg_walk_say_where_it_stopped(const rdg_tracer *t);

/* A branch that no window ends, at the default maximum of points. */
void rdg_walk_say_no_window(const rdg_tracer *t);

/* Where the determinant changed its sign without a branch point. */
void rdg_walk_say_jumps(const rdg_tracer *t);

/* --- enclosed.c */

/* Note which folds and maxima were enclosed alone, and how well. */
void rdg_say_enclosed(const rdg_tracer *t);

/* --- kink.c */

/* Where no step succeeds: a step over a kink at which the curve goes on in one way only, however sharply it
 * turns. On success t->next and t->row are those of a step like any other. */
rdg_outcome rdg_step_over_kink(rdg_tracer *t, rdg_step *step);

/* --- direction.c */

/* Relative slope of the first active parameter along a chart's tangent, between -1 and 1, and its value; 0:
 * it has none. */
double rdg_slope_of_first(rdg_tracer *t, const rdg_chart *chart, double *value);

/* 1 or -1: does the first active parameter grow or fall along the chart's tangent? */
int rdg_direction_of(rdg_tracer *t, const rdg_chart *chart);

/* Turn a chart round for the way back: all odd functions of the direction change sign. */
void rdg_walk_reverse(const rdg_tracer *t, rdg_node *node);

#endif
