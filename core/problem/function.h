/** @file function.h
 *  @brief A function with its derivatives, and the pattern of a sparse matrix. */
#ifndef RDG_FUNCTION_H
#define RDG_FUNCTION_H

#include "linear_ops.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>

/** Sparsity pattern, compressed columns. */
typedef struct rdg_pattern {
    rdg_index rows;         /**< number of rows */
    rdg_index cols;         /**< number of columns */
    const rdg_index *start; /**< [cols + 1]: column j holds the entries start[j] .. start[j + 1] - 1 */
    const rdg_index *row;   /**< [start[cols]]: row of each entry, ascending within a column */
} rdg_pattern;

/** A vector function y = f(u) of some of a problem's variables, with its derivatives.
 *
 *  The callbacks see only their own n variables. They return 0; > 0 if u lies outside the domain (a
 *  shorter step is tried); < 0 to end the run. A value that is not finite counts as > 0. */
typedef struct rdg_function {
    const char *name; /**< unique in the problem; copied */
    rdg_index n;      /**< number of variables it sees */
    rdg_index m;      /**< number of values */

    /** Values y, shape [m], of u, shape [n]. */
    int (*f)(rdg_index n, const double *u, rdg_index m, double *y, void *data);

    /** First derivatives dy_i/du_j in the order of df_pattern (m rows, n columns). values is zero on entry.
     *  NULL: central differences of f, in which all columns move at once that share no row of df_pattern. */
    int (*df)(rdg_index n, const double *u, rdg_index m, double *values, void *data);

    /** Second derivatives contracted with multipliers lambda, shape [m]: the matrix
     *  sum_k lambda_k d2y_k/du_i du_j, whole (both triangles), in the order of d2f_pattern (n rows, n
     *  columns). values is zero on entry. NULL: central differences of df. */
    int (*d2f)(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data);

    const rdg_pattern
        *df_pattern; /**< of df, given or not; copied; NULL: dense, column-major, values[i + m*j] */
    const rdg_pattern *d2f_pattern; /**< of d2f; copied; NULL: dense, column-major, values[i + n*j] */

    const rdg_linear_ops *linear; /**< a part of the Jacobian that is not stored (linear_ops.h); the struct is
                                     copied. NULL: all of it is on df_pattern */

    bool by_differences; /**< differences are meant to stand in: no note is written about them */
    bool estimated_df;   /**< df is made of differences itself, of values that f has on a curve alone:
                            rdg_check_derivatives() cannot decide and leaves it out */
    void *data;          /**< handed to the callbacks; borrowed unless free_data is given */
    void (*free_data)(void *data); /**< called once when the problem is freed; NULL: nothing to do. When
                                      adding the function fails, data stays the caller's */
} rdg_function;

#endif
