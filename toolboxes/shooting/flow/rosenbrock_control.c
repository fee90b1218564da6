/* When steps are linearly implicit, and how long. */
#include "rosenbrock_impl.h"

#include <math.h>

/* Explicit steps are stable to h |lambda| of some 6; so many in turn beyond half of that are bound by it. */
static const double bound_from = 3.0;
static const long bound_enough = 4;

static double error_of(const rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    const double *e = flow->implicits->u + (RDG_ROSENBROCK_STAGES - 1) * k->n;
    double sum = 0.0;
    for (rdg_index c = 0; c < k->n; c++) {
        const double size =
            flow->options.absolute + flow->options.relative * fmax(fabs(k->z[c]), fabs(k->z1[c]));
        sum += (e[c] / size) * (e[c] / size) + 0.0 * k->z1[c];
    }
    return sqrt(sum / (double)k->n);
}

int rdg_rosenbrock_control(rdg_flow *flow, rdg_control *c, double pos, double *share, double *next)
{
    for (double q = *share;;) {
        if (c->tried++ >= flow->options.max_steps) {
            return rdg_control_too_many(flow, flow->options.max_steps, pos);
        }
        c->answer = rdg_rosenbrock_step(flow, pos, q);
        if (c->answer < 0) {
            return rdg_flow_refused(flow, c->answer, pos);
        }
        const double error = c->answer == 0 ? error_of(flow) : NAN;
        const double factor = isfinite(error) ? 0.9 / sqrt(sqrt(fmax(error, 1e-8))) : 0.25;
        if (error <= 1.0) {
            *share = q;
            *next = q * fmin(factor, c->rejected ? 1.0 : 6.0);
            c->rejected = false;
            rdg_rosenbrock_extend(flow);
            return rdg_flow_not_a_state(flow, pos + q);
        }
        c->rejected = true;
        q *= fmax(0.1, factor);
        if (!(q >= c->smallest)) {
            return rdg_control_too_small(flow, c, pos);
        }
    }
}

int rdg_rosenbrock_enter(rdg_flow *flow, double share)
{
    const int answer = rdg_rosenbrock_begin(flow);
    flow->implicit = NULL;
    if (answer == 0 && flow->rk.tau * share * fabs(flow->implicits->trace) > 4.0 * bound_from) {
        flow->implicit = flow->implicits;
    }
    return answer;
}

void rdg_rosenbrock_judge(rdg_flow *flow, rdg_control *c, double next)
{
    const rdg_rk *k = &flow->rk;
    if (flow->implicit) {
        /* the derivatives at the step's beginning: what dies fast does so a little less at its end, or more
         */
        const bool needed = k->tau * next * fabs(flow->implicit->trace) > bound_from;
        flow->implicit = needed ? flow->implicit : NULL;
        c->bound = 0;
        return;
    }
    c->bound = rdg_control_strains(flow, c, bound_from) ? c->bound + 1 : 0;
    if (c->bound >= bound_enough) {
        flow->implicit = flow->implicits;
        c->bound = 0;
    }
}
