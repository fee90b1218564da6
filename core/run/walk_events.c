/* What was located on a step of a curve, in the order in which it lies there. */
#include "atlas_1d_impl.h"
#include "dense_output_impl.h"
#include "event_impl.h"

#include <math.h>

/* How far along the step of length h an event was located. A monotone parameter measures the branch: over
 * a non-smooth point other variables may turn back. */
static double place_on_step(const rdg_tracer *t, rdg_index event, double h)
{
    const rdg_index first = t->setup->first_active;
    const double length = first >= 0 ? t->next.chart.mu[first] - t->current.chart.mu[first] : 0.0;
    if (!t->setup->is_monotone || length == 0.0) {
        return t->found_at[event] / h;
    }
    return (t->found[event].chart.mu[first] - t->current.chart.mu[first]) / length;
}

/* Of events at one point the one that ends the branch is the last. Where it is singular, folds and branch
 * points are behind it: the branch that crosses there has no motions. Values reached there are in front. */
static int rank_of(const rdg_tracer *t, rdg_index event)
{
    const bool at_branch_point = t->found[event].determinant.sign == 0.0;
    const rdg_event *of = &t->setup->event[event];
    return !of->ends_branch ? (of->kind == RDG_EVENT_VALUE ? -1 : 1) : at_branch_point ? 0 : 2;
}

/* An end of the branch where another one crosses: its place is known to a small share of the step. The end of
 * a domain right beside it is there for what lies beyond. */
static bool is_singular_end(const rdg_tracer *t, rdg_index event)
{
    const rdg_event *of = &t->setup->event[event];
    return rdg_event_is_end(of) && rdg_event_is_singular(t, &t->found[event]);
}

/* Does located event a come before b? */
static bool comes_before(const rdg_tracer *t, rdg_index a, rdg_index b, double h)
{
    const double beside = 1e-3;
    const double gap = place_on_step(t, b, h) - place_on_step(t, a, h);
    const bool a_is_domain = t->setup->event[a].ends_branch && t->setup->event[a].stop == RDG_STOP_DOMAIN;
    const bool b_is_domain = t->setup->event[b].ends_branch && t->setup->event[b].stop == RDG_STOP_DOMAIN;
    if (fabs(gap) <= beside && a_is_domain != b_is_domain && is_singular_end(t, a_is_domain ? b : a)) {
        return b_is_domain;
    }
    return fabs(gap) <= RDG_SAME_PLACE ? rank_of(t, a) < rank_of(t, b) : gap > 0.0;
}

/* A fold that is not distinguished from the special point that ends the branch: the branch turns beyond its
 * end, where it is not defined. Steps resolve a curve down to the least one. */
static bool is_fold_at_end(const rdg_tracer *t, rdg_index fold)
{
    bool is = false;
    for (rdg_index k = 0; k < t->setup->n_events && t->setup->event[fold].kind == RDG_EVENT_FOLD; k++) {
        const rdg_event *event = &t->setup->event[k];
        const bool ends = k != fold && event->ends_branch && event->stop == RDG_STOP_TERMINAL_EVENT;
        is = is || (ends && t->found_at[k] >= 0.0 &&
                    rdg_node_distance(t, &t->found[fold], &t->found[k]) <= t->setup->h_min);
    }
    return is && !t->setup->event[fold].ends_branch;
}

/* What was located stands for the limit of the branch that it ends. */
static void go_to_limit(const rdg_tracer *t, const rdg_event *event, rdg_chart *chart)
{
    if (!event->limit) {
        return;
    }
    event->limit(t->p, chart, event->data);
    chart->norm = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        chart->norm = hypot(chart->norm, chart->u[j]);
    }
}

rdg_status rdg_walk_emit_events(rdg_tracer *t, double h, bool *at_end, rdg_stop *stop)
{
    *at_end = false;
    for (;;) {
        rdg_index first = -1;
        for (rdg_index k = 0; k < t->setup->n_events; k++) {
            if (t->found_at[k] >= 0.0 && (first < 0 || comes_before(t, k, first, h))) {
                first = k;
            }
        }
        if (first < 0) {
            return RDG_OK;
        }
        if (is_fold_at_end(t, first)) {
            t->found_at[first] = -1.0;
            continue;
        }
        const rdg_event *event = &t->setup->event[first];
        bool observer_stops = false;
        *at_end = t->found_at[first] >= h * (1.0 - RDG_SAME_PLACE);
        t->found[first].chart.next_step = *at_end ? t->next.chart.next_step : 0.0;
        t->found_at[first] = -1.0;
        t->found[first].event = event;
        go_to_limit(t, event, &t->found[first].chart);
        rdg_dense_describe(t, t->found[first].chart.u, t->found[first].chart.tangent, true);
        /* an end that is no solution lies where the equations have no value, and is no point of the curve */
        if (!event->ends_branch || rdg_gate_is_wanted(t, &t->found[first].chart)) {
            RDG_TRY(rdg_sink_emit(t, &t->found[first], t->found[first].chart.type, &observer_stops));
        }
        if (event->ends_branch || observer_stops) {
            rdg_node_swap(&t->special, &t->found[first]); /* a handler may request it */
            *stop = event->ends_branch ? event->stop : RDG_STOP_OBSERVER;
            return RDG_OK;
        }
    }
}
