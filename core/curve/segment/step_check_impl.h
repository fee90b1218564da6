/* What lies between the ends of a step. */
#ifndef RDG_STEP_CHECK_IMPL_H
#define RDG_STEP_CHECK_IMPL_H

#include "step_rule_impl.h"

/* How far does the curve of the corrected step from t->current to t->next lie off the cubic through both
 * (requested only where strict, or where the step may lead over a gap)? RDG_FAILED: too far; the step is too
 * long.
 */
rdg_outcome rdg_step_look_inside(rdg_tracer *t, rdg_step *step, bool strict);

/* Keep how fast the functions of events change, once a step of length h has been accepted. */
void rdg_step_remember_changes(rdg_tracer *t, double h);

#endif
