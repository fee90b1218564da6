/** @file ep.h
 *  @brief Equilibria of x' = f(x, p) and fixed points of maps x -> f(x, p): stability and its changes.
 *
 *      rdg_problem *p = rdg_ep_problem(ctx, &(rdg_ep){.n = 3, .n_parameters = 2, .f = oxidation,
 *                                      .parameters = (const char *const[]){"p2", "p7"},
 *                                      .x = (double[]){...}, .p = (double[]){...}});
 *      rdg_continue(p, "branch", RDG_RELEASE("p2"));                            finds FP, HB
 *      rdg_continue(p, "hopf_curve", RDG_FROM("branch", label), RDG_HOLD_AT("hopf", 0),
 *                   RDG_RELEASE("p2"), RDG_RELEASE("p7"));                      finds BTP, GH
 *
 *  Bifurcations are zeros of monitors, smooth near their zeros and with exact gradients. Any run locates them
 * by Newton's method. A run that holds one at zero is its curve in two parameters. */
#ifndef RDG_EP_H
#define RDG_EP_H

#include <ridgewalk/core.h>

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
 *  Variables: blocks "x", "p". Zero function "ep". Inactive parameters by name. Monitors:
 *  - "unstable" (regular), the number of eigenvalues of f_x with positive real part;
 *
 *  and for n >= 2
 *  - "hopf" (active), the sum of two eigenvalues, among the real sums, that is nearest to zero, with the sign
 *    of the product of all such sums: it changes sign where any of them does. A run that holds it keeps to
 *    the pair that it started with: curves of Hopf points may cross, and others be nearer to the axis;
 *  - "omega2" (active), the product of these two, the square of the frequency at a Hopf point;
 *  - "l1" (regular), the first Lyapunov coefficient at Hopf points (Kuznetsov, Elements of Applied
 *    Bifurcation Theory, 3rd ed., eq. 5.39; negative: supercritical), 0 elsewhere.
 *
 *  Special points: HB (Hopf), with RDG_NEUTRAL_SADDLES NSA (neutral saddle); on a curve of them, and of
 *  folds, BTP (Bogdanov-Takens); on a curve of Hopf points GH (generalised Hopf). Every change of "unstable"
 * along a curve must be explained by these, by folds and by branch points. A change that is not is enclosed:
 * pairs that cross at one point are HB, with a note; on a curve of Hopf points or folds ZH (zero-Hopf) and HH
 * (double Hopf) come out. ZE is a zero eigenvalue where the curve has neither a fold nor a branch point. A
 * jump over a non-smooth point is noted, and what nothing explains warned of.
 *  @param ctx context, owner of the problem
 *  @param ep  copied
 *  @return NULL after a failure */
rdg_problem *rdg_ep_problem(rdg_context *ctx, const rdg_ep *ep);

/** The problem f(x, p) = x.
 *
 *  As above; monitors:
 *  - "unstable" (regular), the number of multipliers (eigenvalues of f_x) outside the unit circle;
 *  - "pd" (active), the real multiplier + 1 that is nearest to zero, or the distance
 *    of a pair from -1 that is nearer, 1 if there is neither. It is multiplied by the distance from -1 of
 * another real multiplier, or of the pair's other one, over 0.3 where that is small (a weight that is 1 from
 * 0.45 on). This is smooth where two multipliers meet at -1;
 *  - for n >= 2 "ns" (active), the real product of two multipliers - 1 that is nearest to zero. "ns.sum"
 *    (active, not in tables) is the sum of these two. "ns.angle" (regular, not in tables) is the angle of a
 * pair on the unit circle that has this sum, from 0 to pi.
 *
 *  "pd" and "ns" have signs like "hopf". Special points: PD (period doubling), NS (Neimark-Sacker), with
 *  RDG_NEUTRAL_SADDLES NSA (neutral saddle). Where "ns" is held, R1 to R4: the strong resonances of the pair;
 * its curve continues as one of neutral saddles behind R1 and R2. On curves of period doublings R2, and of
 * folds R1, where a second multiplier is -1, or 1; on all of these LPPD, LPNS, PDNS and NSNS, where two of
 * them happen at once.
 *  @param ctx context, owner of the problem
 *  @param map copied
 *  @return NULL after a failure */
rdg_problem *rdg_map_problem(rdg_context *ctx, const rdg_ep *map);

/** Add f(x, p) = 0 to a problem, as one part of it: every name of rdg_ep_problem(), also of the parameters,
 *  becomes "<name>.<what>". Stability is that of x' = f(x, p) alone, whatever couples it with the rest.
 *  @param problem problem
 *  @param name    of this part (rdg_problem_enter()); NULL: names without a prefix
 *  @param ep      copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_ep_add(rdg_problem *problem, const char *name, const rdg_ep *ep);

/** Add f(x, p) = x to a problem, as one part of it; see rdg_ep_add() and rdg_map_problem().
 *  @param problem problem
 *  @param name    of this part (rdg_problem_enter()); NULL: names without a prefix
 *  @param map     copied
 *  @return as rdg_ep_add() */
rdg_status rdg_map_add(rdg_problem *problem, const char *name, const rdg_ep *map);

/** Eigenvalues (of a map: multipliers) at a point of a problem of rdg_ep_problem() or rdg_map_problem().
 *  @param problem problem
 *  @param u       where, shape [rdg_variable_count()]
 *  @param[out] re real parts, shape [n]
 *  @param[out] im imaginary parts, shape [n]
 *  @return RDG_OK, RDG_ERR_NAME (no such problem), RDG_ERR_ARGUMENT (NULL) or RDG_ERR_NOT_FINITE */
rdg_status rdg_ep_eigenvalues(rdg_problem *problem, const double *u, double *re, double *im);

/** Eigenvalues (of a map: multipliers) of one part of a problem.
 *  @param problem problem
 *  @param name    of the part, as given to rdg_ep_add() or rdg_map_add(). NULL: that without a name
 *  @param u       where, shape [rdg_variable_count()]
 *  @param[out] re real parts, shape [n]
 *  @param[out] im imaginary parts, shape [n]
 *  @return as rdg_ep_eigenvalues() */
rdg_status rdg_ep_eigenvalues_of(rdg_problem *problem, const char *name, const double *u, double *re,
                                 double *im);

#ifdef __cplusplus
}
#endif
#endif
