/* Minima of a surface's g, or of any function of the arguments, within a segment. */
#include "modal_impl.h"

#include <math.h>

/* What is nearer to the segment's ends than this, as a share of it, belongs to these. */
static const double end = 1e-8;

/* Who searches for them. */
typedef struct seeker {
    double below; /* those above are of no interest */
    rdg_flow_minimum *at;
    void *data;
} seeker;

/* Minima within the step at hand. */
static int minima(rdg_flow *flow, rdg_watch *w, seeker *seek)
{
    const rdg_rk *k = &flow->rk;
    rdg_scan_begin(w);
    for (;;) {
        rdg_look look;
        int extremum = 0;
        bool there = false;
        w->above = seek->below;
        w->below = -INFINITY;
        int answer = rdg_scan_next(flow, w, &look, &extremum, &there);
        if (answer != 0 || !there) {
            return answer;
        }
        if (extremum >= 0 || look.g > seek->below + 2.0 * rdg_look_doubt(flow, &look)) {
            continue;
        }
        answer = w->modal ? 0 : rdg_true_extremum(flow, w, &look);
        if (answer != 0) {
            return answer;
        }
        const double at = k->pos + look.place * k->share;
        if (look.g < seek->below && at > end && at < 1.0 - end) {
            seek->below = fmin(seek->below, seek->at(look.g, at, seek->data));
        }
    }
}

static int step(rdg_flow *flow, rdg_watch *w, double pos, double share, seeker *seek, double *by)
{
    rdg_rk *k = &flow->rk;
    int answer = rdg_flow_next(flow, pos, share, by);
    if (answer != 0) {
        return answer;
    }
    answer = rdg_rk_end(k);
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, pos);
    }
    answer = rdg_look_first(flow, w, &w->first);
    answer = answer == 0 ? rdg_look_last(flow, w, &w->last) : answer;
    if (w->modal) {
        rdg_modal_begin(flow, w);
        return answer == 0 ? minima(flow, w, seek) : answer;
    }
    double bound = 0.0;
    rdg_look_bend(flow);
    answer = answer == 0 ? rdg_look_bound(flow, w, 1.0, &bound) : answer;
    if (answer != 0 || bound > seek->below) {
        return answer;
    }
    answer = rdg_flow_extend(flow);
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, pos);
    }
    rdg_look_aside(flow);
    answer = minima(flow, w, seek);
    rdg_look_back(flow);
    return answer;
}

/* The next step through a closed form, a share of tau. */
static double reach(rdg_flow *flow, const rdg_watch *w, double pos)
{
    return w->modal ? rdg_linear_grows(flow) / fabs(flow->rk.tau) : rdg_linear_reach(flow, pos);
}

static int too_many(rdg_flow *flow, double pos)
{
    return rdg_flow_because(
        flow, 1, "surfaces of phase \"%s\" of \"%s\" need to be sampled in more than %ld steps: at t = %.10g",
        flow->mode, rdg_hybrid_name(flow->h), flow->most_looks, flow->rk.tau * pos);
}

/* All of them, of the watch, along the segment that has begun. */
static int seek_along(rdg_flow *flow, const rdg_mesh *mesh, rdg_watch *w, seeker *seek)
{
    int answer = rdg_modal_take(flow, w, 0);
    rdg_index steps = 0;
    const double *part = NULL;
    rdg_flow_steps(mesh, &steps, &part);
    double pos = 0.0;
    const double most = 1.0 - 1e-12;
    for (rdg_index i = 0; answer == 0 && flow->rk.tau != 0.0 && (flow->closed ? pos < most : i < steps);
         i++) {
        const double wanted = flow->closed ? fmin(reach(flow, w, pos), 1.0 - pos) : part[i];
        double by = 0.0;
        answer = i < flow->most_looks || !flow->closed ? step(flow, w, pos, wanted, seek, &by)
                                                       : too_many(flow, pos);
        pos += by;
        rdg_rk_advance(&flow->rk);
    }
    return answer;
}

static int check(rdg_flow *flow, rdg_index mode, rdg_index event)
{
    rdg_index from = -1;
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(flow->h, event, &from, NULL);
    if (!c) {
        return rdg_flow_because(flow, -1, "\"%s\" has no event surface %ld: it has %ld",
                                rdg_hybrid_name(flow->h), (long)event,
                                (long)rdg_hybrid_event_surfaces(flow->h));
    }
    return from == mode
               ? 0
               : rdg_flow_because(flow, -1, "the event surface \"%s\" leaves phase \"%s\", not phase %ld",
                                  c->name, c->from, (long)mode);
}

/* Where the least one is. */
typedef struct lowest {
    double *value, *share;
} lowest;

static double keep(double value, double share, void *data)
{
    const lowest *l = data;
    *l->share = share;
    return *l->value = value;
}

int rdg_flow_least(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma, rdg_index event,
                   double *least, double *share)
{
    if (!flow) {
        return -1;
    }
    flow->reason[0] = '\0';
    if (!mesh || !sigma || !least || !share) {
        return rdg_flow_because(flow, -1, "%s is NULL",
                                !mesh    ? "mesh"
                                : !sigma ? "sigma"
                                : !least ? "least"
                                         : "share");
    }
    int answer = check(flow, mode, event);
    answer = answer == 0 ? rdg_flow_segment_begin(flow, mode, sigma, false) : answer;
    if (answer != 0) {
        return answer;
    }
    *least = INFINITY;
    *share = NAN;
    rdg_watch w;
    rdg_watch_set(&w, flow, event);
    lowest l = {least, share};
    return seek_along(flow, mesh, &w, &(seeker){INFINITY, keep, &l});
}

int rdg_flow_minima(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                    const rdg_flow_measured *of, double below, rdg_flow_minimum *at, void *data)
{
    if (!flow) {
        return -1;
    }
    flow->reason[0] = '\0';
    if (!mesh || !sigma || !of || !at) {
        return rdg_flow_because(flow, -1, "%s is NULL",
                                !mesh    ? "mesh"
                                : !sigma ? "sigma"
                                : !of    ? "of"
                                         : "at");
    }
    rdg_watch w;
    rdg_watch_set_function(&w, of);
    const int answer = rdg_flow_segment_begin(flow, mode, sigma, false);
    return answer ? answer : seek_along(flow, mesh, &w, &(seeker){below, at, data});
}
