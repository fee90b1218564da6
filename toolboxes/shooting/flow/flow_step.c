/* A step of an arc: of the Runge-Kutta method, of a linear mode in closed form, or what CVODES has stepped.
 */
#include "linear_impl.h"
#include "radau_impl.h"
#include "rosenbrock_impl.h"
#include "stiff_impl.h"

#include <math.h>

int rdg_flow_choose(rdg_flow *flow, bool varied)
{
    const rdg_flow_method method = flow->options.method;
    const int answer = rdg_linear_enter(flow, varied);
    const bool stiff = method == RDG_FLOW_STIFF || (method == RDG_FLOW_CHOSEN && flow->is_stiff[flow->place]);
    flow->stiff = NULL;
    flow->implicit = NULL;
    flow->radau = NULL;
    if (flow->radaus) {
        flow->radaus->follows = false;
    }
    return answer == 0 && !flow->closed && stiff ? rdg_stiff_enter(flow) : answer;
}

int rdg_flow_next(rdg_flow *flow, double pos, double share, double *by)
{
    rdg_rk *k = &flow->rk;
    int answer = rdg_rk_begin(k, pos);
    if (flow->stiff && answer == 0) {
        answer = pos == 0.0 ? rdg_stiff_begin(flow, 0.0, 1.0, true) : 0;
        return answer == 0 ? rdg_stiff_step(flow, by) : answer;
    }
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
    if (rdg_is_implicit(flow)) {
        return rdg_rosenbrock_step(flow, pos, share);
    }
    if (flow->radau) {
        return rdg_radau_step(flow, pos, share);
    }
    if (!flow->closed && !flow->stiff) {
        return rdg_rk_step(k, pos, share);
    }
    k->pos = pos;
    k->share = share;
    if (flow->stiff) {
        rdg_stiff_within(flow, pos + share, k->z1);
        return 0;
    }
    rdg_linear_begin(flow, pos);
    rdg_linear_within(flow, 1.0, k->z1);
    return 0;
}

int rdg_flow_extend(rdg_flow *flow)
{
    return flow->closed || flow->stiff || flow->implicit || flow->radau ? 0 : rdg_rk_extend(&flow->rk);
}

void rdg_flow_within(rdg_flow *flow, double place, double *x)
{
    if (flow->closed) {
        rdg_linear_within(flow, place, x);
    } else if (flow->implicit) {
        rdg_rosenbrock_within(flow, place, x);
    } else if (flow->radau) {
        rdg_radau_within(flow, place, x);
    } else if (flow->stiff) {
        rdg_stiff_within(flow, flow->rk.pos + place * flow->rk.share, x);
    } else {
        rdg_rk_within(&flow->rk, place, x);
    }
}
