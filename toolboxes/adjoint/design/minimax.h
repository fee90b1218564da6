/** @file minimax.h
 *  @brief Numbers of a structure at which the greatest peak of a response is least, whichever peak that is.
 *
 *      rdg_minimax(hb, "best", "Am",
 *                  &(rdg_minimax_options){.n = 2, .parameters = (const char *[]){"spring.k", "damper.c"},
 *                                         .low = (double[]){0.03, 0.005}, .high = (double[]){0.06, 0.05},
 *                                         .alpha = 1.0, .from = 0.6, .to = 1.5}, &result);
 *
 *  A search by sequential quadratic programming. The peak set at the numbers (peak_set.h) has all peaks and
 * their sensitivities. The greatest ones with a weight are active, and are followed while the numbers change;
 * at the end of each way a peak set shows whether another one has come up. At the minimum a convex
 * combination of the active sensitivities vanishes. The equal peaks there become one problem (equal_peaks.h).
 */
#ifndef RDG_MINIMAX_H
#define RDG_MINIMAX_H

#include <ridgewalk/equal_peaks.h>
#include <ridgewalk/run_option.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Numbers that can be chosen, at most. */
enum { RDG_MINIMAX_MOST = 8 };

/** What is to be chosen, and where. */
typedef struct rdg_minimax_options {
    rdg_index n;                   /**< numbers, 1 .. RDG_MINIMAX_MOST */
    const char *const *parameters; /**< [n] their names, "pads.preload" */
    const double *low;             /**< [n] ranges: lower ends, > 0 */
    const double *high;            /**< [n] upper ends */
    const double *start;           /**< [n] where to begin; NULL: the structure's values, or the nearest in
                                      their ranges */
    const rdg_at *held;            /**< other numbers and their values, RDG_AT_LIST(); NULL: none */
    double alpha;                  /**< forcing amplitude, > 0 */
    double from;                   /**< rad/s: where peaks are sought */
    double to;                     /**< rad/s: likewise */
    const char *over;              /**< "alpha" or another number: the optimum over it, too; NULL: no */
    double over_low;               /**< its domain */
    double over_high;              /**< likewise */
    const rdg_option *options;     /**< added to those of each run, RDG_OPTIONS(RDG_NO_TABLE, RDG_IN_MEMORY);
                                      NULL: none */
} rdg_minimax_options;

/** A number at the end. */
typedef struct rdg_minimax_variable {
    double value; /**< the best one */
    double slope; /**< derivative of the greatest peak by it: 0, or it presses against an end of its range */
    bool is_at_bound; /**< it is at an end of its range */
    bool is_idle;     /**< the greatest peak does not depend on it: it is where it was */
} rdg_minimax_variable;

/** A peak at the end. */
typedef struct rdg_minimax_peak {
    double omega; /**< rad/s */
    double theta; /**< its weight, > 0 */
} rdg_minimax_peak;

/** What was found. */
typedef struct rdg_minimax_result {
    bool found;        /**< the conditions of a minimum hold */
    bool certified;    /**< the whole response was followed over the domain: the
                          equal peaks are maxima of it, nothing is higher, and all responses that branch off are
                          followed */
    double height;     /**< of the greatest peak */
    rdg_index n_peaks; /**< peaks that are equal; 1: one is greater than all others */
    rdg_minimax_peak peak[RDG_EQUAL_PEAKS_MOST];   /**< [n_peaks] in the order of their frequencies */
    rdg_minimax_variable number[RDG_MINIMAX_MOST]; /**< [n] */
    rdg_index runs;                                /**< that were needed */
    long points;                                   /**< of these runs and of responses that were examined */
    double reached[2]; /**< with `over`: from where to where the optimum was followed */
} rdg_minimax_result;

/** Choose numbers so that the greatest peak of a sensor is least.
 *
 *  Runs: "<name>": the optimum, a point, unless one of the equal peaks is non-smooth;
 *  "<name>/up1", "<name>/down1": the optimum over `over` from there. Where it continues with another set of
 * equal peaks, or of numbers at ends of their ranges, "<name>/up2", ..., each change reported in a note.
 *  @param hb          harmonic balance. Its contacts are left free to slip
 *  @param name        of the runs
 *  @param sensor      amplitude whose greatest peak is to be least
 *  @param options     what is to be chosen
 *  @param[out] result may be NULL
 *  @return RDG_OK also where no minimum was found: `found` is false, and a warning gives the reason;
 * RDG_ERR_ARGUMENT, RDG_ERR_NAME for options; RDG_ERR_NO_CONVERGENCE where there is no smooth peak to begin
 * with; as rdg_continue_list() */
rdg_status rdg_minimax(rdg_hbm *hb, const char *name, const char *sensor, const rdg_minimax_options *options,
                       rdg_minimax_result *result);

#ifdef __cplusplus
}
#endif
#endif
