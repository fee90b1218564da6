/* The default largest step along a curve respects the domain of the first active parameter: one step changes
 * the parameter by at most a twentieth of it, so that a curve through the domain has 20 points at least.
 * Where the curve is steep, as on the flank of a peak, the domain does not bound the arclength. */
#include "step_rule_impl.h"

#include <math.h>

/* Steps through a domain at least. */
static const double least = 20.0;

/* Steps of this many to a domain, as they are tried: the golden section in the fraction keeps the charts of a
 * straight curve off the simple fractions of its domain, where symmetric problems have their special points.
 * The margin to `least` is left to curves that bend towards the domain's direction. */
static const double tried = 20.618;

/* Change of the first active parameter per arclength, without sign; 0: it has no value. */
static double rate_at(rdg_tracer *t, const rdg_chart *at)
{
    rdg_slope slope;
    return rdg_slope_along(t, t->setup->first_active, at->u, at->tangent, &slope) == 0 ? fabs(slope.along)
                                                                                       : 0.0;
}

double rdg_step_in_window(rdg_tracer *t, const rdg_chart *from, double h)
{
    if (!isfinite(t->setup->window)) {
        return h;
    }
    const double most = t->setup->window / tried, rate = rate_at(t, from);
    return isgreater(rate * h, most) ? fmax(most / rate, fmin(h, t->setup->h_min)) : h;
}

bool rdg_step_exceeds_window(rdg_tracer *t, double h)
{
    const rdg_index first = t->setup->first_active;
    if (!isfinite(t->setup->window) || h <= t->setup->h_min) {
        return false;
    }
    const double most = t->setup->window / least;
    double value = NAN;
    return rdg_problem_parameter(t->p, first, t->next.chart.u, &value, NULL) == 0 &&
           isgreater(fabs(value - t->current.chart.mu[first]), most) &&
           isgreater(h * fmax(rate_at(t, &t->current.chart), rate_at(t, &t->next.chart)), most);
}
