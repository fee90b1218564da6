/** @file closed_form.h
 *  @brief Closed forms of one contact: the response that slips all the time, that which sticks, and their
 * limits.
 *
 *  Den Hartog's solution for any number of degrees of freedom; numbers of equations are those of the paper
 * that doc/coulomb.md follows, which lists the corrections. */
#ifndef RDG_CLOSED_FORM_H
#define RDG_CLOSED_FORM_H

#include "coulomb.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How much friction the kinds of motion bear at one frequency. */
typedef struct rdg_coulomb_limits {
    double continuous; /**< beta_lim: the contact can slip all the time for beta below (eq. 66, with the
                          maximum of the sum over all modes in place of the sum of maxima (57)) */
    double first; /**< the same if slip could end only at its very start (eq. 68): no less than beta_lim */
    double stuck; /**< beta_stuck: the contact sticks all the time for beta above; INFINITY at a resonance of
                     what is stuck */
    double z;     /**< amplitude in the contact at beta_lim */
    double slowest; /**< S, the greatest of G(tau), which slows the contact down */
    double tau;     /**< where that is, from the maximum of z on; 0: at its start */
} rdg_coulomb_limits;

/** Limits at one frequency, resonances included.
 *  @param c           system
 *  @param r1          frequency, > 0
 *  @param[out] limits the limits
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_limits_at(const rdg_coulomb *c, double r1, rdg_coulomb_limits *limits);

/** The continuous response, in time from the maximum of z on. */
typedef struct rdg_coulomb_response {
    double r1;    /**< frequency */
    double beta;  /**< friction */
    double Z;     /**< amplitude of the contact's displacement, over P/k */
    double phase; /**< of the load there, rad: it is p cos(tau + phase) */
    double V;     /**< of the contact without friction */
    double U;     /**< what friction does there: Z^2 = V^2 - beta^2 U^2 */
    double limit; /**< beta_lim */
} rdg_coulomb_response;

/** The response that slips all the time.
 *  @param c              system
 *  @param r1             frequency, > 0
 *  @param beta           friction, 0 .. beta_lim
 *  @param[out] response  what the contact does
 *  @param[out] amplitude shape [n], of the displacements: greatest values of |x|. NULL: not requested
 *  @param[out] phase     shape [n], rad: x_k is greatest where the load's phase is this. In (-pi, pi]; NaN
 * where the amplitude is rounding, below 1e-13 of the terms that cancel in it; NULL likewise
 *  @return RDG_OK, RDG_ERR_ARGUMENT (the friction is too great: the message has the limit), RDG_ERR_SINGULAR
 * (a resonance without bound: the message has the least friction that bounds it), RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_coulomb_closed(const rdg_coulomb *c, double r1, double beta, rdg_coulomb_response *response,
                              double *amplitude, double *phase);

/** Displacements and rates of change of the continuous response, at any time.
 *  @param c        system
 *  @param response of rdg_coulomb_closed()
 *  @param tau      time from the maximum of z on
 *  @param[out] x   shape [2 n]
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_closed_motion(const rdg_coulomb *c, const rdg_coulomb_response *response, double tau,
                                     double *x);

/** Amplitudes if the motion were one harmonic (eq. 46): a curve to show, off by up to 1.2 near
 * antiresonances.
 *  @param c              system
 *  @param response       of rdg_coulomb_closed()
 *  @param[out] amplitude shape [n]; NaN where the square that the form has is negative
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_single_harmonic(const rdg_coulomb *c, const rdg_coulomb_response *response,
                                       double *amplitude);

/** The response that sticks all the time, with the contact held at z = 0: x = X cos(tau).
 *  @param c      system
 *  @param r1     frequency, > 0
 *  @param[out] X shape [n], signed
 *  @return RDG_OK, RDG_ERR_SINGULAR (a resonance of what is stuck), RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_coulomb_stuck(const rdg_coulomb *c, double r1, double *X);

#ifdef __cplusplus
}
#endif
#endif
