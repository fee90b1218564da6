/** @file moving.h
 *  @brief Functions that move along with the runs of a problem: what they stand on is chosen anew on the way.
 *
 *  A toolbox may evaluate its functions on something that is good for a while only: a mesh, the plane that
 * fixes the phase of a periodic orbit. It is called at each point that a run continues from, and may choose
 * anew, as long as that point stays a solution. */
#ifndef RDG_MOVING_H
#define RDG_MOVING_H

#include "chart.h"
#include "memo.h"
#include "objects.h"

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Called with each point of a curve before the step that leaves it.
 *  @param problem whose run it is; nothing may be added to it, nothing eliminated
 *  @param chart   valid during the call only
 *  @param data    pointer given with the function
 *  @return 0; anything else ends the run as a callback that answers < 0 does */
typedef int (*rdg_mover)(rdg_problem *problem, const rdg_chart *chart, void *data);

/** Call a function with the points of every run. A copy of the problem has it, too.
 *  @param problem  problem
 *  @param function the function
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (NULL), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_move_along(rdg_problem *problem, rdg_mover function, void *data);

/** Names a point to continue from where a branch ends, as a function of RDG_ON_STOP() does (run.h), which
 * takes its place in a run that has one. */
typedef bool (*rdg_way_on)(rdg_problem *problem, const rdg_chart *event, int direction, double *u,
                           void *data);

/** An answer of rdg_heading(): the point, as it was corrected, is no continuation; another one is requested.
 */
#define RDG_NO_WAY_ON INT_MIN

/** Which way a branch continues from such a point.
 *  @param problem whose run it is
 *  @param at      the point, corrected, with its tangent
 *  @param data    pointer given with the function
 *  @return > 0: along the tangent; < 0: against it; 0: so that the first active parameter continues as it
 * did; or RDG_NO_WAY_ON */
typedef int (*rdg_heading)(rdg_problem *problem, const rdg_chart *at, void *data);

/** Call a function for a continuation where a run's branch ends. A copy of the problem does not have it.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param heading  which way. NULL: as the first active parameter did
 *  @param data     handed to both; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_set_way_on(rdg_problem *problem, rdg_way_on function, rdg_heading heading, void *data);

/** Completes a point to continue from that the problem's own continuation has named: variables that are
 * determined by the others (multipliers).
 *  @param problem whose run it is
 *  @param event   where the branch ended
 *  @param[in,out] u the point
 *  @param data    pointer given with the function */
typedef void (*rdg_completion)(rdg_problem *problem, const rdg_chart *event, double *u, void *data);

/** Complete the points that a problem's continuation names. A copy of the problem does not have it.
 *  @param problem  problem
 *  @param function the function; takes the place of an earlier one; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_complete_way_on(rdg_problem *problem, rdg_completion function, void *data);

/** Writes down what else makes a labelled solution what it is: it is kept with that, in the run's record.
 *  @param problem whose run it is
 *  @param chart   the solution
 *  @param data    pointer given with the function
 *  @return text without control characters but tabs and ends of lines, valid until the next call. NULL:
 * nothing, or a failure that has been recorded */
typedef const char *(*rdg_keeping)(rdg_problem *problem, const rdg_chart *chart, void *data);

/** Keep a text with each labelled solution of the runs. A copy of the problem does not.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_keep_with_labels(rdg_problem *problem, rdg_keeping function, void *data);

/** Sees a labelled solution of a run before it is stored, to warn of what it shows.
 *  @param problem whose run it is
 *  @param chart   the solution
 *  @param data    pointer given with the function */
typedef void (*rdg_label_look)(rdg_problem *problem, const rdg_chart *chart, void *data);

/** Sees each solution of a run, labelled or not, and its end.
 *  @param problem whose run it is
 *  @param chart   the solution; point 0 begins a run. NULL: the run has come to its end
 *  @param data    pointer given with the function */
typedef void (*rdg_chart_look)(rdg_problem *problem, const rdg_chart *chart, void *data);

