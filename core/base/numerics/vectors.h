/** @file vectors.h
 *  @brief Sums over vectors, inline, in the order of their items: the same to the last bit everywhere. */
#ifndef RDG_VECTORS_H
#define RDG_VECTORS_H

#include "status.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The scalar product.
 *  @param n    number of items
 *  @param x, y [n]
 *  @return sum of x_i y_i */
static inline double rdg_dot(rdg_index n, const double *x, const double *y)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

/** The scalar product with weights, as of a metric.
 *  @param n    number of items
 *  @param w    weights, [n]
 *  @param x, y [n]
 *  @return sum of w_i x_i y_i */
static inline double rdg_weighted_dot(rdg_index n, const double *w, const double *x, const double *y)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += w[i] * x[i] * y[i];
    }
    return sum;
}

/** The square of the distance in a metric.
 *  @param n    number of items
 *  @param w    weights, [n]
 *  @param x, y [n]
 *  @return sum of w_i (x_i - y_i)^2 */
static inline double rdg_weighted_square(rdg_index n, const double *w, const double *x, const double *y)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double d = x[i] - y[i];
        sum += w[i] * d * d;
    }
    return sum;
}

/** The greatest size of an item.
 *  @param n number of items
 *  @param x [n]
 *  @return max |x_i|, items that are NAN left out; 0 if there are none */
static inline double rdg_largest(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    }
    return most;
}

/** The length of a vector.
 *  @param n number of items
 *  @param x [n]
 *  @return the square root of the sum of x_i^2 */
static inline double rdg_norm(rdg_index n, const double *x)
{
    return sqrt(rdg_dot(n, x, x));
}

/** Where a number stands, or belongs, in an ascending list.
 *  @param n     number of items
 *  @param list  [n] ascending
 *  @param value to be found
 *  @return the first place whose item is not below value; n: all are */
static inline rdg_index rdg_place_in(rdg_index n, const rdg_index *list, rdg_index value)
{
    rdg_index low = 0, high = n;
    while (low < high) {
        const rdg_index middle = low + (high - low) / 2;
        if (list[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/** The interval between two knots in which a value lies.
 *  @param n     number of knots
 *  @param knot  [n] ascending
 *  @param value any; outside the knots it counts to the first or the last interval
 *  @return i with knot[i] <= value < knot[i + 1], 0 <= i <= n - 2; 0 if n < 3 */
static inline rdg_index rdg_interval_in(rdg_index n, const double *knot, double value)
{
    rdg_index low = 0, high = n - 1;
    while (high - low > 1) {
        const rdg_index middle = low + (high - low) / 2;
        *(value >= knot[middle] ? &low : &high) = middle;
    }
    return low;
}

#ifdef __cplusplus
}
#endif
#endif
