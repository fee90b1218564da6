/** @file frc_peaks.h
 *  @brief All maxima of a forced response over a domain of frequencies, smooth and non-smooth ones.
 *
 *      const rdg_peaks *found =
 *          rdg_frc_peaks(hb, "Am", RDG_HOLD_AT("alpha", 0.1), RDG_WINDOW("omega", 1900.0, 2100.0));
 *      for (rdg_index k = 0; k < found->count; k++) {
 *          printf("%g rad/s: %g m\n", found->maximum[k].omega, found->maximum[k].amplitude);
 *      }
 *
 *  The response is followed over the domain by arclength, through its folds, as that of a peak set
 *  (peak_set.h). A maximum is one of the amplitude along the curve. Where the curve overhangs it need not be
 *  the greatest amplitude at its frequency.
 *
 *  Limits: responses that are not connected with the one at the lower end of the domain, and those that cross
 *  it at branch points, are not followed. These points are listed. rdg_peak_set_at() follows both. */
#ifndef RDG_FRC_PEAKS_H
#define RDG_FRC_PEAKS_H

#include <ridgewalk/core.h>
#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of a maximum. */
typedef enum rdg_maximum_kind {
    RDG_MAXIMUM_SMOOTH, /**< the slope passes through zero */
    RDG_MAXIMUM_KINK    /**< the slope jumps from above to below zero */
} rdg_maximum_kind;

/** A maximum of the amplitude along a response curve. */
typedef struct rdg_maximum {
    double omega;          /**< where it is, rad/s */
    double amplitude;      /**< of the sensor */
    rdg_maximum_kind kind; /**< smooth or not */
    double slope_before;   /**< growth of the amplitude for each rad/s along the curve, just before
                              it: >= 0; 0 where it is smooth */
    double slope_after;    /**< just behind it: <= 0; 0 where it is smooth */
    double low;            /**< it lies between this frequency, where the slope is one of before, */
    double high;           /**< and this one, where the slope is one of behind; both omega where it is smooth
                              and was found by Newton's method */
    const double *u;       /**< the response, shape [rdg_peaks.n]: values for RDG_START() or
                              rdg_start_values() of a problem of rdg_hbm_problem() */
} rdg_maximum;

/** An end of the domain: the response there, which is no maximum even if it is greater. */
typedef struct rdg_window_end {
    double omega;     /**< rad/s; where the curve ended, if it did not reach the domain's end */
    double amplitude; /**< of the sensor */
    bool falls;       /**< the amplitude falls from here into the domain */
} rdg_window_end;

/** A branch point of the response: another response, which is not followed, passes through it. Symmetric
 * structures have them where the symmetry of the motion breaks. */
typedef struct rdg_branch_point {
    double level;     /**< alpha in N, or the parameter of the structure that a ridge is followed in */
    double omega;     /**< rad/s */
    double amplitude; /**< of the sensor; NaN: the determinant changes sign near this frequency, but no branch
                         point was located: a non-smooth point at which other responses may meet this one */
} rdg_branch_point;

/** The maxima of a response; owned by the context. */
typedef struct rdg_peaks {
    rdg_index count;                      /**< of maxima */
    const rdg_maximum *maximum;           /**< [count] in the order along the curve */
    rdg_index greatest;                   /**< the one with the greatest amplitude; -1: there is none */
    rdg_index n;                          /**< shape of each u */
    rdg_window_end end[2];                /**< the lower and the upper end */
    rdg_index branch_points;              /**< of the curve */
    const rdg_branch_point *branch_point; /**< [branch_points] as they were met: maxima of the responses that
                                             cross there are not listed */
    rdg_index higher_end; /**< 0 or 1: this end of the domain is higher than all maxima, and the amplitude
                             falls from it into the domain; -1: none is */
    bool covered;         /**< the curve leads from one end of the domain of omega to the other one, and each
                             stretch that may hide maxima was divided until it hides none */
    rdg_stop stop;        /**< why the curve ended, upwards */
    long points;          /**< of the curve */
    long iterations;      /**< matrices factored, the way to the curve's first point included */
    double seconds;       /**< it took, likewise */
} rdg_peaks;

/** @name Keys of the options below
 *  @{ */
extern const rdg_option_key rdg_peaks_above; /**< RDG_PEAKS_ABOVE() */
extern const rdg_option_key rdg_peaks_quick; /**< RDG_PEAKS_QUICK */
/** @} */

/** Maxima that are no greater than this amplitude are ignored, which costs less. */
#define RDG_PEAKS_ABOVE(amplitude) RDG_OPTION_OF(rdg_peaks_above, (amplitude))
/** Only the greatest maximum is needed: no kinds, slopes and intervals. */
#define RDG_PEAKS_QUICK RDG_OPTION_OF(rdg_peaks_quick, 1)

/** All maxima of a response: rdg_frc_peaks(hb, sensor, option, ...). */
#define rdg_frc_peaks(hb, ...)                                                                               \
    rdg_frc_peaks_list((hb), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Find all maxima of a sensor along the response curve at one forcing amplitude.
 *  @param hb      harmonic balance
 *  @param sensor  amplitude
 *  @param options RDG_HOLD_AT("alpha", value), above 0, and RDG_WINDOW("omega", low, high), both required.
 * RDG_HOLD_AT() of parameters of the structure. RDG_START(u): a response at that forcing amplitude through
 * which the curve passes, in place of the one at the domain's lower end. RDG_OBSERVE() of a function that
 * sees the points of the curve: u, tangent, mu and point of the chart. RDG_MAX_POINTS() (default 20000, each
 * way); RDG_PEAKS_ABOVE() and RDG_PEAKS_QUICK. Steps follow from the turn of the curve, and peaks are exact:
 * RDG_STEP(), RDG_ANGLE(), RDG_TOLERANCE(), RDG_STEP_RULE() and RDG_LINEAR_SOLVER() are accepted and have no
 * effect. There is no table, and the run is not kept
 *  @return the maxima; NULL after RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_NO_MEMORY, or when there is no
 * first point, as rdg_continue(). When the curve does not go from one end of the domain to the other one the
 * failure RDG_ERR_NO_CONVERGENCE is recorded, and what was found is returned nevertheless */
const rdg_peaks *rdg_frc_peaks_list(rdg_hbm *hb, const char *sensor, const rdg_option *options);

/** Free the maxima before their context.
 *  @param peaks NULL is allowed */
void rdg_peaks_free(const rdg_peaks *peaks);

#ifdef __cplusplus
}
#endif
#endif
