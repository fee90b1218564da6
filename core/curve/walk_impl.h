/* The parts of the walk along a curve, from t->current to t->next, step by step. */
#ifndef RDG_WALK_IMPL_H
#define RDG_WALK_IMPL_H

#include "step_rule_impl.h"
#include "tracer_impl.h"

/* --- walk_step.c */

/* Shorten the step until it succeeds and shows its events one by one. *stop is set where no step does. */
rdg_status rdg_walk_advance(rdg_tracer *t, rdg_step *step, rdg_stop *stop);

/* --- jump.c */

/* Does the corrected step lead over a gap of the curve? Of the smallest one its ends decide; others are put
 * uncertain. */
void rdg_step_doubt(const rdg_tracer *t, rdg_step *step);

/* Search for the gap that the step is uncertain of, by corrected points, into step->leap. RDG_FAILED: there
 * is none, but what lies on the step is not what its ends report, or cannot be corrected. */
rdg_outcome rdg_step_search_gap(rdg_tracer *t, rdg_step *step);

/* The step is taken. */
void rdg_walk_note_leap(rdg_tracer *t, const rdg_leap *leap);

/* Where the curve jumps. */
void rdg_walk_say_leaps(const rdg_tracer *t);

/* --- walk_transport.c */

/* Let the problem choose what its variables mean at the start of the run. */
rdg_status rdg_transport_start(rdg_tracer *t);

/* The start of a way as it is, and the problem's variables as they were there. */
void rdg_transport_begin(rdg_tracer *t);

/* Let the problem choose anew what its variables mean, and carry over what the walk stores. */
rdg_status rdg_transport_choose(rdg_tracer *t);

/* --- walk_notes.c */

/* A function ends the run behind the current chart: a failure, unless there is one already. */
rdg_status rdg_walk_abort(rdg_tracer *t, const char *why);

/* Where and why no step converged, or no point to go on from. */
void rdg_walk_say_where_it_stopped(const rdg_tracer *t);

/* A branch that no domain ends, at the default maximum of points. */
void rdg_walk_say_no_window(const rdg_tracer *t);

/* Where the determinant changed its sign without a branch point. */
void rdg_walk_say_jumps(const rdg_tracer *t);

/* --- enclosed.c */

/* Note which folds and maxima were enclosed alone, and how well. */
void rdg_say_enclosed(const rdg_tracer *t);

/* --- kink_step.c */

/* Measure the step along a unit vector. */
void rdg_step_measure_along(rdg_tracer *t, const double *unit);

/* Does a non-smooth point lie on a step that fails or turns sharply? Then t->next is right before the
 * non-smooth point, or, *over, beyond one that is right ahead. RDG_FAILED: there is none. */
rdg_outcome rdg_step_to_kink(rdg_tracer *t, rdg_step *step, bool *over);

/* --- direction.c */

/* Relative slope of the first active parameter along a chart's tangent, between -1 and 1, and its value; 0:
 * it has none. */
double rdg_slope_of_first(rdg_tracer *t, const rdg_chart *chart, double *value);

/* 1 or -1: does the first active parameter grow or fall along the chart's tangent? */
int rdg_direction_of(rdg_tracer *t, const rdg_chart *chart);

/* Turn a chart round for the return: all odd functions of the direction change sign. */
void rdg_walk_reverse(const rdg_tracer *t, rdg_node *node);

#endif
