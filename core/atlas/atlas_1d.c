/* The atlas of a curve: pseudo-arclength continuation in both directions with adaptive step.
 *
 * From the current chart (u0, t) the predictor is u0 + h t and the closing condition keeps the corrected
 * point in the plane t . W (u - u0) = h, W being the metric of the typical sizes at u0. */
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A step is halved so many times at most to tell two events of one kind apart. */
enum { MAX_HALVINGS = 8, PLACE_SIZE = 128 };

/* So often a handler is asked for a point to go on from, if the ones before could not be corrected. */
enum { MAX_ASKED = 5 };

/* To stay on its branch where another one passes by closely, a step may be so many times shorter than h_min.
 */
static const double below_h_min = 1e-3;

/* So many of the shortest steps before a singular point that the curve ends in it is left alone. */
static const double cusp_reach = 20.0;

/* A corrected step: accepted, to be repeated shorter, or the end of the run. */
typedef enum step_result { STEP_ACCEPTED, STEP_TOO_LONG, STEP_ABORTED } step_result;

/* step->h is tried; step->angle on entry is that of the last try, 0 if there was none or no tangent. */
static step_result take_step(rdg_tracer *t, rdg_step *step)
{
    const double h = step->h;
    rdg_newton_report report;
    step->angle_before = step->angle;
    double *u = t->next.chart.u;
    for (rdg_index j = 0; j < t->s->n; j++) {
        u[j] = t->current.chart.u[j] + h * t->current.chart.tangent[j];
        t->row[j] = t->s->metric[j] * t->current.chart.tangent[j];
    }
    const rdg_closing plane = rdg_closing_plane(t->row, t->current.chart.u, h);
    rdg_outcome outcome = rdg_correct(t->corrector, &plane, u, &report);
    t->summary.corrections++;
    t->summary.iterations += report.iterations;
    step->angle = 0.0;
    step->iterations = report.iterations;
    step->predicted_residual = report.first_residual;
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_node_complete(t, &t->next, t->current.chart.tangent, &report);
    }
    if (outcome == RDG_CONVERGED) {
        outcome = rdg_gate_solves(t, &t->next);
    }
    if (outcome != RDG_CONVERGED) {
        return outcome == RDG_ABORTED ? STEP_ABORTED : STEP_TOO_LONG;
    }
    t->next.chart.step = h;
    step->angle = rdg_step_angle(t);
    step->drift = rdg_step_drift(t, h);
    return t->rule->rejects(t, step) ? STEP_TOO_LONG : STEP_ACCEPTED;
}

/* Does the step from current to next pass through the start chart? Then the curve is closed. */
static bool passes_start(const rdg_tracer *t, double h, long steps)
{
    if (steps < 3 || t->setup->goes_round) {
        return false;
    }
    const double along = rdg_step_along(t, t->start.chart.u);
    double distance = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->start.chart.u[j] - t->current.chart.u[j];
        distance += t->s->metric[j] * d * d;
    }
    const double aside = sqrt(fmax(0.0, distance - along * along));
    return along > 0.0 && along <= h && aside <= 0.25 * h &&
           rdg_system_dot(t->s, t->start.chart.tangent, t->next.chart.tangent) > 0.5;
}

/* What lies behind the start was met on the first step; what lies on it is the start. */
static void forget_events_behind_start(const rdg_tracer *t, double h)
{
    const double start_at = rdg_step_along(t, t->start.chart.u);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        t->found_at[k] = t->found_at[k] < start_at - 1e-6 * h ? t->found_at[k] : -1.0;
    }
}

/* How far along the step of length h an event was located. A branch that goes one way only is measured by its
 * first active parameter: over a kink other variables may turn back. */
static double place_on_step(const rdg_tracer *t, rdg_index event, double h)
{
    const rdg_index first = t->setup->first_active;
    const double length = first >= 0 ? t->next.chart.mu[first] - t->current.chart.mu[first] : 0.0;
    if (!t->setup->ends_at_folds || length == 0.0) {
        return t->found_at[event] / h;
    }
    return (t->found[event].chart.mu[first] - t->current.chart.mu[first]) / length;
}

/* Does located event a come before b? Of those at one point the one that ends the branch is the last. */
static bool comes_before(const rdg_tracer *t, rdg_index a, rdg_index b, double h)
{
    const double gap = place_on_step(t, b, h) - place_on_step(t, a, h);
    return fabs(gap) <= 1e-9 ? t->setup->event[b].ends_branch && !t->setup->event[a].ends_branch : gap > 0.0;
}

