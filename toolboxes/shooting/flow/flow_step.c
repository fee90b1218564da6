/* A step of an arc: of the Runge-Kutta method, or of a linear mode in closed form. */
#include "linear_impl.h"

int rdg_flow_step(rdg_flow *flow, double pos, double share)
{
    rdg_rk *k = &flow->rk;
    if (!flow->closed) {
        return rdg_rk_step(k, pos, share);
    }
    k->pos = pos;
    k->share = share;
    rdg_linear_begin(flow, pos);
    rdg_linear_within(flow, 1.0, k->z1);
    return 0;
}

int rdg_flow_extend(rdg_flow *flow)
{
    return flow->closed ? 0 : rdg_rk_extend(&flow->rk);
}

void rdg_flow_within(rdg_flow *flow, double place, double *x)
{
    if (flow->closed) {
        rdg_linear_within(flow, place, x);
    } else {
        rdg_rk_within(&flow->rk, place, x);
    }
}
