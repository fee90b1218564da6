/* A step of a segment: of the explicit Runge-Kutta method, of the implicit one, or of a linear phase in
 * closed form. */
#include "linear_impl.h"
#include "radau_impl.h"

#include <math.h>

int rdg_flow_choose(rdg_flow *flow, bool varied)
{
    const rdg_flow_method method = flow->options.method;
    const int answer = rdg_linear_enter(flow, varied);
    flow->mixes = !flow->closed &&
                  (method == RDG_FLOW_MIXED || (method == RDG_FLOW_CHOSEN && flow->is_stiff[flow->place]));
    flow->radau = NULL;
    if (flow->radaus) {
        flow->radaus->follows = false;
        flow->radaus->tolerance = 0.0;
    }
    return answer;
}

int rdg_flow_next(rdg_flow *flow, double pos, double share, double *by)
{
    rdg_rk *k = &flow->rk;
    int answer = rdg_rk_begin(k, pos);
    *by = share != 0.0 ? fabs(share) : fmin(rdg_linear_reach(flow, pos), 1.0 - pos);
    answer = answer == 0 && share < 0.0 ? rdg_radau_provide(flow) : answer;
    flow->radau = share < 0.0 ? flow->radaus : NULL;
    answer = answer == 0 ? rdg_flow_step(flow, pos, *by) : answer;
    if (answer == 0 && flow->radau) {
        rdg_radau_extend(flow);
    }
    return answer != 0 ? rdg_flow_refused(flow, answer, pos) : rdg_flow_not_a_state(flow, pos + *by);
}

int rdg_flow_step(rdg_flow *flow, double pos, double share)
{
    rdg_rk *k = &flow->rk;
    if (flow->radau) {
        return rdg_radau_step(flow, pos, share);
    }
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
    return flow->closed || flow->radau ? 0 : rdg_rk_extend(&flow->rk);
}

void rdg_flow_within(rdg_flow *flow, double place, double *x)
{
    if (flow->closed) {
        rdg_linear_within(flow, place, x);
    } else if (flow->radau) {
        rdg_radau_within(flow, place, x);
    } else {
        rdg_rk_within(&flow->rk, place, x);
    }
}