/* Emit what was located on the step, in order, up to and including the first event that ends the branch.
 * *at_end: the last event is the next chart itself. */
static rdg_status emit_events(rdg_tracer *t, double h, bool *at_end, rdg_stop *stop)
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
        const rdg_event *event = &t->setup->event[first];
        bool observer_stops = false;
        *at_end = t->found_at[first] >= h * (1.0 - 1e-9);
        t->found[first].chart.next_step = *at_end ? t->next.chart.next_step : 0.0;
        t->found_at[first] = -1.0;
        t->found[first].event = event;
        RDG_TRY(rdg_sink_emit(t, &t->found[first], t->found[first].chart.type, &observer_stops));
        rdg_alarm_report(t, event);
        if (event->ends_branch || observer_stops) {
            rdg_node_swap(&t->special, &t->found[first]); /* a handler may ask for it */
            *stop = event->ends_branch ? event->stop : RDG_STOP_OBSERVER;
            return RDG_OK;
        }
    }
}

/* Has the determinant changed sign without a branch point? The step has jumped to another branch, or passed a
 * kink. */
static bool may_have_jumped(const rdg_tracer *t)
{
    return t->missed.event && t->missed.event->kind == RDG_EVENT_BRANCH;
}

/* Tell of what was missed; changes of the determinant's sign are told at the end of the run. */
static void tell_missed(rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    if (t->missed.event && !may_have_jumped(t)) {
        rdg_say_missed(t);
    } else if (t->missed.event && t->jumps.count++ == 0) {
        t->jumps.value = first >= 0 ? t->current.chart.mu[first] : 0.0;
        t->jumps.point = t->current.chart.point;
    }
}

/* Are the events of an accepted step told apart and located? A step across a saddle leads to another branch
 * for certain: it is not taken, however short. */
static rdg_status show_events(rdg_tracer *t, rdg_step *step, bool last_try, bool *clear)
{
    t->missed = (rdg_miss){.event = NULL};
    *clear = last_try || !rdg_step_hides_branch_points(t, step->h);
    if (!*clear) {
        return RDG_OK;
    }
    const double whole = step->h;
    RDG_TRY(rdg_locate_events(t, &step->h));
    step->rest = whole - step->h;
    *clear = may_have_jumped(t) ? !t->missed.is_saddle && !t->missed.is_cusp && whole <= t->setup->h_min
                                : last_try || !t->missed.event || !rdg_event_must_be_met(t->missed.event);
    return RDG_OK;
}

/* A branch that ends at its folds goes one way only. Does the first active parameter turn back on the step,
 * or behind it, without any event that ends the branch? Or does the shortest step lead over a jump? */
static bool loses_its_way(rdg_tracer *t, const rdg_step *step)
{
    const double farthest = 100.0; /* lengths of the step: no kink is as sharp */
    const rdg_index first = t->setup->first_active;
    if (t->setup->ends_at_folds && (step->drift > farthest * (step->h + step->rest) || t->missed.event)) {
        return true;
    }
    if (!t->setup->ends_at_folds || first < 0 ||
        (t->direction * (t->next.chart.mu[first] - t->current.chart.mu[first]) >= 0.0 &&
         t->direction == rdg_direction_of(t, &t->next.chart))) {
        return false;
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        if (t->found_at[k] >= 0.0 && t->setup->event[k].ends_branch) {
            return false;
        }
    }
    return true;
}

/* Shorten the step until it succeeds and shows its events one by one. */
static rdg_status advance(rdg_tracer *t, rdg_step *step, rdg_stop *stop)
{
    double shortest = t->setup->h_min;
    for (int halvings = 0;;) {
        step_result result = take_step(t, step);
        if (rdg_leads_into_cusp(t, fmax(step->h, cusp_reach * t->setup->h_min))) {
            result = result == STEP_ACCEPTED ? STEP_TOO_LONG : result;
            shortest = fmax(shortest, cusp_reach * t->setup->h_min);
        }
        if (result == STEP_ACCEPTED) {
            bool clear = true;
            const bool last_try = halvings >= MAX_HALVINGS || step->h <= t->setup->h_min;
            RDG_TRY(show_events(t, step, last_try, &clear));
            if (clear && !loses_its_way(t, step)) {
                tell_missed(t);
                return RDG_OK;
            }
            halvings += !clear;
            if (t->missed.is_saddle) {
                shortest = below_h_min * t->setup->h_min;
                rdg_problem_complain(t->p, RDG_ERR_SINGULAR,
                                     "every step leads to another branch that passes by closely");
            }
        }
        if (result == STEP_ABORTED) {
            return rdg_fail(t->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\", after point %lld: %s",
                            t->setup->name, (long long)t->current.chart.point, t->p->trouble);
        }
        t->summary.rejected++;
        if (step->h <= shortest) {
            rdg_complain_of_cusp(t);
            *stop = RDG_STOP_MIN_STEP;
            return RDG_OK;
        }
        step->h = fmax(shortest, 0.5 * step->h);
    }
}

