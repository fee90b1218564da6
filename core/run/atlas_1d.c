/* The atlas of a curve: pseudo-arclength continuation in both directions from the start, until the curve
 * closes, leaves a domain, or ends. */
#include "atlas_1d_impl.h"
#include "dense_output_impl.h"
#include "event_impl.h"
#include "predictor_impl.h"
#include "resume_impl.h"
#include "start_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Is the curve's own point beside the start, at arclength `along` of the step, the start? Another turn of the
 * curve may pass it closely. */
static bool is_at_start(rdg_tracer *t, double h, double along)
{
    const double near = 1e-2;
    if (rdg_event_probe_step(t, h, along) != RDG_CONVERGED) {
        return true; /* nothing speaks against it */
    }
    return rdg_system_distance(t->s, t->position.home, t->special.chart.u) <= near * h;
}

/* Does the step from current to next pass through the start chart? Then the curve is closed. */
static bool passes_start(rdg_tracer *t, double h, long steps)
{
    if (steps < 3 || t->setup->goes_round) {
        return false;
    }
    const double along = rdg_step_along(t, t->position.home);
    const double distance = rdg_system_distance(t->s, t->position.home, t->current.chart.u);
    const double aside = sqrt(fmax(0.0, distance * distance - along * along));
    return along > 0.0 && along <= h && aside <= 0.25 * h &&
           rdg_system_dot(t->s, t->position.home + t->s->n, t->next.chart.tangent) > 0.5 &&
           is_at_start(t, h, along);
}

/* What lies behind the start was met on the first step; what lies on it is the start. */
static void forget_events_behind_start(const rdg_tracer *t, double h)
{
    const double start_at = rdg_step_along(t, t->position.home);
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        t->found_at[k] = t->found_at[k] < start_at - 1e-6 * h ? t->found_at[k] : -1.0;
    }
}

/* The bound of a domain that the branch would pass at once; NULL: it would not. */
static const rdg_event *leads_out(const rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->setup->n_events; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (rdg_event_is_bound(event) && t->current.test[k] == 0.0) {
            const double after = t->next.test[k];
            const bool is_low = event->value == t->setup->low[event->parameter];
            if (is_low ? after < 0.0 : after > 0.0) {
                return event;
            }
        }
    }
    return NULL;
}

/* The last chart once more, as MX; a handler may request it. */
static rdg_status finish_at_smallest_step(rdg_tracer *t)
{
    bool ignored = false;
    t->current.chart.step = 0.0;
    t->current.chart.next_step = 0.0;
    rdg_node_swap(&t->special, &t->current);
    return rdg_sink_emit(t, &t->special, "MX", &ignored);
}

/* One accepted step: events, closing, the chart itself. Sets *stop when the branch ends here. */
static rdg_status settle_step(rdg_tracer *t, double h, long steps, rdg_stop *stop)
{
    bool observer_stops = false;
    const bool first = t->before.step == 0.0; /* from the start, or from a point that a handler named */
    const rdg_event *bound = first ? leads_out(t) : NULL;
    if (bound) {
        rdg_node_copy(t, &t->special, &t->current);
        t->special.event = bound;
        *stop = steps == 1 ? RDG_STOP_OUTWARD : RDG_STOP_BOUNDARY;
        return RDG_OK;
    }
    const bool closed = passes_start(t, h, steps);
    if (closed && rdg_problem_is_aborted(t->p)) {
        return rdg_walk_abort(t, t->p->trouble);
    }
    if (closed) {
        forget_events_behind_start(t, h);
    }
    bool shown = false;
    RDG_TRY(rdg_walk_emit_events(t, h, &shown, stop));
    if (*stop != RDG_STOP_NONE) {
        return RDG_OK;
    }
    if (closed) { /* the start once more, so that the curve is whole */
        rdg_node_copy(t, &t->special, &t->start);
        t->special.chart.step = rdg_step_along(t, t->position.home);
        t->special.chart.next_step = 0.0;
        *stop = RDG_STOP_CLOSED;
        rdg_dense_describe(t, t->position.home, t->position.home + t->s->n,
                           false); /* by what variables mean now */
        rdg_problem_restore(t->p, &t->start.chart);
        return rdg_sink_emit(t, &t->special, "EP", &observer_stops);
    }
    if (!shown && !rdg_gate_is_wanted(t, &t->next.chart)) {
        *stop = RDG_STOP_MIN_STEP;
        return finish_at_smallest_step(t);
    }
    const bool last = steps >= t->setup->max_points;
    if (!shown) {
        rdg_dense_describe(t, t->next.chart.u, t->next.chart.tangent, false);
        RDG_TRY(rdg_sink_emit(t, &t->next, last ? "EP" : NULL, &observer_stops));
    }
    *stop = observer_stops ? RDG_STOP_OBSERVER : (last ? RDG_STOP_MAX_POINTS : RDG_STOP_NONE);
    return RDG_OK;
}

