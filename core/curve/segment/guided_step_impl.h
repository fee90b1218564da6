/* Steps of a curve whose points its owner solves for. */
#ifndef RDG_GUIDED_STEP_IMPL_H
#define RDG_GUIDED_STEP_IMPL_H

#include "kink_impl.h"
#include "walk_impl.h"

/* A step from t->current to t->next, its events located. RDG_FAILED: there is none, an ordinary step of
 * length step->h may get on, unless the owner ends the curve there: *stop. */
rdg_outcome rdg_guided_step(rdg_tracer *t, rdg_step *step, rdg_stop *stop);

/* --- guided_point.c */

/* Value of the first active parameter at a node. */
double rdg_guided_value(const rdg_tracer *t, const rdg_node *node);

/* Is the event a value of the first active parameter? */
bool rdg_event_is_at_first(const rdg_tracer *t, const rdg_event *event);

/* Is the slope of the function of event k known at guided nodes? Their slope[k] is its derivative by the
 * logarithm. */
bool rdg_guided_has_slope(const rdg_tracer *t, rdg_index k);

/* Slopes of the functions of events at a node, along its tangent. */
rdg_outcome rdg_guided_find_slopes(rdg_tracer *t, rdg_node *node);

/* The owner's point at a value ahead of the current node becomes t->next. growth: of the next step; ends: the
 * curve ends at the current node. */
rdg_outcome rdg_guided_solve_ahead(rdg_tracer *t, double value, double *growth, bool *ends);

/* The owner's point at a value between two nodes becomes t->special. */
rdg_outcome rdg_guided_solve_between(rdg_tracer *t, const rdg_node *low, const rdg_node *high, double value);

/* --- guided_events.c */

/* Locate the events of a step of length h. RDG_FAILED: some of them are not to be reported on this step. */
rdg_outcome rdg_guided_events(rdg_tracer *t, double h);

#endif
