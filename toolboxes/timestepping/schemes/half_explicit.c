/* The half-explicit trapezoidal rule: an Euler step whose velocity satisfies constraints where it leads to,
 * then one of the mean of both ends. The directions of forces at the start, W_i, in the first stage make it
 * of order 2. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { FREE, PREDICTED, PUSH, AHEAD };

/* The first stage: v_p, with force l+ in force[rows ...]. */
static rdg_status predict(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index n = ts->n;
    const double h = ts->o.h, t = rdg_ts_time(ts, 0.0);
    double *a = ts->vector[FREE], *vp = ts->vector[PREDICTED], *push = ts->vector[PUSH],
           *ahead = ts->vector[AHEAD];
    RDG_TRY(rdg_ts_terms(ts, t, ts->now.q, ts->now.v));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, 0, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_force(ts, ts->now.v, ts->now.q, a);
    rdg_ts_dense_solve(masses, 1, a);
    ts->smooth_size = h * rdg_ts_size(n, a);
    for (rdg_index k = 0; k < n; k++) {
        vp[k] = ts->now.v[k] + h * a[k];
        ahead[k] = ts->now.q[k] + h * ts->now.v[k];
        push[k] = 0.0;
    }
    if (s->count == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_ts_geometry(ts, t, ts->now.q));
    rdg_ts_pack(ts);
    rdg_ts_respond(ts, masses);
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), ahead));
    rdg_ts_pack(ts);
    rdg_ts_delassus(ts, h, s->W);
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = rdg_ts_row_velocity(ts, i, vp);
    }
    RDG_TRY(rdg_ts_react(ts, ts->force + ts->rows));
    rdg_ts_apply(ts, h, push);
    ts->reaction_size = rdg_ts_size(n, push);
    rdg_ts_spread(ts, 0.5 * h, ts->smooth);
    for (rdg_index k = 0; k < n; k++) {
        vp[k] += push[k];
    }
    rdg_ts_work(ts, 0.5 * h, NULL, vp, -1.0);
    return RDG_OK;
}

rdg_status rdg_ts_half_explicit(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index n = ts->n;
    const double h = ts->o.h, t = rdg_ts_time(ts, 1.0);
    double *a = ts->vector[FREE], *vp = ts->vector[PREDICTED], *push = ts->vector[PUSH];
    rdg_ts_choose(ts, ts->now.inside);
    RDG_TRY(predict(ts));
    for (rdg_index k = 0; k < n; k++) {
        ts->next.q[k] = ts->now.q[k] + 0.5 * h * (ts->now.v[k] + vp[k]);
    }
    RDG_TRY(rdg_ts_terms(ts, t, ts->next.q, vp));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_force(ts, vp, ts->next.q, a);
    rdg_ts_dense_solve(masses, 1, a);
    for (rdg_index k = 0; k < n; k++) {
        ts->next.v[k] = 0.5 * (ts->now.v[k] + vp[k] + h * a[k]);
        push[k] = 0.0;
    }
    if (s->count > 0) {
        RDG_TRY(rdg_ts_geometry(ts, t, ts->next.q));
        rdg_ts_pack(ts);
        rdg_ts_respond(ts, masses);
        rdg_ts_delassus(ts, 0.5 * h, s->W);
        for (rdg_index i = 0; i < s->count; i++) {
            s->b[i] = rdg_ts_row_velocity(ts, i, ts->next.v);
        }
        RDG_TRY(rdg_ts_react(ts, ts->force));
        rdg_ts_apply(ts, 0.5 * h, push);
        ts->reaction_size = rdg_larger(ts->reaction_size, 2.0 * rdg_ts_size(n, push));
        rdg_ts_spread(ts, 0.5 * h, ts->smooth);
        for (rdg_index k = 0; k < n; k++) {
            ts->next.v[k] += push[k];
        }
        rdg_ts_work(ts, 0.5 * h, NULL, ts->next.v, -1.0);
    }
    for (rdg_index k = 0; k < n; k++) {
        ts->next.a[k] = ts->next.A[k] = (ts->next.v[k] - ts->now.v[k]) / h;
    }
    ts->motion.iterations++;
    return RDG_OK;
}
