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

/* Explicit steps in turn of which h |lambda| is beyond this are bound by it: the tighter the error is kept
 * the less it is. */
static const long bound_enough = 6;
static const double bound_from = 1.0;

/* Where the next step may be as many times longer it is not known yet what implicit ones are worth. */
static const double growing = 3.0;

/* Where what draws becomes as many times stronger within a step, next to a velocity that vanishes, the motion
 * itself asks for short steps, and what comes behind may be drawn the other way. */
static const double rising = 1.5;

/* The sum of the eigenvalues at the end of an explicit step. */
static int take_trace(rdg_flow *flow)
{
    rdg_rk *k = &flow->rk;
    rdg_radau *r = flow->radaus;
    memcpy(k->u, k->z1, (size_t)k->n * sizeof *k->u);
    rdg_rk_set_phase(k, k->pos + k->share);
    const int answer = rdg_hybrid_df(k->field, k->nu, k->u, k->size, k->n, r->J, k->work);
    r->trace = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        r->trace += r->J[i + k->n * i];
    }
    return answer ? rdg_flow_refused(flow, answer, k->pos + k->share) : 0;
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
    if (!c->mixes) {
        return 0;
    }
    if (flow->radau) {
        leave(flow, c, next);
        return 0;
    }
    int answer = rdg_radau_provide(flow);
    const double before = answer == 0 ? flow->radaus->trace : 0.0;
    answer = answer ? answer : take_trace(flow);
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
