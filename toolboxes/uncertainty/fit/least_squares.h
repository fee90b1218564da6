/** @file least_squares.h
 *  @brief Parameters of a model from measured points, with their uncertainty: weighted least squares.
 *
 *      rdg_fit_problem problem = {.n = 2, .parameter = {{"kt", 1e5, 1e8, 1e6}, {"limit", 1, 1e3, 20}},
 *                                 .m = 24, .function = residuals, .data = &points};
 *      rdg_fit_result fit;
 *      rdg_least_squares(ctx, &problem, &fit);
 *
 *  chi^2 = sum r_i^2 is least, r_i = (model - measured)/standard deviation. Parameters with a lower bound > 0
 * are sought by their logarithms. The method is that of Levenberg and Marquardt on the singular value
 * decomposition of the Jacobian, with bounds as active constraints. Directions whose singular value is below
 * RDG_FIT_RANK of the greatest one are not determined by the data: they are listed, and not moved along.
 *
 *  Sources: Nocedal and Wright, Numerical Optimization (2006), section 10.3; Raue et al. (2009) for profile
 * likelihood.
 */
#ifndef RDG_LEAST_SQUARES_H
#define RDG_LEAST_SQUARES_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Parameters, at most. */
enum { RDG_FIT_MOST = 16 };
/** Singular values relative to the greatest one below which a direction is not determined. */
#define RDG_FIT_RANK 1e-6

/** Weighted residuals and their derivatives at given parameters.
 *  @param p              [n]
 *  @param[out] residual  [m] (model - measured)/standard deviation
 *  @param[out] jacobian  [m * n] d residual_i/dp_j at i + m*j
 *  @param data           as given
 *  @return 0; > 0: the model has no answer there; < 0: end */
typedef int rdg_fit_function(const double *p, double *residual, double *jacobian, void *data);

/** A parameter to be fitted. */
typedef struct rdg_fit_parameter {
    const char *name; /**< borrowed */
    double low;       /**< its range: lower end; > 0: it is sought by its logarithm */
    double high;      /**< upper end */
    double start;     /**< where the search begins; out of the range: in its middle */
} rdg_fit_parameter;

/** A least-squares problem. */
typedef struct rdg_fit_problem {
    rdg_index n;                               /**< parameters */
    rdg_fit_parameter parameter[RDG_FIT_MOST]; /**< [n] */
    rdg_index m;                               /**< residuals */
    rdg_fit_function *function;                /**< of the model */
    void *data;                                /**< handed to it */
    rdg_index starts; /**< further starts, spread over the ranges; the best end counts */
    bool profiles;    /**< intervals by profile likelihood: the others optimal, chi^2 rises by 1 */
} rdg_fit_problem;

/** A parameter that was fitted. */
typedef struct rdg_fitted {
    double value;    /**< best one */
    double error;    /**< standard error from the covariance; INFINITY: not determined; 0: at its bound */
    double low;      /**< profile interval: lower end; the bound if chi^2 rises by less down to it. NAN: not
                        requested */
    double high;     /**< upper end, likewise */
    bool open_low;   /**< chi^2 does not rise by 1 down to the lower bound: an inequality */
    bool open_high;  /**< nor up to the upper bound */
    bool at_bound;   /**< it is at an end of its range and presses against it */
    bool determined; /**< by the data, as far as small changes go */
} rdg_fitted;

/** What a fit found. Matrices are column-major, entry (i, j) at i + RDG_FIT_MOST*j. */
typedef struct rdg_fit_result {
    rdg_index n;                                     /**< parameters */
    rdg_fitted parameter[RDG_FIT_MOST];              /**< [n] */
    double correlation[RDG_FIT_MOST * RDG_FIT_MOST]; /**< of the parameters that are determined, else 0 */
    double singular[RDG_FIT_MOST]; /**< [n] of the scaled Jacobian, descending; columns are d/d ln p where the
                                      lower bound is positive, else d/dp times the range */
    double direction[RDG_FIT_MOST *
                     RDG_FIT_MOST]; /**< [n] right singular vectors, in columns, likewise scaled */
    rdg_index rank;                 /**< directions that are determined */
    double chi2;                    /**< least sum of squares */
    rdg_index freedom;              /**< degrees of freedom: m - rank */
    rdg_index iterations;           /**< of the best start */
    rdg_index evaluations;          /**< of the model, in all */
    rdg_index converged;            /**< starts that came to this sum, of 1 + starts */
} rdg_fit_result;

/** Fit parameters.
 *  @param ctx         context
 *  @param problem     what
 *  @param[out] result the fit
 *  @return RDG_OK; RDG_ERR_ARGUMENT: no parameters, more of them than RDG_FIT_MOST or than residuals, a range
 * that is empty; RDG_ERR_NO_CONVERGENCE: no start converged, or the model has no answer at any;
 * RDG_ERR_NO_MEMORY */
rdg_status rdg_least_squares(rdg_context *ctx, const rdg_fit_problem *problem, rdg_fit_result *result);

/** Profile of a parameter: the least sum of squares with it held at values, each from the optimum of the one
 * before.
 *  @param ctx         context
 *  @param problem     what
 *  @param fit         its fit
 *  @param parameter   which one, from 0
 *  @param count       values
 *  @param value       [count]
 *  @param[out] chi2   [count]; NAN: no convergence
 *  @param[out] others [n * count] all parameters there; NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_fit_profile(rdg_context *ctx, const rdg_fit_problem *problem, const rdg_fit_result *fit,
                           rdg_index parameter, rdg_index count, const double *value, double *chi2,
                           double *others);

#ifdef __cplusplus
}
#endif
#endif
