/** @file ep.h
 *  @brief Equilibria of x' = f(x, p) and fixed points of maps x -> f(x, p): stability and its changes.
 *
 *      rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 3, .n_parameters = 2, .f = oxidation,
 *                                      .parameters = (const char *const[]){"p2", "p7"},
 *                                      .x = (double[]){...}, .p = (double[]){...}});
 *      rdg_continue(p, "branch", RDG_RELEASE("p2"));                            finds FP, HB, NSA
 *      rdg_continue(p, "hopf_curve", RDG_FROM("branch", label), RDG_HOLD_AT("hopf", 0),
 *                   RDG_RELEASE("p2"), RDG_RELEASE("p7"));                      finds BTP, GH
 *
 *  Bifurcations are zeros of monitors, smooth near their zeros and with exact gradients, so that any run
 * locates them by Newton's method and a run that holds one at zero is its curve in two parameters. */
#ifndef RDG_EP_H
#define RDG_EP_H

#include <ridgewalk/ridgewalk.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A vector field or a map. f, df, d2f are those of an rdg_function of (x, p), n + n_parameters variables
 * with n values; df and d2f may be NULL (differences). */
typedef struct rdg_ep {
    rdg_index n;                   /**< number of states */
    rdg_index n_parameters;        /**< number of parameters */
    const char *const *parameters; /**< [n_parameters] their names */
    const double *x;               /**< [n] start values; NULL: zeros */
    const double *p;               /**< [n_parameters] start values; NULL: zeros */

    int (*f)(rdg_index n, const double *u, rdg_index m, double *y, void *data); /**< right-hand side */
    /** first derivatives; NULL: differences */
    int (*df)(rdg_index n, const double *u, rdg_index m, double *values, void *data);
    /** contracted second derivatives; NULL: differences */
    int (*d2f)(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data);
    const rdg_pattern *df_pattern;  /**< NULL: dense; a map's must be dense */
    const rdg_pattern *d2f_pattern; /**< NULL: dense */
    void *data;                     /**< handed to the callbacks; borrowed */
} rdg_ep;

/** The problem f(x, p) = 0.
 *
 *  Variables: blocks "x", "p". Zero function "ep". Inactive parameters by name. Monitors: "unstable"
 * (regular), the number of eigenvalues of f_x with positive real part; for n >= 2 "hopf" (active), the sum of
 * two eigenvalues that is nearest to zero, signed so that it changes sign where any such sum does; "omega2"
 * (active), the product of these two, the square of the frequency at a Hopf point; "btp" (regular), omega2
 * along a curve of Hopf points, 1 elsewhere; "l1" (regular), the first Lyapunov coefficient on a Hopf point
 * (Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed., eq. 5.39; negative: supercritical), 1
 *  elsewhere. Special points: HB (Hopf), NSA (neutral saddle); on a curve of them or of folds BTP
 *  (Bogdanov-Takens), GH (generalised Hopf).
 *  @param ctx context, owner of the problem
 *  @param ep  copied
 *  @return NULL after a failure */
rdg_problem *rdg_ep_problem(rdg_context *ctx, const rdg_ep *ep);

/** The problem f(x, p) = x.
 *
 *  As above; monitors: "unstable", multipliers outside the unit circle; "pd" (active), the multiplier + 1
 * that is nearest to zero; for n >= 2 "ns" (active), the product of two multipliers - 1 that is nearest to
 * zero, both signed likewise. Special points: PD (period doubling), NS (Neimark-Sacker), NSA (neutral
 * saddle).
 *  @param ctx context, owner of the problem
 *  @param map copied
 *  @return NULL after a failure */
rdg_problem *rdg_map_problem(rdg_context *ctx, const rdg_ep *map);

/** Eigenvalues (of a map: multipliers) at a point of one of these problems.
 *  @param problem made by rdg_ep_problem() or rdg_map_problem()
 *  @param u       where, shape [rdg_variable_count()]
 *  @param[out] re real parts, shape [n]
 *  @param[out] im imaginary parts, shape [n]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no such problem), RDG_ERR_NOT_FINITE, RDG_ERR_CALLBACK or
 * RDG_ERR_LIBRARY */
rdg_status rdg_ep_eigenvalues(rdg_problem *problem, const double *u, double *re, double *im);

#ifdef __cplusplus
}
#endif
#endif
