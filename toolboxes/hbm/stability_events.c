/* Special points at which the stability of a response changes. */
#include "stability_impl.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/event.h>

#include <math.h>

/* The largest real part vanishes. A real exponent is a fold or a branch point, which every run finds itself
 * unless the motion that grows has only harmonics that are not kept. Along a locus of such points the value
 * is zero but for rounding. */
static const char *judge_change(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                const rdg_chart *after, void *data)
{
    (void)p;
    const rdg_stability_monitor *s = data;
    const double *mu = at->mu + s->first;
    const double omega = at->u[s->omega];
    if (fmax(fabs(before->mu[s->first]), fabs(after->mu[s->first])) < 1e-8 * omega) {
        return NULL;
    }
    if (mu[RDG_FREQUENCY] < 1e-9 * omega) {
        return mu[RDG_OUTSIDE] > 0.5 ? "BP" : NULL;
    }
    const rdg_hill_candidate exponent = {.im = mu[RDG_FREQUENCY], .tail = mu[RDG_TAIL]};
    return rdg_hill_doubles(&exponent, omega) ? "PD" : "NS";
}

rdg_status rdg_hbm_add_bifurcations(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem || rdg_error_status(hb->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_stability_monitor *s = rdg_stability_add(hb, problem, name, __func__);
    if (!s) {
        return rdg_error_status(hb->ctx);
    }
    return rdg_add_event(
        problem, &(rdg_event_definition){.type = "NS", .parameter = name, .check = judge_change, .data = s});
}
