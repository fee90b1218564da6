/** @file equal_peaks.h
 *  @brief Several peaks of one response in one problem: where the greatest of them is least, some are equal.
 *
 *  min over p of h, h the greatest of the peaks A_i(p). Each peak is a whole copy of the ridge (ridge.h),
 * with its own response and frequency; the forcing amplitude and the numbers p are shared. With s_ij =
 * dA_i/dp_j
 *
 *      gap_i = h - A_i >= 0,   theta_i >= 0,   theta_i gap_i = 0,   sum_i theta_i = 1,
 *      d.p_j = - sum_i theta_i s_ij = 0                                                 for each p_j .
 *
 *  Peaks with theta_i > 0 are active: they are equal. d.p_j is minus the derivative of h by a held number, as
 * for a ridge. With one active peak this is the optimum of that peak; with one more than numbers, equality
 * alone fixes the numbers. */
#ifndef RDG_EQUAL_PEAKS_H
#define RDG_EQUAL_PEAKS_H

#include <ridgewalk/core.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Peaks in a problem, at most. */
enum { RDG_EQUAL_PEAKS_MOST = 8 };

/** The problem of several peaks of a response, glued.
 *
 *  The greatest maxima of the sensor are found (rdg_peak_set_at()) at the forcing amplitude and the numbers
 * given. Each has a part "peak1", "peak2", ... in the order of their frequencies: "peak1.omega", "peak1.Am",
 * ... Shared are "alpha" and the numbers, all held. "height" is h; "gap1", ... and "theta1", ... are the gaps
 * and weights: of the greatest peak the gap is held at 0, of the others the weight. "d.alpha" and
 * "d.<number>" are minus the derivatives of h, free. So
 *
 *      rdg_continue(p, "toward", RDG_RELEASE("absorber.k"), RDG_TERMINAL("EQ", "gap2", 0.0), ...);
 *      rdg_continue(p, "equal", RDG_FROM_POINT("toward", "EQ", 0), RDG_HOLD_AT("gap2", 0.0),
 *                   RDG_RELEASE("theta2"), RDG_HOLD_AT("d.absorber.k", 0.0), RDG_RELEASE("absorber.c"), ...);
 *
 *  goes to where two peaks are equal, and along that. Branch points are of no interest, RDG_NO_BRANCH_POINTS.
 *  @param hb     harmonic balance; must outlive the problem; its contacts are left free to slip
 *  @param sensor amplitude
 *  @param n      peaks, 1 .. RDG_EQUAL_PEAKS_MOST; fewer where the response has fewer
 *  @param low    where peaks are sought, rad/s
 *  @param high   likewise
 *  @param at     "alpha" (default 1) and numbers of the structure, ended by an item with name NULL
 *  @return NULL after RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NO_CONVERGENCE (no maximum, or one that is no
 *          smooth point of the ridge) or RDG_ERR_NO_MEMORY */
rdg_problem *rdg_equal_peaks_at(rdg_hbm *hb, const char *sensor, rdg_index n, double low, double high,
                                const rdg_at *at);

/** rdg_equal_peaks_at() with its list spelled as arguments. */
#define rdg_equal_peaks(hb, sensor, n, low, high, ...)                                                       \
    rdg_equal_peaks_at((hb), (sensor), (n), (low), (high), RDG_AT_LIST(__VA_ARGS__))

#ifdef __cplusplus
}
#endif
#endif
