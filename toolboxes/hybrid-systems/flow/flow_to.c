/* A mesh for a segment that lasts until it meets a surface. */
#include "flow_run_impl.h"
#include "radau_impl.h"

#include <float.h>
#include <math.h>

/* Of what the surface is a sum of, as in flow_watch.c: rounding errors; and what a start may be off. */
static const double noise = 64.0 * DBL_EPSILON, on = 1e-9;

/* The surface at the beginning of the segment. */
static int look_at_start(rdg_journey *j, rdg_watch *w)
{
    const int answer = rdg_look_first(j->flow, w, &w->first);
    w->first.rate /= j->flow->rk.share;
    w->side = w->first.g > noise * w->first.size  ? RDG_SIDE_FRONT
              : w->first.g >= -on * w->first.size ? RDG_SIDE_ON
                                                  : RDG_SIDE_BEHIND;
    return answer;
}

static int not_met(rdg_flow *flow, const rdg_watch *w, double limit)
{
    return rdg_flow_because(flow, 1,
                            "the motion in phase \"%s\" of \"%s\" does not meet event surface "
                            "\"%s\" within %g",
                            flow->mode, rdg_hybrid_name(flow->h), w->event->name, limit);
}

/* Steps to the surface: shares are times. *stiff: the segment is stiff, and was left. */
static int march(rdg_journey *j, rdg_watch *w, double limit, rdg_mesh *mesh, double *tau, bool *stiff)
{
    rdg_flow *flow = j->flow;
    rdg_rk *k = &flow->rk;
    rdg_control c = {.smallest = 8.0 * DBL_EPSILON * limit};
    double pos = 0.0, next = fmin(rdg_control_first(flow, limit), limit);
    k->share = next;
    int answer = look_at_start(j, w);
    while (answer == 0 && pos < limit) {
        rdg_stride s = {.share = fmin(fmax(next, c.smallest), limit - pos)};
        answer = rdg_journey_step(j, &c, pos, RDG_MESH_BOUND, &s);
        if (answer != 0) {
            return answer;
        }
        const double share = s.share * (s.met ? s.met->found : 1.0);
        next = s.next;
        *stiff = s.stiff;
        answer = rdg_mesh_append(flow, mesh, flow->radau ? -share : share);
        *tau = pos + share;
        if (answer != 0 || s.met || *stiff) {
            return answer;
        }
        pos += share;
        answer = rdg_radau_turn(flow, &c, next);
        rdg_watch_advance(j);
        rdg_rk_advance(k);
    }
    return answer != 0 ? answer : not_met(flow, w, limit);
}

static int follow(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_index event, rdg_mesh *mesh,
                  double *tau)
{
    rdg_watch w;
    rdg_hybrid_state state = {.mode = mode};
    rdg_journey j = {.flow = flow, .state = &state, .watch = &w, .watched = 1, .crossed = -1};
    bool stiff = false;
    mesh->steps = 0;
    int answer = rdg_flow_enter(flow, mode, false);
    const double limit = answer == 0 ? sigma[flow->rk.nu] : 0.0;
    answer = answer == 0 ? rdg_flow_segment_begin(flow, mode, sigma, false) : answer;
    if (answer != 0) {
        return answer;
    }
    flow->rk.tau = 1.0;
    flow->started = 0.0;
    rdg_watch_set(&w, flow, event);
    answer = rdg_rk_begin(&flow->rk, 0.0);
    answer = answer != 0 ? rdg_flow_refused(flow, answer, 0.0) : march(&j, &w, limit, mesh, tau, &stiff);
    if (answer == 0 && stiff) {
        flow->is_stiff[mode] = true;
        return follow(flow, mode, sigma, event, mesh, tau);
    }
    for (rdg_index i = 0; answer == 0 && i < mesh->steps; i++) {
        mesh->share[i] /= *tau;
    }
    return answer;
}

int rdg_flow_mesh_to(rdg_flow *flow, rdg_index mode, const double *sigma, rdg_index event, rdg_mesh *mesh,
                     double *tau)
{
    if (!flow) {
        return -1;
    }
    if (!sigma || !mesh || !tau) {
        return rdg_flow_because(flow, -1, "%s is NULL", !sigma ? "sigma" : !mesh ? "mesh" : "tau");
    }
    if (!rdg_hybrid_event_surface_at(flow->h, event, NULL, NULL)) {
        return rdg_flow_because(flow, -1, "\"%s\" has no event surface %ld", rdg_hybrid_name(flow->h),
                                (long)event);
    }
    const rdg_index nu = rdg_hybrid_arguments(flow->h, mode);
    if (nu > 0 && !(sigma[nu] > 0.0 && isfinite(sigma[nu]))) {
        return rdg_flow_because(flow, 1, "tau = %g: the time to follow a segment for must be > 0", sigma[nu]);
    }
    const int answer = follow(flow, mode, sigma, event, mesh, tau);
    mesh->steps = answer == 0 ? mesh->steps : 0;
    return answer;
}
