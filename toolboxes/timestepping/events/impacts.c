/* Impacts of event-driven motion: which contacts touch, which of them strike, and what is noted of it. All
 * sizes are relative to those of the coordinates and velocities that a gap is made of. */
#include "events_impl.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Twice what rdg_flow_run() takes for rounding errors of a surface, of the parts of which it is a sum */
static const double rounding = 128.0 * DBL_EPSILON;
/* Contacts whose gaps agree as closely strike together: ten times the relative error of the integration */
static const double together = 1e-10;
/* Velocities of a row up to this share of its parts are zero: the solver of contact problems answers to
 * 1e-12 of the fastest row */
static const double none = 1e-9;

static double gap_of(const rdg_timestepping *ts, rdg_index k)
{
    return ts->geometry.g[ts->about->bilateral + k];
}

static double gap_size(const rdg_timestepping *ts, rdg_index k, const double *q)
{
    return rdg_ts_row_size(ts, ts->first[k], q) + fabs(gap_of(ts, k));
}

/* Rounding errors of a gap, m */
static double ts_gap_rounding(const rdg_timestepping *ts, rdg_index contact, const double *q)
{
    return rounding * gap_size(ts, contact, q);
}

static double velocity(const rdg_timestepping *ts, rdg_index row, const double *v)
{
    return rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v);
}

/* What velocities of rows may be by rounding: of their parts, and of the instant of an event. A rebound this
 * slow ends before the next instant that can be reported from its own. */
static rdg_status measure_slow(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_force(ts, v, q, e->a);
    rdg_ts_dense_solve(masses, 1, e->a);
    e->slow_t = t;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const rdg_index first = ts->first[k], last = first + ts->about->law[k].directions;
        double most = 0.0, fast = 0.0; /* friction follows the normal force, and stops with its contact */
        for (rdg_index row = first; row <= last; row++) {
            most = rdg_larger(most, rdg_ts_row_size(ts, row, e->a));
            fast = rdg_larger(fast, rdg_ts_row_size(ts, row, v));
        }
        for (rdg_index row = first; row <= last; row++) {
            e->slow[row] =
                none * (row == first ? rdg_ts_row_size(ts, row, v) : fast) + rounding * fabs(t) * most;
        }
    }
    return RDG_OK;
}

/* Contacts that touch, into closed; whether one approaches, at whatever velocity `strikes` does */
static bool touch(rdg_timestepping *ts, const double *q, const double *v, rdg_index sure, bool strikes)
{
    rdg_ts_events *e = ts->events;
    bool approaches = false;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = velocity(ts, ts->first[k], v);
        const bool closed = rdg_rigid_is_closed(e->state[k]);
        e->closed[k] = closed || k == sure || (!e->decided && ts->now.inside[k]) ||
                       gap_of(ts, k) <= together * gap_size(ts, k, q);
        approaches =
            approaches || (e->closed[k] && u < (k == sure && strikes ? 0.0 : -e->slow[ts->first[k]]));
    }
    return approaches;
}

static rdg_status strike(rdg_timestepping *ts, double *x)
{
    rdg_ts_events *e = ts->events;
    double *before = e->b;
    memcpy(before, ts->jump, (size_t)ts->rows * sizeof *before);
    RDG_TRY(rdg_ts_impact(ts, x[2 * ts->n], x, x + ts->n, e->closed));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->motion.impacts +=
            !rdg_rigid_is_closed(e->state[k]) && ts->jump[ts->first[k]] > before[ts->first[k]];
    }
    return RDG_OK;
}

rdg_status rdg_ts_strike_contacts(rdg_timestepping *ts, double *x, rdg_index sure)
{
    const rdg_index most = 1000 * (1 + ts->about->contacts);
    double *q = x, *v = x + ts->n;
    const double t = x[2 * ts->n];
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    RDG_TRY(measure_slow(ts, t, q, v));
    for (rdg_index turns = 0; touch(ts, q, v, sure, turns == 0); turns++) {
        if (turns > most) {
            return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                               "contacts that touch approach each other after %" PRId64
                               " impacts at one instant (contact %" PRId64 " was the first)",
                               turns, sure);
        }
        RDG_TRY(strike(ts, x));
        RDG_TRY(rdg_ts_geometry(ts, t, q));
    }
    return rdg_ts_regimes_decide(ts, t, q, v);
}

rdg_status rdg_ts_stop_row(rdg_timestepping *ts, double *x, rdg_index contact, bool friction)
{
    rdg_ts_events *e = ts->events;
    const double t = x[2 * ts->n];
    RDG_TRY(rdg_ts_geometry(ts, t, x));
    if (!friction && gap_of(ts, contact) > ts_gap_rounding(ts, contact, x)) {
        e->state[contact] = RDG_RIGID_OPEN;
        return RDG_OK;
    }
    RDG_TRY(measure_slow(ts, t, x, x + ts->n));
    e->slow[ts->first[contact] + friction] = INFINITY;
    (void)touch(ts, x, x + ts->n, contact, false);
    return rdg_ts_regimes_decide(ts, t, x, x + ts->n);
}

rdg_status rdg_ts_decide_again(rdg_timestepping *ts, double *x)
{
    rdg_ts_events *e = ts->events;
    const double t = x[2 * ts->n];
    RDG_TRY(rdg_ts_geometry(ts, t, x));
    RDG_TRY(measure_slow(ts, t, x, x + ts->n));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        e->closed[k] = rdg_rigid_is_closed(e->state[k]) || e->gave_way[k];
    }
    RDG_TRY(rdg_ts_regimes_decide(ts, t, x, x + ts->n));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const bool was_open = e->old_state[k] == RDG_RIGID_OPEN;
        e->state[k] = e->state[k] == RDG_RIGID_OPEN && !was_open ? RDG_RIGID_RISES : e->state[k];
    }
    return RDG_OK;
}

