/* Which steps of a mesh are implicit. One of them costs with its variations what some explicit ones cost.
 * They are taken where explicit ones are unstable: a motion that has come to where it is drawn fast may not
 * show it for a while, but its variations do, as soon as they are carried along. And they are tried where the
 * motion shows that stability binds it. */
#include "radau_impl.h"

#include <math.h>
#include <string.h>

/* h |lambda|, of the sum of the eigenvalues: explicit steps beyond it do not serve variations; implicit ones
 * below are no longer than explicit ones could be. */
static const double unstable = 3.0, worth = 6.0;

/* A motion begins with an implicit step where h |lambda| of the first step is beyond this. */
static const double begins = 12.0;

/* Error of Newton's method in a motion, relative to the error of a step that is requested: 0.03 as in RADAU5.
 */
static const double newton_share = 3e-2;

/* Explicit steps of a motion in turn of which h |lambda| is beyond `unstable`: they are bound by stability.
 */
static const long bound_in_motion = 4;

/* Explicit steps in turn of which h |lambda| is beyond this are bound by it: the tighter the error is kept
 * the less it is. */
static const long bound_enough = 6;
static const double bound_from = 1.0;

/* Where the next step may be as many times longer it is not known yet what implicit ones are worth. */
static const double growing = 3.0;

/* Where what draws becomes as many times stronger within a step, next to a velocity that vanishes, the motion
 * itself requests short steps, and what comes behind may be drawn the other way. */
static const double rising = 1.5;

/* The sum of the eigenvalues at states x, a place of the segment. */
static int take_trace(rdg_flow *flow, const double *x, double place)
{
    rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    memcpy(k->u, x, (size_t)k->n * sizeof *k->u);
    rdg_rk_set_phase(k, place);
    const int answer = rdg_hybrid_df(k->field, k->nu, k->u, k->size, k->n, r->J, k->work);
    r->trace = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        r->trace += r->J[i + k->n * i];
    }
    return answer ? rdg_flow_refused(flow, answer, place) : 0;
}

static void leave(rdg_flow *flow, rdg_control *c, double next)
{
    const rdg_rk *k = &flow->rk;
    if (fabs(flow->radau->trace) > rising * fabs(flow->radau->trace_before)) {
        flow->radau = NULL;
        c->bound = 0;
    } else if (fabs(k->tau * next * flow->radau->trace) > worth) {
        c->patience = bound_enough;
    } else if (!(next > growing * k->share)) {
        flow->radau = NULL;
        c->bound = 0;
        c->patience *= 2;
    }
}

int rdg_radau_turn(rdg_flow *flow, rdg_control *c, double next)
{
    const rdg_rk *k = &flow->rk;
    if (!flow->mixes) {
        return 0;
    }
    if (flow->radau) {
        leave(flow, c, next);
        return 0;
    }
    int answer = rdg_radau_provide(flow);
    const double before = answer == 0 ? flow->radaus->trace : 0.0;
    answer = answer ? answer : take_trace(flow, k->z1, k->pos + k->share);
    if (answer != 0) {
        return answer;
    }
    const bool rises = fabs(flow->radaus->trace) > rising * fabs(before);
    const double strain = fabs(k->tau * k->share * flow->radaus->trace);
    c->patience = c->patience > 0 ? c->patience : bound_enough;
    c->bound = strain > bound_from && rdg_control_strains(flow, c, bound_from) ? c->bound + 1 : 0;
    if (rises) {
        return 0;
    }
    if (strain > unstable || c->bound >= c->patience) {
        flow->radau = flow->radaus;
    }
    return 0;
}

int rdg_radau_enter(rdg_flow *flow, double share)
{
    int answer = rdg_radau_provide(flow);
    answer = answer ? answer : take_trace(flow, flow->rk.z, 0.0);
    if (answer == 0) {
        rdg_radau *r = flow->radaus;
        r->tolerance = newton_share * flow->options.relative;
        r->rest = 1.0;
        flow->radau = flow->rk.tau * share * fabs(r->trace) > begins ? r : NULL;
    }
    return answer;
}

void rdg_radau_judge_motion(rdg_flow *flow, rdg_control *c, double next)
{
    if (flow->radau) {
        flow->radau = flow->rk.tau * next * fabs(flow->radau->trace) > worth ? flow->radau : NULL;
        c->bound = 0;
        return;
    }
    c->bound = rdg_control_strains(flow, c, unstable) ? c->bound + 1 : 0;
    if (c->bound >= bound_in_motion) {
        flow->radau = flow->radaus;
        c->bound = 0;
    }
}
