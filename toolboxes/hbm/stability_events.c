/* Special points at which the stability of a response changes. */
#include "stability_impl.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/event.h>

#include <math.h>
#include <stdio.h>

/* The distance of a frequency from the nearest odd multiple of omega / 2, in units of omega. */
static double from_half(double ratio)
{
    return fabs(ratio - floor(ratio) - 0.5);
}

/* The largest real part vanishes. A real exponent is a fold or a branch point, which every run finds itself
 * unless the motion that grows has only harmonics that are not kept. A multiplier of -1 is known by the
 * monitor of period doublings, which has an event of its own: with few harmonics its exponent's imaginary
 * part is omega / 2 only nearly. Along a locus of such points the value is zero but for rounding. */
static const char *judge_change(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                const rdg_chart *after, void *data)
{
    (void)p;
    const rdg_stability_monitor *s = data;
    const double omega = at->u[s->omega], ratio = at->mu[s->first + RDG_FREQUENCY] / omega;
    const double left = before->mu[s->first], right = after->mu[s->first];
    if (fmax(fabs(left), fabs(right)) < 1e-8 * omega) {
        return NULL;
    }
    if (ratio < 1e-9) {
        return at->mu[s->first + RDG_OUTSIDE] > 0.5 ? "BP" : NULL;
    }
    const bool doubles = before->mu[s->doubling] * after->mu[s->doubling] <= 0.0;
    return doubles && from_half(ratio) < 0.05 ? NULL : "NS";
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
    char doubling[RDG_STABILITY_NAME + 16];
    snprintf(doubling, sizeof doubling, "%s.doubling", name);
    RDG_TRY(rdg_hbm_add_doubling(hb, problem, doubling));
    RDG_TRY(rdg_hide_parameter(problem, doubling));
    s->doubling = rdg_parameter_index(problem, doubling);
    return rdg_add_event(
        problem, &(rdg_event_definition){.type = "NS", .parameter = name, .check = judge_change, .data = s});
}
