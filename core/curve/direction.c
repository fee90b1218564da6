/* The direction in which a curve is followed. */
#include "walk_impl.h"

double rdg_slope_of_first(rdg_tracer *t, const rdg_chart *chart, double *value)
{
    rdg_slope slope;
    if (t->setup->first_active < 0 ||
        rdg_slope_along(t, t->setup->first_active, chart->u, chart->tangent, &slope) != 0) {
        return 0.0;
    }
    *value = slope.value;
    return slope.largest > 0.0 ? slope.along / slope.largest : 0.0;
}

int rdg_direction_of(rdg_tracer *t, const rdg_chart *chart)
{
    double value = 0.0;
    return rdg_slope_of_first(t, chart, &value) < 0.0 ? -1 : 1;
}

void rdg_walk_reverse(const rdg_tracer *t, rdg_node *node)
{
    for (rdg_index j = 0; j < t->s->n; j++) {
        node->chart.tangent[j] = -node->chart.tangent[j];
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        const bool turns = event->kind != RDG_EVENT_VALUE || event->turns_with_curve;
        if (event->kind == RDG_EVENT_COUNT) {
            continue;
        }
        node->test[k] = turns ? -node->test[k] : node->test[k];
        node->slope[k] = -node->slope[k];
    }
    node->determinant.sign = -node->determinant.sign;
}
