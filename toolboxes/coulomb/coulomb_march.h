/** @file coulomb_march.h
 *  @brief Motions of a system from event to event: slip, stick, reversal. No step errors add up. */
#ifndef RDG_COULOMB_MARCH_H
#define RDG_COULOMB_MARCH_H

#include "modal_flow.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A piece of a motion in one contact state. */
typedef struct rdg_coulomb_segment {
    rdg_contact_regime regime; /**< what the contact does */
    double tau;                /**< begins then */
    double t;                  /**< lasts so long */
    const double *x; /**< displacements and rates of change at its begin, shape [2 n]; rdg_modal_flow()
                        gives them at any later time */
} rdg_coulomb_segment;

/** Sees every segment when it is over.
 *  @param c    system
 *  @param segment  valid during the call
 *  @param data as given to rdg_coulomb_march()
 *  @return true to end the motion here */
typedef bool (*rdg_segment_watcher)(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data);

/** How a motion is followed. */
typedef struct rdg_coulomb_march_options {
    double r1;                 /**< frequency, > 0 */
    double beta;               /**< friction, >= 0 */
    double until;              /**< tau at its end */
    rdg_segment_watcher watch; /**< NULL: nobody */
    void *data;                /**< handed to it */
    long most;                 /**< segments at most; default 1000000 */
} rdg_coulomb_march_options;

/** Follow a motion. Where its contact rests it sticks or slips as the force that would hold it decides.
 *  @param c       system
 *  @param options copied
 *  @param tau     time at the start. At the end of the motion behind the call
 *  @param x       displacements and rates of change, shape [2 n], likewise
 *  @param[out] regime at the end. NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_CONVERGENCE (more segments than `most`),
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_march(const rdg_coulomb *c, const rdg_coulomb_march_options *options, double *tau,
                             double *x, rdg_contact_regime *regime);

#ifdef __cplusplus
}
#endif
#endif
