/** @file modal_flow.h
 *  @brief The exact motion of a system while its contact slips one way, or is held. */
#ifndef RDG_MODAL_FLOW_H
#define RDG_MODAL_FLOW_H

#include "coulomb.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the contact does. */
typedef enum rdg_contact_regime {
    RDG_COULOMB_BACK = -1,  /**< slips with z' < 0 */
    RDG_COULOMB_STICK = 0,  /**< z is held where it is */
    RDG_COULOMB_FORWARD = 1 /**< slips with z' > 0 */
} rdg_contact_regime;

/** Move on in one contact state, whether the contact would leave it or not: no integration, no pole at
 * resonance.
 *  @param c      system
 *  @param regime what the contact does
 *  @param r1     frequency, > 0
 *  @param beta   friction, >= 0
 *  @param tau    time at the start
 *  @param t      how long
 *  @param x      displacements and rates of change by tau, shape [2 n]: at the start, then at the end. While
 * the contact is held its own velocity is taken to be 0 whatever x is
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_modal_flow(const rdg_coulomb *c, rdg_contact_regime regime, double r1, double beta, double tau,
                          double t, double *x);

/** The force in the contact that would hold it, over F/beta: it sticks while |force| <= mu beta.
 *  @param c          system
 *  @param r1         frequency, > 0
 *  @param tau        time
 *  @param x          displacements and rates of change, shape [2 n]
 *  @param[out] force (w.Gamma^-1 (p cos tau - K x) + b r1^2 cos tau) / (w.Gamma^-1 w)
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_holding_force(const rdg_coulomb *c, double r1, double tau, const double *x,
                                     double *force);

/** Displacement and velocity in the contact, z = w.x - b cos tau.
 *  @param c      system
 *  @param tau    time
 *  @param x      displacements and rates of change, shape [2 n]
 *  @param[out] z displacement and rate of change, shape [2]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_contact_motion(const rdg_coulomb *c, double tau, const double *x, double *z);

#ifdef __cplusplus
}
#endif
#endif