/* Would the branch leave a window at once? */
static bool leads_out(const rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_bound(event) && t->current.test[k] == 0.0) {
            const double after = t->next.test[k];
            const bool is_low = event->value == t->setup->low[event->parameter];
            if (is_low ? after < 0.0 : after > 0.0) {
                return true;
            }
        }
    }
    return false;
}

/* The last chart once more, as MX; a handler may ask for it. */
static rdg_status finish_at_smallest_step(rdg_tracer *t)
{
    bool ignored = false;
    t->current.chart.step = 0.0;
    t->current.chart.next_step = 0.0;
    rdg_node_swap(&t->special, &t->current);
    return rdg_sink_emit(t, &t->special, "MX", &ignored);
}

/* Where and why no step converged, in the user's words. */
static void say_where_it_stopped(const rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    const rdg_parameter *parameter = first >= 0 ? &t->p->parameter[first] : NULL;
    char place[PLACE_SIZE] = "";
    if (parameter) {
        rdg_format(place, sizeof place, " at %s = %.6g%s%s,", parameter->name, t->special.chart.mu[first],
                   *parameter->unit ? " " : "", parameter->unit);
    }
    rdg_write(
        t->ctx, RDG_CHANNEL_NOTE,
        "note: run %s: stopped%s point %lld: Newton's method did not converge for steps down to %.1e (%s)\n",
        t->setup->name, place, (long long)t->special.chart.point, t->setup->h_min,
        t->p->trouble[0] ? t->p->trouble : "the tangent turns too fast");
}

/* One accepted step: events, closing, the chart itself. Sets *stop when the branch ends here. */
static rdg_status settle_step(rdg_tracer *t, double h, long steps, rdg_stop *stop)
{
    bool observer_stops = false;
    const bool first = t->before.step == 0.0; /* from the start, or from a point that a handler named */
    if (first && leads_out(t)) {
        *stop = steps == 1 ? RDG_STOP_OUTWARD : RDG_STOP_BOUNDARY;
        return RDG_OK;
    }
    const bool closed = passes_start(t, h, steps);
    if (closed) {
        forget_events_behind_start(t, h);
    }
    bool shown = false;
    RDG_TRY(emit_events(t, h, &shown, stop));
    if (*stop != RDG_STOP_NONE) {
        return RDG_OK;
    }
    if (closed) { /* the start once more, so that the curve is whole */
        rdg_node_copy(t, &t->special, &t->start);
        t->special.chart.step = rdg_step_along(t, t->start.chart.u);
        t->special.chart.next_step = 0.0;
        *stop = RDG_STOP_CLOSED;
        return rdg_sink_emit(t, &t->special, "EP", &observer_stops);
    }
    const bool last = steps >= t->setup->max_points;
    if (!shown) {
        RDG_TRY(rdg_sink_emit(t, &t->next, last ? "EP" : NULL, &observer_stops));
    }
    *stop = observer_stops ? RDG_STOP_OBSERVER : (last ? RDG_STOP_MAX_POINTS : RDG_STOP_NONE);
    return RDG_OK;
}

/* Turn the start chart round for the way back: all odd functions of the direction change sign. */
static void reverse(const rdg_tracer *t, rdg_node *node)
{
    for (rdg_index j = 0; j < t->s->n; j++) {
        node->chart.tangent[j] = -node->chart.tangent[j];
    }
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        const bool turns = event->kind != RDG_EVENT_VALUE || event->turns_with_curve;
        node->test[k] = turns ? -node->test[k] : node->test[k];
        node->slope[k] = -node->slope[k];
    }
    node->determinant.sign = -node->determinant.sign;
}

/* The point that a handler named is none: the branch ends as it would have without it. */
static rdg_status refuse_point(rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    char place[PLACE_SIZE] = "";
    if (first >= 0) {
        rdg_format(place, sizeof place, " at %s = %.6g", t->p->parameter[first].name,
                   t->special.chart.mu[first]);
    }
    rdg_warn(t->ctx, "points to go on from that are none",
             "run %s: the point to go on from%s cannot be corrected, the branch ends there: %s",
             t->setup->name, place, rdg_error_message(t->ctx));
    rdg_error_clear(t->ctx);
    return RDG_OK;
}

