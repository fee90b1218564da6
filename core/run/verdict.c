/* The verdict: has a run done what was requested of it? A domain is a request: a curve is to lead through it
 * from one bound to the other (or to close), a covering is to leave no part out. A maximum of points, an
 * event that ends the branch, or an observer that does so are requests of the program as well; the default
 * maximum of points is not. A function that knows no continuation behind an event states itself what this
 * means. */
#include "run.h"
#include "sink_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { REST_SIZE = 256 };

/* Nearer to a bound than this, relative to the larger of the bound and the domain, it is reached. */
static const double reached = 1e-6;

static bool is_finite_window(const rdg_run_setup *setup, rdg_index k)
{
    return isfinite(setup->low[k]) || isfinite(setup->high[k]);
}

/* The parameter whose domain reports how far the run was to go: the first active one, if it has a domain; -1:
 * there is none. */
static rdg_index leading_window(const rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    if (setup->first_active >= 0 && is_finite_window(setup, setup->first_active)) {
        return setup->first_active;
    }
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        if (!setup->held[k] && is_finite_window(setup, k)) {
            return k;
        }
    }
    return -1;
}

/* The end on a bound that was located, or the last point before it? */
static bool bound_is_met(const rdg_tracer *t, const rdg_node *end)
{
    const rdg_event *event = end->event;
    if (!event || !rdg_event_is_bound(event) || t->p->parameter[event->parameter].kind == RDG_JUMPING) {
        return true; /* a parameter that may jump may jump over the bound */
    }
    const double width = t->setup->high[event->parameter] - t->setup->low[event->parameter];
    const double size = isfinite(width) ? fmax(fabs(event->value), width) : fabs(event->value);
    return fabs(end->chart.mu[event->parameter] - event->value) <= reached * size;
}

/* Why a way ended before its domain did; NULL: it did not, or it was to end there. */
static const char *reason(const rdg_tracer *t, rdg_stop stop, const rdg_node *end)
{
    switch (stop) {
    case RDG_STOP_MAX_POINTS:
        return t->setup->points_are_limited ? NULL
                                            : "the default maximum of points is used up, RDG_MAX_POINTS(n) "
                                              "allows more";
    case RDG_STOP_MIN_STEP:
        return t->p->trouble[0] ? t->p->trouble : "the tangent turns too fast for the smallest step";
    case RDG_STOP_TERMINAL_EVENT:
        return t->completion.refused ? t->p->trouble : NULL;
    case RDG_STOP_BOUNDARY:
        return bound_is_met(t, end) ? NULL
                                    : "Newton's method does not converge to the bound (a non-smooth point or "
                                      "a discontinuity?)";
    default:
        return NULL;
    }
}

/* Does the curve's end leave anything of the domain out? */
static bool ends_early(rdg_stop stop, const rdg_tracer *t, const rdg_node *end)
{
    switch (stop) {
    case RDG_STOP_MAX_POINTS:
    case RDG_STOP_MIN_STEP:
    case RDG_STOP_TERMINAL_EVENT:
    case RDG_STOP_OBSERVER:
        return true;
    case RDG_STOP_BOUNDARY:
        return !bound_is_met(t, end);
    default:
        return false;
    }
}

/* "alpha from 3.24 to 10 N" into text; false: nothing was requested in this direction. */
static bool describe_rest(const rdg_tracer *t, const rdg_chart *end, int heading, rdg_text *text)
{
    const rdg_index k = leading_window(t);
    if (k < 0) {
        return false;
    }
    const rdg_parameter *parameter = &t->p->parameter[k];
    const char *space = *parameter->unit ? " " : "";
    const double bound = heading < 0 ? t->setup->low[k] : t->setup->high[k];
    if (k != t->setup->first_active) {
        rdg_text_addf(text, "it ends at %s = %.6g%s%s, within its domain [%g, %g]", parameter->name,
                      end->mu[k], space, parameter->unit, t->setup->low[k], t->setup->high[k]);
        return true;
    }
    rdg_text_addf(text, "%s from %.6g to %.6g%s%s was not reached", parameter->name, end->mu[k], bound, space,
                  parameter->unit);
    return isfinite(bound);
}

/* Append to a text of several parts. */
static void append(char *text, size_t size, const char *format, va_list arguments)
{
    const size_t used = strlen(text);
    if (size - used > 3) {
        rdg_format(text + used, size - used, "%s", used > 0 ? "; " : "");
        const size_t begin = strlen(text);
        rdg_format_list(text + begin, size - begin, format, arguments);
    }
}

void rdg_verdict_add(rdg_tracer *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(t->completion.shortfall, sizeof t->completion.shortfall, format, arguments);
    va_end(arguments);
}

void rdg_leave_out(rdg_problem *p, const char *format, ...)
{
    if (!p || !format) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    append(p->left_out, sizeof p->left_out, format, arguments);
    va_end(arguments);
}

/* What a function that continues behind events has stated; the runs that it makes itself are none of it.
 */
static bool takes_what_was_left_out(rdg_tracer *t)
{
    const bool any = t->p->runs == 1 && t->p->left_out[0];
    if (any) {
        rdg_verdict_add(t, "%s", t->p->left_out);
        t->p->left_out[0] = '\0';
        t->summary.covered = false;
    }
    return any;
}

bool rdg_verdict_on_way(rdg_tracer *t, rdg_stop stop, const rdg_node *end, int heading)
{
    t->summary.covered = t->summary.covered && !ends_early(stop, t, end);
    if (takes_what_was_left_out(t) && stop != RDG_STOP_MAX_POINTS) {
        return true;
    }
    const char *why = reason(t, stop, end);
    char rest[REST_SIZE] = "";
    rdg_text part = rdg_text_in(rest, sizeof rest);
    if (!why || !describe_rest(t, &end->chart, heading, &part)) {
        return false;
    }
    rdg_verdict_add(t, "%s: %s (point %lld%s%s)", rest, why, (long long)end->chart.point,
                    *end->chart.type ? ", " : "", end->chart.type);
    return true;
}

void rdg_verdict_on_covering(rdg_tracer *t, rdg_stop stop, const char *doubt)
{
    const size_t size = sizeof t->completion.shortfall;
    t->summary.covered = stop == RDG_STOP_COVERED;
    if (stop == RDG_STOP_MAX_POINTS && !t->setup->points_are_limited) {
        rdg_format(t->completion.shortfall, size,
                   "the manifold is not covered: the default maximum of %ld charts is used up, "
                   "RDG_MAX_POINTS(n) allows more",
                   t->setup->max_points);
    } else if (doubt) {
        rdg_format(t->completion.shortfall, size, "%s", doubt);
    }
}

void rdg_verdict_say(rdg_tracer *t)
{
    char who[RDG_VERDICT_SIZE];
    if (!t->completion.shortfall[0]) {
        return;
    }
    rdg_format(who, sizeof who, "run %s", t->setup->name);
    if (t->setup->may_end_early) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE, "note: %s: %s\n", who, t->completion.shortfall);
    } else {
        rdg_fall_short(t->ctx, who, "%s", t->completion.shortfall);
    }
}
