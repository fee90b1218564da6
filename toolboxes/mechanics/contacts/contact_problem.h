/** @file contact_problem.h
 *  @brief The problem of contacts at an instant: impulses (or forces) of ideal constraints and of unilateral
 * contacts with Coulomb friction, that together satisfy their force laws.
 *
 *  Given b and G (Delassus's matrix, W^T M^-1 W), find r with xi = b + G r and
 *
 *      ideal constraints   xi = 0
 *      contacts            0 <= xi_N, r_N >= 0, xi_N r_N = 0;   |r_T| <= mu r_N,  mu r_N |xi_T| + r_T . xi_T
 * = 0
 *
 *  xi is the velocity behind the instant; at impacts with restitution xi = u+ + e u-, and b = W^T(v + e v-).
 *  Rows of ideal constraints come first, then those of each contact: the normal, and its tangential
 *  directions, 0, 1 (planar) or 2 (spatial). G may be singular (more contacts than carry independent loads),
 * and need not be symmetric. r is then the one of least norm among those that satisfy the equations of the
 * contact states that were found.
 *
 *  Sources: Alart and Curnier, CMAME 92 (1991) 353-375; Jean, CMAME 177 (1999) 235-257; Cottle, Pang, Stone,
 *  The Linear Complementarity Problem (2009), Lemke's method in section 4.4. */
#ifndef RDG_CONTACT_PROBLEM_H
#define RDG_CONTACT_PROBLEM_H

#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How an answer was found. */
typedef enum rdg_contact_method {
    RDG_CONTACT_UNANSWERED,    /**< it was not: r is not to be used */
    RDG_CONTACT_FREE,          /**< without impulses, r = 0 */
    RDG_CONTACT_CLOSED_FORM,   /**< one contact: its contact states one by one; or ideal constraints alone */
    RDG_CONTACT_NEWTON,        /**< Newton's method on Alart and Curnier's equations */
    RDG_CONTACT_LEMKE,         /**< Lemke's pivoting, then that; planar contacts */
    RDG_CONTACT_GAUSS_SEIDEL,  /**< contact by contact, then that */
    RDG_CONTACT_FRICTION_STEP, /**< the same for less friction, which is raised in steps */
    RDG_CONTACT_INTERIOR,      /**< many contacts: an interior-point method, then Newton's */
    RDG_CONTACT_STATES         /**< at most 4 planar contacts: all their contact states one by one */
} rdg_contact_method;

/** Name of a method, as text.
 *  @param method any value
 *  @return a static string */
const char *rdg_contact_method_name(rdg_contact_method method);

/** A problem; all arrays are borrowed. */
typedef struct rdg_contact_problem {
    rdg_index bilateral;   /**< number of ideal constraints */
    rdg_index contacts;    /**< number of contacts */
    const int *directions; /**< [contacts] tangential directions with friction: 0, 1 or 2 */
    const double *mu;      /**< [contacts] friction coefficients, >= 0 */
    const double *G;       /**< [rows * rows] column by column, 1/kg (or a multiple of it) */
    const double *b;       /**< [rows] m/s */
} rdg_contact_problem;

/** What became of a problem. */
typedef struct rdg_contact_answer {
    rdg_contact_method method; /**< which way it was answered */
    int iterations;            /**< of that method: Newton steps, pivots, sweeps; 0 in closed form */
    double residual;           /**< by which the force law is not satisfied, in units of max |b| */
    rdg_index worst;           /**< contact, or -1 - ideal constraint, where that is; 0 without contacts */
} rdg_contact_answer;

/** Workspace: solving takes no memory. */
typedef struct rdg_contact_solver rdg_contact_solver;

/** Make a workspace, owned by the context.
 *  @param ctx       context
 *  @param bilateral largest number of ideal constraints
 *  @param contacts  largest number of contacts
 *  @return NULL after a failure */
rdg_contact_solver *rdg_contact_solver_create(rdg_context *ctx, rdg_index bilateral, rdg_index contacts);

/** Free a workspace before its context.
 *  @param solver NULL is allowed */
void rdg_contact_solver_free(rdg_contact_solver *solver);

/** Number of rows of a problem.
 *  @param problem the problem
 *  @return 0 for NULL */
rdg_index rdg_contact_rows(const rdg_contact_problem *problem);

/** By how much impulses do not satisfy the force law. This is the largest, over all rows, of four residuals,
 * as velocities and divided by max |b|. They are those of the ideal constraints, min(xi_N, r_N / rho_N), the
 * part of r_T outside of the cone, and the difference in direction of slip and force.
 *  @param solver     workspace
 *  @param problem    the problem
 *  @param r          [rows]
 *  @param[out] worst contact, or -1 - ideal constraint. NULL: not requested
 *  @return >= 0; NaN where something is not finite or NULL */
double rdg_contact_residual(rdg_contact_solver *solver, const rdg_contact_problem *problem, const double *r,
                            rdg_index *worst);

/** Solve a problem. Several ways are tried, the quickest first; an answer is accepted only if the residual of
 * the force law itself is at most 1e-12. (Where rounding alone makes more of it, |G| |r| eps > 1e-12 |b|, at
 * most 8 times what rounding makes is accepted.)
 *  @param solver      workspace, large enough
 *  @param problem     the problem
 *  @param[in,out] r   [rows] kg m/s: a predictor (that of the last time step, or 0). The answer
 *  @param[out] answer how it was found; NULL: not requested
 *  @return RDG_OK; RDG_ERR_NO_CONVERGENCE with the contact that is worst in the message; RDG_ERR_NOT_FINITE,
 *          RDG_ERR_ARGUMENT, RDG_ERR_SIZE or RDG_ERR_EARLIER */
rdg_status rdg_contact_solve(rdg_contact_solver *solver, const rdg_contact_problem *problem, double *r,
                             rdg_contact_answer *answer);

/** rdg_contact_solve() for who has another way if there is no answer: no failure is recorded.
 *  @param solver      workspace, large enough
 *  @param problem     the problem
 *  @param[in,out] r   [rows] a predictor. The answer, or what came nearest to one
 *  @param[out] answer how it was found: RDG_CONTACT_UNANSWERED where it was not
 *  @return 0: answered; > 0: not; < 0: arguments are NULL or do not fit the workspace */
int rdg_contact_try(rdg_contact_solver *solver, const rdg_contact_problem *problem, double *r,
                    rdg_contact_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
