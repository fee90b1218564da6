/* Numbers that decide along a curve, each with its meaning and unit. */
#ifndef RDG_CONSTANTS_IMPL_H
#define RDG_CONSTANTS_IMPL_H

/* Rounding of a value, relative to its magnitude at both ends of the step and to its change for changes of
 * typical size: below, it has no sign. */
#define RDG_VALUE_ROUNDING 1e-14

/* Rounding of a slope, relative to the tolerance of slopes at charts (Newton's last step): Newton's method
 * is quadratic, so that the points are far better than their last step. */
#define RDG_SLOPE_ROUNDING 1e-3

/* Of the largest slope: a run whose first point has a smaller one starts on a fold. */
#define RDG_STATIONARY 1e-7

/* The largest slope of the band e (1 - (1 - 2x)^4), in units of e. */
#define RDG_SLOPE_OF_BAND 8.0

/* Parts of a step that are shorter, relative to it, are divided no more. */
#define RDG_LEAST_PART 1e-7

/* Divisions in a row that do not lower the error by the power 1.5 of the width: the curve has a non-smooth
 * point there, with the power 1, or noise, with the power 0. Of smooth functions it is 4 and more. What is
 * larger than so many times rounding is no noise, and may be a steep front. */
enum { RDG_MOST_STALLS = 3, RDG_MOST_STALLS_OF_FRONT = 12 };
#define RDG_NOISE 1e5

/* A non-smooth point or a front lies in one part in each generation. Where more parts are stalled tangents by
 * differences are those of an average over a non-smooth point. */
enum { RDG_MOST_STALLED = 2 * RDG_MOST_STALLS_OF_FRONT };

/* Divisions of a step, one within the other, and parts of all of them: what is more is non-smooth points or
 * noise. */
enum { RDG_MOST_DIVISIONS = 48, RDG_MOST_PARTS = 120 };

/* Of the step's length: a step that ends as near to the predicted point is as expected, and so is a curve
 * that lies as near to the cubic through both charts then. */
#define RDG_EXPECTED 1e-4

/* Of the step's length: where the curve lies as near to the cubic through both charts, at the check points,
 * it is smooth; else the segment is checked at a third place, which is no simple fraction of the step. */
#define RDG_NEAR_ASIDE 1e-5
#define RDG_THIRD_CHECK 0.4141

/* Values on a step of a function that may jump, and of the tips of its non-smooth points. */
enum { RDG_SCAN_POINTS = 32, RDG_SCAN_TIPS = 32 };

/* Of the value beside a gap: lines that meet as near to zero, as the functions bend, may meet beyond. */
#define RDG_TIP_AT_ZERO 0.1

/* Of the step: a gap between values with a change of sign is divided until it is narrower. */
#define RDG_SCAN_CHANGE (1.0 / 64.0)

/* Of a gap: it is divided no nearer to its ends. */
#define RDG_SCAN_OFF_ENDS 1e-3

/* Of a function's values at the ends of a step, or of the one expected: what is less is zero, as far as
 * places next to singular points are known. */
#define RDG_AT_ONE_PLACE 1e-3

/* In typical sizes: polynomials through points on both sides of a singular end that differ by more are not
 * those of a smooth curve. */
#define RDG_SMOOTH_TO 1e-6

/* A value, or a slope, that is farther from zero than so many times its changes does not reach it. */
#define RDG_REACH 4.0

#endif
