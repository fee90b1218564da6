/** @file adjoint.h
 *  @brief Adjoint equations of any problem, and successive continuation to stationary points.
 *
 *  For a problem with zero functions Phi(u) = 0 and continuation parameters psi(u) = mu, the extension adds
 *  multipliers lambda (one a zero function) and eta (one a parameter) and the adjoint equations
 *
 *      Phi_u^T lambda + psi_u^T eta = 0 .
 *
 *  They are homogeneous: lambda = eta = 0 solves them on every solution of the problem, and where a parameter
 * is stationary along the curve a second branch with eta != 0 crosses (Kernevez and Doedel 1987). With eta =
 * 1 for the objective and eta = 0 for the parameters that are free, u is a stationary point and -eta_k is the
 * derivative of the stationary value with respect to a held parameter mu_k. The derivatives come from df and
 * d2f of the functions: nobody writes adjoint code. */
#ifndef RDG_ADJOINT_H
#define RDG_ADJOINT_H

#include <ridgewalk/ridgewalk.h>

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
 *  eta = 1 for the objective and eta = 0 for the free parameters: the direct alternative to the second stage.
 *  @param adjoint   the extension
 *  @param along     the free parameter (its eta is zero)
 *  @param[out] defect norm of what is left of the adjoint equations, relative to the gradient of the
 * objective: 0 where u is stationary; may be NULL
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NOT_FINITE, RDG_ERR_SINGULAR or RDG_ERR_NO_MEMORY */
rdg_status rdg_adjoint_solve(rdg_adjoint *adjoint, const char *along, double *defect);

/** What successive continuation looks for. */
typedef struct rdg_stationary_options {
    const char *along; /**< parameter that is varied to find it */
    double low;        /**< window of `along`: lower end */
    double high;       /**< upper end; both 0: unlimited */
    bool direct;       /**< multipliers by rdg_adjoint_solve() instead of the second stage */
    bool maximum;   /**< true: the stationary point with the greatest objective; false: the first one met */
    bool quiet;     /**< no tables */
    bool no_folder; /**< no run folders */
} rdg_stationary_options;

/** Find a stationary point of the objective along a curve (stages 1 and 2 of successive continuation).
 *
 *  Stage 1 (run "<name>/stage1") follows the curve with zero multipliers; a stationary objective is a branch
 *  point. Stage 2 (run "<name>/stage2") leaves it on the other branch until d.objective = 1. The result is
 * left in the start values of the problem, ready for the next stage: rdg_continue(p, ...,
 * RDG_RELEASE("another parameter"), RDG_RELEASE(along), RDG_RELEASE("d.another"), ...).
 *  @param adjoint the extension
 *  @param name    of the runs
 *  @param options what to look for
 *  @return RDG_OK; RDG_ERR_NO_CONVERGENCE when there is no stationary point in the window; as rdg_continue()
 */
rdg_status rdg_stationary_find(rdg_adjoint *adjoint, const char *name, const rdg_stationary_options *options);

#ifdef __cplusplus
}
#endif
#endif
