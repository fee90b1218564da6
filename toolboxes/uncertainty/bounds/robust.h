/** @file robust.h
 *  @brief Robust optimum: the design at which the upper end of the band of a peak is least, or a quantile of
 * it over an uncertain parameter.
 *
 *      rdg_robust_problem problem = {.model = blades, .sensor = "A", .level = 0.9, .omega = {low, high},
 *                                    .design = {10.0, 200.0}};
 *      rdg_robust_result robust;
 *      rdg_robust_optimum(ctx, &problem, &robust);
 *
 *  The nominal optimum is where the peak with the slider starts of the model is least. It may have a high
 * upper end: the peak if the residual stress is the worst one. The robust optimum has the least one. The
 * price is what its nominal peak is higher.
 */
#ifndef RDG_ROBUST_H
#define RDG_ROBUST_H

#include <ridgewalk/harmonic_balance.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Make the model for a design.
 *  @param ctx       context of this model alone, freed afterwards; nothing is printed
 *  @param design    value that is sought
 *  @param uncertain value of the uncertain parameter; NAN: there is none
 *  @param data      as given
 *  @return harmonic balance with the static harmonic, made in ctx; NULL after a failure */
typedef rdg_hbm *rdg_robust_model(rdg_context *ctx, double design, double uncertain, void *data);

/** What is sought. */
typedef struct rdg_robust_problem {
    rdg_robust_model *model; /**< of a design */
    void *data;              /**< handed to it */
    const char *sensor;      /**< whose peak */
    double level;            /**< forcing amplitude alpha, > 0 */
    double omega[2];         /**< domain of frequencies, rad/s */
    double design[2];        /**< range of the design */
    rdg_index samples;       /**< values of the uncertain parameter; 0: none */
    const double *sample;    /**< [samples], equally likely */
    double nominal;  /**< value of the uncertain parameter for the nominal optimum; without samples NAN */
    double quantile; /**< of the upper ends over the samples, 0 to 1 */
    rdg_index scans; /**< designs that are tried first, evenly spaced; 0: 9 */
    double accuracy; /**< of the design, relative to its range; 0: 1e-3 */
} rdg_robust_problem;

/** A design. */
typedef struct rdg_robust_design {
    double value; /**< of the design */
    double peak;  /**< with the slider starts of the model, nominal parameter */
    double upper; /**< greatest peak over all residual stresses; with samples its quantile */
    bool open; /**< no upper end was reached, the peak may have no bound: `upper` is the greatest one seen */
} rdg_robust_design;

/** What was found. */
typedef struct rdg_robust_result {
    rdg_robust_design nominal; /**< where peak is least */
    rdg_robust_design robust;  /**< where upper is least */
    double price;              /**< how much higher the nominal peak is at the robust optimum, relative */
    double gain;               /**< how much lower the upper end is there, relative; NAN: a design is open */
    bool at_bound;             /**< the robust optimum is at an end of the range */
    long bands;                /**< that were computed */
    double seconds;            /**< it took */
} rdg_robust_result;

/** Least upper end of the band of a peak over a design.
 *
 *  Designs are tried over the range. From the best one a golden-section search leads to the optimum.
 *  @param ctx         for messages
 *  @param problem     what
 *  @param[out] result the optimum
 *  @return RDG_OK; RDG_ERR_ARGUMENT: no model or sensor, an empty range, a quantile outside of 0 to 1,
 *          samples without values; RDG_ERR_NOT_FINITE; RDG_ERR_NO_CONVERGENCE: no design has a peak; the
 *          message of the last model is printed */
rdg_status rdg_robust_optimum(rdg_context *ctx, const rdg_robust_problem *problem, rdg_robust_result *result);

#ifdef __cplusplus
}
#endif
#endif
