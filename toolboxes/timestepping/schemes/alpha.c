/* The generalised-alpha methods, with forces of reactions or with impulses alone. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { FREE_OF_STAGE, START_V, START_Q, PUSH };
enum { MOST = 60 };

rdg_ts_coefficients rdg_ts_alpha_numbers(const rdg_timestepping_options *o)
{
    const double rho = o->rho;
    rdg_ts_coefficients c = {.am = 0.0, .af = 0.0};
    if (o->own_alphas && o->scheme != RDG_NEWMARK) {
        c.am = o->alpha_m;
        c.af = o->alpha_f;
    } else if (o->scheme != RDG_NEWMARK) {
        c.am = (2.0 * rho - 1.0) / (rho + 1.0);
        c.af = rho / (rho + 1.0);
    }
    c.ga = 0.5 - c.am + c.af;
    c.be = 0.25 * (1.0 - c.am + c.af) * (1.0 - c.am + c.af);
    c.cf = (1.0 - c.af) / (1.0 - c.am);
    return c;
}

/* The stage of a step; what of A_1 does not depend on a_1 is left in next.A. */
static rdg_stage prepare(rdg_timestepping *ts, const rdg_ts_coefficients *c, const bool *inside)
{
    const double h = ts->o.h;
    double *v = ts->vector[START_V], *q = ts->vector[START_Q];
    for (rdg_index k = 0; k < ts->n; k++) {
        const double A = ts->now.A[k], ahead = (c->af * ts->now.a[k] - c->am * A) / (1.0 - c->am);
        v[k] = ts->now.v[k] + h * ((1.0 - c->ga) * A + c->ga * ahead);
        q[k] = ts->now.q[k] + h * ts->now.v[k] + h * h * ((0.5 - c->be) * A + c->be * ahead);
        ts->next.A[k] = ahead;
        ts->next.a[k] = ts->now.a[k];
    }
    return (rdg_stage){.t = rdg_ts_time(ts, 1.0),
                       .v_s = v,
                       .q_s = q,
                       .cv = h * c->ga * c->cf,
                       .cq = h * h * c->be * c->cf,
                       .slot = 0,
                       .inside = inside,
                       .a = ts->next.a,
                       .v = ts->next.v,
                       .q = ts->next.q,
                       .force = ts->force};
}

rdg_status rdg_ts_alpha(rdg_timestepping *ts)
{
    const rdg_ts_coefficients c = ts->alpha;
    const rdg_stage stage = prepare(ts, &c, ts->now.inside);
    RDG_TRY(rdg_ts_stage(ts, &stage));
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->next.A[k] += c.cf * ts->next.a[k];
    }
    rdg_ts_spread(ts, ts->o.h, ts->smooth);
    rdg_ts_keep_forces(ts, ts->next.l);
    rdg_ts_add_power(ts, 0.5 * ts->o.h, ts->now.l, NULL);
    rdg_ts_add_power(ts, 0.5 * ts->o.h, ts->next.l, ts->next.v);
    return RDG_OK;
}

/* The contacts that are closed where the smooth motion leads to; velocities of rows at the start are u0. */
static rdg_status look_ahead(rdg_timestepping *ts)
{
    const double h = ts->o.h;
    double *q = ts->vector[PUSH];
    for (rdg_index k = 0; k < ts->n; k++) {
        q[k] = ts->now.q[k] + h * ts->now.v[k] + 0.5 * h * h * ts->now.a[k];
    }
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), q));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->next.inside[k] = rdg_ts_is_inside(ts, k, ts->geometry.g[ts->about->bilateral + k], ts->closed[k]);
    }
    rdg_ts_choose(ts, ts->next.inside);
    return RDG_OK;
}

/* w = M^-1 W r for directions and masses at next.q */
static rdg_status push_once(rdg_timestepping *ts, const double *v_smooth, double *push)
{
    rdg_ts_rows *s = &ts->active;
    RDG_TRY(rdg_ts_terms(ts, rdg_ts_time(ts, 1.0), ts->next.q, ts->next.v));
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), ts->next.q));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_find_mobility(ts, masses);
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = rdg_ts_row_velocity(ts, i, v_smooth) + ts->restitution[s->row[i]] * ts->u0[s->row[i]];
    }
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    memset(push, 0, (size_t)ts->n * sizeof *push);
    rdg_ts_apply(ts, 1.0, push);
    return RDG_OK;
}

rdg_status rdg_ts_nonsmooth_alpha(rdg_timestepping *ts)
{
    const rdg_index n = ts->n;
    const rdg_ts_coefficients c = ts->alpha;
    const rdg_stage stage = prepare(ts, &c, NULL);
    double *v = ts->vector[START_V], *q = ts->vector[START_Q], *push = ts->vector[PUSH];
    RDG_TRY(rdg_ts_stage(ts, &stage));
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    for (rdg_index k = 0; k < n; k++) {
        ts->next.A[k] += c.cf * ts->next.a[k];
        v[k] = ts->next.v[k]; /* of the smooth motion from here on */
        q[k] = ts->next.q[k];
    }
    RDG_TRY(look_ahead(ts));
    for (int iteration = 0; ts->active.count > 0; iteration++) {
        double change = 0.0;
        RDG_TRY(push_once(ts, v, push));
        for (rdg_index k = 0; k < n; k++) {
            change = rdg_larger(change, fabs(v[k] + push[k] - ts->next.v[k]));
            ts->next.v[k] = v[k] + push[k];
            ts->next.q[k] = q[k] + 0.5 * ts->o.h * push[k];
        }
        if (change <= ts->o.tolerance * (1.0 + rdg_ts_size(n, ts->next.v))) {
            break;
        }
        if (iteration >= MOST || !isfinite(change)) {
            return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                               "velocities do not converge within %d iterations: the step is too long",
                               (int)MOST);
        }
    }
    rdg_ts_spread(ts, 1.0, ts->jump);
    rdg_ts_work(ts, 1.0, NULL, ts->next.v, -1.0);
    return RDG_OK;
}
