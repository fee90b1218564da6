/* Kinks seen through differences.
 *
 * A Jacobian by differences averages over a few 1e-6 of the typical sizes, and with it the slope of a
 * parameter: where it jumps through zero it seems to pass through zero smoothly, at a place that is wrong by
 * as much. From farther out the kink shows. Between two points around it a parabola rises above its chord by
 * a quarter of the change of its slope times half the distance, a kink by half of that. Then the curve is
 * extrapolated from both sides, by points that differences do not smear; where the values meet is the kink,
 * if the curve is where both sides have it there. */
#include "event_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Distance of the nearer two points from the kink: farther than differences see. */
static const double aside = 6e-5;

enum { MAX_NEWTON = 8 };

bool rdg_event_is_smeared(const rdg_tracer *t, rdg_index k)
{
    const rdg_event *event = &t->setup->event[k];
    const rdg_index own = t->p->parameter[event->parameter].entry;
    bool exact = true;
    for (rdg_index i = 0; i < t->p->n_entries && exact; i++) {
        const bool counts = i == own || !t->p->entry[i].is_monitor;
        exact = !counts || t->p->entry[i].function.df;
    }
    return event->kind == RDG_EVENT_FOLD && !exact;
}

/* Value and slope of what is stationary, at a point of the step. */
typedef struct sample {
    const rdg_node *node;
    double at, value, slope;
} sample;

/* A guess at the curve: off the step along the tangent of its nearer end. */
static void guess(rdg_tracer *t, double h, double at)
{
    const rdg_node *end = at < 0.0 ? &t->current : &t->next;
    const double way = (at < 0.0 ? at : at - h) / rdg_event_advance(t, end->chart.tangent);
    if (at >= 0.0 && at <= h) {
        rdg_point_between(t, &t->current, 0.0, &t->next, h, at, t->special.chart.u);
        return;
    }
    for (rdg_index j = 0; j < t->s->n; j++) {
        t->special.chart.u[j] = end->chart.u[j] + way * end->chart.tangent[j];
    }
}

/* The curve at arclength `at` into t->side[which]. */
static rdg_outcome look(rdg_tracer *t, rdg_index k, double h, double at, int which, sample *seen)
{
    guess(t, h, at);
    const rdg_outcome outcome = rdg_event_probe(t, at);
    if (outcome == RDG_CONVERGED) {
        rdg_node *node = &t->side[which];
        rdg_node_swap(&t->special, node);
        *seen = (sample){.node = node,
                         .at = at,
                         .value = node->chart.mu[t->setup->event[k].parameter],
                         .slope = node->slope[k] / rdg_event_advance(t, node->chart.tangent)};
    }
    return outcome;
}

/* The cubic through two samples, and its slope. */
static double cubic(const sample *a, const sample *b, double at, double *slope)
{
    const double h = b->at - a->at;
    const double x = (at - a->at) / h;
    const double rise = b->value - a->value;
    const double c2 = 3.0 * rise - h * (2.0 * a->slope + b->slope);
    const double c3 = h * (a->slope + b->slope) - 2.0 * rise;
    *slope = a->slope + x * (2.0 * c2 + 3.0 * c3 * x) / h;
    return a->value + x * (h * a->slope + x * (c2 + x * c3));
}

/* Where the values of both sides meet; NAN if not between the nearer two. */
static double meeting(const sample left[2], const sample right[2])
{
    double at = 0.5 * (left[1].at + right[0].at);
    double move = INFINITY;
    for (int i = 0; i < MAX_NEWTON && move != 0.0; i++) {
        double slope[2];
        const double gap =
            cubic(&left[0], &left[1], at, &slope[0]) - cubic(&right[0], &right[1], at, &slope[1]);
        move = gap / (slope[0] - slope[1]);
        at -= move;
        if (!(at > left[1].at && at < right[0].at)) {
            return NAN;
        }
    }
    return at;
}

/* Does the middle rise above the chord as a corner does, rather than a parabola? */
static bool is_corner(const sample *a, const sample *b, double middle)
{
    const double way = b->at - a->at;
    const double above = middle - 0.5 * (a->value + b->value);
    const double as_corner = 0.25 * (a->slope - b->slope) * way;
    return above / as_corner > 0.75;
}

