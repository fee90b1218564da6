/** @file curve_sides.h
 *  @brief The shape of a curve right beside one of its points: one-sided slopes, for tests of maxima.
 */
#ifndef RDG_CURVE_SIDES_H
#define RDG_CURVE_SIDES_H

#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Slopes of a parameter along a curve before and behind a point, [0] and [1]. */
typedef struct rdg_curve_sides {
    double near[2];     /**< at the distance @ref step */
    double far[2];      /**< at the distance @ref reach; of a smooth curve they differ by as much more */
    double here;        /**< at the point itself, on a non-smooth point on one of its sides */
    double beside[2];   /**< what varies along the curve, near by */
    double value[2];    /**< the parameter itself, near by */
    double *tangent[2]; /**< near by, shape [rdg_variable_count()]: the caller's; NULL: not requested */
    double step; /**< arclength, in units of the typical sizes: the shortest one at which the slopes are those
                    of a maximum, or the last one tried */
    double reach; /**< arclength */
    bool known;   /**< false: the curve cannot be followed on both sides */
} rdg_curve_sides;

/** Sample a curve beside one of its points, in steps of 1e-9, 1e-7 and 1e-5 until the parameter grows before
 * and falls behind it.
 *  @param p         problem of the curve. No run of it may be under way
 *  @param parameter whose slopes
 *  @param released  inactive parameter that varies along the curve, in a run that releases it alone
 *  @param u         point of the curve, shape [rdg_variable_count()]
 *  @param heading   1 or -1: the curve is gone along as @p released grows or falls at @p u
 *  @param[in,out] sides  its tangents are given
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NOT_FINITE (u). As rdg_continue() but for points that cannot be
 * solved for */
rdg_status rdg_curve_look_beside(rdg_problem *p, const char *parameter, const char *released, const double *u,
                                 int heading, rdg_curve_sides *sides);

/** Is the parameter at the point greater than right beside it?
 *  @param sides as they were found
 *  @return true for a maximum */
bool rdg_curve_is_top(const rdg_curve_sides *sides);

#ifdef __cplusplus
}
#endif
#endif