rdg_status rdg_ts_find_approach(rdg_timestepping *ts, const double *x, rdg_index *sure)
{
    rdg_ts_events *e = ts->events;
    const double *v = x + ts->n;
    *sure = -1;
    RDG_TRY(rdg_ts_geometry(ts, x[2 * ts->n], x));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = velocity(ts, ts->first[k], v);
        /* what an impact leaves of velocities that it stops is rounding of those before it */
        const double left = x[2 * ts->n] == e->slow_t ? e->slow[ts->first[k]] : 0.0;
        if (e->state[k] == RDG_RIGID_RISES &&
            u < -rdg_larger(left, none * rdg_ts_row_size(ts, ts->first[k], v))) {
            e->state[k] = RDG_RIGID_OPEN;
        }
        if (e->state[k] == RDG_RIGID_OPEN && u < 0.0 && gap_of(ts, k) <= ts_gap_rounding(ts, k, x)) {
            *sure = k;
        }
    }
    return RDG_OK;
}

static bool reserve(rdg_timestepping *ts)
{
    rdg_ts_event_list *list = &ts->events->list;
    const size_t length = (size_t)(2 * ts->n + ts->rows);
    if (list->count < list->capacity) {
        return true;
    }
    const rdg_index capacity = list->capacity > 0 ? 2 * list->capacity : 16;
    rdg_ts_event *event = rdg_context_calloc(ts->ctx, (size_t)capacity, sizeof *event);
    double *numbers = rdg_context_calloc(ts->ctx, (size_t)capacity * length, sizeof *numbers);
    if (!event || !numbers) {
        rdg_free(event);
        rdg_free(numbers);
        return false;
    }
    if (list->count > 0) {
        memcpy(event, list->event, (size_t)list->count * sizeof *event);
        memcpy(numbers, list->numbers, (size_t)list->count * length * sizeof *numbers);
    }
    rdg_free(list->event);
    rdg_free(list->numbers);
    list->event = event;
    list->numbers = numbers;
    list->capacity = capacity;
    return true;
}

rdg_status rdg_ts_note_event(rdg_timestepping *ts, const double *x, rdg_index struck)
{
    rdg_ts_events *e = ts->events;
    rdg_ts_event_list *list = &e->list;
    const rdg_index n = ts->n, length = 2 * n + ts->rows;
    rdg_rigid_change best = RDG_RIGID_NO_CHANGE;
    rdg_index contact = struck;
    for (rdg_index k = 0; k < ts->about->contacts && struck < 0; k++) {
        const rdg_rigid_change kind = rdg_rigid_change_between(e->old_state[k], e->state[k]);
        contact = kind < best ? k : contact;
        best = kind < best ? kind : best;
    }
    if (contact < 0) {
        return RDG_OK;
    }
    if (!reserve(ts)) {
        return RDG_ERR_NO_MEMORY;
    }
    double *numbers = list->numbers + list->count * length;
    memcpy(numbers, x, (size_t)(2 * n) * sizeof *numbers);
    for (rdg_index i = 0; i < ts->rows; i++) {
        numbers[2 * n + i] = x[2 * n + 1 + i] + ts->jump[i];
    }
    list->event[list->count++] = (rdg_ts_event){
        .t = x[2 * n],
        .type = struck >= 0 ? "IM" : rdg_rigid_change_name(best),
        .contact = contact,
        .works = {ts->works[0] + x[2 * n + 1 + ts->rows], ts->works[1] + x[2 * n + 2 + ts->rows]}};
    return RDG_OK;
}

rdg_index rdg_ts_events_of_step(const rdg_timestepping *ts, const rdg_ts_event **events)
{
    if (!ts->events) {
        return 0;
    }
    rdg_ts_event_list *list = &ts->events->list;
    const rdg_index length = 2 * ts->n + ts->rows;
    for (rdg_index k = 0; k < list->count; k++) { /* their numbers may have moved meanwhile */
        list->event[k].q = list->numbers + k * length;
        list->event[k].v = list->event[k].q + ts->n;
        list->event[k].impulse = list->event[k].v + ts->n;
    }
    *events = list->event;
    return list->count;
}

void rdg_ts_go_to_event(rdg_timestepping *ts, const rdg_ts_event *event, rdg_ts_event_place *kept)
{
    rdg_motion *m = &ts->motion;
    *kept = (rdg_ts_event_place){.now = ts->now, .works = {m->normal_work, m->friction_work}};
    ts->now.q = event->q;
    ts->now.v = event->v;
    ts->now.gap = ts->next.gap; /* free between steps, as is `inside` */
    ts->now.inside = ts->next.inside;
    m->normal_work += event->works[0] - ts->works[0];
    m->friction_work += event->works[1] - ts->works[1];
    ts->at_event = event;
    ts->looked = ts->energies = false;
}

void rdg_ts_leave_event(rdg_timestepping *ts, const rdg_ts_event_place *kept)
{
    ts->now = kept->now;
    ts->motion.normal_work = kept->works[0];
    ts->motion.friction_work = kept->works[1];
    ts->at_event = NULL;
    ts->looked = ts->energies = false;
}
