/** @file contact_large.h
 *  @brief Contact problems of many bodies, by sparse matrices: nothing of the size of Delassus's matrix is
 * made.
 *
 *  Given M, W, f and c, find velocities v and impulses r with
 *
 *      M v = f + W r,     xi = W^T v + c,
 *
 *  and the force laws of contact_problem.h between xi and r. Rows are in the order of contact_problem.h.
 *
 *  Newton's method on Alart and Curnier's equations from a predictor (of a chain without friction: its active
 * set). If that does not converge within some iterations, Mehrotra's interior-point method finds the
 * set. With friction this is in turns with the slip it was made for, s = mu |xi_T| (De Saxce, Feng, Math.
 * Comput. Modelling 28 (1998); Acary, Cadoux, Lemarechal, Malick, ZAMM 91 (2011)). */
#ifndef RDG_CONTACT_LARGE_H
#define RDG_CONTACT_LARGE_H

#include <ridgewalk/contact_problem.h>
#include <ridgewalk/function.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is fixed of a problem; all arrays are borrowed for the call that takes it. */
typedef struct rdg_large_contacts_options {
    const rdg_pattern *M;  /**< n x n, both triangles, with the whole diagonal */
    const rdg_pattern *W;  /**< n x rows */
    rdg_index bilateral;   /**< ideal constraints, the first rows */
    rdg_index contacts;    /**< contacts */
    const int *directions; /**< [contacts] tangential directions with friction: 0, 1 or 2 */
    const double *mu;      /**< [contacts] friction coefficients, >= 0 */
} rdg_large_contacts_options;

/** A problem's numbers; all arrays are borrowed. */
typedef struct rdg_large_contacts_numbers {
    const double *M;    /**< in the order of its pattern, positive definite, kg */
    const double *W;    /**< in the order of its pattern */
    const double *f;    /**< [n] momentum without impulses */
    const double *c;    /**< [rows] m/s, as e u- of restitution */
    const bool *inside; /**< [contacts] which contacts act; NULL: all */
} rdg_large_contacts_numbers;

/** Workspace and factors. */
typedef struct rdg_large_contacts rdg_large_contacts;

/** Make a workspace, owned by the context.
 *  @param ctx     context
 *  @param options what is fixed; copied
 *  @return NULL after a failure (RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY, RDG_ERR_LIBRARY) */
rdg_large_contacts *rdg_large_contacts_create(rdg_context *ctx, const rdg_large_contacts_options *options);

/** Free a workspace before its context.
 *  @param solver NULL is allowed */
void rdg_large_contacts_free(rdg_large_contacts *solver);

/** Solve a problem. A result is accepted if the residual of the force laws and of the balance of momentum is
 * at most 1e-12 of the largest velocity, or 8 times the rounding of the impulses. The residual is a velocity:
 * by the diagonal of M.
 *  @param solver      workspace
 *  @param numbers     the problem
 *  @param[in,out] v   [n] m/s: a predictor (as the velocities before). The answer
 *  @param[in,out] r   [rows] kg m/s: a predictor (that of the last time step, or 0). The answer
 *  @param[out] answer how it was found. NULL: not requested
 *  @return 0: answered; > 0: not, v and r are not to be used; < 0: an argument is NULL */
int rdg_large_contacts_try(rdg_large_contacts *solver, const rdg_large_contacts_numbers *numbers, double *v,
                           double *r, rdg_contact_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
