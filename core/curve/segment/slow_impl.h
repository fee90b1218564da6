/* Newton's method that is slow or fails because of a wrong derivative. */
#ifndef RDG_SLOW_IMPL_H
#define RDG_SLOW_IMPL_H

#include "tracer_impl.h"

/* Did a correction take long, or was it not quadratic in the end? */
bool rdg_newton_is_slow(const rdg_newton_report *report);

/* Compare the derivatives at the predictor of a run's start and where Newton's method has ended, unless they
 * were found right at an earlier start of the same problem. how: what Newton's method does, "fails at the
 * start".
 */
void rdg_doubt_derivatives_of_start(rdg_tracer *t, const double *guess, const double *end, const char *how);

/* Was a correction along a run one that right derivatives do not make, as a rule? */
bool rdg_correction_suffers(rdg_outcome outcome, const rdg_newton_report *report);

/* A correction from a point to another one suffered, or led away from the tangent that was predicted along:
 * derivatives are compared when there are many. */
void rdg_watch_derivatives(rdg_tracer *t, const double *from, const double *to);

#endif
