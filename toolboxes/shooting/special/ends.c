/* What ends an event signature of events along a branch: a graze, an event at which the motion no longer
 * passes, a segment whose duration vanishes, a guard that does.
 *
 * These are active monitors; where one reaches zero the branch of this event signature ends (GR, DU, TO). An
 * orbit on which "graze" is negative passes through a surface: it is none, and no run starts from it. */
#include "special_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static int graze(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_shooting *s = data;
    rdg_nearest_graze nearest;
    (void)n, (void)m;
    const int answer = rdg_orbit_find_graze(s, u, -1, &nearest);
    y[0] = nearest.segment < 0 ? s->largest : nearest.value;
    return answer;
}

static int graze_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_shooting *s = data;
    rdg_nearest_graze nearest;
    (void)n, (void)m;
    const int answer = rdg_orbit_find_graze(s, u, -1, &nearest);
    return answer != 0 || nearest.segment < 0 ? answer : rdg_orbit_graze_slope(s, u, &nearest, values);
}

static int passing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    return rdg_orbit_passing(data, u, -1, y);
}

static int passing_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    return rdg_orbit_passing_slope(data, u, -1, values);
}

static rdg_status add(rdg_shooting *s, rdg_problem *p, const rdg_function *given, rdg_event_definition event)
{
    rdg_function monitor = *given;
    monitor.n = s->at.n;
    monitor.m = 1;
    monitor.data = s;
    monitor.by_differences = true;
    RDG_TRY(rdg_add_monitor(p, &monitor, RDG_ALL, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_hide_parameter(p, monitor.name));
    event.parameter = monitor.name;
    event.terminal = true;
    event.data = s;
    return rdg_add_event(p, &event);
}

/* The largest value of the surfaces of a segment's mode in the middle of the segment. */
static int look_at_middle(rdg_shooting *s, rdg_index j)
{
    const rdg_orbit_at a = rdg_orbit_segment_at(s, s->first, j);
    rdg_mesh mesh = {.steps = 0};
    s->work->sigma[a.nz] *= 0.5;
    int answer = rdg_flow_mesh(s->flow, a.segment->mode, s->work->sigma, &mesh, s->work->y);
    memcpy(s->work->sigma, s->work->y, (size_t)a.n * sizeof(double));
    for (rdg_index k = 0; answer == 0 && k < rdg_hybrid_event_surfaces(s->hybrid); k++) {
        rdg_index from = -1;
        double h = 0.0;
        const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(s->hybrid, k, &from, NULL);
        answer = from == a.segment->mode ? c->surface.f(a.nz, s->work->sigma, 1, &h, c->surface.data) : 0;
        s->largest = fmax(s->largest, fabs(h));
    }
    rdg_mesh_release(&mesh);
    return answer;
}

rdg_status rdg_orbit_add_watch(rdg_shooting *s, rdg_problem *p)
{
    if (rdg_hybrid_event_surfaces(s->hybrid) == 0) {
        return RDG_OK;
    }
    RDG_TRY(add(s, p, &(rdg_function){.name = "graze", .f = graze, .df = graze_df},
                (rdg_event_definition){
                    .type = "GR", .where = rdg_orbit_graze_counts, .check = rdg_orbit_judge_graze}));
    RDG_TRY(add(s, p, &(rdg_function){.name = "passing", .f = passing, .df = passing_df},
                (rdg_event_definition){
                    .type = "GR", .where = rdg_orbit_passing_counts, .check = rdg_orbit_judge_passing}));
    RDG_TRY(add(s, p,
                &(rdg_function){.name = "duration", .f = rdg_orbit_duration, .df = rdg_orbit_duration_df},
                (rdg_event_definition){
                    .type = "DU", .where = rdg_orbit_duration_counts, .check = rdg_orbit_judge_duration}));
    if (rdg_orbit_has_guards(s)) {
        RDG_TRY(add(s, p, &(rdg_function){.name = "guard", .f = rdg_orbit_guard, .df = rdg_orbit_guard_df},
                    (rdg_event_definition){.type = "TO"}));
    }
    RDG_TRY(rdg_orbit_add_named(s, p));
    for (rdg_index j = 0; j < s->segments; j++) {
        if (look_at_middle(s, j) < 0) {
            return rdg_fail(s->ctx, RDG_ERR_CALLBACK, "rdg_shooting_problem",
                            "a surface of \"%s\" ends the run", rdg_hybrid_name(s->hybrid));
        }
    }
    s->largest = s->largest > 0.0 ? s->largest : 1.0;
    return rdg_set_domain(p, "graze", -RDG_ORBIT_BEYOND * s->largest, INFINITY);
}
