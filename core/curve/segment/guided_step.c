/* Steps of a curve whose points its owner solves for, RDG_GUIDE(): they end at values of the first active
 * parameter, which is positive. Lengths are those of its logarithm.
 *
 * The owner predicts and corrects. A step ends at the next value of this parameter that is requested, if
 * there is one not far behind its end. Other events are located by Newton's method in the logarithm, each
 * point being one of the owner's. What this cannot decide (a step that fails, events that may come in pairs,
 * maxima) is left to the ordinary step (walk_step.c). */
#include "event_impl.h"
#include "guided_step_impl.h"
#include "step_check_impl.h"
#include "step_parts_impl.h"
#include "toolbox.h"

#include <math.h>

/* A step is tried with so many lengths; behind an ordinary step with one, if that is not below `shortest`. */
enum { MOST_TRIES = 5 };
static const double shortest = 1e-4;

/* Growth of the logarithm per arclength below which the curve is too steep for such steps, as next to a fold.
 */
static const double least_rate = 1e-3;

/* A step is so many times longer to end at a value that is requested. */
static const double stretch = 1.3;

/* A value this near to the start of the step, relatively, is that of the start. */
static const double same_value = 1e-12;

/* The first step of a run, and behind a change of its equations, has no length of a step before. It ends so
 * far beyond the nearest event that the slopes at its start predict, of the way to that. */
static const double beyond = 1.25;

/* The length of such a step, in the logarithm. */
static double first_length(rdg_tracer *t, double length)
{
    const double sense = t->position.heading;
    if (rdg_guided_find_slopes(t, &t->current) != RDG_CONVERGED) {
        return length;
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const double slope = rdg_guided_has_slope(t, k) ? t->current.slope[k] : 0.0;
        const double way = slope != 0.0 ? -sense * t->current.test[k] / slope : 0.0;
        length = isgreater(way, 0.0) ? fmin(length, beyond * way) : length; /* quiet: there may be no value */
    }
    return length;
}

/* The value that a step of a length ends at: one that is requested, if it is not far behind that. */
static double end_of(const rdg_tracer *t, double length)
{
    const double from = rdg_guided_value(t, &t->current), sense = t->position.heading;
    const double far = from * exp(sense * stretch * length);
    double value = from * exp(sense * length);
    bool found = false;
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_at_first(t, event) && sense * (event->value - from) > same_value * from &&
            sense * (far - event->value) >= 0.0 && (!found || sense * (value - event->value) > 0.0)) {
            value = event->value;
            found = true;
        }
    }
    return value;
}

/* Growth of the logarithm of the first active parameter per arclength at a chart. */
static double rate_at(rdg_tracer *t, const rdg_chart *chart)
{
    rdg_slope slope;
    return rdg_slope_along(t, t->setup->first_active, chart->u, chart->tangent, &slope) == 0
               ? fabs(slope.along / slope.value)
               : 0.0;
}

/* is_shorter: a longer step has failed, the next one does not grow. */
static rdg_outcome try_step(rdg_tracer *t, rdg_step *step, double length, bool is_shorter, double *shrink,
                            bool *ends)
{
    double growth;
    const double value = end_of(t, length);
    rdg_outcome outcome = rdg_guided_solve_ahead(t, value, &growth, ends);
    *shrink = 0.5;
    if (outcome != RDG_CONVERGED) {
        *shrink = growth < 1.0 ? growth : 0.5;
        return outcome;
    }
    const double h = rdg_step_along(t, t->next.chart.u);
    if (!(h > 0.0) || !(rdg_step_rate(t, t->next.chart.tangent) > 0.0)) {
        return RDG_FAILED;
    }
    t->next.chart.step = h;
    outcome = rdg_guided_events(t, h);
    if (outcome == RDG_CONVERGED) {
        const double done = fabs(log(value / rdg_guided_value(t, &t->current)));
        const double grown = growth < 1.0 ? done * growth : fmax(length, done * growth);
        const double next = is_shorter ? fmin(done, grown) : grown;
        const double rate = fmax(least_rate, rate_at(t, &t->next.chart));
        *step = (rdg_step){.h = h, .next = fmin(fmax(next / rate, t->setup->h_min), t->setup->h_max)};
    }
    return outcome;
}

rdg_outcome rdg_guided_step(rdg_tracer *t, rdg_step *step, rdg_stop *stop)
{
    const bool is_behind_ordinary = t->current.determinant.sign != 0.0 && t->before.step > 0.0;
    if (!t->setup->guide || t->dense || !(rdg_guided_value(t, &t->current) > 0.0) ||
        (is_behind_ordinary && step->h < shortest)) {
        return RDG_FAILED;
    }
    const double rate = rate_at(t, &t->current.chart);
    if (!(rate > least_rate)) {
        return RDG_FAILED;
    }
    rdg_step_measure_along(t, t->current.chart.tangent);
    rdg_step_parts_forget(&t->parts);
    t->missed = (rdg_miss){.event = NULL};
    rdg_outcome outcome = RDG_FAILED;
    double shrink, length = step->h * rate;
    length = t->before.step > 0.0 ? length : first_length(t, length);
    bool ends = false;
    for (int i = is_behind_ordinary ? MOST_TRIES - 1 : 0; outcome == RDG_FAILED && !ends && i < MOST_TRIES;
         i++) {
        outcome = try_step(t, step, length, i > 0, &shrink, &ends);
        if (outcome == RDG_FAILED) {
            t->summary.rejected++;
            length *= shrink;
        }
    }
    *stop = ends ? RDG_STOP_MIN_STEP : *stop;
    if (outcome == RDG_CONVERGED) {
        rdg_invariants_begin_step(t);
        rdg_invariants_accept(t);
        rdg_step_remember_changes(t, step->h);
    }
    return outcome;
}
