/* A segment step by step. */
#include "linear_impl.h"

int rdg_flow_trace(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                   int (*at)(const rdg_hybrid_state *state, void *data), void *data)
{
    if (!flow) {
        return -1;
    }
    if (!mesh || !sigma || !at) {
        return rdg_flow_because(flow, -1, "%s is NULL", !mesh ? "mesh" : !sigma ? "sigma" : "at");
    }
    int answer = rdg_flow_segment_begin(flow, mode, sigma, false);
    rdg_rk *k = &flow->rk;
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    double pos = 0.0;
    const bool is_free = answer == 0 && flow->closed;
    for (rdg_index i = 0; answer == 0 && (is_free ? pos < 1.0 : i < steps); i++) {
        double by = 0.0;
        /* a closed form needs no steps on the way */
        answer = rdg_flow_next(flow, pos, flow->closed ? 1.0 : share[i], &by);
        pos += by;
        const bool last = is_free ? pos >= 1.0 - 1e-12 : i + 1 == steps;
        pos = last ? 1.0 : pos;
        if (answer == 0) {
            rdg_rk_advance(k);
            const rdg_hybrid_state state = {
                .t = k->tau * pos, .phi = k->phi0 + k->omega * (k->tau * pos), .mode = mode, .x = k->z};
            answer = at(&state, data);
        }
    }
    return answer;
}

/* The instants up to the end of the step at hand, from *done on; its extension is made for those within. */
static int tell_within(rdg_flow *flow, double end, const rdg_flow_instants *at, rdg_index *done)
{
    const rdg_rk *k = &flow->rk;
    const double from = k->pos, length = end - from;
    bool extended = false;
    int answer = 0;
    while (answer == 0 && *done < at->count && at->share[*done] <= end) {
        const double share = at->share[*done];
        rdg_hybrid_state state = {
            .t = k->tau * share, .phi = k->phi0 + k->omega * (k->tau * share), .mode = flow->place};
        if (share > from && share < end && !extended) {
            answer = rdg_rk_end(&flow->rk);
            answer = answer == 0 ? rdg_flow_extend(flow) : answer;
            if (answer != 0) {
                return rdg_flow_refused(flow, answer, from);
            }
            extended = true;
        }
        state.x = share <= from ? k->z : share < end ? flow->instant : k->z1;
        if (state.x == flow->instant) {
            rdg_flow_within(flow, (share - from) / length, state.x);
        }
        answer = at->at(&state, at->data);
        ++*done;
    }
    return answer;
}

int rdg_flow_trace_at(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                      const rdg_flow_instants *at)
{
    if (!flow) {
        return -1;
    }
    if (!mesh || !sigma || !at || !at->share || !at->at) {
        return rdg_flow_because(flow, -1, "%s is NULL",
                                !mesh        ? "mesh"
                                : !sigma     ? "sigma"
                                : !at        ? "at"
                                : !at->share ? "share"
                                             : "at->at");
    }
    int answer = rdg_flow_segment_begin(flow, mode, sigma, false);
    rdg_index steps = 0, done = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    double pos = 0.0;
    const bool is_free = answer == 0 && flow->closed;
    for (rdg_index i = 0; answer == 0 && done < at->count && (is_free ? pos < 1.0 : i < steps); i++) {
        double by = 0.0;
        answer = rdg_flow_next(flow, pos, flow->closed ? 1.0 : share[i], &by);
        const bool last = is_free ? pos + by >= 1.0 - 1e-12 : i + 1 == steps;
        pos = last ? 1.0 : pos + by;
        answer = answer == 0 ? tell_within(flow, pos, at, &done) : answer;
        rdg_rk_advance(&flow->rk);
    }
    return answer;
}