/* The point that one side has at `at`, corrected, into t->bracket[which]; *moved: by how much. */
static rdg_outcome take(rdg_tracer *t, const sample pair[2], double at, int which, double *moved)
{
    rdg_node *kept = &t->bracket[which];
    rdg_point_between(t, pair[0].node, pair[0].at, pair[1].node, pair[1].at, at, t->special.chart.u);
    memcpy(kept->chart.u, t->special.chart.u, (size_t)t->s->n * sizeof(double));
    const rdg_outcome outcome = rdg_event_probe(t, at);
    *moved = outcome == RDG_CONVERGED ? rdg_node_distance(t, &t->special, kept) : INFINITY;
    rdg_node_swap(&t->special, kept);
    return outcome;
}

/* Two points next to the kink on either side, as near to each other as they are known. */
static rdg_outcome enclose(rdg_tracer *t, const sample *pairs, double at, rdg_bracket_end *low,
                           rdg_bracket_end *high, bool *found)
{
    const double nearest = fmax(1e-12, rdg_event_rounding(t, pairs[1].node->chart.u));
    const double farthest = 1e-7, wider = 10.0;
    *found = false;
    for (double off = nearest; off < farthest && !*found; off *= wider) {
        double moved[2] = {INFINITY, INFINITY};
        rdg_outcome outcome = take(t, pairs, at - off, 0, &moved[0]);
        if (outcome == RDG_CONVERGED && moved[0] < off) {
            outcome = take(t, pairs + 2, at + off, 1, &moved[1]);
        }
        if (outcome == RDG_ABORTED) {
            return outcome;
        }
        *found = fmax(moved[0], moved[1]) < off;
        *low = (rdg_bracket_end){.node = &t->bracket[0], .at = at - off, .test = pairs[1].slope};
        *high = (rdg_bracket_end){.node = &t->bracket[1], .at = at + off, .test = pairs[2].slope};
    }
    return RDG_CONVERGED;
}

/* Is there a kink next to `near`, with slopes of two signs? */
static rdg_outcome search(rdg_tracer *t, rdg_index k, double h, double near, sample seen[4], double *at)
{
    const double place[] = {near - 2.0 * aside, near - aside, near + aside, near + 2.0 * aside};
    sample middle;
    rdg_outcome outcome = look(t, k, h, near, 0, &middle);
    *at = NAN;
    for (int i = 1; i < 3 && outcome == RDG_CONVERGED; i++) {
        outcome = look(t, k, h, place[i], i, &seen[i]);
    }
    if (outcome != RDG_CONVERGED || !(seen[1].slope * seen[2].slope < 0.0) ||
        !is_corner(&seen[1], &seen[2], middle.value)) {
        return outcome;
    }
    for (int i = 0; i < 4 && outcome == RDG_CONVERGED; i += 3) {
        outcome = look(t, k, h, place[i], i, &seen[i]);
    }
    *at = outcome == RDG_CONVERGED ? meeting(seen, seen + 2) : NAN;
    return outcome;
}

rdg_outcome rdg_event_unsmear(rdg_tracer *t, rdg_index k, double h, double near, rdg_kink *on, double *at)
{
    sample seen[4] = {{.node = NULL}};
    double place = NAN;
    bool found = false;
    *at = -1.0;
    rdg_outcome outcome = search(t, k, h, near, seen, &place);
    if (outcome == RDG_CONVERGED && isfinite(place)) {
        outcome = enclose(t, seen, place, &on->low, &on->high, &found);
    }
    if (found) {
        outcome = rdg_event_take_greater(t, k, &on->low, &on->high, true, at);
        t->special.chart.slope[0] = seen[1].node->slope[k];
        t->special.chart.slope[1] = seen[2].node->slope[k];
        *at = fmin(fmax(*at, 0.0), h); /* the slope seemed to change its sign a little off */
        on->low = (rdg_bracket_end){.node = seen[1].node, .at = seen[1].at, .test = seen[1].slope};
        on->high = (rdg_bracket_end){.node = seen[2].node, .at = seen[2].at, .test = seen[2].slope};
    }
    return outcome;
}
