/* Points of a curve that its owner solves for, RDG_GUIDE(), at values of the first active parameter. */
#include "event_impl.h"
#include "guided_step_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"

double rdg_guided_value(const rdg_tracer *t, const rdg_node *node)
{
    return node->chart.mu[t->setup->first_active];
}

bool rdg_event_is_at_first(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_VALUE && event->parameter == t->setup->first_active;
}

bool rdg_guided_has_slope(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    return event->kind == RDG_EVENT_VALUE && !rdg_event_is_at_first(t, event) &&
           !rdg_event_is_rough(t, event);
}

rdg_outcome rdg_guided_find_slopes(rdg_tracer *t, rdg_node *node)
{
    rdg_slope slope;
    const rdg_chart *chart = &node->chart;
    int answer = rdg_slope_along(t, t->setup->first_active, chart->u, chart->tangent, &slope);
    const double rate = slope.along / slope.value;
    for (rdg_index k = 0; answer == 0 && k < t->setup->n_events; k++) {
        const rdg_index parameter = t->setup->event[k].parameter;
        if (!rdg_guided_has_slope(t, k)) {
            continue;
        }
        if (k > 0 && parameter == t->setup->event[k - 1].parameter && rdg_guided_has_slope(t, k - 1)) {
            node->slope[k] = node->slope[k - 1];
            continue;
        }
        answer = rdg_slope_along(t, parameter, chart->u, chart->tangent, &slope);
        node->slope[k] = slope.along / rate;
    }
    return answer == 0 ? RDG_CONVERGED : rdg_failure_of(t->p);
}

/* The owner's point at a value, predicted from two nodes. */
static rdg_outcome solve(rdg_tracer *t, rdg_guide_step *ask, rdg_node *node)
{
    const rdg_guide *guide = t->setup->guide;
    const int answer = guide->solve(t->p, ask, node->chart.u, node->chart.tangent, guide->data);
    t->summary.corrections++;
    t->summary.iterations += ask->iterations;
    if (answer != 0) {
        return answer < 0 ? RDG_ABORTED : rdg_failure_of(t->p);
    }
    rdg_slope first;
    if (!rdg_system_normalise(t->s, node->chart.tangent) ||
        rdg_slope_along(t, t->setup->first_active, node->chart.u, node->chart.tangent, &first) != 0 ||
        first.along == 0.0) {
        return RDG_FAILED;
    }
    for (rdg_index j = 0; j < t->s->n && first.along * t->position.heading < 0.0; j++) {
        node->chart.tangent[j] = -node->chart.tangent[j];
    }
    node->chart.iterations = ask->iterations;
    node->chart.residual = ask->residual;
    node->determinant = (rdg_determinant){.sign = 0.0}; /* not known */
    node->log_determinant = 0.0;
    const rdg_outcome outcome = rdg_node_observe(t, node);
    node->solves = outcome == RDG_CONVERGED;
    return outcome == RDG_CONVERGED ? rdg_guided_find_slopes(t, node) : outcome;
}

rdg_outcome rdg_guided_solve_ahead(rdg_tracer *t, double value, double *growth, bool *ends)
{
    const rdg_past *before = &t->before;
    const bool has_before = before->step > 0.0;
    rdg_guide_step ask = {.u = t->current.chart.u,
                          .tangent = t->current.chart.tangent,
                          .u_before = has_before ? before->u : NULL,
                          .tangent_before = has_before ? before->tangent : NULL,
                          .value = value,
                          .growth = 1.0};
    const rdg_outcome outcome = solve(t, &ask, &t->next);
    *growth = ask.growth;
    *ends = ask.ends;
    return outcome;
}

rdg_outcome rdg_guided_solve_between(rdg_tracer *t, const rdg_node *low, const rdg_node *high, double value)
{
    rdg_guide_step ask = {.u = high->chart.u,
                          .tangent = high->chart.tangent,
                          .u_before = low->chart.u,
                          .tangent_before = low->chart.tangent,
                          .value = value};
    return solve(t, &ask, &t->special);
}
