/** @file sinc.h
 *  @brief sin(x)/x and its first two derivatives, by their series near 0. */
#ifndef RDG_SINC_H
#define RDG_SINC_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The function.
 *  @param x angle, rad
 *  @return sin(x)/x, 1 at 0 */
static inline double rdg_sinc(double x)
{
    return fabs(x) < 1e-4 ? 1.0 - x * x / 6.0 : sin(x) / x;
}

/** Its first derivative.
 *  @param x angle, rad
 *  @return d/dx sin(x)/x */
static inline double rdg_sinc_slope(double x)
{
    const double x2 = x * x;
    return fabs(x) < 0.3
               ? -x / 3.0 *
                     (1.0 -
                      x2 / 10.0 *
                          (1.0 - x2 / 28.0 * (1.0 - x2 / 54.0 * (1.0 - x2 / 88.0 * (1.0 - x2 / 130.0)))))
               : (cos(x) - sin(x) / x) / x;
}

/** Its second derivative.
 *  @param x angle, rad
 *  @return d2/dx2 sin(x)/x */
static inline double rdg_sinc_bend(double x)
{
    const double x2 = x * x;
    return fabs(x) < 0.3
               ? -1.0 / 3.0 +
                     x2 / 10.0 *
                         (1.0 - x2 * 5.0 / 84.0 *
                                    (1.0 - x2 * 7.0 / 270.0 *
                                               (1.0 - x2 * 9.0 / 616.0 * (1.0 - x2 * 11.0 / 1170.0))))
               : -rdg_sinc(x) - 2.0 * rdg_sinc_slope(x) / x;
}

#ifdef __cplusplus
}
#endif
#endif
