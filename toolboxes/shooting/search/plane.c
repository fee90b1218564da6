/* The return of an autonomous motion without crossings, to the plane at right angles to it. */
#include "record_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char where[] = "rdg_shooting_create";

/* A motion that goes on by so little, of its size, has come to rest. */
static const double nothing = 1e-7;

/* The motion returns to the plane through a point at right angles to its velocity there. */
typedef struct plane_return {
    rdg_record *r;
    rdg_index n;
    const double *point, *normal;
    double below; /* distance from the plane after the last step */
    double t, found;
    double nearest, farthest;
    double within; /* a return is as near */
} plane_return;

static int watch_plane(const rdg_hybrid_state *state, void *data)
{
    plane_return *w = data;
    const rdg_index n = w->n;
    double side = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        side += w->normal[i] * (state->x[i] - w->point[i]);
        w->r->largest[i] = fmax(w->r->largest[i], fabs(state->x[i] - w->point[i]));
    }
    const double distance = rdg_record_distance(w->r, state->x, w->point, n);
    w->farthest = fmax(w->farthest, distance);
    const bool passes = w->below < 0.0 && side >= 0.0;
    if (passes && distance < w->nearest) {
        w->nearest = distance;
        w->found = w->t + (state->t - w->t) * w->below / (w->below - side);
    }
    w->below = side;
    w->t = state->t;
    return passes && distance <= w->within && w->farthest > 0.5;
}

static rdg_status at_rest(rdg_shooting *s)
{
    return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion has come to rest, or has no velocity: start it elsewhere",
                    rdg_hybrid_name(s->hybrid));
}

/* Nothing moves any more over the time looked at, of what it was while the motion settled. */
static bool rests(const rdg_record *r, double window)
{
    const rdg_shooting *s = r->s;
    bool is = true;
    for (rdg_index i = 0; i < rdg_hybrid_mode_at(s->hybrid, r->state.mode)->n; i++) {
        is = is && s->pace * fabs(s->anchor[s->at.states + i]) * window <= nothing * r->settled[i];
    }
    return is;
}

rdg_status rdg_record_return_to_plane(rdg_record *r, double window, double within, double *period)
{
    rdg_shooting *s = r->s;
    const rdg_index states = s->at.states;
    const rdg_hybrid_mode *mode = rdg_hybrid_mode_at(s->hybrid, r->state.mode);
    if (rdg_orbit_anchor(s, r->state.mode, r->state.x, s->p) != 0) {
        return at_rest(s);
    }
    if (rests(r, window)) {
        return at_rest(s);
    }
    if (*period > 0.0) {
        return RDG_OK;
    }
    plane_return w = {.r = r,
                      .n = mode->n,
                      .point = s->anchor,
                      .normal = s->anchor + states,
                      .t = r->state.t,
                      .nearest = INFINITY,
                      .within = within};
    const double begin = r->state.t;
    rdg_record_forget(r);
    const rdg_flow_observer observer = {.at = watch_plane, .data = &w};
    const int answer = rdg_flow_run(s->flow, s->p, &r->state, begin + window, 0, &observer);
    if (answer != 0 && *rdg_flow_reason(s->flow)) {
        return rdg_record_fail(r, answer);
    }
    *period = w.found - begin;
    memcpy(r->state.x, s->anchor, (size_t)states * sizeof(double));
    return w.nearest <= within ? RDG_OK : rdg_record_no_return(s, w.nearest, "to where it was");
}
