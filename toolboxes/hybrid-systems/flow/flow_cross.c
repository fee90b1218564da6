/* Through an event into the next mode. */
#include "flow_run_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int refused(rdg_journey *j, const rdg_watch *w, const char *what, int answer, double t)
{
    return rdg_flow_because(
        j->flow, answer, "the %s of event surface \"%s\" of \"%s\" %s at t = %.10g", what, w->event->name,
        rdg_hybrid_name(j->flow->h),
        answer < 0 ? "has requested the end of the run" : "is not finite or leaves its domain", t);
}

static int may_be_taken(rdg_journey *j, const rdg_watch *w, double t, bool *taken)
{
    const rdg_hybrid_function *guard = &w->event->guard;
    *taken = true;
    if (!guard->f) {
        return 0;
    }
    double value = 0.0;
    const int answer = guard->f(j->flow->rk.nu, j->flow->rk.u, 1, &value, guard->data);
    if (answer != 0 || !isfinite(value)) {
        return refused(j, w, "guard", answer != 0 ? answer : 1, t);
    }
    *taken = value >= 0.0;
    return 0;
}

static int reset(rdg_journey *j, const rdg_watch *w, double t, double *x)
{
    const rdg_rk *k = &j->flow->rk;
    const rdg_hybrid_function *R = &w->event->reset;
    const rdg_index n = rdg_hybrid_phase_at(j->flow->h, w->to)->n;
    if (!R->f) {
        memcpy(x, k->u, (size_t)n * sizeof *x);
        return 0;
    }
    memset(x, 0, (size_t)n * sizeof *x);
    int answer = R->f(k->nu, k->u, n, x, R->data);
    for (rdg_index i = 0; i < n && answer == 0; i++) {
        answer = !isfinite(x[i]);
    }
    return answer != 0 ? refused(j, w, "reset", answer, t) : 0;
}

/* Events in turn that come after times that are none: more than could come at one instant are infinitely
 * many. */
static bool gathers(rdg_journey *j, const rdg_watch *w, double t)
{
    const double before = j->crossed >= 0 ? j->crossed_at : j->start;
    const double interval = t - before;
    const bool none = interval <= 1e-12 * fmax(fabs(t), t - j->start);
    j->together = none ? j->together + 1 : 0;
    j->interval = interval;
    j->crossed = w->place_of;
    j->crossed_at = t;
    return j->together > 10 + 2 * rdg_hybrid_event_surfaces(j->flow->h);
}

/* Of events with one surface, one is taken. */
static void pass_all_alike(rdg_journey *j, const rdg_watch *w)
{
    const rdg_hybrid_function *surface = &w->event->surface;
    for (rdg_index i = 0; i < j->watched; i++) {
        rdg_watch *other = &j->watch[i];
        const rdg_hybrid_function *s = &other->event->surface;
        if (s->f == surface->f && s->data == surface->data && other->sign == w->sign) {
            other->side = RDG_SIDE_BEHIND;
            other->front_at = -INFINITY;
        }
    }
}

static int stuck(rdg_journey *j, const rdg_watch *w)
{
    return rdg_flow_because(
        j->flow, 1,
        "events of \"%s\" come together at t = %.10g, \"%s\" is the last of them (%g behind "
        "the one before): the motion rests or slides there, and a phase in which it does so is "
        "missing, or the reset of \"%s\" is wrong",
        rdg_hybrid_name(j->flow->h), j->crossed_at, w->event->name, j->interval, w->event->name);
}

int rdg_journey_cross(rdg_journey *j, rdg_watch *w, bool *taken)
{
    rdg_flow *flow = j->flow;
    rdg_rk *k = &flow->rk;
    const double share = k->share, place = w->found, t = j->state->t + place * share;
    rdg_look look;
    rdg_look_aside(flow);
    int answer = rdg_look_truly(flow, w, place, &look);
    memcpy(flow->instant, k->z1, (size_t)k->n * sizeof(double));
    answer = answer == 0 ? may_be_taken(j, w, t, taken) : answer;
    rdg_look_back(flow);
    if (answer != 0 || !*taken) {
        return answer;
    }
    memcpy(k->u, flow->instant, (size_t)k->n * sizeof(double));
    const double phi = k->forced ? k->u[k->nu - 1] : j->state->phi;
    rdg_hybrid_state before = {.t = t, .phi = phi, .mode = j->state->mode, .x = flow->instant};
    answer = reset(j, w, t, j->state->x);
    if (answer != 0) {
        return answer;
    }
    j->place = place;
    j->state->t = t;
    j->state->phi = phi;
    j->state->mode = w->to;
    j->goes_on = w->marks;
    /* what was off stays off in events at one instant */
    j->crossed_size = place > 0.0 ? look.size : fmax(j->crossed_size, look.size);
    pass_all_alike(j, w);
    if (gathers(j, w, t)) {
        return stuck(j, w);
    }
    const rdg_flow_observer *o = j->observer;
    return o && o->crossed ? o->crossed(w->place_of, &before, j->state, o->data) : 0;
}
