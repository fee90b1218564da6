/* Points foretold by the last two charts (foretell.c). */
#ifndef RDG_FORETELL_IMPL_H
#define RDG_FORETELL_IMPL_H

#include "step_rule_impl.h"

/* The end of a step of length h by the cubic, into u, in the plane of t->row. False: there is nothing to tell
 * it by. */
bool rdg_foretell(const rdg_tracer *t, double h, double *u);

/* The guess of the step's end into u: by the cubic, unless the last step ended farther from it than from the
 * tangent, or along the tangent. t->ahead keeps the cubic's. */
void rdg_step_guess(rdg_tracer *t, rdg_step *step, bool last_try, double *u);

/* The step is corrected: how true was what was foretold? And what would the tangent's point have needed? */
void rdg_step_judge_guess(rdg_tracer *t, const rdg_newton_report *report, rdg_step *step);

#endif
