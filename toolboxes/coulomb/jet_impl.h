/* A number with its first and second derivative by one variable. */
#ifndef RDG_JET_IMPL_H
#define RDG_JET_IMPL_H

#include <math.h>

typedef struct rdg_jet {
    double f, d, dd;
} rdg_jet;

static inline rdg_jet rdg_jet_constant(double f)
{
    return (rdg_jet){f, 0.0, 0.0};
}

static inline rdg_jet rdg_jet_plus(rdg_jet x, rdg_jet y)
{
    return (rdg_jet){x.f + y.f, x.d + y.d, x.dd + y.dd};
}

static inline rdg_jet rdg_jet_minus(rdg_jet x, rdg_jet y)
{
    return (rdg_jet){x.f - y.f, x.d - y.d, x.dd - y.dd};
}

static inline rdg_jet rdg_jet_scaled(double a, rdg_jet x)
{
    return (rdg_jet){a * x.f, a * x.d, a * x.dd};
}

static inline rdg_jet rdg_jet_times(rdg_jet x, rdg_jet y)
{
    return (rdg_jet){x.f * y.f, x.d * y.f + x.f * y.d, x.dd * y.f + 2.0 * x.d * y.d + x.f * y.dd};
}

/* g(x), from value and derivatives of g at x.f */
static inline rdg_jet rdg_jet_of(double g, double g1, double g2, rdg_jet x)
{
    return (rdg_jet){g, g1 * x.d, g2 * x.d * x.d + g1 * x.dd};
}

static inline rdg_jet rdg_jet_over(double a, rdg_jet x)
{
    const double g = a / x.f;
    return rdg_jet_of(g, -g / x.f, 2.0 * g / (x.f * x.f), x);
}

static inline rdg_jet rdg_jet_sin(rdg_jet x)
{
    return rdg_jet_of(sin(x.f), cos(x.f), -sin(x.f), x);
}

static inline rdg_jet rdg_jet_cos(rdg_jet x)
{
    return rdg_jet_of(cos(x.f), -sin(x.f), -cos(x.f), x);
}

#endif
