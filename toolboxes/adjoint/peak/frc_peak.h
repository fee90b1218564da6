/** @file frc_peak.h
 *  @brief The greatest amplitude of a forced response, from the whole curve at one forcing amplitude.
 *
 *  All maxima of the curve, not the greatest only: frc_peaks.h. The same with all that is connected with this
 *  curve, and detached responses: peak_set.h. */
#ifndef RDG_FRC_PEAK_H
#define RDG_FRC_PEAK_H

#include <ridgewalk/core.h>
#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The greatest amplitude of a forced response and what it cost to find it. */
typedef struct rdg_peak {
    double omega;     /**< where it is, rad/s */
    double amplitude; /**< of the sensor */
    rdg_index peaks;  /**< peaks within the domain */
    bool at_edge;     /**< this is an end of the domain, where the amplitude is greater than at any peak */
    long points;      /**< points of the response curve */
    long iterations;  /**< matrices factored, the way to the curve's first point included */
    double seconds;   /**< it took, likewise */
} rdg_peak;

/** Follow the forced response over a domain of frequencies at a fixed forcing amplitude and locate its peaks,
 * smooth and non-smooth ones.
 *  @param hb        harmonic balance
 *  @param sensor    amplitude
 *  @param alpha     forcing amplitude, N
 *  @param low       lower end of the domain, rad/s
 *  @param high      upper end, rad/s
 *  @param[out] peak the greatest
 *  @return RDG_OK; RDG_ERR_NAME, RDG_ERR_ARGUMENT; RDG_ERR_NO_CONVERGENCE when the curve does not reach the
 * other end of the domain; as rdg_continue() */
rdg_status rdg_frc_peak(rdg_hbm *hb, const char *sensor, double alpha, double low, double high,
                        rdg_peak *peak);

#ifdef __cplusplus
}
#endif
#endif
