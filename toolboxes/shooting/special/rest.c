/* Where orbits shrink to an equilibrium, at a Hopf point, they end: behind it the same ones come once more,
 * half a period later.
 *
 * There the motion through the plane that fixes the phase comes to rest. The branch ends a little in front of
 * that, where the equations are regular. */
#include "special_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char monitor[] = "orbit.speed";

/* An orbit has shrunk to a point where it is as slow, of the first one, and as small, of the way that the
 * first one's speed leads in a period. Slow alone are others as well, next to an equilibrium that they pass.
 */
static const double at_rest = 3e-5, small = 1e-3;

/* The plane fixes the phase. */
static bool has_plane(const rdg_shooting *s)
{
    return !s->at.forced && s->arc[s->arcs - 1].crossing < 0;
}

/* The motion at the start through the plane, and its derivatives by state and parameters into w->gradient. */
static int speed_at(rdg_shooting *s, const double *u, bool derivatives, double *speed)
{
    const rdg_orbit_at a = rdg_orbit_arc_at(s, u, 0);
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_function *field = &rdg_hybrid_mode_at(s->hybrid, a.arc->mode)->field;
    const double *normal = s->anchor + s->at.states;
    memcpy(w->z, w->sigma, (size_t)a.nz * sizeof *w->z);
    int answer = field->f(a.nz, w->z, a.n, w->value, field->data);
    *speed = 0.0;
    for (rdg_index i = 0; i < a.n; i++) {
        *speed += normal[i] * w->value[i];
    }
    if (answer != 0 || !derivatives) {
        return answer;
    }
    answer = rdg_hybrid_df(field, a.nz, w->z, rdg_orbit_sizes(s, &a), a.n, w->slope, w->scratch);
    for (rdg_index k = 0; k < a.nz; k++) {
        w->gradient[k] = 0.0;
        for (rdg_index i = 0; i < a.n; i++) {
            w->gradient[k] += normal[i] * w->slope[i + a.n * k];
        }
    }
    return answer;
}

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_shooting *s = data;
    (void)n, (void)m;
    y[0] = 1.0;
    const int answer = has_plane(s) ? speed_at(s, u, false, y) : 0;
    y[0] /= has_plane(s) ? s->speed : 1.0;
    return answer;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_shooting *s = data;
    const rdg_index states = s->arc[0].n;
    double speed = 0.0;
    (void)n, (void)m;
    const int answer = has_plane(s) ? speed_at(s, u, true, &speed) : 0;
    for (rdg_index i = 0; has_plane(s) && i < states; i++) {
        values[i] = s->work->gradient[i] / s->speed;
    }
    for (rdg_index k = 0; has_plane(s) && k < s->at.np; k++) {
        values[s->at.p + k] = s->work->gradient[states + k] / s->speed;
    }
    return answer;
}

/* The farthest state from the first one. */
typedef struct span {
    const double *from;
    rdg_index n;
    double most;
} span;

static int widen(const rdg_hybrid_state *state, void *data)
{
    span *way = data;
    double square = 0.0;
    for (rdg_index i = 0; i < way->n; i++) {
        square += (state->x[i] - way->from[i]) * (state->x[i] - way->from[i]);
    }
    way->most = fmax(way->most, sqrt(square));
    return 0;
}

static const char *judge(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                         void *data)
{
    rdg_shooting *s = data;
    (void)p, (void)before, (void)after;
    span way = {.from = at->u, .n = s->arc[0].n};
    const double far = small * s->speed * rdg_orbit_period(s, at->u);
    bool is = has_plane(s);
    for (rdg_index j = 0; is && j < s->arcs; j++) {
        const rdg_orbit_at a = rdg_orbit_arc_at(s, at->u, j);
        is = rdg_orbit_end(s, &a, false) == 0 &&
             rdg_flow_trace(s->flow, a.arc->mode, &a.arc->mesh, s->work->sigma, widen, &way) == 0 &&
             way.most <= far;
    }
    return is ? "HB" : NULL;
}

/* Where the arcs change such events count as long as there is a plane. */
static bool counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    (void)p, (void)at;
    return has_plane(data);
}

bool rdg_orbit_tell_rest(rdg_shooting *s, const rdg_chart *event)
{
    const bool is = event->type && strcmp(event->type, "HB") == 0;
    if (is) {
        rdg_write(s->ctx, RDG_CHANNEL_NOTE,
                  "note: \"%s\": orbits shrink to an equilibrium (HB, point %" PRId64 ") and end there\n",
                  rdg_hybrid_name(s->hybrid), event->point);
    }
    return is;
}

static bool no_way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p, (void)direction, (void)u;
    (void)rdg_orbit_tell_rest(data, event);
    return false;
}

rdg_status rdg_orbit_add_rest(rdg_shooting *s, rdg_problem *p)
{
    if (s->at.forced) {
        return RDG_OK;
    }
    s->speed = 0.0;
    if (has_plane(s) && (speed_at(s, s->first, false, &s->speed) != 0 || !(s->speed > 0.0))) {
        s->speed = 0.0;
    }
    if (!(s->speed > 0.0)) { /* it begins with crossings, or where it could end */
        return RDG_OK;
    }
    const rdg_function speed = {
        .name = monitor, .n = s->at.n, .m = 1, .f = value, .df = slope, .data = s, .by_differences = true};
    RDG_TRY(rdg_add_monitor(p, &speed, RDG_ALL, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_hide_parameter(p, monitor));
    RDG_TRY(rdg_add_event(p, &(rdg_event_definition){.type = "HB",
                                                     .parameter = monitor,
                                                     .value = at_rest,
                                                     .terminal = true,
                                                     .where = counts,
                                                     .check = judge,
                                                     .data = s}));
    return rdg_hybrid_crossings(s->hybrid) > 0 ? RDG_OK : rdg_set_way_on(p, no_way_on, NULL, s);
}
