/* Bathe's composite method: the trapezoidal rule for half of the step, three-point backward differences for
 * all. */
#include "timestepping_impl.h"

enum { FREE_OF_STAGE, START_V, START_Q, HALF_V, HALF_Q, HALF_A };

static rdg_status half_step(rdg_timestepping *ts)
{
    const double h = ts->o.h;
    double *v = ts->vector[START_V], *q = ts->vector[START_Q], *a = ts->vector[HALF_A];
    for (rdg_index k = 0; k < ts->n; k++) {
        v[k] = ts->now.v[k] + 0.25 * h * ts->now.a[k];
        q[k] = ts->now.q[k] + 0.25 * h * (ts->now.v[k] + v[k]);
        a[k] = ts->now.a[k];
    }
    const rdg_stage stage = {.t = rdg_ts_time(ts, 0.5),
                             .v_s = v,
                             .q_s = q,
                             .cv = 0.25 * h,
                             .cq = h * h / 16.0,
                             .slot = 0,
                             .inside = ts->now.inside,
                             .a = a,
                             .v = ts->vector[HALF_V],
                             .q = ts->vector[HALF_Q],
                             .force = ts->force + ts->rows};
    return rdg_ts_stage(ts, &stage);
}

rdg_status rdg_ts_bathe(rdg_timestepping *ts)
{
    const double h = ts->o.h;
    double *v = ts->vector[START_V], *q = ts->vector[START_Q];
    const double *half_v = ts->vector[HALF_V], *half_q = ts->vector[HALF_Q];
    RDG_TRY(half_step(ts));
    /* v(h) = v(0) + h/3 (a(0) + a(h/2) + a(h)): the works have the same weights */
    rdg_ts_keep_forces(ts, ts->next.l);
    rdg_ts_add_power(ts, h / 3.0, ts->now.l, NULL);
    rdg_ts_add_power(ts, h / 3.0, ts->next.l, half_v);
    RDG_TRY(rdg_ts_settle(ts, rdg_ts_time(ts, 0.5), half_q, half_v, ts->elements.middle));
    rdg_ts_from(ts, half_q, half_v, ts->elements.middle);
    const double reaction = ts->reaction_size, smooth = ts->smooth_size;
    for (rdg_index k = 0; k < ts->n; k++) {
        v[k] = (4.0 * half_v[k] - ts->now.v[k]) / 3.0;
        q[k] = (4.0 * half_q[k] - ts->now.q[k]) / 3.0 + h * v[k] / 3.0;
        ts->next.a[k] = ts->vector[HALF_A][k];
    }
    const rdg_stage stage = {.t = rdg_ts_time(ts, 1.0),
                             .v_s = v,
                             .q_s = q,
                             .cv = h / 3.0,
                             .cq = h * h / 9.0,
                             .slot = 1,
                             .inside = ts->now.inside,
                             .a = ts->next.a,
                             .v = ts->next.v,
                             .q = ts->next.q,
                             .force = ts->force};
    RDG_TRY(rdg_ts_stage(ts, &stage));
    ts->reaction_size = rdg_larger(ts->reaction_size, reaction);
    ts->smooth_size = rdg_larger(ts->smooth_size, smooth);
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->next.A[k] = ts->next.a[k];
    }
    rdg_ts_spread(ts, h, ts->smooth);
    rdg_ts_keep_forces(ts, ts->next.l);
    rdg_ts_add_power(ts, h / 3.0, ts->next.l, ts->next.v);
    return RDG_OK;
}
