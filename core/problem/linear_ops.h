/** @file linear_ops.h
 *  @brief A linear solver that a problem brings along, in place of a pattern and its factors.
 *
 *  A zero function y = f(u) may have a Jacobian that is too large to be stored. It is then the sum
 *
 *      f_u = J + [L 0]
 *
 *  of entries J on the function's pattern (df_pattern) and of a square operator L in the function's first m
 *  variables, which is known by its products. A matrix P near f_u, whose inverse is cheap, preconditions
 * GMRES (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7 (1986) 856). Solutions are refined with products of
 *  f_u itself: P decides how many iterations they take, not their accuracy. The determinant of such a problem
 *  is not known: branch points are not searched for. */
#ifndef RDG_LINEAR_OPS_H
#define RDG_LINEAR_OPS_H

#include "status.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most variables that an operator may depend on. */
enum { RDG_MOST_OPERATOR_VARIABLES = 8 };

/** The operator L of a function with m values, and its preconditioner P. */
typedef struct rdg_linear_ops {
    rdg_index n_at;      /**< number of variables that L and P depend on, at most
                              RDG_MOST_OPERATOR_VARIABLES */
    const rdg_index *at; /**< [n_at] these, among the function's variables; copied */

    /** y += L x, or y += L^T x.
     *  @param at         [n_at] values of the variables that L depends on
     *  @param transposed L^T in place of L
     *  @param x          [m]
     *  @param[in,out] y  [m]
     *  @param data       as given below */
    void (*times)(const double *at, bool transposed, const double *x, double *y, void *data);

    /** x = P^-1 b.
     *  @param at     as above
     *  @param b      [m]
     *  @param[out] x [m]; not @p b
     *  @param data   as given below */
    void (*solve)(const double *at, const double *b, double *x, void *data);

    /** x = P^-T b, likewise. */
    void (*solve_transposed)(const double *at, const double *b, double *x, void *data);

    /** P - L, if it lies on the function's pattern: an iteration then costs one solution and no product with
     *  L. NULL: it does not.
     *  @param at          as above
     *  @param[out] values in the order of df_pattern, zero on entry; columns from m on stay zero
     *  @param data        as given below */
    void (*shift)(const double *at, double *values, void *data);

    /** Size of each row of L.
     *  @param at       as above
     *  @param size     [m] typical sizes of the first m variables
     *  @param[out] row [m] about the largest |L_ij| size_j of each row i
     *  @param data     as given below */
    void (*row_sizes)(const double *at, const double *size, double *row, void *data);

    void *data; /**< handed to the callbacks; borrowed as long as the function */
} rdg_linear_ops;

#ifdef __cplusplus
}
#endif
#endif