/** Register a function that sees all solutions of runs, to report at their ends what they show:
 * rdg_continue() and rdg_resume(), not rdg_solve(), and not runs without a table (RDG_NO_TABLE), as those
 * of searches are. A copy of the problem does not have it.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_look_at_charts(rdg_problem *problem, rdg_chart_look function, void *data);

/** Register a function that sees the labelled solutions of the runs. A copy of the problem does not have it.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_look_at_labels(rdg_problem *problem, rdg_label_look function, void *data);

/** Where a run starts, or is taken up after it was cut off. */
typedef struct rdg_start_solution {
    const double *u;  /**< [rdg_variable_count()] */
    bool is_labelled; /**< a labelled solution of a run; false: start values, not corrected yet */
    bool whole;     /**< false: it has not all of the problem's blocks; the others have their start values */
    bool is_on_way; /**< a run that was cut off is taken up here, on its way; false: it starts here */
    const char *kept; /**< with it by rdg_keep_with_labels(), of whatever problem; NULL: nothing */
} rdg_start_solution;

/** Sees the start of a run, or the labelled solution at which a run is resumed or had started.
 *  @param problem  whose run it is; variables may be eliminated and restored, at a start for this run and
 * those that follow
 *  @param solution valid during the call
 *  @param data     pointer given with the function
 *  @return anything but RDG_OK, a failure that has been recorded, ends the run */
typedef rdg_status (*rdg_start_look)(rdg_problem *problem, const rdg_start_solution *solution, void *data);

/** Register a function that sees the start of runs, so that what is
 * eliminated is what the solution does not use. A copy of the problem does not have it.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_look_at_starts(rdg_problem *problem, rdg_start_look function, void *data);

/** A block of variables as a labelled solution has it. */
typedef struct rdg_start_block {
    const char *name;      /**< of the block */
    rdg_index n;           /**< values that the solution has, which may not be as many as the problem has */
    const double *u;       /**< [n] */
    const double *tangent; /**< [n] */
    const char *kept;      /**< with the solution by rdg_keep_with_labels(); NULL: nothing */
} rdg_start_block;

/** Fits a block of a labelled solution into a problem that a run of it starts in.
 *  @param problem whose run it is
 *  @param block   valid during the call
 *  @param[out] u, tangent as many values as the problem's block has
 *  @param[out] fitted true: they have been written; false: the block is taken as it is, if it has the size
 *  @param data    pointer given with the function
 *  @return anything but RDG_OK, a failure that has been recorded, ends the run */
typedef rdg_status (*rdg_start_fit)(rdg_problem *problem, const rdg_start_block *block, double *u,
                                    double *tangent, bool *fitted, void *data);

/** Register a function that fits the start of a run into the problem, before that of rdg_look_at_starts()
 * sees it: one mesh into another. Not where a run that was cut off is taken up. A copy of the problem does
 * not have it.
 *  @param problem  problem
 *  @param function the function; NULL: none any more
 *  @param data     handed to it; borrowed
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_fit_starts(rdg_problem *problem, rdg_start_fit function, void *data);

/** Writes down what the functions of a run store, or reads it back, by rdg_checkpoint_number() and its kin.
 *  @param problem the problem. Where it is read, variables may be eliminated and restored as in a function of
 * RDG_ON_STOP()
 *  @param memo    to be written, or read
 *  @param data    pointer given with the function */
typedef void (*rdg_checkpoint_fn)(rdg_problem *problem, rdg_checkpoint *memo, void *data);

/** Store checkpoint data of the functions of a problem with every label of its runs. A run that is resumed
 * there reads it. Further functions come to those that there are; runs have theirs besides
 * (RDG_CHECKPOINT()). A copy of the problem does not have it.
 *  @param problem  problem
 *  @param name     of what is stored; borrowed
 *  @param function the function
 *  @param data     handed to it; borrowed
 *  @return RDG_OK, RDG_ERR_NAME (none), RDG_ERR_ARGUMENT (no function), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER
 */
rdg_status rdg_checkpoint_along(rdg_problem *problem, const char *name, rdg_checkpoint_fn function,
                                void *data);

#ifdef __cplusplus
}
#endif
#endif