/* Which way the first active parameter goes where the branch has ended. A fold, where it turns, still belongs
 * to the way that led there. A branch that ends at its folds keeps its way, whatever a slope that has turned
 * over in its last digits says. */
static int heading_at_end(rdg_tracer *t)
{
    if (t->setup->ends_at_folds) {
        return t->direction;
    }
    const char *type = t->special.chart.type;
    const bool turns = strcmp(type, "FP") == 0 || strcmp(type, "FK") == 0;
    return turns ? t->heading : rdg_direction_of(t, &t->special.chart);
}

/* Let the handler name a point to go on from, in t->current.chart.u. */
static bool ask_handler(rdg_tracer *t, int direction)
{
    const rdg_run_setup *setup = t->setup;
    memcpy(t->current.chart.u, t->special.chart.u, (size_t)t->s->n * sizeof(double));
    const double begin = rdg_seconds();
    t->handler_calls++;
    const bool goes_on =
        setup->handler(t->p, &t->special.chart, direction, t->current.chart.u, setup->handler_data);
    t->summary.timing.handler_s += rdg_seconds() - begin;
    return goes_on && rdg_error_status(t->ctx) == RDG_OK;
}

static bool is_no_point(rdg_status found)
{
    return found == RDG_ERR_NO_CONVERGENCE || found == RDG_ERR_SINGULAR || found == RDG_ERR_NOT_FINITE ||
           found == RDG_ERR_ARGUMENT; /* outside of a window */
}

/* After a terminal event, or where no step converges: make the point that the handler names the current
 * chart. One that cannot be corrected is refused, and another one asked for. */
static rdg_status resume(rdg_tracer *t, double *h, rdg_stop *stop)
{
    const int direction = heading_at_end(t);
    bool observer_stops = false;
    rdg_status found = RDG_ERR_NO_CONVERGENCE;
    for (int asked = 0; asked < MAX_ASKED && is_no_point(found); asked++) {
        if (asked > 0) {
            rdg_error_clear(t->ctx);
        }
        if (!ask_handler(t, direction)) {
            return rdg_error_status(t->ctx);
        }
        found = rdg_first_node(t, &t->current);
    }
    if (is_no_point(found)) {
        return refuse_point(t);
    }
    RDG_TRY(found);
    if (direction < 0) {
        reverse(t, &t->current);
    }
    *h = t->setup->h0;
    t->current.chart.step = 0.0;
    t->current.chart.next_step = *h;
    RDG_TRY(rdg_sink_emit(t, &t->current, "RS", &observer_stops));
    t->before.step = 0.0;
    rdg_alarm_begin(t);
    *stop = observer_stops ? RDG_STOP_OBSERVER : RDG_STOP_NONE;
    return RDG_OK;
}

static rdg_status walk(rdg_tracer *t, int direction, rdg_stop *stop)
{
    double h = t->setup->h0;
    rdg_node_copy(t, &t->current, &t->start);
    if (direction < 0) {
        reverse(t, &t->current);
    }
    if (t->setup->switches) { /* off a branch point the first step stays beyond its neighbourhood */
        h = fmax(h, 1e-3);
    }
    t->direction = direction;
    t->points = 0;
    t->steps = 0;
    t->before.step = 0.0;
    *stop = RDG_STOP_NONE;
    RDG_TRY(rdg_resume_direction(t, &h));
    rdg_gate_begin_at(t, &t->current);
    rdg_alarm_begin(t);
    while (*stop == RDG_STOP_NONE) {
        rdg_step step = {.h = h};
        t->steps++;
        t->heading = rdg_direction_of(t, &t->current.chart);
        rdg_system_rescale(t->s, t->current.chart.u);
        if (!rdg_system_normalise(t->s, t->current.chart.tangent)) {
            return rdg_fail(t->ctx, RDG_ERR_NOT_FINITE, "rdg_continue", "run \"%s\": a tangent has no length",
                            t->setup->name);
        }
        RDG_TRY(advance(t, &step, stop));
        if (*stop == RDG_STOP_NONE) {
            /* what was cut off had been gone over */
            h = t->next.chart.next_step = step.rest > 0.0 ? step.rest : t->rule->next(t, &step);
            RDG_TRY(settle_step(t, step.h, t->steps, stop));
            if (*stop == RDG_STOP_NONE) {
                rdg_alarm_check(t);
            }
            rdg_remember_step(t, step.h);
            rdg_node_swap(&t->current, &t->next);
        } else {
            RDG_TRY(finish_at_smallest_step(t));
        }
        if (t->setup->handler && (*stop == RDG_STOP_TERMINAL_EVENT || *stop == RDG_STOP_MIN_STEP)) {
            RDG_TRY(resume(t, &h, stop));
        }
    }
    const bool is_special = *stop != RDG_STOP_MAX_POINTS;
    const bool is_told =
        rdg_verdict_on_way(t, *stop, is_special ? &t->special : &t->current,
                           is_special ? heading_at_end(t) : rdg_direction_of(t, &t->current.chart));
    if (*stop == RDG_STOP_MIN_STEP && !is_told) {
        say_where_it_stopped(t);
    }
    return RDG_OK;
}

