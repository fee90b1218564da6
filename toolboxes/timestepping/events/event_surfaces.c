/* Surfaces that event-driven motion meets, and their rates along it. */
#include "events_impl.h"

#include <math.h>
#include <string.h>

/* Whether nothing ends the friction of a contact, or its normal state */
static bool has_no_end(const rdg_ts_surface *s, rdg_rigid_state state)
{
    return state == RDG_RIGID_RESTS ||
           (s->friction &&
            (!rdg_rigid_is_closed(state) || state == RDG_RIGID_HELD || !rdg_ts_rubs(s->ts, s->contact)));
}

/* Whether forces end a state; else gaps or velocities do. */
static bool ends_by_forces(const rdg_ts_surface *s, rdg_rigid_state state)
{
    return rdg_rigid_is_closed(state) && !(s->friction && rdg_rigid_direction(state) != 0);
}

int rdg_ts_surface_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ts_surface *s = data;
    rdg_timestepping *ts = s->ts;
    const rdg_rigid_state state = ts->events->state[s->contact];
    const rdg_index row = ts->first[s->contact];
    const double t = u[2 * ts->n], *v = u + ts->n, *force = ts->events->force + row;
    (void)n, (void)m;
    y[0] = 1.0;
    if (has_no_end(s, state)) {
        return 0;
    }
    if (!ends_by_forces(s, state)) {
        if (rdg_ts_geometry(ts, t, u) != RDG_OK) {
            return 1;
        }
        const double along = state == RDG_RIGID_OPEN
                                 ? 0.0
                                 : rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row + s->friction, v);
        y[0] = s->friction ? rdg_rigid_friction_margin(state, along, 0.0, 0.0)
                           : rdg_rigid_normal_margin(state, ts->geometry.g[ts->about->bilateral + s->contact],
                                                     along, 0.0);
        return 0;
    }
    const bool kept = ts->events->keeps_step;
    ts->events->keeps_step = true; /* slopes of surfaces are found by differences, which go far */
    const rdg_status status = rdg_ts_regimes_solve(ts, t, u, v);
    ts->events->keeps_step = kept;
    if (status != RDG_OK) {
        return 1;
    }
    y[0] = s->friction
               ? rdg_rigid_friction_margin(state, 0.0, force[1], ts->about->law[s->contact].mu * force[0])
               : rdg_rigid_normal_margin(state, 0.0, 0.0, force[0]);
    return 0;
}

/* A force along the motion, u[0] s from a place */
static int force_ahead(rdg_index one, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_ts_surface *s = data;
    const rdg_ts_events *e = s->ts->events;
    const rdg_index n = s->ts->n;
    double *at = e->ahead;
    (void)one;
    for (rdg_index i = 0; i < n; i++) {
        at[i] = e->place[i] + u[0] * e->place[n + i];
        at[n + i] = e->place[n + i] + u[0] * e->place[2 * n + 1 + i];
    }
    at[2 * n] = e->place[2 * n] + u[0];
    return rdg_ts_surface_value(e->states, at, m, y, data);
}

/* Its rate, by differences over a step of the integration, in which it is smooth */
static int force_rate(rdg_ts_surface *s, const double *u, double *rate)
{
    rdg_ts_events *e = s->ts->events;
    const rdg_index n = s->ts->n;
    const double start = 0.0, size = RDG_EXACTLY(e->length);
    double work[3];
    if (rdg_ts_regimes_solve(s->ts, u[2 * n], u, u + n) != RDG_OK) {
        return 1;
    }
    memcpy(e->place, u, (size_t)(2 * n + 1) * sizeof *u);
    memcpy(e->place + 2 * n + 1, e->a, (size_t)n * sizeof *u);
    const rdg_hybrid_function force = {.f = force_ahead, .data = s};
    return rdg_hybrid_df(&force, 1, &start, &size, 1, rate, work);
}

int rdg_ts_surface_slopes(rdg_index states, const double *u, rdg_index m, double *values, void *data)
{
    rdg_ts_surface *s = data;
    rdg_timestepping *ts = s->ts;
    const rdg_rigid_state state = ts->events->state[s->contact];
    const rdg_index n = ts->n, row = ts->first[s->contact] + s->friction;
    const bool open = state == RDG_RIGID_OPEN;
    (void)states, (void)m;
    if (has_no_end(s, state)) {
        return 0;
    }
    if (ends_by_forces(s, state)) {
        return force_rate(s, u, &values[2 * n]);
    }
    if (!open && rdg_ts_regimes_find_rates(ts, u[2 * n], u, u + n) != RDG_OK) {
        return 1;
    }
    if (rdg_ts_geometry(ts, u[2 * n], u) != RDG_OK) {
        return 1;
    }
    const double sign = state == RDG_RIGID_SLIPS_BACK ? -1.0 : 1.0;
    for (rdg_index i = 0; i < n; i++) {
        values[(open ? 0 : n) + i] = sign * ts->geometry.W[row * n + i];
    }
    values[2 * n] = sign * (open ? ts->geometry.drift[row] : ts->events->rate[row]);
    return 0;
}
