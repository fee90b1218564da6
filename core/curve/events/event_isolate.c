/* Isolation of events: the step is divided by corrected points until every piece of it has one explained
 * change of sign, or provably none.
 *
 * A piece is cleared when the function's values and slopes at its ends leave no room for a zero (piece.c);
 * else a point in between is corrected and both halves are looked at, from left to right. A point at which
 * the function has the wrong sign shows that there are more zeros than the ends told: it becomes the end of
 * the step, and the rest is left to the next one. */
#include "event_impl.h"
#include "piece_impl.h"
#include "toolbox.h"

#include <math.h>

enum { MAX_DEPTH = 48, MAX_PROBES = 120 };

/* Pieces shorter than this share of the step are not divided: what is still hidden there is one point. */
static const double shortest = 1e-7;

/* A value below this share of its change for changes of typical size has no sign. */
static const double value_rounding = 1e-13;

/* Slope of a monitor without derivatives, from its values on both sides along the tangent: a gradient would
 * cost a difference for each variable. */
static int slope_by_difference(rdg_tracer *t, rdg_index parameter, const rdg_node *node, double *slope)
{
    const double distance = 1e-5;
    double value[2] = {0.0, 0.0};
    int answer = 0;
    for (int side = 0; answer == 0 && side < 2; side++) {
        for (rdg_index j = 0; j < t->s->n; j++) {
            t->ahead[j] = node->chart.u[j] + (side ? distance : -distance) * node->chart.tangent[j];
        }
        answer = rdg_problem_parameter(t->p, parameter, t->ahead, &value[side], NULL);
    }
    *slope = (value[1] - value[0]) / (2.0 * distance);
    return answer;
}

static int mark_value(rdg_tracer *t, const rdg_event *event, const rdg_node *node, rdg_mark *mark)
{
    rdg_slope slope = {.along = NAN};
    const int answer = t->p->parameter[event->parameter].kind >= RDG_REGULAR
                           ? slope_by_difference(t, event->parameter, node, &slope.along)
                           : rdg_slope_along(t, event->parameter, node->chart.u, node->chart.tangent, &slope);
    mark->slope = slope.along * rdg_event_sense(event, node) / rdg_event_advance(t, node->chart.tangent);
    mark->rounding = value_rounding * fmax(slope.largest, fabs(slope.along));
    return answer;
}

/* Of a fold: growth of the parameter along the step, and how that grows. */
static int mark_fold(rdg_tracer *t, rdg_index k, const rdg_node *node, rdg_mark *mark)
{
    const rdg_closing closing = rdg_closing_fold(t->setup->event[k].parameter, t->row);
    rdg_system *s = t->s;
    const int answer = rdg_closing_gradients(&closing, s, node->chart.u, t->work);
    double slope = 0.0;
    for (rdg_index j = 0; j < s->n; j++) { /* the tangent of unit growth is what the condition stands on */
        slope += t->work[j] * s->probe_tangent[j];
    }
    mark->value = node->test[k] == 0.0 ? 0.0 : node->slope[k] / rdg_event_advance(t, node->chart.tangent);
    mark->slope = slope;
    return answer;
}

rdg_mark rdg_event_mark(rdg_tracer *t, rdg_index k, const rdg_node *node, double at)
{
    const rdg_event *event = &t->setup->event[k];
    rdg_mark mark = {.at = at, .value = node->test[k], .slope = NAN, .mu = node->chart.mu[event->parameter]};
    const int answer =
        event->kind == RDG_EVENT_FOLD ? mark_fold(t, k, node, &mark) : mark_value(t, event, node, &mark);
    if (answer != 0 || !isfinite(mark.slope)) {
        mark.slope = NAN;
    }
    return mark;
}

bool rdg_event_is_rounding(const rdg_mark *mark)
{
    return fabs(mark->value) <= mark->rounding;
}

/* A mean is a difference of two values, each as good as Newton's method has left it: on short pieces it says
 * nothing. */
static rdg_piece piece_between(const rdg_tracer *t, rdg_index k, const rdg_mark *low, const rdg_mark *high)
{
    const double width = high->at - low->at;
    const bool fold = t->setup->event[k].kind == RDG_EVENT_FOLD;
    return (rdg_piece){.width = width,
                       .value = {low->value, high->value},
                       .slope = {low->slope, high->slope},
                       .mean = fold ? (high->mu - low->mu) / width : NAN,
                       .mean_off = t->setup->newton.step_tol * (fabs(low->mu) + fabs(high->mu)) / width,
                       .steepest = high->steepest};
}

/* Is the piece as good as a point, or enough tried? */
static bool is_spent(const rdg_piece *piece, double h, int depth, int probes)
{
    return piece->width < shortest * h || depth == MAX_DEPTH || probes == MAX_PROBES;
}

rdg_outcome rdg_event_search(rdg_tracer *t, rdg_index k, double h, const rdg_mark *low, const rdg_mark *high,
                             double sign, rdg_search *search)
{
    const double fading = 0.25; /* of a slope seen around: what it says of a part of the piece */
    rdg_mark stack[MAX_DEPTH];  /* right ends of the pieces that are left to look at */
    int depth = 0;
    int probes = 0;
    rdg_mark left = *low;
    *search = (rdg_search){.least = INFINITY};
    stack[depth++] = *high;
    while (depth > 0) {
        rdg_mark *right = &stack[depth - 1];
        const rdg_piece piece = piece_between(t, k, &left, right);
        double where = 0.5;
        const bool hides = rdg_piece_may_vanish(&piece, sign, &where);
        const bool spent = is_spent(&piece, h, depth, probes);
        search->touches = search->touches || (hides && spent);
        double value = NAN;
        const double at = left.at + where * piece.width;
        if (hides && !spent) {
            probes++;
            const rdg_outcome outcome = rdg_event_probe_step(t, h, at);
            if (outcome == RDG_ABORTED) {
                return outcome;
            }
            value = outcome == RDG_CONVERGED ? t->special.test[k] : NAN;
        }
        if (isnan(value)) { /* cleared, or nothing can be known there */
            left = *right;
            depth--;
            continue;
        }
        const rdg_mark mark = rdg_event_mark(t, k, &t->special, at);
        if (value * sign < 0.0 && !rdg_event_is_rounding(&mark)) {
            *search = (rdg_search){.found = true, .at = at};
            return RDG_CONVERGED;
        }
        if (fabs(value) < search->least) {
            search->least = fabs(value);
            search->at = at;
        }
        right->steepest = fading * rdg_piece_steepest(&piece);
        stack[depth] = mark;
        stack[depth].steepest = right->steepest;
        depth++;
    }
    return RDG_CONVERGED;
}

rdg_outcome rdg_event_separate(rdg_tracer *t, rdg_index k, double h, const rdg_mark *zero, double far,
                               double sign, rdg_search *search)
{
    double near = zero->at;
    *search = (rdg_search){.found = false};
    while (fabs(far - near) > shortest * h) {
        const double at = near + 0.5 * (far - near);
        const rdg_outcome outcome = rdg_event_probe_step(t, h, at);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
        const rdg_mark mark = rdg_event_mark(t, k, &t->special, at);
        if (mark.value * sign > 0.0 && !rdg_event_is_rounding(&mark)) {
            *search = (rdg_search){.found = true, .at = at};
            return RDG_CONVERGED;
        }
        far = at;
    }
    return RDG_CONVERGED;
}
