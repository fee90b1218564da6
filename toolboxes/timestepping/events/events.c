/* Event-driven motion: smooth motion by the integrators of hybrid systems from event to event. It is the
 * reference of the time-stepping schemes: what they do not locate is located here. Each surface is a section
 * of one mode, whose equations are those of the present states. */
#include "events_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* In a step of output, and steps of the integration between two events; events at one instant */
enum { MOST_EVENTS = 100000, MOST_AT_ONCE = 1000 };

/* Of normal forces and of friction, W; the geometry is that of the place */
static void find_powers(const rdg_timestepping *ts, const double *v, double power[2])
{
    const rdg_ts_events *e = ts->events;
    power[0] = power[1] = 0.0;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        for (rdg_index j = 0; rdg_rigid_is_closed(e->state[k]) && j <= ts->about->law[k].directions; j++) {
            const rdg_index row = ts->first[k] + j;
            power[j > 0] += e->force[row] * rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v);
        }
    }
}

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_timestepping *ts = data;
    rdg_ts_events *e = ts->events;
    (void)n, (void)m;
    const rdg_status status = rdg_ts_regimes_solve(ts, u[2 * ts->n], u, u + ts->n);
    if (status != RDG_OK) {
        return status == RDG_ERR_CALLBACK ? -1 : 1;
    }
    e->push = rdg_larger(e->push, rdg_ts_find_push(ts, u, u + ts->n));
    memcpy(y, u + ts->n, (size_t)ts->n * sizeof *y);
    memcpy(y + ts->n, e->a, (size_t)ts->n * sizeof *y);
    y[2 * ts->n] = 1.0;
    memcpy(y + 2 * ts->n + 1, e->force, (size_t)ts->rows * sizeof *y);
    find_powers(ts, u + ts->n, y + 2 * ts->n + 1 + ts->rows);
    return 0;
}

/* The state stays as it is. With this reset, in place of none, a surface that is left backwards where the
 * motion starts on it is crossed there. */
static int stay(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)data;
    memcpy(y, u, (size_t)m * sizeof *y);
    return 0;
}

/* Surfaces may be behind at the start: what drifts of closed contacts is put back at the end of a step. */
static int always(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = 1.0;
    return 0;
}

static rdg_status create_system(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    const rdg_index contacts = ts->about->contacts;
    e->system = rdg_hybrid_create(ts->ctx, ts->about->name, NULL, NULL);
    RDG_TRY(rdg_error_status(ts->ctx));
    RDG_TRY(rdg_hybrid_add_phase(
        e->system, &(rdg_hybrid_phase){.name = "motion", .n = e->states, .field = {.f = field, .data = ts}}));
    for (rdg_index k = 0; k < 2 * contacts; k++) {
        char name[64];
        e->surface[k] = (rdg_ts_surface){.ts = ts, .contact = k / 2, .friction = k % 2 == 1};
        snprintf(name, sizeof name, "%s of contact %" PRId64, k % 2 ? "friction" : "gap", k / 2);
        RDG_TRY(rdg_hybrid_add_event_surface(
            e->system,
            &(rdg_hybrid_event_surface){
                .name = name,
                .from = "motion",
                .to = "motion",
                .surface = {.f = rdg_ts_surface_value, .df = rdg_ts_surface_slopes, .data = &e->surface[k]},
                .reset = {.f = stay},
                .guard = {.f = always}}));
    }
    e->flow = rdg_flow_create(e->system, &(rdg_flow_options){.method = RDG_FLOW_EXPLICIT,
                                                             .max_steps = MOST_EVENTS,
                                                             .sizes = rdg_ts_measure_states,
                                                             .sizes_data = ts});
    return rdg_error_status(ts->ctx);
}

rdg_status rdg_ts_events_create(rdg_timestepping *ts)
{
    const size_t n = (size_t)ts->n, rows = (size_t)ts->rows, contacts = (size_t)ts->about->contacts;
    rdg_ts_events *e = ts->events = rdg_context_calloc(ts->ctx, 1, sizeof *e);
    if (!e) {
        return RDG_ERR_NO_MEMORY;
    }
    e->states = 2 * ts->n + 1 + ts->rows + 2;
    e->state = rdg_context_calloc(ts->ctx, contacts, sizeof *e->state);
    e->old_state = rdg_context_calloc(ts->ctx, contacts, sizeof *e->old_state);
    e->acting = rdg_context_calloc(ts->ctx, contacts, sizeof *e->acting);
    e->surface = rdg_context_calloc(ts->ctx, 2 * contacts, sizeof *e->surface);
    e->closed = rdg_context_calloc(ts->ctx, contacts, sizeof *e->closed);
    e->gave_way = rdg_context_calloc(ts->ctx, contacts, sizeof *e->gave_way);
    const size_t places = (size_t)(2 * e->states) + n; /* of `ahead` and `place` */
    e->x = rdg_context_calloc(ts->ctx, 4 * n + 3 + 6 * rows + places + 3 * contacts, sizeof *e->x);
    if (!e->state || !e->old_state || !e->acting || !e->surface || !e->closed || !e->gave_way || !e->x) {
        return RDG_ERR_NO_MEMORY;
    }
    e->a = e->x + e->states;
    e->column = e->a + n;
    e->force = e->column + n;
    e->rate = e->force + rows;
    e->slope = e->rate + rows;
    e->slow = e->slope + rows;
    e->b = e->slow + rows;
    e->ahead = e->b + rows;
    e->place = e->ahead + e->states;
    e->share = e->place + e->states + n;
    e->acting_share = e->share + contacts;
    e->slip = e->acting_share + contacts;
    return create_system(ts);
}

