/* A look at a point in between the ends of a step. */
#ifndef RDG_INSIDE_IMPL_H
#define RDG_INSIDE_IMPL_H

#include "course_impl.h"
#include "step_rule_impl.h"

/* --- look.c */

/* One corrected point on the step of length h into t->ahead, with the factors at hand; how far it lies off
 * the cubic into *off. */
rdg_outcome rdg_step_look(rdg_tracer *t, double h, double at, double *off);

/* Value of event k's function at t->ahead, as callbacks answer. */
int rdg_step_event_value(rdg_tracer *t, rdg_index k, double *value);

/* --- inside.c */

/* Does the corrected step from t->current to t->next follow the curve (asked only where strict), and do the
 * functions of its events change as their values at its ends tell? RDG_FAILED: it does not, or nothing can be
 * evaluated there; it is too long. */
rdg_outcome rdg_step_look_inside(rdg_tracer *t, rdg_step *step, bool strict);

/* Keep how fast the functions of events change, once a step of length h has been accepted. */
void rdg_step_remember_changes(rdg_tracer *t, double h);

/* --- closer.c */

/* Does event k's function, which may jump and is known here and there, vanish more than once on the step?
 * error: of what was foretold of the last value. */
rdg_outcome rdg_step_look_closer(rdg_tracer *t, rdg_index k, double h, double error, rdg_course *c,
                                 bool *twice);

#endif
