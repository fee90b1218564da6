/* Events in front of an end of the branch, behind which their functions have no value: multipliers of an
 * orbit, say, at a graze. No change of sign shows at the end of the step. It shows at the last point in front
 * of the end of the branch, where limits of the functions at that end have their signs. */
#include "event_impl.h"

#include <math.h>

/* Arclength of the first located end of the branch; infinite: there is none. */
static double first_end(const rdg_tracer *t)
{
    double first = INFINITY;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const bool is = t->found_at[k] >= 0.0 && rdg_event_is_end(&t->setup->event[k]);
        first = is ? fmin(first, t->found_at[k]) : first;
    }
    return first;
}

/* Does event k have a value at the beginning of the step, and none at its end? */
static bool is_lost(const rdg_tracer *t, rdg_index k)
{
    return t->setup->event[k].kind == RDG_EVENT_VALUE && !isnan(t->current.test[k]) && isnan(t->next.test[k]);
}

static bool is_any_lost(const rdg_tracer *t)
{
    bool is = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        is = is || is_lost(t, k);
    }
    return is;
}

/* Have all of them values at t->special? */
static bool are_known(const rdg_tracer *t)
{
    bool are = true;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        are = are && !(is_lost(t, k) && isnan(t->special.test[k]));
    }
    return are;
}

/* Has one of them another sign at t->special, by an event that its owner takes for possible? */
static bool does_any_change(const rdg_tracer *t)
{
    bool does = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        does = does ||
               (is_lost(t, k) && isless(t->current.test[k] * t->special.test[k], 0.0) &&
                (!event->between || event->between(t->p, &t->current.chart, &t->special.chart, event->data)));
    }
    return does;
}

rdg_isolation rdg_event_look_in_front(rdg_tracer *t, double *h)
{
    const double longer = 4.0;
    const double end = first_end(t);
    if (!isfinite(end) || !is_any_lost(t)) {
        return RDG_ISOLATED;
    }
    double way = t->setup->h_min; /* steps resolve a curve down to that */
    while (way < end) {
        const rdg_outcome outcome = rdg_event_probe_step(t, *h, end - way);
        if (outcome == RDG_ABORTED) {
            return RDG_ISOLATION_ABORTED;
        }
        if (outcome == RDG_CONVERGED && are_known(t)) {
            if (!does_any_change(t)) {
                return RDG_ISOLATED;
            }
            rdg_event_cut(t, end - way, h);
            return RDG_CUT;
        }
        way *= longer;
    }
    return RDG_ISOLATED;
}
