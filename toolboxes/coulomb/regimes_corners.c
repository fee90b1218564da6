/* Which maximum of G rules, and where another one takes over. */
#include "regimes_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/toolbox.h>

#include <limits.h>
#include <math.h>
#include <string.h>

void rdg_regime_take_greatest(rdg_regime *o, double *u)
{
    rdg_limit_at(o->c, u[RDG_REGIME_R1], &o->limit);
    const rdg_lobe lobe = rdg_limit_greatest(&o->limit, u[RDG_REGIME_MU], -1.0);
    u[RDG_REGIME_TAU] = lobe.tau;
    u[RDG_REGIME_LOBE] = lobe.tau > 0.0 ? 1.0 : 0.0;
}

rdg_status rdg_regime_freeze_lobe(rdg_problem *p, const double *u)
{
    return rdg_freeze(p, &(rdg_frozen){.block = "lobe", .n = 1, .zero = "lobe", .at = u + RDG_REGIME_LOBE});
}

/* A lobe's value, times |P|, with its slopes by r1, mu, tau. */
struct height {
    double value, by_r1, by_mu, by_tau;
};

static struct height height_of(const rdg_limit *l, double mu, double tau, bool is_start)
{
    const double side = l->P.f < 0.0 ? -1.0 : 1.0;
    if (is_start) {
        const rdg_jet at = rdg_jet_scaled(side, rdg_jet_times(l->P, l->W0));
        return (struct height){mu * at.f, mu * at.d, at.f, 0.0};
    }
    rdg_jet N[2];
    const double sine = sin(tau);
    rdg_limit_slack(l, tau, 2, N);
    return (struct height){side * N[0].f / sine, side * N[0].d / sine, 0.0,
                           side * (N[1].f * sine - N[0].f * cos(tau)) / (sine * sine)};
}

/* By how much the lobe is ahead of all others, from -1 to 1: its slopes, too, if they are asked for. The
 * other one's maximum moves, but that does not matter to its height. */
static int compare_lobes(rdg_regime *o, const double *u, double *y, double *slope)
{
    if (!(u[RDG_REGIME_R1] > 0.0)) {
        return 1;
    }
    const double mu = u[RDG_REGIME_MU];
    rdg_limit_at(o->c, u[RDG_REGIME_R1], &o->limit);
    const struct height own = height_of(&o->limit, mu, u[RDG_REGIME_TAU], u[RDG_REGIME_LOBE] == 0.0);
    const rdg_lobe lobe = rdg_limit_greatest(&o->limit, mu, u[RDG_REGIME_TAU]);
    const double sum = fabs(own.value) + fabs(lobe.value);
    *y = isinf(lobe.value) ? 1.0 : (own.value - lobe.value) / sum;
    if (slope && !isinf(lobe.value)) {
        const struct height other = height_of(&o->limit, mu, lobe.tau, lobe.tau == 0.0);
        const double by_own = (1.0 - copysign(*y, *y * own.value)) / sum;
        const double by_other = (-1.0 - copysign(*y, *y * other.value)) / sum;
        slope[RDG_REGIME_R1] = by_own * own.by_r1 + by_other * other.by_r1;
        slope[RDG_REGIME_MU] = by_own * own.by_mu + by_other * other.by_mu;
        slope[RDG_REGIME_TAU] = by_own * own.by_tau;
    }
    return 0;
}

static int lead(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    return compare_lobes(data, u, y, NULL);
}

static int lead_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    double y = 0.0;
    (void)n, (void)m;
    return compare_lobes(data, u, &y, values);
}

/* Where this passes through zero G has a pole, and the lobes change places at beta = 0. */
static int poles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_regime *o = data;
    (void)n, (void)m;
    if (!(u[0] > 0.0)) {
        return 1;
    }
    rdg_limit_at(o->c, u[0], &o->limit);
    y[0] = o->limit.P.f;
    return 0;
}

static int poles_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_regime *o = data;
    (void)n, (void)m;
    rdg_limit_at(o->c, u[0], &o->limit);
    values[0] = o->limit.P.d;
    return 0;
}

static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    static const double beyond[] = {1e-6, 1e-4, 1e-3};
    rdg_regime *o = data;
    (void)direction;
    if (!event->type || strcmp(event->type, "CO") != 0) {
        return false;
    }
    if (event->point != o->asked_at) {
        o->asked_at = event->point;
        o->asked = 0;
    }
    if (o->asked == (int)(sizeof beyond / sizeof *beyond)) {
        return false;
    }
    const double step = beyond[o->asked++];
    o->onwards = event->tangent[RDG_REGIME_R1];
    for (int k = 0; k <= RDG_REGIME_ANGLE; k++) {
        u[k] = event->u[k] + step * event->tangent[k];
    }
    rdg_regime_take_greatest(o, u);
    return rdg_regime_freeze_lobe(p, u) == RDG_OK;
}

/* The frequency goes on as it did. */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_regime *o = data;
    double y = 0.0;
    (void)p;
    if (lead(RDG_REGIME_VARIABLES, at->u, 1, &y, data) != 0 || !(y > -1e-9)) {
        return RDG_NO_WAY_ON;
    }
    return at->tangent[RDG_REGIME_R1] * o->onwards > 0.0 ? 1 : -1;
}

/* A labelled solution knows its lobe. */
static rdg_status look_at_start(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_regime *o = data;
    o->asked_at = INT_MIN;
    return rdg_regime_freeze_lobe(p, at->u);
}

rdg_status rdg_regime_watch_corners(rdg_regime *o, rdg_problem *p)
{
    RDG_TRY(rdg_add_monitor(p,
                            &(rdg_function){.name = "lead",
                                            .n = RDG_REGIME_VARIABLES,
                                            .m = 1,
                                            .f = lead,
                                            .df = lead_df,
                                            .by_differences = true,
                                            .data = o},
                            RDG_ALL, NULL, RDG_JUMPING));
    RDG_TRY(rdg_add_monitor(
        p,
        &(rdg_function){
            .name = "poles", .n = 1, .m = 1, .f = poles, .df = poles_df, .by_differences = true, .data = o},
        (rdg_index[]){RDG_REGIME_R1}, NULL, RDG_ACTIVE));
    static const char *const watched[] = {"lead", "poles"};
    for (int k = 0; k < 2; k++) {
        RDG_TRY(rdg_hide_parameter(p, watched[k]));
        RDG_TRY(rdg_add_event(
            p, &(rdg_event_definition){.type = "CO", .parameter = watched[k], .terminal = true}));
    }
    RDG_TRY(rdg_look_at_starts(p, look_at_start, o));
    return rdg_set_way_on(p, way_on, heading, o);
}
