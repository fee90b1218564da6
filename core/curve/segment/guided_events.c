/* Events of guided steps (guided_step.c): located by Newton's method in the logarithm of the first active
 * parameter, each point being one of the owner's. */
#include "event_impl.h"
#include "guided_step_impl.h"
#include "root.h"

#include <float.h>
#include <math.h>

/* Newton's method for an event has met it where its step is this short, or where steps this short do not
 * shrink any more. */
static const double met = 1e-13, nearly_met = 1e-7;

/* One end of a step in the logarithm of the first active parameter. */
typedef struct place {
    const rdg_node *node;
    double x, value, slope; /* of an event's function, and its derivative; NaN: not known */
} place;

/* The cubic between two places at a share of the way; without slopes the chord has them. */
static double cubic_at(const place *a, const place *b, double share)
{
    const double way = b->x - a->x, chord = b->value - a->value, rest = 1.0 - share;
    const double left = isnan(a->slope) ? 0.0 : way * a->slope - chord;
    const double right = isnan(b->slope) ? 0.0 : way * b->slope - chord;
    return a->value + share * chord + share * rest * (rest * left - share * right);
}

/* May the function vanish between two places at which it has one sign? */
static bool dips(const place *a, const place *b)
{
    enum { PARTS = 8 };
    for (int i = 1; i < PARTS; i++) {
        if (cubic_at(a, b, (double)i / PARTS) * a->value <= 0.0) {
            return true;
        }
    }
    return false;
}

/* Where the cubic vanishes between two places at which it has different signs. */
static double root_between(const place *a, const place *b)
{
    rdg_root root = rdg_root_between(0.0, a->value, 1.0, b->value, DBL_EPSILON);
    while (rdg_root_next(&root, cubic_at(a, b, root.at), NAN)) {
    }
    return a->x + root.at * (b->x - a->x);
}

static place place_of(const rdg_tracer *t, const rdg_node *node, rdg_index k)
{
    return (place){node, log(rdg_guided_value(t, node)), node->test[k],
                   rdg_guided_has_slope(t, k) ? node->slope[k] : NAN};
}

/* Newton's method for the event, kept between both ends; the point becomes t->special. */
static rdg_outcome meet(rdg_tracer *t, rdg_index k)
{
    enum { MOST = 20 };
    const rdg_event *event = &t->setup->event[k];
    place a = place_of(t, &t->current, k), b = place_of(t, &t->next, k);
    double x = root_between(&a, &b), step = INFINITY;
    for (int i = 0; i < MOST; i++) {
        const rdg_outcome outcome = rdg_guided_solve_between(t, a.node, b.node, exp(x));
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        place here =
            place_of(t, &t->special, k); /* the event itself may not count where its value is rounding */
        here.value = t->special.chart.mu[event->parameter] - event->value;
        const double by = -here.value / here.slope;
        const bool stalls = fmax(fabs(step), fabs(by)) < nearly_met && fabs(by) > 0.3 * fabs(step);
        if (here.value == 0.0 || fabs(by) < met || stalls) {
            return RDG_CONVERGED;
        }
        const int side = here.value * a.value > 0.0 ? 0 : 1;
        here.node = &t->bracket[side];
        rdg_node_copy(t, &t->bracket[side], &t->special);
        *(side == 0 ? &a : &b) = here;
        const bool inside = (x + by - a.x) * (x + by - b.x) < 0.0; /* false of NaN */
        const double next = inside ? x + by : i % 3 == 2 ? 0.5 * (a.x + b.x) : root_between(&a, &b);
        step = next - x;
        x = next;
    }
    return RDG_FAILED;
}

static void keep(rdg_tracer *t, rdg_index k, const rdg_node *node, double at)
{
    const rdg_event *event = &t->setup->event[k];
    rdg_node_copy(t, &t->found[k], node);
    t->found[k].chart.step = at;
    t->found[k].chart.type =
        rdg_event_type(t->p, event, &t->current.chart, &t->found[k].chart, &t->next.chart);
    t->found_at[k] = t->found[k].chart.type ? at : -1.0;
}

/* The event of a function, on the step of length h. */
static rdg_outcome take_event(rdg_tracer *t, rdg_index k, double h)
{
    const rdg_event *event = &t->setup->event[k];
    const place a = place_of(t, &t->current, k), b = place_of(t, &t->next, k);
    if (isnan(a.value) || isnan(b.value) || a.value == 0.0) {
        return RDG_CONVERGED;
    }
    if (!rdg_event_crosses(t, k)) {
        return dips(&a, &b) ? RDG_FAILED : RDG_CONVERGED;
    }
    if (event->between && !event->between(t->p, &t->current.chart, &t->next.chart, event->data)) {
        return RDG_CONVERGED;
    }
    const rdg_outcome outcome = meet(t, k);
    if (outcome == RDG_CONVERGED) {
        keep(t, k, &t->special, fmin(h, fmax(0.0, rdg_step_along(t, t->special.chart.u))));
    }
    return outcome;
}

/* Events of this kind are those of the ordinary step. */
static bool is_ordinary(const rdg_tracer *t, const rdg_event *event)
{
    return event->kind == RDG_EVENT_COUNT || event->kind == RDG_EVENT_BRANCH || event->turns_with_curve ||
           event->limit || event->factors ||
           (event->kind == RDG_EVENT_VALUE && !rdg_event_is_at_first(t, event) &&
            rdg_event_is_rough(t, event));
}

rdg_outcome rdg_guided_events(rdg_tracer *t, double h)
{
    rdg_outcome outcome = RDG_CONVERGED;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        t->found_at[k] = -1.0;
    }
    for (rdg_index k = 0; outcome == RDG_CONVERGED && k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_at_first(t, event)) {
            if (t->current.test[k] != 0.0 && t->next.test[k] == 0.0) {
                keep(t, k, &t->next, h);
            }
        } else if (event->kind == RDG_EVENT_FOLD || is_ordinary(t, event)) {
            const bool is_own = event->kind == RDG_EVENT_FOLD && event->parameter == t->setup->first_active;
            outcome = !is_own && rdg_event_comes_near(t, k, h) ? RDG_FAILED : RDG_CONVERGED;
        } else {
            outcome = take_event(t, k, h);
        }
    }
    return outcome;
}
