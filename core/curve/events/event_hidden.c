/* Events that come in pairs: an event function that has the same sign at both ends of a step may vanish twice
 * in between. What is known anyway tells whether to look closer.
 *
 *   value    it came nearer to zero than it changes on this step, or would change at twice the last one's
 * rate
 *   fold     the slope of the parameter at both ends, and its mean, which is the parameter's change */
#include "event_impl.h"

#include <math.h>
#include <string.h>

double rdg_event_rate_before(const rdg_tracer *t, rdg_index k)
{
    const bool known = t->setup->event[k].kind == RDG_EVENT_VALUE && t->before.step > 0.0;
    const double rate = known ? fabs(t->current.test[k] - t->before.test[k]) / t->before.step : 0.0;
    return isfinite(rate) ? rate : 0.0; /* where the event could not happen before */
}

/* Next to a branch point that a run leaves, points in between are those of any branch. */
static bool leaves_branch_point(const rdg_tracer *t, rdg_index k)
{
    return t->setup->switches && t->current.chart.point == 0 && t->current.test[k] == 0.0;
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
    const bool is_fold = t->setup->event[k].kind == RDG_EVENT_FOLD;
    if (isnan(before) || isnan(after) || (before == 0.0 && after == 0.0) ||
        (is_fold && leaves_branch_point(t, k))) {
        return false;
    }
    return is_fold ? fold_may_hide(t, k, h) : value_may_hide(t, k, h);
}

void rdg_remember_step(rdg_tracer *t, double h)
{
    memcpy(t->before.test, t->current.test, (size_t)t->setup->n_events * sizeof(double));
    memcpy(t->before.tangent, t->current.chart.tangent, (size_t)t->s->n * sizeof(double));
    t->before.determinant = t->current.determinant;
    t->before.log_determinant = t->current.log_determinant;
    memcpy(t->before.u, t->current.chart.u, (size_t)t->s->n * sizeof(double));
    t->before.step = h;
    t->before.prediction_error = t->before.prediction_error_next;
    t->before.is_looked_into = t->before.is_looked_into_next;
    rdg_pairs_move(t, h);
}
