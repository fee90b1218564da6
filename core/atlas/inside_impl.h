/* A look at a point in between the ends of a step. */
#ifndef RDG_INSIDE_IMPL_H
#define RDG_INSIDE_IMPL_H

#include "step_rule_impl.h"

/* Does the corrected step from t->current to t->next follow the curve (asked only where strict), and do the
 * functions of its events change as their values at its ends tell? RDG_FAILED: it does not, or nothing can be
 * evaluated there; it is too long. */
rdg_outcome rdg_step_look_inside(rdg_tracer *t, rdg_step *step, bool strict);

/* Keep how fast the functions of events change, once a step of length h has been accepted. */
void rdg_step_remember_changes(rdg_tracer *t, double h);

#endif
