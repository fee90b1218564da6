/* The step under way: its geometry, and Newton's method for a point of it. */
#include "tracer_impl.h"
#include "vectors.h"

#include <math.h>

double rdg_step_along(const rdg_tracer *t, const double *u)
{
    double along = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        along += t->row[j] * (u[j] - t->current.chart.u[j]);
    }
    return along;
}

double rdg_step_rate(const rdg_tracer *t, const double *tangent)
{
    return rdg_dot(t->s->n, t->row, tangent);
}

/* The tangents of the last two charts differ by this, as the curve bends, across the tangent; per arclength.
 * False: that would not lead on, over a non-smooth point for example, or is not known. */
static bool take_bend(const rdg_tracer *t, double h, double *bend)
{
    const double farthest = 0.3; /* rad that a step may be predicted to turn by */
    const double *tangent = t->current.chart.tangent;
    const double f = t->before.stretch;
    if (!(t->before.step > 0.0) || !(f > 0.0)) {
        return false;
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        bend[j] = (f * tangent[j] - t->before.tangent[j]) / (f * f * t->before.step);
    }
    const double along = rdg_system_dot(t->s, bend, tangent);
    for (rdg_index j = 0; j < t->s->n; j++) {
        bend[j] -= along * tangent[j];
    }
    return h * sqrt(rdg_system_dot(t->s, bend, bend)) <= farthest;
}

void rdg_step_predict(const rdg_tracer *t, double h, double *u)
{
    const rdg_chart *from = &t->current.chart;
    const double half = t->setup->predicts_bend && take_bend(t, h, u) ? 0.5 * h * h : 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] = from->u[j] + h * from->tangent[j] + (half > 0.0 ? half * u[j] : 0.0);
    }
}

double rdg_step_angle(const rdg_tracer *t)
{
    return rdg_system_angle(t->s, t->current.chart.tangent, t->next.chart.tangent);
}

double rdg_step_drift(const rdg_tracer *t, double h)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->next.chart.u[j] - t->current.chart.u[j] - h * t->current.chart.tangent[j];
        sum += t->s->metric[j] * d * d;
    }
    return sqrt(sum);
}

rdg_outcome rdg_step_correct(rdg_tracer *t, const rdg_closing *closing, double *u, rdg_guess guess,
                             rdg_newton_report *report)
{
    const rdg_patience patience = guess == RDG_GUESS_LAST        ? RDG_PATIENTLY
                                  : t->setup->is_monotone        ? RDG_BRIEFLY
                                  : guess == RDG_GUESS_OF_STEP   ? RDG_STEPWISE
                                  : guess == RDG_GUESS_BY_CHARTS ? RDG_SWIFTLY
                                                                 : RDG_PATIENTLY;
    return rdg_correct_as(t->corrector, patience, closing, u, report);
}
