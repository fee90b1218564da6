/* Linear solvers that functions bring along, for the rows of problems. */
#ifndef RDG_LINEAR_OPS_IMPL_H
#define RDG_LINEAR_OPS_IMPL_H

#include "linear_ops.h"
#include "problem.h"

#include <stdbool.h>

/* A copy of what a function brings along, to be freed by rdg_linear_ops_free(). */
rdg_linear_ops *rdg_linear_ops_copy(rdg_context *ctx, const rdg_linear_ops *ops);
void rdg_linear_ops_free(rdg_linear_ops *ops);

/* y += L x or L^T x of a function at u, [f->n]; nothing where it has no operator. */
void rdg_linear_ops_add(const rdg_function *f, const double *u, bool transposed, const double *x, double *y);

/* Does a function of the problem bring a linear solver along? */
bool rdg_problem_has_operator(const rdg_problem *p);

#endif
