/** @file jet.h
 *  @brief A number with its first and second derivative by one variable. */
#ifndef RDG_JET_H
#define RDG_JET_H

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A number that varies with one variable. */
typedef struct rdg_jet {
    double f;  /**< value */
    double d;  /**< first derivative */
    double dd; /**< second derivative */
} rdg_jet;

/** A number that does not vary.
 *  @param f its value
 *  @return f */
static inline rdg_jet rdg_jet_constant(double f)
{
    const rdg_jet result = {f, 0.0, 0.0};
    return result;
}

/** The sum.
 *  @param x, y terms
 *  @return x + y */
static inline rdg_jet rdg_jet_plus(rdg_jet x, rdg_jet y)
{
    const rdg_jet result = {x.f + y.f, x.d + y.d, x.dd + y.dd};
    return result;
}

/** The difference.
 *  @param x, y terms
 *  @return x - y */
static inline rdg_jet rdg_jet_minus(rdg_jet x, rdg_jet y)
{
    const rdg_jet result = {x.f - y.f, x.d - y.d, x.dd - y.dd};
    return result;
}

/** A multiple.
 *  @param a constant factor
 *  @param x the other factor
 *  @return a x */
static inline rdg_jet rdg_jet_scaled(double a, rdg_jet x)
{
    const rdg_jet result = {a * x.f, a * x.d, a * x.dd};
    return result;
}

/** The product.
 *  @param x, y factors
 *  @return x y */
static inline rdg_jet rdg_jet_times(rdg_jet x, rdg_jet y)
{
    const rdg_jet result = {x.f * y.f, x.d * y.f + x.f * y.d, x.dd * y.f + 2.0 * x.d * y.d + x.f * y.dd};
    return result;
}

/** A function g of a number.
 *  @param g      g(x.f)
 *  @param g1, g2 its first and second derivative there
 *  @param x      argument
 *  @return g(x) */
static inline rdg_jet rdg_jet_of(double g, double g1, double g2, rdg_jet x)
{
    const rdg_jet result = {g, g1 * x.d, g2 * x.d * x.d + g1 * x.dd};
    return result;
}

/** A quotient.
 *  @param a constant numerator
 *  @param x denominator, x.f not 0
 *  @return a / x */
static inline rdg_jet rdg_jet_over(double a, rdg_jet x)
{
    const double g = a / x.f;
    return rdg_jet_of(g, -g / x.f, 2.0 * g / (x.f * x.f), x);
}

/** The sine.
 *  @param x angle, rad
 *  @return sin(x) */
static inline rdg_jet rdg_jet_sin(rdg_jet x)
{
    return rdg_jet_of(sin(x.f), cos(x.f), -sin(x.f), x);
}

/** The cosine.
 *  @param x angle, rad
 *  @return cos(x) */
static inline rdg_jet rdg_jet_cos(rdg_jet x)
{
    return rdg_jet_of(cos(x.f), -sin(x.f), -cos(x.f), x);
}

#ifdef __cplusplus
}
#endif
#endif
