/* Event-driven motion: smooth motion by the integrators of hybrid systems from event to event. It is the
 * reference of the time-stepping schemes: what they do not locate is located here. Each surface is a section
 * of one mode, whose equations are those of the present regimes. */
#include "events_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_EVENTS = 100000 };

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_timestepping *ts = data;
    const rdg_ts_events *e = ts->events;
    (void)n, (void)m;
    const rdg_status status = rdg_ts_regimes_solve(ts, u[2 * ts->n], u, u + ts->n);
    if (status != RDG_OK) {
        return status == RDG_ERR_CALLBACK ? -1 : 1;
    }
    memcpy(y, u + ts->n, (size_t)ts->n * sizeof *y);
    memcpy(y + ts->n, e->a, (size_t)ts->n * sizeof *y);
    y[2 * ts->n] = 1.0;
    memcpy(y + 2 * ts->n + 1, e->force, (size_t)ts->rows * sizeof *y);
    return 0;
}

/* An open contact: its gap; a closed one: its force; where it slips: its velocity, in this direction; where
 * it sticks: what friction has left. */
static int surface(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ts_surface *s = data;
    rdg_timestepping *ts = s->ts;
    const rdg_ts_regime regime = ts->events->regime[s->contact];
    const rdg_index row = ts->first[s->contact];
    const rdg_contact_law *law = &ts->about->law[s->contact];
    const double t = u[2 * ts->n];
    (void)n, (void)m;
    y[0] = 1.0;
    if (s->friction && (regime == RDG_TS_OPEN || law->directions == 0)) {
        return 0;
    }
    if (regime == RDG_TS_OPEN || (s->friction && regime != RDG_TS_STICKS)) {
        if (rdg_ts_geometry(ts, t, u) != RDG_OK) {
            return 1;
        }
        y[0] = regime == RDG_TS_OPEN
                   ? ts->geometry.g[ts->about->bilateral + s->contact]
                   : (regime == RDG_TS_SLIPS_UP ? 1.0 : -1.0) *
                         rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row + 1, u + ts->n);
        return 0;
    }
    if (rdg_ts_regimes_solve(ts, t, u, u + ts->n) != RDG_OK) {
        return 1;
    }
    const double *force = ts->events->force + row;
    y[0] = s->friction ? law->mu * force[0] - fabs(force[1]) : force[0];
    return 0;
}

static rdg_status create_system(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    const rdg_index contacts = ts->about->contacts;
    e->system = rdg_hybrid_create(ts->ctx, ts->about->name, NULL, NULL);
    RDG_TRY(rdg_error_status(ts->ctx));
    RDG_TRY(rdg_hybrid_add_mode(e->system, &(rdg_hybrid_mode){.name = "motion",
                                                              .n = 2 * ts->n + 1 + ts->rows,
                                                              .field = {.f = field, .data = ts}}));
    for (rdg_index k = 0; k < 2 * contacts; k++) {
        char name[64];
        e->surface[k] = (rdg_ts_surface){.ts = ts, .contact = k / 2, .friction = k % 2 == 1};
        snprintf(name, sizeof name, "%s of contact %" PRId64, k % 2 ? "friction" : "gap", k / 2);
        RDG_TRY(rdg_hybrid_add_crossing(
            e->system, &(rdg_hybrid_crossing){.name = name,
                                              .from = "motion",
                                              .to = "motion",
                                              .surface = {.f = surface, .data = &e->surface[k]}}));
    }
    e->flow = rdg_flow_create(e->system, &(rdg_flow_options){.method = RDG_FLOW_EXPLICIT});
    return rdg_error_status(ts->ctx);
}

rdg_status rdg_ts_events_create(rdg_timestepping *ts)
{
    const size_t n = (size_t)ts->n, rows = (size_t)ts->rows, contacts = (size_t)ts->about->contacts;
    rdg_ts_events *e = ts->events = rdg_context_calloc(ts->ctx, 1, sizeof *e);
    if (!e) {
        return RDG_ERR_NO_MEMORY;
    }
    e->room = (rdg_index)(64 + 8 * rows + rows * rows);
    e->regime = rdg_context_calloc(ts->ctx, contacts, sizeof *e->regime);
    e->surface = rdg_context_calloc(ts->ctx, 2 * contacts, sizeof *e->surface);
    e->closed = rdg_context_calloc(ts->ctx, contacts, sizeof *e->closed);
    e->pivot = rdg_context_calloc(ts->ctx, rows, sizeof *e->pivot);
    e->x = rdg_context_calloc(ts->ctx, 4 * n + 1 + 4 * rows + rows * rows + (size_t)e->room, sizeof *e->x);
    if (!e->regime || !e->surface || !e->closed || !e->pivot || !e->x) {
        return RDG_ERR_NO_MEMORY;
    }
    e->a = e->x + 2 * n + 1 + rows;
    e->column = e->a + n;
    e->force = e->column + n;
    e->rate = e->force + rows;
    e->b = e->rate + rows;
    e->S = e->b + rows;
    e->work = e->S + rows * rows;
    return create_system(ts);
}

