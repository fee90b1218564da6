/* Where orbits shrink to an equilibrium, at a Hopf point, they end: behind it the same ones come once more,
 * half a period later.
 *
 * There the motion through the plane that fixes the phase comes to rest, and the equations are singular. The
 * branch is followed to an orbit whose equilibrium grows by 1e-6 of the frequency (hopf_point.h); its last
 * point is the Hopf point, located by itself. */
#include "special_impl.h"

#include <ridgewalk/hopf_point.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/run.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char monitor[] = "orbit.speed";

/* The monitor of the last orbit before a Hopf point, and where there is no plane. */
static const double at_end = 1.0, no_end = 2.0;

/* The plane fixes the phase. */
static bool has_plane(const rdg_shooting *s)
{
    return !s->at.forced && s->segment[s->segments - 1].event < 0;
}

/* The motion at the start through the plane, and its derivatives by state and parameters into w->gradient. */
static int speed_at(rdg_shooting *s, const double *u, bool derivatives, double *speed)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, 0);
    const rdg_orbit_work *w = s->work;
    const rdg_hybrid_function *field = &rdg_hybrid_phase_at(s->hybrid, a.segment->mode)->field;
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
    y[0] = no_end;
    const int answer = has_plane(s) ? speed_at(s, u, false, y) : 0;
    y[0] /= has_plane(s) ? s->speed : 1.0;
    return answer;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_shooting *s = data;
    const rdg_index states = s->segment[0].n;
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

/* The equilibrium next to the start of the orbit at u, its predictor; false: no memory. */
static bool begin_point(rdg_shooting *s, const double *u, rdg_hopf_point *point)
{
    const rdg_index n = s->segment[0].n, np = s->at.np;
    point->x = rdg_context_calloc(s->ctx, (size_t)(n + np), sizeof *point->x);
    if (!point->x) {
        return false;
    }
    point->p = point->x + n;
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, 0);
    point->size = rdg_orbit_sizes(s, &a);
    point->omega = RDG_HZ(1.0) / rdg_orbit_period(s, u);
    memcpy(point->x, u, (size_t)n * sizeof *u);
    memcpy(point->p, u + s->at.p, (size_t)np * sizeof *u);
    return true;
}

/* The Hopf point next to the orbit of a chart; to be freed: its x. */
static bool locate(rdg_shooting *s, const rdg_chart *at, rdg_hopf_point *point)
{
    return begin_point(s, at->u, point) &&
           rdg_hopf_locate(s->hybrid, s->segment[0].mode, at->tangent + s->at.p, point);
}

static const char *judge(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                         void *data)
{
    rdg_hopf_point point = {.x = NULL};
    (void)p, (void)before, (void)after;
    const bool is = has_plane(data) && locate(data, at, &point);
    rdg_free(point.x);
    return is ? "HB" : NULL;
}

/* The equilibrium takes the place of the orbit. Multipliers stay those of the last orbit: that of the
 * equilibrium along the family has no value. */
static void go_to_hopf_point(rdg_problem *p, rdg_chart *at, void *data)
{
    rdg_shooting *s = data;
    rdg_hopf_point point = {.x = NULL};
    if (locate(s, at, &point)) {
        const double share = RDG_HZ(1.0) / (point.omega * rdg_orbit_period(s, at->u));
        for (rdg_index j = 0; j < s->segments; j++) {
            memcpy(at->u + j * s->at.states, point.x, (size_t)s->segment[0].n * sizeof *at->u);
            at->u[s->at.tau + j] *= share;
        }
        memcpy(at->u + s->at.p, point.p, (size_t)s->at.np * sizeof *at->u);
        for (rdg_index k = 0; k < s->at.np; k++) {
            at->mu[rdg_parameter_index(p, rdg_hybrid_parameters_of(s->hybrid).name[k])] = point.p[k];
        }
        at->mu[rdg_parameter_index(p, "T")] = RDG_HZ(1.0) / point.omega;
        at->mu[rdg_parameter_index(p, monitor)] = 0.0;
    }
    rdg_free(point.x);
}

/* Slow where they pass the plane are orbits next to an equilibrium as well: an event counts between charts
 * that are not, or whose equilibrium has a pair of eigenvalues of the orbit's frequency. Where the segments
 * change such events count as long as there is a plane. */
static bool counts(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_shooting *s = data;
    rdg_hopf_point point = {.x = NULL};
    if (!has_plane(s) || at->mu[rdg_parameter_index(p, monitor)] > at_end) {
        return has_plane(s);
    }
    const bool is = begin_point(s, at->u, &point) && rdg_hopf_pair(s->hybrid, s->segment[0].mode, &point);
    rdg_free(point.x);
    return is;
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
    if (!(s->speed > 0.0)) { /* it begins with events, or where it could end */
        return RDG_OK;
    }
    rdg_hopf_point point = {.x = NULL};
    if (!begin_point(s, s->first, &point)) {
        return RDG_ERR_NO_MEMORY;
    }
    s->speed *= rdg_hopf_last_amplitude(s->hybrid, s->segment[0].mode, &point);
    rdg_free(point.x);
    const rdg_function speed = {
        .name = monitor, .n = s->at.n, .m = 1, .f = value, .df = slope, .data = s, .by_differences = true};
    RDG_TRY(rdg_add_monitor(p, &speed, RDG_ALL, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_hide_parameter(p, monitor));
    RDG_TRY(rdg_add_event(p, &(rdg_event_definition){.type = "HB",
                                                     .parameter = monitor,
                                                     .value = at_end,
                                                     .terminal = true,
                                                     .where = counts,
                                                     .check = judge,
                                                     .limit = go_to_hopf_point,
                                                     .data = s}));
    return rdg_hybrid_event_surfaces(s->hybrid) > 0 ? RDG_OK : rdg_set_way_on(p, no_way_on, NULL, s);
}