void rdg_ts_events_release(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    if (e) {
        rdg_flow_free(e->flow);
        /* the system lives as long as the context */
        rdg_free(e->state);
        rdg_free(e->old_state);
        rdg_free(e->acting);
        rdg_free(e->list.event);
        rdg_free(e->list.numbers);
        rdg_free(e->surface);
        rdg_free(e->closed);
        rdg_free(e->gave_way);
        rdg_free(e->x);
        rdg_free(e);
    }
}

static int note(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    (void)before, (void)after;
    ((rdg_ts_events *)data)->crossed = event;
    return 0;
}

/* Contacts that give way at the same instant do so together: those whose surface is as near to zero, compared
 * with the forces that act. */
static rdg_status give_way(rdg_timestepping *ts, double *x, rdg_index sure, bool friction)
{
    rdg_ts_events *e = ts->events;
    RDG_TRY(rdg_ts_regimes_solve(ts, x[2 * ts->n], x, x + ts->n));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double *force = e->force + ts->first[k];
        const bool sticks = e->state[k] == RDG_RIGID_STICKS && rdg_ts_rubs(ts, k);
        const double left = !friction ? force[0]
                            : sticks  ? rdg_rigid_friction_margin(RDG_RIGID_STICKS, 0.0, force[1],
                                                                  ts->about->law[k].mu * force[0])
                                      : INFINITY;
        e->gave_way[k] = false;
        if (rdg_rigid_bears(e->state[k]) &&
            (k == sure || left <= 1e-8 * rdg_ts_acting_force(ts, x, x + ts->n, ts->first[k]))) {
            e->state[k] = rdg_rigid_give_way(friction, friction ? force[1] : 0.0);
            e->gave_way[k] = !friction;
        }
    }
    /* what gives way may have held others, and they may hold it, or keep its gap at zero */
    bool others_bear = false;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        others_bear = others_bear || (!friction && rdg_rigid_bears(e->state[k]));
    }
    const rdg_status status = others_bear || rdg_ts_regimes_hold(ts) ? rdg_ts_decide_again(ts, x) : RDG_OK;
    memset(e->gave_way, 0, (size_t)ts->about->contacts * sizeof *e->gave_way);
    return status;
}

/* What follows from the surface that was met */
static rdg_status react(rdg_timestepping *ts, double *x)
{
    rdg_ts_events *e = ts->events;
    const rdg_index k = e->crossed / 2;
    const rdg_rigid_state state = e->state[k];
    const bool friction = e->crossed % 2 == 1;
    return state == RDG_RIGID_OPEN ? rdg_ts_strike_contacts(ts, x, k)
           : state == RDG_RIGID_RISES || (friction && state != RDG_RIGID_STICKS)
               ? rdg_ts_stop_row(ts, x, k, friction)
               : give_way(ts, x, k, friction);
}

/* An event and what it changes; sure: a contact that strikes, -1: the surface that was met */
static rdg_status pass_event(rdg_timestepping *ts, double *x, rdg_index sure)
{
    rdg_ts_events *e = ts->events;
    const rdg_index contact = sure >= 0 ? sure : e->crossed >= 0 ? e->crossed / 2 : 0;
    const long impacts = ts->motion.impacts;
    memcpy(e->old_state, e->state, (size_t)ts->about->contacts * sizeof *e->state);
    rdg_ts_regimes_choose_step(ts, x[2 * ts->n], x, x + ts->n);
    if (e->decided) { /* drift of dependent rows would leave an impact without an answer */
        RDG_TRY(rdg_ts_put_back(ts, x[2 * ts->n], x, x + ts->n));
    }
    RDG_TRY(sure >= 0 || e->crossed < 0 ? rdg_ts_strike_contacts(ts, x, sure) : react(ts, x));
    RDG_TRY(rdg_ts_put_back(ts, x[2 * ts->n], x, x + ts->n));
    const bool starts = !e->decided, strikes = ts->motion.impacts > impacts;
    e->decided = true;
    if (strikes) {
        RDG_TRY(rdg_ts_note_event(ts, x, contact));
    }
    return starts ? RDG_OK : rdg_ts_note_event(ts, x, -1);
}

