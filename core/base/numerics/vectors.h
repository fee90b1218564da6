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

#ifdef __cplusplus
}
#endif
#endif
