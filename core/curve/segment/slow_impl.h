/* Newton's method that is slow or fails because of a wrong derivative. */
#ifndef RDG_SLOW_IMPL_H
#define RDG_SLOW_IMPL_H

#include "tracer_impl.h"

/* Did a correction take long, or was it not quadratic in the end? */
bool rdg_newton_is_slow(const rdg_newton_report *report);

/* Compare the derivatives at a guess and where Newton's method has ended, and warn of the worst entry if
 * differences contradict it. how: what Newton's method does and where, "fails at the start". What the problem
 * complained of before stays. */
bool rdg_doubt_derivatives(rdg_tracer *t, const double *guess, const double *end, const char *how);

/* The same at the start of a run, unless they were found right at an earlier one of the same problem. */
void rdg_doubt_derivatives_of_start(rdg_tracer *t, const double *guess, const double *end, const char *how);

/* Was a correction along a run one that right derivatives do not make, as a rule? */
bool rdg_correction_suffers(rdg_outcome outcome, const rdg_newton_report *report);

/* A correction from a point to another one suffered, or led away from the tangent that was predicted along:
 * derivatives are compared when there are many. */
void rdg_watch_derivatives(rdg_tracer *t, const double *from, const double *to);

#endif
