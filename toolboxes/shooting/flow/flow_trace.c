/* An arc step by step. */
#include "linear_impl.h"

#include <math.h>

/* Share of the duration that the next step takes. */
static double length_of_step(rdg_flow *flow, double pos, const double *share, rdg_index i)
{
    return flow->closed ? fmin(rdg_linear_reach(flow, pos), 1.0 - pos) : share[i];
}

int rdg_flow_trace(rdg_flow *flow, rdg_index mode, const rdg_mesh *mesh, const double *sigma,
                   int (*at)(const rdg_hybrid_state *state, void *data), void *data)
{
    if (!flow) {
        return -1;
    }
    if (!mesh || !sigma || !at) {
        return rdg_flow_because(flow, -1, "%s is NULL", !mesh ? "mesh" : !sigma ? "sigma" : "at");
    }
    int answer = rdg_flow_arc_begin(flow, mode, sigma, false);
    rdg_rk *k = &flow->rk;
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    double pos = 0.0;
    for (rdg_index i = 0; answer == 0 && (flow->closed ? pos < 1.0 : i < steps); i++) {
        const double by = length_of_step(flow, pos, share, i);
        answer = rdg_rk_begin(k, pos);
        answer = answer == 0 ? rdg_flow_step(flow, pos, by) : answer;
        if (answer != 0) {
            return rdg_flow_refused(flow, answer, pos);
        }
        pos += by;
        const bool last = flow->closed ? pos >= 1.0 - 1e-12 : i + 1 == steps;
        pos = last ? 1.0 : pos;
        answer = rdg_flow_not_a_state(flow, pos);
        if (answer == 0) {
            rdg_rk_advance(k);
            const rdg_hybrid_state state = {
                .t = k->tau * pos, .phi = k->phi0 + k->omega * (k->tau * pos), .mode = mode, .x = k->z};
            answer = at(&state, data);
        }
    }
    return answer;
}
