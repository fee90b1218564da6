/* The mixed step: forces of what is closed and of constraints, then impulses where contacts have closed; and
 * a guard for contacts that were closed and have to jump, where forces grow as 1/h. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

/* All chosen contacts at once */
static rdg_status strike(rdg_timestepping *ts, const rdg_ts_dense *masses, double *v, const bool *inside)
{
    rdg_ts_rows *s = &ts->active;
    double *before = ts->vector[0];
    rdg_ts_choose(ts, inside);
    rdg_ts_find_mobility(ts, masses);
    for (rdg_index i = 0; i < s->count; i++) {
        const double u = rdg_ts_row_velocity(ts, i, v), e = ts->restitution[s->row[i]];
        s->b[i] = u + (e * fabs(u) >= ts->least_rebound ? e * u : 0.0);
    }
    memcpy(before, v, (size_t)ts->n * sizeof *v);
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    rdg_ts_apply(ts, 1.0, v);
    rdg_ts_spread(ts, 1.0, ts->jump);
    rdg_ts_work(ts, 1.0, before, v, 1e-12);
    return RDG_OK;
}

/* The contact that approaches fastest, by more than rounding of its velocity; -1: none does */
static rdg_index fastest(const rdg_timestepping *ts, const double *v, const bool *inside)
{
    double least = 0.0;
    rdg_index found = -1;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        double u = ts->geometry.drift[ts->first[k]], size = fabs(u);
        for (rdg_index i = 0; inside[k] && i < ts->n; i++) {
            const double part = ts->geometry.W[ts->first[k] * ts->n + i] * v[i];
            u += part;
            size += fabs(part);
        }
        if (inside[k] && u < least && u < -1e-12 * size) {
            found = k;
            least = u;
        }
    }
    return found;
}

rdg_status rdg_ts_impact(rdg_timestepping *ts, double t, const double *q, double *v, const bool *inside)
{
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    if (!ts->o.sequential) {
        return strike(ts, masses, v, inside);
    }
    for (rdg_index k, turns = 0; (k = fastest(ts, v, inside)) >= 0; turns++) {
        if (turns > 1000 * ts->about->contacts) { /* as between walls that come closer for ever */
            return strike(ts, masses, v, inside);
        }
        memset(ts->single, 0, (size_t)ts->about->contacts * sizeof *ts->single);
        ts->single[k] = true;
        RDG_TRY(strike(ts, masses, v, ts->single));
    }
    return RDG_OK;
}

static void forget(rdg_timestepping *ts)
{
    memset(ts->smooth, 0, (size_t)(2 * ts->rows) * sizeof *ts->smooth);
    ts->works[0] = ts->works[1] = ts->gain = 0.0;
}

/* All reactions as impulses; acceleration starts anew behind them. */
static rdg_status repeat(rdg_timestepping *ts)
{
    forget(ts);
    ts->motion.repeated++;
    rdg_ts_from(ts, ts->now.q, ts->now.v, ts->now.w);
    RDG_TRY(rdg_ts_nonsmooth_alpha(ts));
    const double t = rdg_ts_time(ts, 1.0);
    RDG_TRY(rdg_ts_geometry(ts, t, ts->next.q));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->next.inside[k] =
            rdg_ts_is_inside(ts, k, ts->geometry.g[ts->about->bilateral + k], ts->now.inside[k]);
    }
    memset(ts->force, 0, (size_t)(2 * ts->rows) * sizeof *ts->force);
    return rdg_ts_begin(ts, t, &ts->next);
}

static bool jumps(const rdg_timestepping *ts)
{
    return ts->reaction_size > 10.0 * ts->smooth_size &&
           ts->reaction_size > 0.1 * rdg_ts_size(ts->n, ts->now.v);
}

/* Schemes that damp nothing keep the jump of an acceleration for ever: behind a landing contact forces would
 * go back and forth between none and twice the load. So acceleration begins anew. */
static bool keeps_jumps(const rdg_timestepping *ts)
{
    return ts->o.scheme == RDG_NEWMARK ||
           (ts->o.scheme == RDG_GENERALISED_ALPHA && !ts->o.own_alphas && ts->o.rho == 1.0);
}

rdg_status rdg_ts_mixed(rdg_timestepping *ts, rdg_status (*base)(rdg_timestepping *))
{
    ts->reaction_size = ts->smooth_size = 0.0;
    const rdg_status status = base(ts);
    const bool unanswered =
        status == RDG_ERR_NO_CONVERGENCE && ts->motion.answer.method == RDG_CONTACT_UNANSWERED;
    if (!ts->o.unguarded && ts->active.count > 0 && (unanswered || (status == RDG_OK && jumps(ts)))) {
        return repeat(ts);
    }
    RDG_TRY(status);
    if (ts->about->contacts == 0) {
        return RDG_OK;
    }
    const double t = rdg_ts_time(ts, 1.0);
    RDG_TRY(rdg_ts_geometry(ts, t, ts->next.q));
    bool strikes = false;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->next.inside[k] =
            rdg_ts_is_inside(ts, k, ts->geometry.g[ts->about->bilateral + k], ts->now.inside[k]) ||
            (ts->smooth[ts->first[k]] > 0.0 && !ts->o.contacts_by_gap);
        strikes = strikes || (ts->next.inside[k] && !ts->now.inside[k]);
    }
    if (!strikes) {
        return RDG_OK;
    }
    RDG_TRY(rdg_ts_impact(ts, t, ts->next.q, ts->next.v, ts->next.inside));
    return keeps_jumps(ts) ? rdg_ts_begin(ts, t, &ts->next) : RDG_OK;
}
