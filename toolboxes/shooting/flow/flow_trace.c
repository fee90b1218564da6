/* An arc step by step. */
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
    int answer = rdg_flow_arc_begin(flow, mode, sigma, false);
    rdg_rk *k = &flow->rk;
    rdg_index steps = 0;
    const double *share = NULL;
    rdg_flow_steps(mesh, &steps, &share);
    double pos = 0.0;
    const bool is_free = answer == 0 && rdg_flow_is_free(flow);
    for (rdg_index i = 0; answer == 0 && (is_free ? pos < 1.0 : i < steps); i++) {
        double by = 0.0;
        /* a closed form needs no steps on the way */
        answer = rdg_flow_next(flow, pos, flow->closed ? 1.0 : flow->stiff ? 0.0 : share[i], &by);
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
