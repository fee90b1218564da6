/* The parts of the walk along a curve, from t->current to t->next, step by step. */
#ifndef RDG_WALK_IMPL_H
#define RDG_WALK_IMPL_H

#include "sink_impl.h"
#include "start_impl.h"
#include "step_rule_impl.h"
#include "tracer_impl.h"

/* --- walk_step.c */

/* Shorten the step until it succeeds and shows its events one by one. *stop is set where no step does. */
rdg_status rdg_walk_advance(rdg_tracer *t, rdg_step *step, rdg_stop *stop);

/* --- jump.c */

/* Does the corrected step of length h, the smallest, lead over a gap of the curve? */
bool rdg_step_leaps(const rdg_tracer *t, double h);

/* The smallest step does and is taken. */
void rdg_walk_note_leap(rdg_tracer *t);

/* Where the curve jumps. */
void rdg_walk_say_leaps(const rdg_tracer *t);

/* --- walk_events.c */

/* Emit what was located on the step, in order, up to and including the first event that ends the branch.
 * *at_end: the last event is the next chart itself. */
rdg_status rdg_walk_emit_events(rdg_tracer *t, double h, bool *at_end, rdg_stop *stop);

/* --- walk_onward.c */

/* Turn a chart round for the way back: all odd functions of the direction change sign. */
void rdg_walk_reverse(const rdg_tracer *t, rdg_node *node);

/* Which way the first active parameter goes where the branch has ended. A fold, where it turns, still belongs
 * to the way that led there. A branch that ends at its folds keeps its way, whatever a slope that has turned
 * over in its last digits says. */
int rdg_walk_heading_at_end(rdg_tracer *t);

/* After a terminal event, or where no step converges: make the point that the handler names the current
 * chart. One that cannot be corrected is refused, and another one asked for. */
rdg_status rdg_walk_onward(rdg_tracer *t, double *h, rdg_stop *stop);

/* --- walk_notes.c */

/* Where and why no step converged, or no point to go on from. */
void rdg_walk_say_where_it_stopped(const rdg_tracer *t);

/* Where the determinant changed its sign without a branch point. */
void rdg_walk_say_jumps(const rdg_tracer *t);

/* --- enclosed.c */

/* Note which folds and maxima were enclosed alone, and how well. */
void rdg_say_enclosed(const rdg_tracer *t);

/* --- kink.c */

/* Where no step succeeds: a step over a kink at which the curve goes on in one way only, however sharply it
 * turns. On success t->next and t->row are those of a step like any other. */
rdg_outcome rdg_step_over_kink(rdg_tracer *t, rdg_step *step);

#endif
