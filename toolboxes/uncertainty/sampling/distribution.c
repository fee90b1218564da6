/* Quantile functions of the distributions. */
#include "sampling_impl.h"

#include <ridgewalk/circle.h>

#include <math.h>

/* Of p <= 1/2: a rational function (Abramowitz and Stegun 26.2.22, error 3e-3), made exact by two steps of
 * Halley's method, which triples the correct digits, on erfc. */
static double normal_below_median(double p)
{
    const double t = sqrt(-2.0 * log(p));
    double x = (2.30753 + 0.27061 * t) / (1.0 + t * (0.99229 + 0.04481 * t)) - t;
    for (int k = 0; k < 2; k++) {
        const double excess = 0.5 * erfc(-x / sqrt(2.0)) - p;
        const double step = excess * sqrt(2.0 * RDG_PI) * exp(0.5 * x * x);
        x -= step / (1.0 + 0.5 * x * step);
    }
    return x;
}

static double normal(double p)
{
    return p <= 0.5 ? normal_below_median(p) : -normal_below_median(1.0 - p);
}

double rdg_distribution_value(const rdg_uncertain *q, double p)
{
    switch (q->distribution) {
    case RDG_DISTRIBUTION_NORMAL:
        return q->a + q->b * normal(p);
    case RDG_DISTRIBUTION_LOGNORMAL:
        return q->a * exp(q->b * normal(p));
    case RDG_DISTRIBUTION_UNIFORM:
        break;
    }
    return q->a + p * (q->b - q->a);
}
