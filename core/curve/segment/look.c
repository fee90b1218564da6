/* A look at a place between the ends of a step: the point there, with the factors at hand, and an event's
 * function. */
#include "inside_impl.h"

#include <math.h>

rdg_outcome rdg_step_look(rdg_tracer *t, double h, double at, double *off)
{
    const rdg_system *s = t->s;
    double *residual = t->ahead + s->n;
    rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->ahead);
    if (rdg_system_residual(t->s, t->ahead, residual) != 0) {
        return rdg_failure_of(t->p);
    }
    for (rdg_index i = s->m; i < s->n; i++) {
        residual[i] = 0.0;
    }
    rdg_system_solve(t->s, s->matrix, residual, t->work);
    for (rdg_index j = 0; j < s->n; j++) {
        t->ahead[j] -= t->work[j];
    }
    *off = sqrt(rdg_system_dot(s, t->work, t->work));
    return isfinite(*off) ? RDG_CONVERGED : RDG_FAILED;
}

int rdg_step_event_value(rdg_tracer *t, rdg_index k, double *value)
{
    const rdg_event *event = &t->setup->event[k];
    const int answer = rdg_problem_parameter(t->p, event->parameter, t->ahead, value, NULL);
    *value = answer == 0 ? *value - event->value : NAN;
    return answer;
}
