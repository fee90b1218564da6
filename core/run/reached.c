/* How far the charts of a run have come: least and greatest value of each parameter. A domain is a request:
 * a curve that turns back and leaves it by the end at which it came in does not cover it. Where domains of
 * several parameters make a box a curve is complete between any two of their bounds. So is a curve of folds
 * that turns at a cusp, beyond which there are none, and a branch that starts at a branch point and often
 * exists on one side of that only. */
#include "sink_impl.h"
#include "toolbox.h"

#include <math.h>

/* Relative to the domain: nearer to its other end than this it has been gone through. */
static const double gone_through = 1e-6;

void rdg_reached_begin(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        t->completion.reached[2 * k] = INFINITY;
        t->completion.reached[2 * k + 1] = -INFINITY;
    }
}

/* Not finite ones are passed over; quiet comparisons, for there may be no value. */
static void widen(double *range, double low, double high)
{
    range[0] = isfinite(low) && isless(low, range[0]) ? low : range[0];
    range[1] = isfinite(high) && isgreater(high, range[1]) ? high : range[1];
}

void rdg_reached_by(rdg_tracer *t, const rdg_chart *chart)
{
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        widen(t->completion.reached + 2 * k, chart->mu[k], chart->mu[k]);
    }
}

void rdg_reached_by_run(rdg_tracer *t, rdg_run *past)
{
    for (rdg_index k = 0; past && k < t->p->n_parameters; k++) {
        double range[2];
        if (rdg_run_range(past, t->p->parameter[k].name, &range[0], &range[1]) == RDG_OK) {
            widen(t->completion.reached + 2 * k, range[0], range[1]);
        }
    }
}

void rdg_reached_range(const rdg_tracer *t, rdg_index parameter, double range[2])
{
    const bool any =
        parameter >= 0 && t->completion.reached[2 * parameter] <= t->completion.reached[2 * parameter + 1];
    range[0] = any ? t->completion.reached[2 * parameter] : NAN;
    range[1] = any ? t->completion.reached[2 * parameter + 1] : NAN;
}

void rdg_reached_describe(const rdg_tracer *t, rdg_text *text)
{
    const rdg_run_setup *setup = t->setup;
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        double range[2];
        rdg_reached_range(t, k, range);
        if (rdg_run_setup_has_window(setup, k) && !isnan(range[0])) {
            rdg_text_item(text, t->p->parameter[k].name);
            rdg_text_add(text, " from ");
            rdg_text_number(text, range[0], 17);
            rdg_text_add(text, " to ");
            rdg_text_number(text, range[1], 17);
        }
    }
}

/* The bound at which a way ended; of one that was not gone, on which the start lies. */
static const rdg_event *bound_of_way(const rdg_tracer *t, int way, rdg_index parameter)
{
    if ((way == 0 ? t->summary.forwards : t->summary.backwards) != RDG_STOP_NONE) {
        return t->completion.left[way];
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_bound(event) && event->parameter == parameter && t->start.test[k] == 0.0) {
            return event;
        }
    }
    return NULL;
}

/* Domains of two and more parameters that vary make a box: a curve through it may leave it anywhere. */
static bool is_box(const rdg_run_setup *setup, rdg_index n_parameters)
{
    rdg_index windows = 0;
    for (rdg_index k = 0; k < n_parameters; k++) {
        windows += !setup->held[k] && rdg_run_setup_has_window(setup, k);
    }
    return windows > 1;
}

/* The curve left its domains at these bounds, as requested, before the first active parameter had gone
 * through its own. */
static void note_bounds(const rdg_tracer *t, const rdg_event *const bound[2], const double range[2])
{
    const rdg_run_setup *setup = t->setup;
    const rdg_parameter *first = &t->p->parameter[setup->first_active];
    char left[2][RDG_BOUND_TEXT];
    rdg_describe_bound(t, bound[0], left[0]);
    rdg_describe_bound(t, bound[1], left[1]);
    rdg_write(
        t->ctx, RDG_CHANNEL_NOTE,
        "note: run %s: the curve leaves its domain at %s and at %s; of [%g, %g] of %s it reaches %g to %g\n",
        setup->name, left[0], left[1], setup->low[setup->first_active], setup->high[setup->first_active],
        first->name, range[0], range[1]);
}

void rdg_describe_bound(const rdg_tracer *t, const rdg_event *bound, char text[RDG_BOUND_TEXT])
{
    text[0] = '\0';
    if (bound) {
        const rdg_parameter *parameter = &t->p->parameter[bound->parameter];
        rdg_format(text, RDG_BOUND_TEXT, "%s = %.9g%s%s", parameter->name, bound->value,
                   *parameter->unit ? " " : "", parameter->unit);
    }
}

/* Does the first active parameter reach both ends of its domain? */
static bool goes_through(const rdg_run_setup *setup, const double range[2])
{
    const double low = setup->low[setup->first_active], high = setup->high[setup->first_active];
    const double slack = gone_through * (high - low);
    return range[0] <= low + slack && range[1] >= high - slack;
}

void rdg_verdict_on_domain(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    const rdg_index k = setup->first_active;
    if (k < 0 || setup->switches || !isfinite(setup->low[k]) || !isfinite(setup->high[k])) {
        return;
    }
    const rdg_event *const bound[2] = {bound_of_way(t, 0, k), bound_of_way(t, 1, k)};
    const rdg_parameter *parameter = &t->p->parameter[k];
    const char *space = *parameter->unit ? " " : "";
    double range[2];
    rdg_reached_range(t, k, range);
    if (!bound[0] || !bound[1] || isnan(range[0]) || goes_through(setup, range) || t->completion.cusps > 0) {
        return;
    }
    if (bound[0] != bound[1] || bound[0]->parameter != k || is_box(setup, t->p->n_parameters)) {
        if (!setup->may_end_early) {
            note_bounds(t, bound, range);
        }
        return;
    }
    const bool upwards = bound[0]->value == setup->low[k];
    const double turned = upwards ? range[1] : range[0];
    const double other = upwards ? setup->high[k] : setup->low[k];
    t->summary.covered = false;
    if (!setup->may_end_early) {
        rdg_verdict_add(
            t,
            "%s from %.6g to %.6g%s%s was not reached: the curve turns back and leaves its domain at "
            "%.6g%s%s, where it entered; a wider domain, or another start, shows what is beyond",
            parameter->name, upwards ? turned : other, upwards ? other : turned, space, parameter->unit,
            bound[0]->value, space, parameter->unit);
    }
}
