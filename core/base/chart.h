/** @file chart.h
 *  @brief A chart: one converged point of a branch with its tangent, and how it was reached. */
#ifndef RDG_CHART_H
#define RDG_CHART_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One point of a branch. All arrays are borrowed: valid while the observer or event handler runs. */
typedef struct rdg_chart {
    double *u;        /**< [n] variables */
    double *tangent;  /**< [n] unit length in the scaled norm of the run; zeros where there is none (0-d) */
    double *mu;       /**< [n_parameters] value of every continuation parameter and regular monitor */
    rdg_index point;  /**< 0 at the start; 1, 2, ... forwards; -1, -2, ... backwards */
    rdg_index label;  /**< > 0: labelled, the whole solution is kept; 0: not */
    const char *type; /**< "", "EP", "FP", "FK", "BP", "UZ", "MX" or the name of a user's event */
    double step;      /**< arclength from the previous chart */
    double next_step; /**< to be tried next; 0: the branch does not go on from here, but from a later chart */
    double residual;  /**< largest scaled residual of the functions, computed anew at u */
    double norm;      /**< Euclidean norm of u */
    double seconds;   /**< since the start of the run */
    double interval;  /**< of FK and PK, at a non-smooth point, and of FP and PM too flat for Newton's method:
                         distance of  the points of the curve on both sides that enclose it; else 0 */
    double slope[2]; /**< of FK and PK: growth of what is stationary for each length of the curve, just before
                        the point and just behind it; else 0 */
    int iterations;  /**< of Newton's method */
    rdg_index n_rays;   /**< of a branch point that is no simple one: curves that leave it; 0: not known */
    const double *rays; /**< [n_rays n] a point of each, close by; valid while the observer is called */
    int multiplicity;   /**< > 1: of a branch point at which so many singular values vanish; else 0 */
} rdg_chart;

#ifdef __cplusplus
}
#endif
#endif