/* Put t->current on the start, or where a run that was cut off had come to, *h being the first step. */
static rdg_status begin_way(rdg_tracer *t, int direction, double *h)
{
    *h = t->start.chart.next_step;
    rdg_node_copy(t, &t->current, &t->start);
    if (direction < 0) {
        rdg_walk_reverse(t, &t->current);
    }
    if (t->setup->switches) { /* off a branch point the first step stays beyond its neighbourhood */
        *h = fmax(*h, 1e-3);
    }
    rdg_transport_begin(t);
    t->position.direction = direction;
    t->position.points = 0;
    t->position.steps = 0;
    t->before.step = t->before.older_step = 0.0;
    rdg_predictor_forget(t);
    rdg_branches_begin(t);
    t->before.aside = 0.0;
    memset(t->before.steepest, 0, (size_t)t->setup->n_events * sizeof(double));
    memset(t->before.tangent, 0, (size_t)t->p->n * sizeof(double));
    t->completion.refused = false;
    bool taken_up = false;
    RDG_TRY(rdg_resume_direction(t, h, &taken_up));
    rdg_gate_begin_at(t, &t->current);
    if (!taken_up) {
        rdg_invariants_begin(t);
    }
    return RDG_OK;
}

/* One step of length *h and what lies on it; *h is then the length of the next. */
static rdg_status go_on(rdg_tracer *t, double *h, rdg_stop *stop)
{
    rdg_step step = {.h = *h, .is_first_try = true};
    t->position.steps++;
    if (t->current.chart.label > 0) {
        rdg_resume_forget(t);
    }
    t->position.heading = rdg_direction_of(t, &t->current.chart);
    /* what the functions stand on is chosen anew, at a label from its chart alone; then the variables */
    if (rdg_problem_move(t->p, &t->current.chart) != 0) {
        return rdg_walk_abort(t, "a function that moves along with it ends the run");
    }
    RDG_TRY(rdg_transport_choose(t));
    rdg_system_rescale(t->s, t->current.chart.u);
    t->before.stretch = sqrt(rdg_system_dot(t->s, t->current.chart.tangent, t->current.chart.tangent));
    if (!rdg_system_normalise(t->s, t->current.chart.tangent)) {
        return RDG_REFUSE(t->ctx, t->setup->name, RDG_ERR_NOT_FINITE, "%s has no length", "a tangent");
    }
    RDG_TRY(rdg_walk_advance(t, &step, stop));
    if (*stop != RDG_STOP_NONE) {
        return finish_at_smallest_step(t);
    }
    rdg_predictor_learn(t, step.h);
    /* what was cut off had been gone over */
    *h = step.rest > 0.0 ? step.rest
         : step.next > 0.0
             ? step.next
             : rdg_step_in_window(t, &t->next.chart, rdg_step_rule_of(t->setup)->next(t, &step));
    t->next.chart.next_step = *h;
    rdg_dense_begin_step(t, &step.leap);
    RDG_TRY(settle_step(t, step.h, t->position.steps, stop));
    if (step.leap.is_there) {
        rdg_walk_note_leap(t, &step.leap);
    }
    rdg_remember_step(t, step.h);
    rdg_node_swap(&t->current, &t->next);
    return RDG_OK;
}

