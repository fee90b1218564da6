/* Where the peak is least over a number of the structure in which a ridge is followed: "OPT".
 *
 * The multiplier of the number is minus the peak's derivative by it. One peak is once differentiable through
 * the beginnings and ends of non-smooth peaks, and concave where two of them meet, so that its least value is
 * where the multiplier passes through zero, from above as the number grows, smooth or in a non-smooth peak.
 * Where nothing slips a preload does nothing: the multiplier is rounding there, whose changes of sign are no
 * events. */
#include "ridge_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Elasticity of the peak over the number below which it is taken for none. */
static const double no_effect = 1e-10;

static bool has_effect(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_ridge_driver *d = data;
    (void)p;
    return fabs(at->mu[d->eta_level_at] * at->u[d->level]) > no_effect * at->mu[d->sensor_at];
}

static const char *least(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                         void *data)
{
    const rdg_ridge_driver *d = data;
    const double grows = after->u[d->level] - before->u[d->level];
    (void)p;
    (void)at;
    return (before->mu[d->eta_level_at] - after->mu[d->eta_level_at]) * grows > 0.0 ? "OPT" : NULL;
}

rdg_status rdg_ridge_add_optimum(rdg_ridge_driver *d)
{
    if (strcmp(d->level_name, "alpha") == 0) {
        return RDG_OK;
    }
    d->eta_level_at = rdg_parameter_index(d->extended, d->eta_level);
    const rdg_event_definition event = {
        .type = "OPT", .parameter = d->eta_level, .where = has_effect, .check = least, .data = d};
    return rdg_add_event(d->extended, &event);
}
