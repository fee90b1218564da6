/** @file assembly.h
 *  @brief All functions of a problem as one: values, Jacobian, contracted Hessian, on patterns fixed once.
 *
 *  For toolboxes that build problems from problems (the adjoint). Rows: the zero functions in the order they
 *  were added, then the continuation parameters in the order they were added. The functions answer as
 *  callbacks do: 0; > 0 outside the domain; < 0 end the run. NULL where a pointer is needed counts as < 0. */
#ifndef RDG_ASSEMBLY_H
#define RDG_ASSEMBLY_H

#include "adjoint_rows.h"
#include "function.h"
#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All functions of a problem as one. */
typedef struct rdg_assembly rdg_assembly;

/** Assemble the functions that a problem has now (functions added later do not take part).
 *  @param problem must outlive the assembly
 *  @return to be freed with rdg_assembly_free(); NULL after a failure */
rdg_assembly *rdg_assembly_create(rdg_problem *problem);

/** Free an assembly.
 *  @param assembly NULL is allowed */
void rdg_assembly_free(rdg_assembly *assembly);

/** Number of variables seen: those that the problem had at creation.
 *  @param assembly assembly
 *  @return n */
rdg_index rdg_assembly_variables(const rdg_assembly *assembly);

/** Number of rows: zero functions and embedded parameters.
 *  @param assembly       assembly
 *  @param[out] zero_rows rows of zero functions, which come first; may be NULL
 *  @return m */
rdg_index rdg_assembly_rows(const rdg_assembly *assembly, rdg_index *zero_rows);

/** Name of the parameter in a row.
 *  @param assembly assembly
 *  @param row      in [zero rows, rows)
 *  @return the name, or NULL for a zero row */
const char *rdg_assembly_parameter(const rdg_assembly *assembly, rdg_index row);

/** Values of all rows.
 *  @param assembly assembly
 *  @param u        shape [n]
 *  @param[out] y   shape [m]
 *  @return as a callback */
int rdg_assembly_values(rdg_assembly *assembly, const double *u, double *y);

/** Pattern of the Jacobian, m rows and n columns.
 *  @param assembly assembly
 *  @return borrowed */
const rdg_pattern *rdg_assembly_jacobian_pattern(const rdg_assembly *assembly);

/** Jacobian, in the order of its pattern.
 *  @param assembly    assembly
 *  @param u           shape [n]
 *  @param[out] values overwritten
 *  @return as a callback */
int rdg_assembly_jacobian(rdg_assembly *assembly, const double *u, double *values);

/** The Jacobian of some of its rows: functions of which no row is wanted are not evaluated, and their entries
 * are 0.
 *  @param assembly assembly
 *  @param u        shape [n]
 *  @param wanted   [m] rows; NULL: all
 *  @param[out] values overwritten
 *  @return as a callback */
int rdg_assembly_jacobian_of(rdg_assembly *assembly, const double *u, const bool *wanted, double *values);

/** Pattern of the contracted Hessian, n rows and n columns.
 *  @param assembly assembly
 *  @return borrowed; NULL after a failure */
const rdg_pattern *rdg_assembly_hessian_pattern(rdg_assembly *assembly);

/** sum_k lambda_k Hess(row k), in the order of its pattern. Request the pattern first: this takes its memory.
 *  Functions whose multipliers are all 0 are not evaluated.
 *  @param assembly    assembly
 *  @param u           shape [n]
 *  @param lambda      shape [m]
 *  @param[out] values overwritten
 *  @return as a callback */
int rdg_assembly_hessian(rdg_assembly *assembly, const double *u, const double *lambda, double *values);

/** (sum_k lambda_k Hess(row k)) v without forming the matrix.
 *  @param assembly assembly
 *  @param u        shape [n]
 *  @param lambda   shape [m]
 *  @param v        shape [n]
 *  @param[out] out shape [n], overwritten
 *  @return as a callback */
int rdg_assembly_hessian_times(rdg_assembly *assembly, const double *u, const double *lambda, const double *v,
                               double *out);

#ifdef __cplusplus
}
#endif
#endif
