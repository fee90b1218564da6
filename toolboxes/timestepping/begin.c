/* The acceleration at a place, with the forces of constraints and of closed contacts. Their problem is that
 * of a velocity a moment later, so that sliding contacts have the direction of their slip: W^T v + e (W^T a +
 * dW/dt^T v), e -> 0. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { MOVED };

/* Which contacts are closed and stay so for a moment */
static void choose_closed(rdg_timestepping *ts, const rdg_ts_state *at)
{
    const double size = 1e-9 * (1.0 + rdg_ts_size(ts->n, at->v));
    bool *rests = ts->before; /* set anew by each step */
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, ts->first[k], at->v);
        rests[k] = at->inside[k] && fabs(u) <= size;
    }
    rdg_ts_choose(ts, rests);
}

/* Velocities of the rows; those of constraints and of normal directions are 0 but for rounding. */
static void begin_rows(rdg_timestepping *ts, const rdg_ts_state *at)
{
    rdg_ts_rows *s = &ts->active;
    rdg_index i = s->bilateral;
    memset(s->b, 0, (size_t)s->count * sizeof *s->b);
    for (rdg_index k = 0; k < s->contacts; k++) {
        for (int j = 0; j <= s->directions[k]; j++, i++) {
            s->b[i] = j > 0 ? rdg_ts_row_velocity(ts, i, at->v) : 0.0;
        }
    }
}

rdg_status rdg_ts_begin(rdg_timestepping *ts, double t, rdg_ts_state *at)
{
    rdg_ts_rows *s = &ts->active;
    const double e = 1e-3 * ts->o.h;
    RDG_TRY(rdg_ts_terms(ts, t, at->q, at->v));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_force(ts, at->v, at->q, at->a);
    rdg_ts_dense_solve(masses, 1, at->a);
    memcpy(at->A, at->a, (size_t)ts->n * sizeof *at->A);
    memset(at->l, 0, (size_t)ts->rows * sizeof *at->l);
    if (ts->o.plain_start || ts->rows == 0 || ts->o.scheme == RDG_NONSMOOTH_ALPHA) {
        return RDG_OK;
    }
    RDG_TRY(rdg_ts_geometry(ts, t, at->q));
    choose_closed(ts, at);
    if (s->count == 0) {
        return RDG_OK;
    }
    rdg_ts_pack(ts);
    rdg_ts_respond(ts, masses);
    rdg_ts_delassus(ts, e, s->W);
    begin_rows(ts, at);
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] += e * rdg_ts_dot(ts->n, s->W + i * ts->n, at->a, 0.0);
    }
    RDG_TRY(rdg_ts_add_rates(ts, t, at->q, at->v, e));
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    double *push = ts->vector[MOVED];
    memset(push, 0, (size_t)ts->n * sizeof *push);
    rdg_ts_apply(ts, 1.0, push);
    const double pushed = rdg_ts_size(ts->n, push), smooth = rdg_ts_size(ts->n, at->a);
    /* where a closed contact has to jump there is no force that holds it: the first step will see to it */
    if (e * pushed > 0.1 * rdg_ts_size(ts->n, at->v) && pushed > 1e4 * smooth) {
        return RDG_OK;
    }
    rdg_ts_keep_forces(ts, at->l);
    for (rdg_index k = 0; k < ts->n; k++) {
        at->a[k] += push[k];
    }
    memcpy(at->A, at->a, (size_t)ts->n * sizeof *at->A);
    return RDG_OK;
}