/* The other way from the start; after a way forwards unless the user's function declines. */
static rdg_status walk_back(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    const bool turns = setup->turn && t->summary.forwards != RDG_STOP_NONE;
    if (turns && setup->turn(t->p, &t->start.chart, setup->turn_data)) {
        t->summary.backwards = RDG_STOP_OBSERVER;
        return rdg_error_status(t->ctx);
    }
    RDG_TRY(rdg_error_status(t->ctx));
    return walk(t, -1, &t->summary.backwards);
}

static void say_jumps(const rdg_tracer *t)
{
    const rdg_index first = t->setup->first_active;
    char place[128] = "";
    char others[64] = "";
    if (t->jumps.count == 0) {
        return;
    }
    if (first >= 0) {
        const rdg_parameter *parameter = &t->p->parameter[first];
        rdg_format(place, sizeof place, " at %s = %.10g%s%s", parameter->name, t->jumps.value,
                   *parameter->unit ? " " : "", parameter->unit);
    }
    if (t->jumps.count > 1) {
        rdg_format(others, sizeof others, " and at %ld more places", t->jumps.count - 1);
    }
    rdg_warn(t->ctx, "changes of the determinant's sign without a branch point",
             "run %s: the determinant changes sign without a branch point%s, behind point %lld%s: "
             "the curve has a kink there, or goes over to another branch; shorter steps, RDG_STEP(), tell "
             "them apart",
             t->setup->name, place, (long long)t->jumps.point, others);
}

/* Where folds and maxima lie that were not finished by Newton's method. */
static void say_kinks(const rdg_tracer *t)
{
    const long folds = t->summary.kink_folds;
    const long maxima = t->kinks.maxima;
    if (!t->setup->table || t->kinks.widest == 0.0) {
        return;
    }
    char text[PLACE_SIZE] = "";
    if (folds > 0) {
        rdg_format(text, sizeof text, "%ld fold%s (FK)", folds, folds > 1 ? "s" : "");
    }
    if (maxima > 0) {
        const size_t used = strlen(text);
        rdg_format(text + used, sizeof text - used, "%s%ld maxim%s (PK)", used > 0 ? " and " : "", maxima,
                   maxima > 1 ? "a" : "um");
    }
    rdg_write(t->ctx, RDG_CHANNEL_NOTE,
              "note: run %s: %s on kinks of the curve, enclosed by points no more than %.1e apart\n",
              t->setup->name, text, t->kinks.widest);
}

static rdg_status cover_both(rdg_tracer *t)
{
    bool observer_stops = false;
    RDG_TRY(rdg_sink_begin(t));
    t->start.chart.next_step = t->setup->h0;
    RDG_TRY(rdg_sink_emit(t, &t->start, t->setup->switches ? "BP" : "EP", &observer_stops));
    if (observer_stops) {
        t->summary.forwards = RDG_STOP_OBSERVER;
        return RDG_OK;
    }
    if (t->setup->direction >= 0) {
        RDG_TRY(walk(t, 1, &t->summary.forwards));
    }
    const bool complete = t->summary.forwards == RDG_STOP_CLOSED || t->summary.forwards == RDG_STOP_OBSERVER;
    if (t->setup->direction <= 0 && !complete) {
        return walk_back(t);
    }
    return RDG_OK;
}

static rdg_status cover(rdg_tracer *t)
{
    const rdg_status status = cover_both(t);
    say_jumps(t);
    say_kinks(t);
    return status;
}

const rdg_atlas_ops rdg_atlas_1d = {.name = "1d", .cover = cover};
