/* Which maximum of G rules, and where another one takes over. */
#include "regimes_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

rdg_status rdg_regime_freeze_lobe(rdg_problem *p, const double *u)
{
    return rdg_eliminate(
        p, &(rdg_eliminated){.block = "lobe", .n = 1, .zero = "lobe", .at = u + RDG_REGIME_LOBE});
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
    rdg_lobe_slope lobe;
    rdg_limit_lobe(l, tau, &lobe);
    return (struct height){side * lobe.G.f, side * lobe.G.d, 0.0, side * lobe.slope.f};
}

/* By how much the lobe is ahead of all others, from -1 to 1: its slopes, too, if they are requested. The
 * other one's maximum moves, but that does not matter to its height. */
static int compare_lobes(rdg_regime *o, const double *u, double *y, double *slope)
{
    if (!(u[RDG_REGIME_R1] > 0.0)) {
        return 1;
    }
    const double mu = u[RDG_REGIME_MU];
    if (u[RDG_REGIME_LOBE] != 0.0 && !(u[RDG_REGIME_TAU] > 0.0)) { /* it has merged with the start of slip */
        *y = u[RDG_REGIME_TAU];
        if (slope) {
            slope[RDG_REGIME_TAU] = 1.0;
        }
        return 0;
    }
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

/* Is G's sign at a point beyond a non-smooth peak another one than in front of it, as it is behind a pole? */
static bool is_behind_pole(rdg_regime *o, const rdg_chart *corner, bool is_negative)
{
    const double r1 = corner->u[RDG_REGIME_R1];
    rdg_limit_at(o->c, r1, &o->limit);
    const rdg_jet P = o->limit.P;
    const bool is_pole = fabs(P.f) < 1e-9 * fabs(P.d) * r1;
    return is_pole && is_negative != (P.d * corner->tangent[RDG_REGIME_R1] > 0.0);
}

/* The point of the boundary a share of r1 and mu beyond a non-smooth peak; false: the lobe that rules there
 * is still the one before. */
static bool step_over(rdg_regime *o, const rdg_chart *corner, double share, double *u)
{
    const double *at = corner->u;
    const double *along = corner->tangent;
    const double rate =
        fmax(fabs(along[RDG_REGIME_R1]) / at[RDG_REGIME_R1], fabs(along[RDG_REGIME_MU]) / at[RDG_REGIME_MU]);
    if (!(rate > 0.0)) {
        return false;
    }
    rdg_limit_at(o->c, at[RDG_REGIME_R1], &o->limit);
    const double other = rdg_limit_greatest(&o->limit, at[RDG_REGIME_MU], at[RDG_REGIME_TAU]).tau;
    u[RDG_REGIME_R1] = at[RDG_REGIME_R1] + share / rate * along[RDG_REGIME_R1];
    u[RDG_REGIME_MU] = at[RDG_REGIME_MU] + share / rate * along[RDG_REGIME_MU];
    rdg_regime_begin(o, u);
    const double tau = u[RDG_REGIME_TAU];
    return fabs(tau - other) < fabs(tau - at[RDG_REGIME_TAU]) ||
           is_behind_pole(o, corner, o->limit.P.f < 0.0);
}

/* Of a lead: nearer to a non-smooth peak it is not reported which lobe rules. */
static const double rounding = 1e-14;

/* The boundary is known at each r1 and mu, so that the point beyond is as near as numbers and the non-smooth
 * peak's place are distinguished: next to a resonance of which the contact knows little all is narrow. */
static bool way_on(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    enum { TRIES = 16 };
    rdg_regime *o = data;
    (void)direction;
    if (!event->type || strcmp(event->type, "CO") != 0) {
        return false;
    }
    if (event->point != o->asked_at) {
        o->asked_at = event->point;
        o->asked = 0;
    }
    o->way[0] = event->tangent[RDG_REGIME_R1];
    o->way[1] = event->tangent[RDG_REGIME_MU];
    while (o->asked < TRIES) {
        if (step_over(o, event, 4.0 * DBL_EPSILON * pow(8.0, o->asked++), u)) {
            return rdg_regime_freeze_lobe(p, u) == RDG_OK;
        }
    }
    return false;
}

/* beta is a function of r1 and mu: where one of them is held the other goes on as it did; else the lobe gets
 * ahead of the others. */
static int heading(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_regime *o = data;
    double slope[RDG_REGIME_VARIABLES] = {0.0};
    double y = 0.0;
    double growth = 0.0;
    (void)p;
    if (compare_lobes(data, at->u, &y, slope) != 0 || !(y > rounding)) {
        return RDG_NO_WAY_ON;
    }
    if (o->way[0] == 0.0 || o->way[1] == 0.0) {
        growth = o->way[0] * at->tangent[RDG_REGIME_R1] + o->way[1] * at->tangent[RDG_REGIME_MU];
    } else {
        growth = rdg_dot(RDG_REGIME_VARIABLES, slope, at->tangent);
    }
    return growth > 0.0 ? 1 : -1;
}

/* A labelled solution knows its lobe. */
static rdg_status look_at_start(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_regime *o = data;
    o->asked_at = INT_MIN;
    return rdg_regime_freeze_lobe(p, at->u);
}

/* beta = |tan(angle)| is a non-smooth peak of the table, not of the curve, where the angle passes through
 * zero: unless that place is a point of the run, what is drawn jumps over it. */
static int side_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = sin(u[0]);
    return 0;
}

static int side_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data;
    values[0] = cos(u[0]);
    return 0;
}

/* At a pole of G it is a non-smooth peak, which is located as such. */
static const char *zero_type(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                             const rdg_chart *after, void *data)
{
    rdg_regime *o = data;
    (void)p, (void)before, (void)after;
    if (o->which == RDG_CONTINUOUS) {
        rdg_limit_at(o->c, at->u[RDG_REGIME_R1], &o->limit);
        if (fabs(o->limit.P.f) < 1e-9 * fabs(o->limit.P.d) * at->u[RDG_REGIME_R1]) {
            return NULL;
        }
    }
    return "ZE";
}

rdg_status rdg_regime_watch_zeros(rdg_regime *o, rdg_problem *p)
{
    RDG_TRY(rdg_add_monitor(
        p,
        &(rdg_function){.name = "side", .n = 1, .m = 1, .f = side_f, .df = side_df, .by_differences = true},
        (rdg_index[]){RDG_REGIME_ANGLE}, NULL, RDG_ACTIVE));
    RDG_TRY(rdg_hide_parameter(p, "side"));
    return rdg_add_event(
        p, &(rdg_event_definition){.type = "ZE", .parameter = "side", .check = zero_type, .data = o});
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