void rdg_ts_events_release(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    if (e) {
        rdg_flow_free(e->flow);
        /* the system lives as long as the context */
        rdg_free(e->regime);
        rdg_free(e->surface);
        rdg_free(e->closed);
        rdg_free(e->pivot);
        rdg_free(e->x);
        rdg_free(e);
    }
}

static int note(rdg_index crossing, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    (void)before, (void)after;
    ((rdg_ts_events *)data)->crossed = crossing;
    return 0;
}

/* Contacts that touch and approach strike; then regimes are decided anew. */
static rdg_status strike(rdg_timestepping *ts, double *x, rdg_index sure)
{
    rdg_ts_events *e = ts->events;
    double *q = x, *v = x + ts->n;
    const double t = x[2 * ts->n], close = 1e-9 * (1.0 + rdg_ts_size(ts->n, q)),
                 slow = 1e-12 * (1.0 + rdg_ts_size(ts->n, v));
    bool any = false;
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, ts->first[k], v);
        e->closed[k] = k == sure || ts->geometry.g[ts->about->bilateral + k] <= close;
        any = any || (e->closed[k] && u < -slow);
    }
    if (any) {
        RDG_TRY(rdg_ts_impact(ts, t, q, v, e->closed));
    }
    return rdg_ts_regimes_decide(ts, t, q, v);
}

/* Contacts that give way at the same instant do so together: those whose surface is as near to zero, compared
 * with the forces that act. */
static rdg_status give_way(rdg_timestepping *ts, const double *x, rdg_index sure, bool friction)
{
    rdg_ts_events *e = ts->events;
    RDG_TRY(rdg_ts_regimes_solve(ts, x[2 * ts->n], x, x + ts->n));
    const double acting = rdg_ts_size(ts->n, ts->terms.h) + rdg_ts_size(ts->rows, e->force);
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double *force = e->force + ts->first[k];
        const bool sticks = e->regime[k] == RDG_TS_STICKS && ts->about->law[k].directions > 0;
        const double left =
            friction ? (sticks ? ts->about->law[k].mu * force[0] - fabs(force[1]) : INFINITY) : force[0];
        if (e->regime[k] != RDG_TS_OPEN && (k == sure || left <= 1e-8 * acting)) {
            e->regime[k] = !friction ? RDG_TS_OPEN : force[1] > 0.0 ? RDG_TS_SLIPS_DOWN : RDG_TS_SLIPS_UP;
        }
    }
    return RDG_OK;
}

static rdg_status react(rdg_timestepping *ts, double *x)
{
    rdg_ts_events *e = ts->events;
    const rdg_index k = e->crossed / 2;
    const rdg_ts_regime regime = e->regime[k];
    const bool friction = e->crossed % 2 == 1;
    if (regime == RDG_TS_OPEN) {
        return strike(ts, x, k);
    }
    return friction && regime != RDG_TS_STICKS ? rdg_ts_regimes_decide(ts, x[2 * ts->n], x, x + ts->n)
                                               : give_way(ts, x, k, friction);
}

static rdg_status follow(rdg_timestepping *ts, double until)
{
    rdg_ts_events *e = ts->events;
    const rdg_flow_observer observer = {.crossed = note, .data = e};
    rdg_hybrid_state state = {.t = e->x[2 * ts->n], .x = e->x};
    for (int k = 0; k < MOST_EVENTS; k++) {
        const double none = 0.0;
        e->crossed = -1;
        ts->failure = RDG_OK;
        const int answer = rdg_flow_run(e->flow, &none, &state, until, 1, &observer);
        if (answer != 0) {
            return ts->failure != RDG_OK
                       ? ts->failure
                       : rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE, "the smooth motion is not followed: %s",
                                     rdg_flow_reason(e->flow));
        }
        if (e->crossed < 0) {
            return RDG_OK;
        }
        ts->motion.iterations++;
        e->x[2 * ts->n] = state.t;
        RDG_TRY(react(ts, e->x));
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE, "more than %d events in one step of output",
                       (int)MOST_EVENTS);
}

rdg_status rdg_ts_event_driven(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    const rdg_index n = ts->n;
    double *x = e->x;
    memcpy(x, ts->now.q, (size_t)n * sizeof *x);
    memcpy(x + n, ts->now.v, (size_t)n * sizeof *x);
    x[2 * n] = rdg_ts_time(ts, 0.0);
    memset(x + 2 * n + 1, 0, (size_t)ts->rows * sizeof *x);
    ts->least_rebound = ts->o.rebound;
    RDG_TRY(strike(ts, x, -1));
    RDG_TRY(follow(ts, rdg_ts_time(ts, 1.0)));
    RDG_TRY(rdg_ts_regimes_solve(ts, rdg_ts_time(ts, 1.0), x, x + n));
    memcpy(ts->next.q, x, (size_t)n * sizeof *x);
    memcpy(ts->next.v, x + n, (size_t)n * sizeof *x);
    memcpy(ts->next.a, e->a, (size_t)n * sizeof *x);
    memcpy(ts->next.A, e->a, (size_t)n * sizeof *x);
    memcpy(ts->smooth, x + 2 * n + 1, (size_t)ts->rows * sizeof *x);
    return RDG_OK;
}