/* Smooth motion to the next surface */
static rdg_status go_on(rdg_timestepping *ts, double until)
{
    rdg_ts_events *e = ts->events;
    const rdg_flow_observer observer = {.crossed = note, .data = e};
    rdg_hybrid_state state = {.t = e->x[2 * ts->n], .x = e->x};
    const double no_parameters = 0.0;
    e->crossed = -1;
    ts->failure = RDG_OK;
    if (rdg_flow_run(e->flow, &no_parameters, &state, until, 1, &observer) != 0) {
        return ts->failure != RDG_OK
                   ? ts->failure
                   : rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE, "the smooth motion is not followed: %s",
                                 rdg_flow_reason(e->flow));
    }
    e->x[2 * ts->n] = state.t;
    return RDG_OK;
}

static rdg_status follow(rdg_timestepping *ts, double until)
{
    rdg_ts_events *e = ts->events;
    double *x = e->x, last = x[2 * ts->n];
    int at_once = 0;
    for (int k = 0; k < MOST_EVENTS; k++) {
        rdg_index sure;
        RDG_TRY(rdg_ts_find_approach(ts, x, &sure));
        if (sure < 0) {
            RDG_TRY(go_on(ts, until));
            if (e->crossed < 0) {
                return RDG_OK;
            }
        }
        at_once = x[2 * ts->n] > last ? 0 : at_once + 1;
        last = x[2 * ts->n];
        if (at_once > MOST_AT_ONCE) {
            return rdg_ts_fail(
                ts, RDG_ERR_NO_CONVERGENCE,
                "more than %d events at t = %.15g s: no state of the contacts goes on from there",
                (int)MOST_AT_ONCE, last);
        }
        RDG_TRY(pass_event(ts, x, sure));
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE, "more than %d events in one step of output",
                       (int)MOST_EVENTS);
}

static rdg_status make_step(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    const rdg_index n = ts->n;
    const double end = rdg_ts_time(ts, 1.0);
    double *x = e->x;
    e->list.count = 0;
    memset(x, 0, (size_t)e->states * sizeof *x);
    memcpy(x, ts->now.q, (size_t)n * sizeof *x);
    memcpy(x + n, ts->now.v, (size_t)n * sizeof *x);
    x[2 * n] = rdg_ts_time(ts, 0.0);
    ts->least_rebound = ts->o.rebound;
    e->crossed = -1;
    rdg_ts_regimes_choose_step(ts, x[2 * ts->n], x, x + ts->n);
    e->decided =
        e->decided && !rdg_ts_regimes_hold(ts); /* their shares follow the forces, from step to step */
    if (!e->decided) {
        RDG_TRY(pass_event(ts, x, -1));
    }
    RDG_TRY(follow(ts, end));
    ts->motion.iterations = (int)e->list.count;
    RDG_TRY(rdg_ts_keep_laws(ts, end, x, x + n));
    RDG_TRY(rdg_ts_regimes_solve(ts, end, x, x + n));
    memcpy(ts->next.q, x, (size_t)n * sizeof *x);
    memcpy(ts->next.v, x + n, (size_t)n * sizeof *x);
    memcpy(ts->next.a, e->a, (size_t)n * sizeof *x);
    memcpy(ts->next.A, e->a, (size_t)n * sizeof *x);
    memcpy(ts->smooth, x + 2 * n + 1, (size_t)ts->rows * sizeof *x);
    ts->works[0] += x[2 * n + 1 + ts->rows];
    ts->works[1] += x[2 * n + 2 + ts->rows];
    return RDG_OK;
}

rdg_status rdg_ts_event_driven(rdg_timestepping *ts)
{
    const long impacts = ts->motion.impacts;
    const rdg_status status = make_step(ts);
    if (status != RDG_OK) { /* the motion is where it was */
        ts->motion.impacts = impacts;
        rdg_ts_events_begin(ts);
    }
    return status;
}

void rdg_ts_events_begin(rdg_timestepping *ts)
{
    for (rdg_index k = 0; ts->events && k < ts->about->contacts; k++) {
        ts->events->state[k] = RDG_RIGID_OPEN;
        ts->events->decided = false;
    }
}

double rdg_ts_events_regime(const rdg_timestepping *ts, rdg_index contact)
{
    return ts->events && ts->events->decided ? (double)ts->events->state[contact] : -1.0;
}

void rdg_ts_events_set_regime(rdg_timestepping *ts, rdg_index contact, double regime)
{
    if (ts->events) {
        ts->events->decided = regime >= 0.0;
        ts->events->state[contact] = regime >= 0.0 ? (rdg_rigid_state)regime : RDG_RIGID_OPEN;
    }
}
