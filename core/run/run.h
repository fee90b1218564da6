/** @file run.h
 *  @brief A run: continue a problem's solutions, find special points, print the table, write its file.
 *
 *      rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 2.0));
 *
 *  The options are plain structs, which macros fill in (run_option.h). rdg_continue_list() takes the same as
 * an array. */
#ifndef RDG_RUN_H
#define RDG_RUN_H

#include "context.h"
#include "problem.h"
#include "run_option.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Continue the solutions of a problem: rdg_continue(problem, name, option, ...); there need be no option. */
#define rdg_continue(problem, ...)                                                                           \
    rdg_continue_list((problem), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Continue the solutions of a problem.
 *  @param problem problem; its manifold has dimension 1 (a curve) or 0 (a point) after releasing and holding
 *  @param name    of the run and its folder. It replaces an older run of that name once its first point is
 *                 found
 *  @param options ended by one of kind RDG_OPTION_END
 *  @return RDG_OK also when a branch ended early (the summary gives the reason); RDG_ERR_NAME,
 * RDG_ERR_ARGUMENT, RDG_ERR_SIZE or RDG_ERR_NOT_FINITE for wrong options; RDG_ERR_NO_CONVERGENCE,
 * RDG_ERR_SINGULAR or RDG_ERR_NOT_FINITE when there is no first point; RDG_ERR_CALLBACK, RDG_ERR_IO,
 * RDG_ERR_FORMAT, RDG_ERR_NO_MEMORY */
rdg_status rdg_continue_list(rdg_problem *problem, const char *name, const rdg_option *options);

/** Go on with a run that was cut off: rdg_resume(problem, name, option, ...), with the options of
 * rdg_continue(). */
#define rdg_resume(problem, ...)                                                                             \
    rdg_resume_list((problem), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Go on with a run that was cut off, by a kill or a crash, from what its folder holds. With RDG_IN_MEMORY,
 * one that a failure has cut off (rdg_error_clear()), from what memory holds.
 *
 *  Problem and options are those of the call that was cut off. A covering puts the charts together again that
 * it has left, which is geometry alone, and continues. A branch is continued at its last labelled regular
 * chart. Charts that the file has already are not written again. In the end it holds what the whole run would
 * have written, bit for bit except for the times. A run that is complete is left as it is, unless it has an
 * observer, which sees its end once more. One that has not begun is run from its start, and so is one with
 * functions that see its charts (RDG_OBSERVE(), RDG_COMPLETE(), RDG_ADMIT(), RDG_ON_TURN()) and do not state
 * what they store of them, RDG_CHECKPOINT(). One with RDG_ON_STOP() alone is taken up before that was called.
 *  @param problem problem
 *  @param name    of the run and its folder
 *  @param options ended by one of kind RDG_OPTION_END
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT or RDG_ERR_FORMAT when the folder belongs to another
 * problem or to other options: the message names the difference */
rdg_status rdg_resume_list(rdg_problem *problem, const char *name, const rdg_option *options);

/** Report which goals the run under way does not reach, from a function of RDG_ON_STOP(). It becomes part of
 * the run's verdict, in place of the run's own reason for its end if the function knows no continuation: the
 * one message, "not_reached" of its facts, "covered", and rdg_exit()'s answer.
 *  @param problem of the run
 *  @param format  of printf()
 *  @param ...     its values */
void rdg_leave_out(rdg_problem *problem, const char *format, ...);

/** Solve for one point: rdg_continue() without output, everything held; the result becomes the start values.
 *  @param problem problem
 *  @return as rdg_continue_list() */
rdg_status rdg_solve(rdg_problem *problem);

/** Solve for one point from start values that are near no solution in particular, such as a solution with
 *  another force at which all contacts stuck. Where full steps of Newton's method are blocked the residual
 * may grow for a while; rdg_solve() wants less of it with each step. Which of several solutions is found is
 * not decided by the start values.
 *
 *  Source: L. Grippo, F. Lampariello, S. Lucidi, SIAM J. Numer. Anal. 23 (1986) 707.
 *  @param problem problem
 *  @return as rdg_continue_list() */
rdg_status rdg_solve_from_afar(rdg_problem *problem);

#ifdef __cplusplus
}
#endif
#endif
