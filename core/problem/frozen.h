/** @file frozen.h
 *  @brief Eliminated variables: runs hold them at their values, and leave them out of their linear systems,
 *  together with the equations that belong to them.
 *
 *  The number of unknowns of a problem may change along a branch (adaptive harmonics, slots for segments of
 * an orbit). Such a problem has as many as it may ever need, and eliminates those that it does not need:
 *
 *      rdg_eliminate(p, &(rdg_eliminated){.block = "Q", .first = 6, .n = 20, .zero = "balance", .row = 6});
 *
 *  What is solved is the smaller problem, as if it had been made without these variables and equations:
 * matrices, tangents, arclength, determinants and special points are its own. Blocks, columns and labelled
 * solutions keep their sizes; the eliminated variables have the values that they are held at.
 *
 *  Where the problem has adjoint equations (rdg_declare_adjoint()), the multiplier of an equation that is
 * left out is eliminated at 0, together with the adjoint equation of the eliminated variable. These are the
 * adjoint equations of the smaller problem.
 *
 *  In a run the set can be changed by its function of RDG_ON_STOP() alone. What lies behind that chart is not
 * compared with what lies in front of it, the sign of the determinant among it. The second direction from the
 * start, and the next run, have the set that the run began with. */
#ifndef RDG_FROZEN_H
#define RDG_FROZEN_H

#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Consecutive variables of a block, and as many consecutive equations. */
typedef struct rdg_eliminated {
    const char *block; /**< of the variables */
    rdg_index first;   /**< the first of them, from 0 within the block */
    rdg_index n;       /**< how many, >= 1 */
    const char *zero;  /**< zero function whose equations are left out with them */
    rdg_index row;     /**< the first of these, from 0 within the function */
    const double *at;  /**< what the variables are held at, shape [n]; copied; NULL: 0 */
} rdg_eliminated;

/** Eliminate variables, one equation with each. A variable that is a continuation parameter is held by
 * RDG_HOLD() instead. Those that are eliminated already, with the same equations, get their new values.
 *  @param problem problem; while a run of it is under way, in a function of RDG_ON_STOP() only
 *  @param part    which ones; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE (beyond the block or the function), RDG_ERR_ARGUMENT (a
 *          parameter; already eliminated with another equation, or the equation with another variable; not
 * now), RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY, or what a function of rdg_watch_eliminated() answers. Nothing
 * is eliminated then, but after the last */
rdg_status rdg_eliminate(rdg_problem *problem, const rdg_eliminated *part);

/** Restore variables, and the equations that were eliminated with them. Those that are free stay so.
 *  @param problem problem, as for rdg_eliminate()
 *  @param block   of the variables
 *  @param first   the first of them, from 0 within the block
 *  @param n       how many, >= 1
 *  @return as rdg_eliminate() */
rdg_status rdg_restore(rdg_problem *problem, const char *block, rdg_index first, rdg_index n);

/** Is a variable eliminated?
 *  @param problem  problem
 *  @param variable index among all, from 0
 *  @return false also where there is none */
bool rdg_is_eliminated(const rdg_problem *problem, rdg_index variable);

/** Number of variables that are eliminated.
 *  @param problem NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_eliminated_count(const rdg_problem *problem);

/** Follows the set of eliminated variables, so that functions of the problem do not evaluate what is left
 * out.
 *  @param problem its set has changed; nothing else may be done to it
 *  @param data    pointer given with the function
 *  @return anything but RDG_OK, a failure that has been recorded, ends the run */
typedef rdg_status (*rdg_eliminated_watch)(rdg_problem *problem, void *data);

/** Call a function whenever the set of eliminated variables has changed, be it by rdg_eliminate(),
 * rdg_restore(), or by a run that goes back to the set that it began with. A copy of the problem has it, too.
 *  @param problem  problem
 *  @param function the function
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL) or RDG_ERR_NO_MEMORY */
rdg_status rdg_watch_eliminated(rdg_problem *problem, rdg_eliminated_watch function, void *data);

#ifdef __cplusplus
}
#endif
#endif
