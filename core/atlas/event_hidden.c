/* Events that come in pairs: an event function that has the same sign at both ends of a step may vanish twice
 * in between. Whether it does is foreseen from a polynomial; the step is then halved until the two are apart.
 *
 *   value    cubic through the values and slopes at both ends
 *   fold     the slope of the parameter is a quadratic with its values at both ends and its mean, which is
 *            the parameter's change over the step
 *   branch   the determinant is a quadratic through its values at both ends and at the chart before */
#include "tracer_impl.h"

#include <math.h>
#include <string.h>

/* Does a + b x + c x^2 vanish in (0, 1), where it has the same sign at both ends? */
static bool quadratic_dips(double a, double b, double c)
{
    if (!isfinite(a) || !(fabs(0.5 * b) < fabs(c))) {
        return false; /* no extremum between 0 and 1 */
    }
    const double at = -0.5 * b / c;
    return at > 0.0 && (a + 0.5 * b * at) * a < 0.0;
}

/* The cubic with values v0, v1 and slopes s0, s1 on [0, 1]: has it a zero in between? */
static bool cubic_dips(double v0, double v1, double s0, double s1)
{
    if (!isfinite(v0) || !isfinite(v1) || !isfinite(s0) || !isfinite(s1)) {
        return false;
    }
    const double c2 = 3.0 * (v1 - v0) - 2.0 * s0 - s1;
    const double c3 = s0 + s1 - 2.0 * (v1 - v0);
    const double root = c2 * c2 - 3.0 * c3 * s0;
    if (!(root >= 0.0)) {
        return false; /* it has no extremum */
    }
    const double q = -(c2 + copysign(sqrt(root), c2));
    const double above[2] = {q, s0};
    const double below[2] = {3.0 * c3, q};
    for (int i = 0; i < 2; i++) {
        if (!(fabs(above[i]) < fabs(below[i]))) {
            continue; /* the extremum above / below lies outside, or there is none */
        }
        const double x = above[i] / below[i];
        if (x > 0.0 && (v0 + x * (s0 + x * (c2 + x * c3))) * v0 < 0.0) {
            return true;
        }
    }
    return false;
}

/* Slope of an event's value along a node's tangent; NaN where it has none. */
static double slope_at(rdg_tracer *t, const rdg_node *node, const rdg_event *event)
{
    rdg_slope slope;
    const int answer = rdg_slope_along(t, event->parameter, node->chart.u, node->chart.tangent, &slope);
    return answer == 0 ? slope.along * rdg_event_sense(event, node) : NAN;
}

/* Slopes are asked for only where the value came near: nearer than it changed on this step and the last. */
static bool value_hides(rdg_tracer *t, rdg_index k, double h, double rate)
{
    const rdg_event *event = &t->setup->event[k];
    const double v0 = t->current.test[k];
    const double v1 = t->next.test[k];
    const double change = fabs(v1 - v0) + (t->before.step > 0.0 ? fabs(v0 - t->before.test[k]) : HUGE_VAL);
    if (isgreater(fmin(fabs(v0), fabs(v1)), change) ||
        t->p->parameter[event->parameter].kind >= RDG_REGULAR) {
        return false;
    }
    return cubic_dips(v0, v1, h * slope_at(t, &t->current, event), h * slope_at(t, &t->next, event) / rate);
}

static bool fold_hides(const rdg_tracer *t, rdg_index k, double h, double rate)
{
    const rdg_index parameter = t->setup->event[k].parameter;
    const double a = t->current.slope[k];
    const double b = t->next.slope[k] / rate;
    const double mean = (t->next.chart.mu[parameter] - t->current.chart.mu[parameter]) / h;
    return quadratic_dips(a, 6.0 * mean - 4.0 * a - 2.0 * b, 3.0 * (a + b) - 6.0 * mean);
}

static double determinant_relative(const rdg_determinant *d, const rdg_determinant *to)
{
    return d->sign * exp(fmin(fmax(d->log_magnitude - to->log_magnitude, -40.0), 40.0));
}

static bool branch_hides(const rdg_tracer *t, double h)
{
    if (!(t->before.step > 0.0)) {
        return false;
    }
    const double back = t->before.step / h;
    const double a = t->current.determinant.sign;
    const double rise = determinant_relative(&t->next.determinant, &t->current.determinant) - a;
    const double fall = determinant_relative(&t->before.determinant, &t->current.determinant) - a;
    const double c = (fall / back + rise) / (1.0 + back);
    return quadratic_dips(a, rise - c, c);
}

/* Quiet comparisons: an event's function may have no value at a chart. */
static bool have_one_sign(double a, double b)
{
    return (isless(a, 0.0) && isless(b, 0.0)) || (isgreater(a, 0.0) && isgreater(b, 0.0));
}

bool rdg_step_hides_events(rdg_tracer *t, double h)
{
    const double rate = rdg_step_rate(t, t->next.chart.tangent);
    if (!(rate > 0.1)) {
        return false;
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (!have_one_sign(t->current.test[k], t->next.test[k])) {
            continue;
        }
        const rdg_event_kind kind = t->setup->event[k].kind;
        const bool hides = kind == RDG_EVENT_VALUE  ? value_hides(t, k, h, rate)
                           : kind == RDG_EVENT_FOLD ? fold_hides(t, k, h, rate)
                                                    : branch_hides(t, h);
        if (hides) {
            return true;
        }
    }
    return false;
}

void rdg_remember_step(rdg_tracer *t, double h)
{
    memcpy(t->before.test, t->current.test, (size_t)t->setup->n_events * sizeof(double));
    t->before.determinant = t->current.determinant;
    t->before.log_determinant = t->current.log_determinant;
    t->before.step = h;
}
