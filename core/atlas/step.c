/* The step under way: its geometry, and Newton's method for a point of it. */
#include "tracer_impl.h"

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
    double rate = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        rate += t->row[j] * tangent[j];
    }
    return rate;
}

double rdg_step_angle(const rdg_tracer *t)
{
    /* from the difference, which is exact for small angles where acos is not */
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->current.chart.tangent[j] - t->next.chart.tangent[j];
        sum += t->s->metric[j] * d * d;
    }
    return 2.0 * asin(fmin(1.0, 0.5 * sqrt(sum)));
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

rdg_outcome rdg_step_correct(rdg_tracer *t, const rdg_closing *closing, double *u, bool is_last,
                             rdg_newton_report *report)
{
    const bool briefly = t->setup->ends_at_folds && !is_last;
    return rdg_correct_as(t->corrector, briefly ? RDG_BRIEFLY : RDG_PATIENTLY, closing, u, report);
}
