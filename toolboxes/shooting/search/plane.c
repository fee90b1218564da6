/* The return of an autonomous motion without events, to the plane at right angles to it. */
#include "record_impl.h"

#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_shooting_create";

/* A motion that goes on by so little, of its size, has come to rest. */
static const double nothing = 1e-7;

/* So many times the motion is seen to pass the plane. */
enum { MOST_PASSES = 100 };

/* The motion returns to the plane through a point at right angles to its velocity there. */
typedef struct plane_return {
    rdg_record *r;
    rdg_flow *flow; /* for the way to the plane, while another one is under way */
    rdg_index n;
    const double *point, *normal;
    double below; /* distance from the plane after the last step */
    double *last; /* [n] the state then */
    double t;
    rdg_index count;            /* of passes */
    double at[MOST_PASSES + 1]; /* [count + 1] when; the start is the first */
    double *x;                  /* [(MOST_PASSES + 1) n] where */
} plane_return;

static double side_of(const plane_return *w, const double *x)
{
    double side = 0.0;
    for (rdg_index i = 0; i < w->n; i++) {
        side += w->normal[i] * (x[i] - w->point[i]);
    }
    return side;
}

/* The pass between the last step's end and a state, by secants. Answers as callbacks do. */
static int meet_plane(plane_return *w, double t, double side)
{
    rdg_shooting *s = w->r->s;
    double *sigma = s->work->sigma;
    double *x = w->x + (w->count + 1) * w->n;
    rdg_root pass = rdg_root_between(0.0, w->below, t - w->t, side, DBL_EPSILON * fabs(t));
    double now = side;
    int answer = 0;
    memcpy(sigma, w->last, (size_t)w->n * sizeof *sigma);
    memcpy(sigma + w->n, s->p, (size_t)s->at.np * sizeof *sigma);
    do {
        sigma[w->n + s->at.np] = pass.at;
        w->at[w->count + 1] = w->t + pass.at;
        answer = rdg_flow_mesh(w->flow, w->r->state.mode, sigma, &s->work->mesh, x);
        now = side_of(w, x);
    } while (answer == 0 && fabs(now) > 1e-14 * (side - w->below) && rdg_root_next(&pass, now, NAN));
    w->count += answer == 0 ? 1 : 0;
    return answer;
}

static int watch_plane(const rdg_hybrid_state *state, void *data)
{
    plane_return *w = data;
    const double side = side_of(w, state->x);
    for (rdg_index i = 0; i < w->n; i++) {
        w->r->largest[i] = fmax(w->r->largest[i], fabs(state->x[i] - w->point[i]));
    }
    const int answer = w->below < 0.0 && side >= 0.0 ? meet_plane(w, state->t, side) : 0;
    w->below = side;
    w->t = state->t;
    memcpy(w->last, state->x, (size_t)w->n * sizeof *w->last);
    return answer != 0 ? -1 : w->count == MOST_PASSES;
}

static double pass_distance(const void *data, rdg_index i, rdg_index k)
{
    const plane_return *w = data;
    return rdg_record_distance(w->r, w->x + i * w->n, w->x + (i + k) * w->n, w->n);
}

static rdg_status at_rest(rdg_shooting *s)
{
    return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion has come to rest, or has no velocity: start it elsewhere",
                    rdg_hybrid_name(s->hybrid));
}

/* Nothing moves any more over the time examined, of what it was while the motion became steady. */
static bool rests(const rdg_record *r, double window)
{
    const rdg_shooting *s = r->s;
    bool is = true;
    for (rdg_index i = 0; i < rdg_hybrid_phase_at(s->hybrid, r->state.mode)->n; i++) {
        is = is && s->pace * fabs(s->anchor[s->at.states + i]) * window <= nothing * r->settled[i];
    }
    return is;
}

/* Which of the passes ends a period, and the orbit begins at the one before. */
static rdg_status choose_pass(plane_return *w, double within, double *period)
{
    rdg_record *r = w->r;
    double nearest = INFINITY;
    const rdg_returns returns = {.distance = pass_distance, .data = w, .count = w->count};
    const rdg_index k = rdg_returns_choose(&returns, within, &nearest);
    if (k == 0) {
        return rdg_record_no_return(r->s, nearest, "to where it was");
    }
    *period = w->at[w->count] - w->at[w->count - k];
    memcpy(r->state.x, w->x + (w->count - k) * w->n, (size_t)w->n * sizeof(double));
    return rdg_orbit_anchor(r->s, r->state.mode, r->state.x, r->s->p) == 0 ? RDG_OK : at_rest(r->s);
}

static rdg_status watch_returns(plane_return *w, double window, double within, double *period)
{
    rdg_record *r = w->r;
    rdg_shooting *s = r->s;
    memcpy(w->x, r->state.x, (size_t)w->n * sizeof(double));
    memcpy(w->last, r->state.x, (size_t)w->n * sizeof(double));
    w->at[0] = r->state.t;
    rdg_record_forget(r);
    const rdg_flow_observer observer = {.at = watch_plane, .data = w};
    const int answer = rdg_flow_run(s->flow, s->p, &r->state, r->state.t + window, 0, &observer);
    if (answer != 0 && *rdg_flow_reason(s->flow)) {
        return rdg_record_fail(r, answer);
    }
    return choose_pass(w, within, period);
}

rdg_status rdg_record_return_to_plane(rdg_record *r, double window, double within, double *period)
{
    rdg_shooting *s = r->s;
    const rdg_index states = s->at.states;
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(s->hybrid, r->state.mode);
    if (rdg_orbit_anchor(s, r->state.mode, r->state.x, s->p) != 0) {
        return at_rest(s);
    }
    if (rests(r, window)) {
        return at_rest(s);
    }
    if (*period > 0.0) {
        return RDG_OK;
    }
    const size_t n = (size_t)mode->n;
    plane_return w = {
        .r = r, .n = mode->n, .point = s->anchor, .normal = s->anchor + states, .t = r->state.t};
    w.flow = rdg_flow_create(s->hybrid, &s->flow_options);
    w.x = rdg_context_calloc(s->ctx, (MOST_PASSES + 2) * n, sizeof *w.x);
    w.last = w.x ? w.x + (MOST_PASSES + 1) * n : NULL;
    const rdg_status status =
        w.x && w.flow ? watch_returns(&w, window, within, period) : rdg_error_status(s->ctx);
    rdg_flow_free(w.flow);
    rdg_free(w.x);
    return status;
}
