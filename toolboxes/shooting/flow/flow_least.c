/* The least value of a surface's g within an arc. */
#include "modal_impl.h"

#include <math.h>

/* What is nearer to the arc's ends than this, as a share of it, belongs to these. */
static const double end = 1e-8;

/* Minima within the step at hand. */
static int minima(rdg_flow *flow, rdg_watch *w, double *least, double *share)
{
    const rdg_rk *k = &flow->rk;
    rdg_scan_begin(w);
    for (;;) {
        rdg_look look;
        int extremum = 0;
        bool there = false;
        w->above = *least;
        w->below = -INFINITY;
        int answer = rdg_scan_next(flow, w, &look, &extremum, &there);
        if (answer != 0 || !there) {
            return answer;
        }
        if (extremum >= 0 || look.g > *least + 2.0 * rdg_look_doubt(flow, &look)) {
            continue;
        }
        answer = w->modal ? 0 : rdg_true_extremum(flow, w, &look);
        if (answer != 0) {
            return answer;
        }
        const double at = k->pos + look.place * k->share;
        if (look.g < *least && at > end && at < 1.0 - end) {
            *least = look.g;
            *share = at;
        }
    }
}

static int step(rdg_flow *flow, rdg_watch *w, double pos, double share, double *least, double *place,
                double *by)
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
        return answer == 0 ? minima(flow, w, least, place) : answer;
    }
    double bound = 0.0;
    rdg_look_bend(flow);
    answer = answer == 0 ? rdg_look_bound(flow, w, 1.0, &bound) : answer;
    if (answer != 0 || bound > *least) {
        return answer;
    }
    answer = rdg_flow_extend(flow);
    if (answer != 0) {
        return rdg_flow_refused(flow, answer, pos);
    }
    rdg_look_aside(flow);
    answer = minima(flow, w, least, place);
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
    return rdg_flow_because(flow, 1,
                            "surfaces of mode \"%s\" of \"%s\" need to be looked at in more than %ld steps: "
                            "at t = %.10g",
                            flow->mode, rdg_hybrid_name(flow->h), flow->most_looks, flow->rk.tau * pos);
}

static int check(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                 rdg_index crossing, const double *least, const double *share)
{
    if (!mesh || !sigma || !least || !share) {
        return rdg_flow_because(flow, -1, "%s is NULL",
                                !mesh    ? "mesh"
                                : !sigma ? "sigma"
                                : !least ? "least"
                                         : "share");
    }
    rdg_index from = -1;
    const rdg_hybrid_crossing *c = rdg_hybrid_crossing_at(flow->h, crossing, &from, NULL);
    if (!c) {
        return rdg_flow_because(flow, -1, "\"%s\" has no crossing %ld: it has %ld", rdg_hybrid_name(flow->h),
                                (long)crossing, (long)rdg_hybrid_crossings(flow->h));
    }
    return from == mode ? 0
                        : rdg_flow_because(flow, -1, "the crossing \"%s\" leaves mode \"%s\", not mode %ld",
                                           c->name, c->from, (long)mode);
}

int rdg_flow_least(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                   rdg_index crossing, double *least, double *share)
{
    if (!flow) {
        return -1;
    }
    flow->reason[0] = '\0';
    int answer = check(flow, mode, mesh, sigma, crossing, least, share);
    answer = answer == 0 ? rdg_flow_arc_begin(flow, mode, sigma, false) : answer;
    if (answer != 0) {
        return answer;
    }
    *least = INFINITY;
    *share = NAN;
    rdg_watch w;
    rdg_watch_set(&w, flow, crossing);
    answer = rdg_modal_take(flow, &w, 0);
    rdg_index steps = 0;
    const double *part = NULL;
    rdg_flow_steps(mesh, &steps, &part);
    double pos = 0.0;
    const double most = 1.0 - 1e-12;
    for (rdg_index i = 0;
         answer == 0 && flow->rk.tau != 0.0 && (rdg_flow_is_free(flow) ? pos < most : i < steps); i++) {
        const double wanted = flow->closed  ? fmin(reach(flow, &w, pos), 1.0 - pos)
                              : flow->stiff ? 0.0
                                            : part[i];
        double by = 0.0;
        answer = i < flow->most_looks || !rdg_flow_is_free(flow)
                     ? step(flow, &w, pos, wanted, least, share, &by)
                     : too_many(flow, pos);
        pos += by;
        rdg_rk_advance(&flow->rk);
    }
    return answer;
}