/* An observer ends the way at any chart; what was examined last in search of an event is none. */
static void end_way(rdg_tracer *t, rdg_stop stop)
{
    const bool is_special = stop != RDG_STOP_MAX_POINTS && stop != RDG_STOP_OBSERVER;
    const bool is_told =
        rdg_verdict_on_way(t, stop, is_special ? &t->special : &t->current,
                           is_special ? rdg_walk_heading_at_end(t) : rdg_direction_of(t, &t->current.chart));
    const bool leaves = stop == RDG_STOP_BOUNDARY || stop == RDG_STOP_OUTWARD;
    t->completion.left[t->position.direction < 0] = leaves ? t->special.event : NULL;
    if (stop == RDG_STOP_MAX_POINTS && !is_told) {
        rdg_walk_say_no_window(t);
    }
    if ((stop == RDG_STOP_MIN_STEP || t->completion.refused) && !is_told) {
        rdg_walk_say_where_it_stopped(t);
    }
}

/* Only the problem's own continuation knows what lies behind the values that its parameters can have. */
static bool may_go_on(const rdg_tracer *t, rdg_stop stop)
{
    return t->setup->handler && (stop == RDG_STOP_TERMINAL_EVENT || stop == RDG_STOP_MIN_STEP ||
                                 (stop == RDG_STOP_DOMAIN && t->setup->handler == t->p->way_on));
}

static rdg_status walk(rdg_tracer *t, int direction, rdg_stop *stop)
{
    double h = 0.0;
    *stop = RDG_STOP_NONE;
    RDG_TRY(begin_way(t, direction, &h));
    while (*stop == RDG_STOP_NONE) {
        RDG_TRY(go_on(t, &h, stop));
        if (may_go_on(t, *stop)) {
            RDG_TRY(rdg_walk_onward(t, &h, stop));
        }
    }
    end_way(t, *stop);
    return RDG_OK;
}

/* The other way from the start; after a way forwards unless the user's function declines. */
static rdg_status walk_back(rdg_tracer *t)
{
    const rdg_run_setup *setup = t->setup;
    RDG_TRY(rdg_frozen_restore(t->p, &t->first.frozen)); /* the start's */
    rdg_problem_restore(t->p, &t->start.chart);
    const bool turns = setup->turn && t->summary.forwards != RDG_STOP_NONE;
    if (turns && setup->turn(t->p, &t->start.chart, setup->turn_data)) {
        t->summary.backwards = RDG_STOP_OBSERVER;
        return rdg_error_status(t->ctx);
    }
    RDG_TRY(rdg_error_status(t->ctx));
    return walk(t, -1, &t->summary.backwards);
}

/* A user value at the start is no change of sign on either way. */
static const char *type_of_start(rdg_tracer *t)
{
    const rdg_chart *start = &t->start.chart;
    for (rdg_index k = 0; k < t->setup->n_events && !t->setup->switches; k++) {
        const rdg_event *event = &t->setup->event[k];
        if (event->is_of_option && strcmp(event->type, "UZ") == 0 && !t->setup->held[event->parameter] &&
            fabs(start->mu[event->parameter] - event->value) <=
                rdg_start_slack(t, start->u, event->parameter, event->value)) {
            return event->type;
        }
    }
    return t->setup->switches && !t->first.leaves_one_way ? "BP" : "EP";
}

static rdg_status cover_both(rdg_tracer *t)
{
    bool observer_stops = false;
    RDG_TRY(rdg_sink_begin(t));
    t->start.chart.next_step = rdg_step_in_window(t, &t->start.chart, t->setup->h0);
    RDG_TRY(rdg_sink_emit(t, &t->start, type_of_start(t), &observer_stops));
    if (observer_stops) {
        t->summary.forwards = RDG_STOP_OBSERVER;
        t->summary.covered = false;
        return RDG_OK;
    }
    const int direction = t->first.leaves_one_way ? 1 : t->setup->direction;
    if (direction >= 0) {
        RDG_TRY(walk(t, 1, &t->summary.forwards));
    }
    const bool complete = t->summary.forwards == RDG_STOP_CLOSED || t->summary.forwards == RDG_STOP_OBSERVER;
    if (direction <= 0 && !complete) {
        return walk_back(t);
    }
    return RDG_OK;
}

static rdg_status cover(rdg_tracer *t)
{
    const rdg_status status = cover_both(t);
    rdg_walk_say_jumps(t);
    rdg_say_enclosed(t);
    rdg_walk_say_leaps(t);
    rdg_invariants_report_kinks(t);
    if (status == RDG_OK) {
        rdg_verdict_on_domain(t);
    }
    return status;
}

const rdg_atlas_ops rdg_atlas_1d = {.name = "1d", .cover = cover};
