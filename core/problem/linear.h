/** @file linear.h
 *  @brief Linear equations and parameters: glue between variables, rows A u = b, an unfolding of all
 * equations. */
#ifndef RDG_LINEAR_H
#define RDG_LINEAR_H

#include "at.h"
#include "monitor_kind.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Glue variables together: u[first[i]] - u[second[i]] = 0.
 *  @param problem problem
 *  @param name    of the zero function; copied
 *  @param n       number of pairs
 *  @param first   shape [n], see rdg_variable_index(); copied
 *  @param second  shape [n]; copied
 *  @return as rdg_add_zero() */
rdg_status rdg_add_glue(rdg_problem *problem, const char *name, rdg_index n, const rdg_index *first,
                        const rdg_index *second);

/** Add linear equations A u = b.
 *  @param problem problem
 *  @param name    of the zero function; copied
 *  @param m       number of equations
 *  @param n       number of variables that take part
 *  @param index   these, shape [n]; copied
 *  @param A       shape [m n], column-major; copied
 *  @param b       shape [m]. NULL: zeros; copied
 *  @return as rdg_add_zero() */
rdg_status rdg_add_linear(rdg_problem *problem, const char *name, rdg_index m, rdg_index n,
                          const rdg_index *index, const double *A, const double *b);

/** Make linear functions A u - b parameters: a gap between two variables, a mean value, ...
 *  @param problem problem
 *  @param name    of the function; copied
 *  @param m       number of parameters
 *  @param n       number of variables that take part
 *  @param index   these, shape [n]; copied
 *  @param A       shape [m n], column-major; copied
 *  @param b       shape [m]. NULL: zeros; copied
 *  @param names   of the parameters, shape [m]; copied
 *  @param kind    how they take part in a run
 *  @return as rdg_add_monitor() */
rdg_status rdg_add_linear_monitor(rdg_problem *problem, const char *name, rdg_index m, rdg_index n,
                                  const rdg_index *index, const double *A, const double *b,
                                  const char *const *names, rdg_monitor_kind kind);

/** Make a weighted sum of variables a parameter that is free, to be shown, windowed, met events on, or held:
 *  rdg_add_sum(p, "gap", RDG_AT("left.q[2]", 1.0), RDG_AT("right.q[0]", -1.0)). */
#define rdg_add_sum(problem, name, ...) rdg_add_sum_of((problem), (name), RDG_AT_LIST(__VA_ARGS__))

/** See rdg_add_sum().
 *  @param problem problem
 *  @param name    of the parameter; copied
 *  @param terms   variables, "block[i]" or a block of one, and their factors; ended by one without a name
 *  @return as rdg_add_monitor() */
rdg_status rdg_add_sum_of(rdg_problem *problem, const char *name, const rdg_at *terms);

/** Unfold all equations: a variable beta, the inactive parameter of that name, is added to every row of every
 * zero function that there is, times a factor of order 1. While it stays zero nothing changes. Released, it
 * makes up for one equation too many: along curves of branch points, and where equations depend on each
 * other.
 *  @param problem problem
 *  @param name    of the variable and parameter; copied
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_unfolding(rdg_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
