/** @file frc_peak.h
 *  @brief The greatest amplitude of a forced response by brute force: the whole curve at one level.
 *
 *  A reference for methods that go along the peaks. It needs no second derivatives, and it sees peaks that
 *  these are not on. All of them, not the greatest only: frc_peaks.h. */
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
    rdg_index peaks;  /**< peaks within the window */
    bool at_edge;     /**< this is an end of the window, where the amplitude is greater than at any peak */
    long points;      /**< points of the response curve */
    long iterations;  /**< of Newton's method, the way to the curve's first point included */
    double seconds;   /**< it took, likewise */
} rdg_peak;

/** Follow the forced response over a window of frequencies at a fixed level and locate its peaks, smooth ones
 *  and kinks alike, by halving the step in which d sensor/d omega changes sign.
 *  @param hb        harmonic balance
 *  @param sensor    amplitude
 *  @param alpha     level, N
 *  @param low       lower end of the window, rad/s
 *  @param high      upper end, rad/s
 *  @param[out] peak the greatest
 *  @return RDG_OK; RDG_ERR_NAME, RDG_ERR_ARGUMENT; RDG_ERR_NO_CONVERGENCE when the curve does not reach the
 * other end of the window; as rdg_continue() */
rdg_status rdg_frc_peak(rdg_hbm *hb, const char *sensor, double alpha, double low, double high,
                        rdg_peak *peak);

#ifdef __cplusplus
}
#endif
#endif
