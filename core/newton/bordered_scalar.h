/** @file bordered_scalar.h
 *  @brief The slope of a parameter along a solution curve, as a scalar function of the point, with its
 *  gradient.
 *
 *  A problem has zero functions F(u) = 0, [m], of variables u, [n]. All but m + 1 variables are held, so that
 *  the solutions are a curve. With a border row t, [n], one factorisation of the square matrix
 *
 *      B = [F_u; t; e_h]     e_h: the unit row of each held variable
 *
 *  gives the tangent, B tau = e_t, Newton's correction onto the curve, B del = [-F; 0; 0], and the
 * multipliers of B^T w = -A_u, A being a parameter of the problem. One step of iterative refinement takes the
 * error of w down to rounding. The bordered scalar is the slope
 *
 *      g = A_u tau = -w_t.
 *
 *  Its gradient in all variables at a fixed t is one product with the Hessian contracted with w (Govaerts,
 *  Numerical methods for bifurcations of dynamical equilibria, 2000, sections 3 and 4):
 *
 *      g_u = (A_uu + w F_uu) tau.
 *
 *  B is regular at folds of the curve. A peak of a response has g = 0 with A the amplitude; a fold has g = 0
 *  with A the free parameter; at a simple branch point the determinant of B changes its sign. Because t need
 *  not be the tangent, the row of a constraint serves, too: -w_t is then the slope of A in the constraint.
 *  Values are in the units of the problem. Functions answer as callbacks do: 0; > 0 outside the domain or
 *  singular; < 0 end. NULL where a pointer is needed counts as < 0. */
#ifndef RDG_BORDERED_SCALAR_H
#define RDG_BORDERED_SCALAR_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A bordered scalar of a problem. */
typedef struct rdg_bordered_scalar rdg_bordered_scalar;

/** What one factorisation gives. Arrays belong to the scalar; the next call overwrites them. */
typedef struct rdg_scalar_values {
    rdg_index n;              /**< variables */
    rdg_index m;              /**< zero functions' rows */
    double value;             /**< A */
    double slope;             /**< g = A_u tau */
    double second;            /**< g_u tau; after rdg_bordered_scalar_differentiate() */
    const double *residual;   /**< F, [m] */
    const double *tangent;    /**< tau, [n], t tau = 1 */
    const double *correction; /**< del, [n] */
    const double
        *multipliers; /**< w, [n]: of F, [m]; of t: -g; of each held variable h: -dA/dh, with t du = 0 */
    const double *gradient; /**< g_u, [n]; after rdg_bordered_scalar_differentiate() */
    int sign;               /**< of the determinant of B */
} rdg_scalar_values;

/** How often the parts were evaluated. */
typedef struct rdg_scalar_counts {
    long residuals;        /**< evaluations of the problem's functions */
    long factorisations;   /**< matrices factored */
    long hessian_products; /**< second derivatives in one direction */
} rdg_scalar_counts;

/** Create the slope of a parameter along the solution curve of a problem.
 *  @param problem   must outlive the scalar; functions added later do not take part
 *  @param parameter whose slope it is
 *  @param n_held    number of variables that are held: n - m - 1
 *  @param held      their names, shape [n_held]; each a block of one variable
 *  @return to be freed with rdg_bordered_scalar_free(); NULL after RDG_ERR_NAME, RDG_ERR_SIZE (the number of
 *          held variables does not leave a curve), RDG_ERR_ARGUMENT (variables are frozen) or
 *          RDG_ERR_NO_MEMORY */
rdg_bordered_scalar *rdg_bordered_scalar_create(rdg_problem *problem, const char *parameter, rdg_index n_held,
                                                const char *const *held);

/** Free a bordered scalar.
 *  @param scalar NULL is allowed */
void rdg_bordered_scalar_free(rdg_bordered_scalar *scalar);

/** The residual alone.
 *  @param scalar scalar
 *  @param u      shape [n]
 *  @param[out] F shape [m]
 *  @return as a callback */
int rdg_bordered_scalar_residual(rdg_bordered_scalar *scalar, const double *u, double *F);

/** Evaluate F, F_u and A, factor B and solve for tangent, correction and multipliers.
 *  @param scalar scalar
 *  @param u      shape [n]
 *  @param row    border row t, shape [n]; copied
 *  @return as a callback; > 0 also if B is singular to rounding */
int rdg_bordered_scalar_factor(rdg_bordered_scalar *scalar, const double *u, const double *row);

/** The gradient of the slope at the last point that was factored: one contracted Hessian product.
 *  @param scalar scalar
 *  @return as a callback; > 0 also without factors, or if the gradient is not finite */
int rdg_bordered_scalar_differentiate(rdg_bordered_scalar *scalar);

/** The second derivatives of A along the curve, applied to a direction: y = (A_uu + w F_uu) x at the last
 * point that was factored. With B x = p and a constant p, -y is the gradient of p w at a fixed t.
 *  @param scalar scalar
 *  @param x      direction, shape [n]
 *  @param[out] y shape [n]
 *  @return as a callback; > 0 also without factors */
int rdg_bordered_scalar_hessian_times(rdg_bordered_scalar *scalar, const double *x, double *y);

/** Solve B x = b with the last factors.
 *  @param scalar scalar
 *  @param b      shape [n]: rows of F, of t, of the held variables in the order given
 *  @param[out] x shape [n]
 *  @return as a callback; > 0 without factors */
int rdg_bordered_scalar_solve(rdg_bordered_scalar *scalar, const double *b, double *x);

/** Values of the last point.
 *  @param scalar scalar
 *  @return borrowed as long as @p scalar; NULL of NULL */
const rdg_scalar_values *rdg_bordered_scalar_values(const rdg_bordered_scalar *scalar);

/** Counters since creation.
 *  @param scalar NULL is allowed
 *  @return zeros for NULL */
rdg_scalar_counts rdg_bordered_scalar_counts(const rdg_bordered_scalar *scalar);

#ifdef __cplusplus
}
#endif
#endif
