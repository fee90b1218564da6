/** @file simulate.h
 *  @brief A motion of a hybrid system as a table: states at equal distances in time, and its event surfaces.
 *
 *      rdg_simulate(h, &(rdg_simulate_options){.x = (double[]){1, 0}, .duration = 100, .path = "motion.csv",
 *                                              .events = "events.csv"}, NULL); */
#ifndef RDG_SIMULATE_H
#define RDG_SIMULATE_H

#include <ridgewalk/core.h>
#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is simulated. All fields but `duration` may be 0. */
typedef struct rdg_simulate_options {
    const char *mode; /**< in which the motion starts; NULL: the first one */
    const double *x;  /**< [states of the mode] where it starts; NULL: at 0 */
    double phi;       /**< phase of the forcing at the start, rad */
    double duration;  /**< > 0, time units; the motion starts at t = 0 */
    double every;     /**< time between rows; 0: duration / 1000 */
    union {
        long stop_after; /**< stop behind so many; 0: none stops it */
        long crossings;  /**< deprecated name */
    };
    const char *const *names; /**< of the states, ended by NULL, with their units: "x_m", "v_m_s"; those
                                 without a name are "x[0]", "x[1]", ...; NULL: all of them */
    const char *path;         /**< CSV file t, phase, states; NULL: none */
    const char *events;    /**< CSV file of the event surfaces: t, event surface, the phases and states before
                              and    behind it; NULL: none */
    rdg_flow_options flow; /**< how closely the motion is computed */
} rdg_simulate_options;

/** A motion. Rows are in the order of time: the start, the instants of `every`, the end, and for each
 *  event surface the states before and behind it. */
typedef struct rdg_trajectory {
    rdg_index states; /**< of the largest mode */
    rdg_index rows;   /**< how many */
    double *t;        /**< [rows] */
    rdg_index *mode;  /**< [rows] places of the modes */
    double *x;        /**< [rows * states], row by row; NaN for states that a mode does not have */
    rdg_index events; /**< event surfaces that were met */
    union {
        rdg_index *surface;  /**< [events] their places */
        rdg_index *crossing; /**< deprecated name */
    };
    rdg_index *before;        /**< [events] rows before them; the rows behind them follow these */
    rdg_index row_capacity;   /**< that the arrays of rows have */
    rdg_index event_capacity; /**< that those of events have */
} rdg_trajectory;

/** Free what a trajectory holds.
 *  @param trajectory it may be used again; NULL is allowed */
void rdg_trajectory_release(rdg_trajectory *trajectory);

/** Follow a motion and write it down.
 *
 *  Where the motion cannot be followed to the end, what there is of it is written and handed out all the
 * same, and the message gives the reason and the time.
 *  @param h          system
 *  @param options    what
 *  @param[out] trajectory to be released by the caller, also after a failure; it need not be
 *                    initialised. NULL: not requested
 *  @return RDG_OK; RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NOT_FINITE; RDG_ERR_NO_CONVERGENCE: it cannot be
 *          followed; RDG_ERR_CALLBACK; RDG_ERR_IO, RDG_ERR_SIZE (a mode of more
 *          states than any at the start is made on the way), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_simulate(rdg_hybrid *h, const rdg_simulate_options *options, rdg_trajectory *trajectory);

#ifdef __cplusplus
}
#endif
#endif
