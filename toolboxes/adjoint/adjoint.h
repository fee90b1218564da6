/** @file adjoint.h
 *  @brief Adjoint equations of any problem, and successive continuation to stationary points.
 *
 *  For a problem with zero functions Phi(u) = 0 and continuation parameters psi(u) = mu, the extension adds
 *  multipliers lambda (one a zero function) and eta (one a parameter) and the adjoint equations
 *
 *      Phi_u^T lambda + psi_u^T eta = 0 .
 *
 *  They are homogeneous: lambda = eta = 0 solves them on every solution of the problem. Where a parameter is
 *  stationary along the curve a second branch with eta != 0 crosses (Kernevez and Doedel 1987). Let eta = 1
 * for the objective and eta = 0 for the free parameters. Then u is a stationary point, and -eta_k is the
 *  derivative of the stationary value by a held parameter mu_k. The derivatives come from df and d2f of the
 *  functions: no adjoint code is written by hand. */
#ifndef RDG_ADJOINT_H
#define RDG_ADJOINT_H

#include <ridgewalk/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The adjoint extension of a problem; owned by the problem, freed with it. */
typedef struct rdg_adjoint rdg_adjoint;

/** Add the adjoint equations of all functions that the problem has now.
 *
 *  New variables: the block "lambda", and for each parameter x a block "d.x" of one variable, which is a new
 *  (inactive) parameter "d.x". All start at zero.
 *  @param problem   problem; functions added later do not take part
 *  @param objective parameter to be made stationary; its size at the start values sets the typical sizes of
 * the multipliers
 *  @return the extension; NULL after a failure (RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY) */
rdg_adjoint *rdg_adjoint_add(rdg_problem *problem, const char *objective);

/** Set the multipliers among the start values by a linear least-squares solve at the start values of u, with
 *  eta = 1 for the objective and eta = 0 for the free parameters. This replaces the second stage.
 *  @param adjoint   the extension
 *  @param along     the free parameter (its eta is zero); NULL: only inequalities have multipliers
 *  @param held      an active parameter that is held besides the inactive ones, so that it has a multiplier;
 *                   NULL: none
 *  @param[out] defect norm of what is left of the adjoint equations, relative to the gradient of the
 * objective: 0 where u is stationary; may be NULL
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR or RDG_ERR_NO_MEMORY */
rdg_status rdg_adjoint_solve(rdg_adjoint *adjoint, const char *along, const char *held, double *defect);

/** The stationary point that successive continuation searches. */
typedef struct rdg_stationary_options {
    const char *along; /**< parameter that is varied to find it */
    double low;        /**< domain of `along`: lower end */
    double high;       /**< upper end; both 0: unlimited */
    bool direct;       /**< multipliers by rdg_adjoint_solve() instead of the second stage */
    bool maximum; /**< true: the stationary point with the greatest objective; false: the first one met */
    const rdg_option *options; /**< added to those of each run, RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY);
                                  NULL: none */
} rdg_stationary_options;

/** Find a stationary point of the objective along a curve (stages 1 and 2 of successive continuation).
 *
 *  Stage 1 (run "<name>/stage1") follows the curve with zero multipliers; a stationary objective is a branch
 *  point. Stage 2 (run "<name>/stage2") leaves it on the other branch until d.objective = 1. The result is
 * left in the start values of the problem, ready for the next stage: rdg_continue(p, ...,
 * RDG_RELEASE("another parameter"), RDG_RELEASE(along), RDG_RELEASE("d.another"), ...).
 *  @param adjoint the extension
 *  @param name    of the runs
 *  @param options which point is sought
 *  @return RDG_OK; RDG_ERR_NO_CONVERGENCE when there is no stationary point in the domain; as rdg_continue()
 */
rdg_status rdg_stationary_find(rdg_adjoint *adjoint, const char *name, const rdg_stationary_options *options);

/** Give an inequality G(u) <= 0 its complementarity condition: the parameter "<name>.kappa" is the function
 * of Fischer and Burmeister, sqrt(a^2 + b^2 + 2 e^2) - a - b. Its arguments are the multiplier a >= 0 and b =
 * -G >= 0. It vanishes where one of them is zero and the other is not negative. With e > 0 it vanishes where
 * a b = e^2, and is smooth.
 *  @param adjoint   extension of a problem that has the monitor, of kind RDG_INEQUALITY
 *  @param name      of the monitor
 *  @param maximum   true: the objective is to be a maximum; this gives the multiplier its sign
 *  @param smoothing e >= 0, relative to the size of G and of its multiplier
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_add_complementarity(rdg_adjoint *adjoint, const char *name, bool maximum, double smoothing);

/** What an optimisation is to do. */
typedef struct rdg_optimise_options {
    const char *const *parameters; /**< to be chosen, shape [n_parameters]; inactive parameters */
    rdg_index n_parameters;        /**< 0: everything that is to vary varies already; the objective has its
                                      stationary points through inequalities */
    const double *low;             /**< [n_parameters] least values; NULL: unlimited */
    const double *high;            /**< [n_parameters] largest values; NULL: unlimited */
    bool maximum;                  /**< true: the greatest objective; false: the least */
    const rdg_option *options;     /**< added to those of each run, RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY);
                                      NULL: none */
} rdg_optimise_options;

/** What an optimisation found. */
typedef struct rdg_optimum {
    double objective;  /**< its value */
    rdg_index stages;  /**< runs that were needed */
    rdg_index bounded; /**< parameters whose best value is a bound of theirs */
} rdg_optimum;

/** Optimise the objective by successive continuation (Kernevez and Doedel 1987; Li and Dankowicz 2018).
 *
 *  The first parameter is varied to its best stationary point, as by rdg_stationary_find(), or is held at the
 * start if there is none. Then one quantity after the other moves as the objective improves, until its
 * multiplier is zero or it meets a bound. Quantities are the parameters with their ranges, and the
 * inequalities G <= 0 that have a complementarity condition. All others stay optimal meanwhile: one that
 * meets a bound is held there, and is freed when its multiplier changes sign. What lies outside of its range
 * at the start is brought back at last. The order of the list does not change a result that is unique.
 *
 *  At the end the equations, the ranges, the signs of the multipliers and the stationarity are checked to
 *  1e-7 of typical sizes. The curvature is checked on the tangent space of the active conditions (up to 2000
 *  variables). The
 * optimum is a local one. Inequalities are exact: the smoothing of their conditions plays no part. The result
 * is left in the start values of the problem. Runs: "<name>/stage1", "<name>/stage2" or "<name>/start",
 * "<name>/<quantity>",
 * "<name>/<quantity>-2", ...
 *  @param adjoint     the extension
 *  @param name        of the runs
 *  @param options     what to do
 *  @param[out] result may be NULL
 *  @return RDG_OK; RDG_ERR_NO_CONVERGENCE when no optimum was found: constraints that cannot be met together,
 * an objective without a bound, a curve of optima that turns back. RDG_ERR_ARGUMENT, also if a
 * complementarity condition was made for the opposite of `maximum`; RDG_ERR_NAME; as rdg_continue() */
rdg_status rdg_optimise(rdg_adjoint *adjoint, const char *name, const rdg_optimise_options *options,
                        rdg_optimum *result);

#ifdef __cplusplus
}
#endif
#endif
