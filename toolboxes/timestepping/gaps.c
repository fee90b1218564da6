/* Gaps, which of them act, velocities of rows and their rates. */
#include "timestepping_impl.h"

#include <math.h>

/* A contact that bears stays closed though rounding opens it a little. */
bool rdg_ts_is_inside(const rdg_timestepping *ts, rdg_index contact, double gap, bool bears)
{
    return gap <= 0.0 || (bears && gap <= rdg_ts_close(ts, contact));
}

bool rdg_ts_stays(const rdg_timestepping *ts, double load, double u, const double *v)
{
    return !ts->o.contacts_by_gap && load > 0.0 && u <= 1e-9 * (rdg_ts_size(ts->n, v) + ts->smooth_size);
}

double rdg_ts_close(const rdg_timestepping *ts, rdg_index contact)
{
    const rdg_index row = ts->first[contact];
    const rdg_pattern *p = ts->about->pushes;
    const rdg_index begin = p ? p->start[row] : row * ts->n, end = p ? p->start[row + 1] : begin + ts->n;
    double sum = 0.0;
    for (rdg_index at = begin; at < end; at++) {
        const rdg_index i = p ? p->row[at] : at - begin;
        sum += fabs(ts->geometry.W[at]) * (1.0 + fabs(ts->now.q[i]));
    }
    return 1e-12 * sum;
}

rdg_status rdg_ts_look(rdg_timestepping *ts, double t, rdg_ts_state *at)
{
    const rdg_index bilateral = ts->about->bilateral;
    RDG_TRY(rdg_ts_geometry(ts, t, at->q));
    for (rdg_index k = 0; k < bilateral + ts->about->contacts; k++) {
        at->gap[k] = ts->geometry.g[k];
    }
    for (rdg_index i = 0; i < ts->rows; i++) {
        ts->u0[i] = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, i, at->v);
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const rdg_index row = ts->first[k];
        at->inside[k] =
            rdg_ts_is_inside(ts, k, at->gap[bilateral + k], ts->smooth[row] + ts->jump[row] > 0.0) ||
            rdg_ts_stays(ts, ts->smooth[row], ts->u0[row], at->v);
    }
    return RDG_OK;
}

/* b += e * rate of the rows' velocities along the motion with constant v */
rdg_status rdg_ts_add_rates(rdg_timestepping *ts, double t, const double *at, const double *v, double e)
{
    rdg_ts_rows *s = &ts->active;
    double *q = ts->vector[0];
    const double step = 0.1 * ts->o.h;
    for (int side = -1; side <= 1; side += 2) {
        for (rdg_index k = 0; k < ts->n; k++) {
            q[k] = at[k] + side * step * v[k];
        }
        RDG_TRY(rdg_ts_geometry(ts, t + side * step, q));
        rdg_ts_pack(ts);
        for (rdg_index i = 0; i < s->count; i++) {
            s->b[i] += side * e * rdg_ts_row_velocity(ts, i, v) / (2.0 * step);
        }
    }
    return RDG_OK;
}
