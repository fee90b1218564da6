/** @file statistics.h
 *  @brief Statistics of samples: quantiles and Sobol' indices, with intervals.
 *
 *  Intervals hold 95 % of 1000 bootstrap resamples (B. Efron, R. Tibshirani, An Introduction to the
 * Bootstrap, 1993). They take samples for independent: those of a Latin hypercube and Sobol' points are
 * more even, and the intervals are then rather too wide. */
#ifndef RDG_STATISTICS_H
#define RDG_STATISTICS_H

#include <ridgewalk/sampling.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An estimate with its interval of 95 %. */
typedef struct rdg_estimate {
    double value; /**< of all samples */
    double low;   /**< lower end of the interval */
    double high;  /**< upper end */
} rdg_estimate;

/** A quantile: linear between the values in order.
 *  @param ctx        context
 *  @param n          values, NaN among them is left out (a case without a result)
 *  @param y          [n]
 *  @param share      of the values below it, 0 to 1: 0.5 for the median
 *  @param[out] found in the unit of y
 *  @return RDG_OK; RDG_ERR_ARGUMENT (no value that is a number, share out of its range); RDG_ERR_NO_MEMORY;
 * RDG_ERR_EARLIER */
rdg_status rdg_quantile(rdg_context *ctx, rdg_index n, const double *y, double share, rdg_estimate *found);

/** A quantile without an interval.
 *  @param n          values, NaN among them is left out
 *  @param[in,out] y  [n]; then in order
 *  @param share      of the values below it, 0 to 1
 *  @return in the unit of y; NAN: no value, or a share out of its range */
double rdg_quantile_of(rdg_index n, double *y, double share);

/** Shares of the variance of a result that go back to one quantity. */
typedef struct rdg_sobol_index {
    rdg_estimate first; /**< to the quantity alone */
    rdg_estimate total; /**< to the quantity and its interactions with the others */
} rdg_sobol_index;

/** Sobol' indices of each quantity: first ones by A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259,
 * formula (b) of table 2, with the mean subtracted; total ones by M. J. W. Jansen, Comput. Phys. Commun. 117
 * (1999) 35. Samples with a case that is NaN are left out.
 *  @param ctx        context
 *  @param plan       with `.indices`
 *  @param y          [rdg_sampling_cases()] a result in all cases
 *  @param[out] index [plan->n]
 *  @return RDG_OK; RDG_ERR_ARGUMENT: no plan of indices, fewer than 2 whole samples, or the result does not
 * vary; RDG_ERR_NO_MEMORY; RDG_ERR_EARLIER */
rdg_status rdg_sobol_indices(rdg_context *ctx, const rdg_sampling *plan, const double *y,
                             rdg_sobol_index *index);

#ifdef __cplusplus
}
#endif
#endif
