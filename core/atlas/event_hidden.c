/* Events that come in pairs: an event function that has the same sign at both ends of a step may vanish twice
 * in between. What is known anyway tells whether to look closer.
 *
 *   value    it came nearer to zero than it changes on this step, or would change at twice the last one's
 * rate fold     the slope of the parameter at both ends, and its mean, which is the parameter's change branch
 * the determinant is a quadratic through its values at both ends and at the chart before; the step is halved
 * where it vanishes twice */
#include "event_impl.h"

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

double rdg_event_rate_before(const rdg_tracer *t, rdg_index k)
{
    const bool known = t->setup->event[k].kind == RDG_EVENT_VALUE && t->before.step > 0.0;
    const double rate = known ? fabs(t->current.test[k] - t->before.test[k]) / t->before.step : 0.0;
    return isfinite(rate) ? rate : 0.0; /* where the event could not happen before */
}

/* Twice as fast as on the last step it would have to come, and to leave as it shows. */
static bool value_may_hide(const rdg_tracer *t, rdg_index k, double h)
{
    const double v0 = t->current.test[k];
    const double v1 = t->next.test[k];
    const double change = t->before.step > 0.0 ? 2.0 * h * rdg_event_rate_before(t, k) : HUGE_VAL;
    return fmin(fabs(v0), fabs(v1)) <= fabs(v1 - v0) + change;
}

static bool fold_may_hide(const rdg_tracer *t, rdg_index k, double h)
{
    const rdg_index parameter = t->setup->event[k].parameter;
    const double a = t->current.test[k] == 0.0 ? 0.0 : t->current.slope[k];
    const double b = t->next.slope[k] / rdg_event_advance(t, t->next.chart.tangent);
    const rdg_piece piece = {.width = h,
                             .value = {a, b},
                             .slope = {NAN, NAN},
                             .mean = (t->next.chart.mu[parameter] - t->current.chart.mu[parameter]) / h};
    return rdg_piece_may_vanish_by_mean(&piece, copysign(1.0, b));
}

bool rdg_event_may_hide(const rdg_tracer *t, rdg_index k, double h)
{
    const double before = t->current.test[k];
    const double after = t->next.test[k];
    if (isnan(before) || isnan(after) || (before == 0.0 && after == 0.0)) {
        return false;
    }
    return t->setup->event[k].kind == RDG_EVENT_FOLD ? fold_may_hide(t, k, h) : value_may_hide(t, k, h);
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

bool rdg_step_hides_branch_points(rdg_tracer *t, double h)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->setup->event[k].kind == RDG_EVENT_BRANCH && t->current.test[k] * t->next.test[k] > 0.0) {
            return branch_hides(t, h);
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
