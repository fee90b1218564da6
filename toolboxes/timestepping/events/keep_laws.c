/* Whether gaps and forces of all contacts satisfy their force laws at the end of a step of event-driven
 * motion; and closed contacts and ideal constraints, which are kept by accelerations and drift by the error
 * of the integration, back to zero gap and velocity. */
#include "events_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Of the coordinates that a gap is made of, and of the way of a step: the integration is exact to 1e-11 of a
 * step, and there are many */
static const double drift = 1e-9;
/* Of the forces that act */
static const double pull = 1e-6;

/* sum_i |W_i q_i| and what the row could go in the step: motions that end at q = 0 are not exact to rounding
 * errors of that. */
static double gap_scale(const rdg_timestepping *ts, rdg_index row, const double *q, const double *v)
{
    return rdg_ts_find_reach(ts, q, v, row) + rdg_ts_row_size(ts, row, q);
}

static rdg_status check_laws(rdg_timestepping *ts, const double *q, const double *v)
{
    const rdg_ts_events *e = ts->events;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const rdg_index row = ts->first[k];
        const double gap = ts->geometry.g[ts->about->bilateral + k];
        const bool closed = rdg_rigid_is_closed(e->state[k]), held = e->state[k] == RDG_RIGID_HELD;
        /* what an open one penetrated by before the step was not missed in it */
        const double below = closed ? -fabs(gap) : gap - fmin(0.0, ts->now.gap[ts->about->bilateral + k]);
        if (below < -drift * gap_scale(ts, row, q, v)) {
            return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                               "contact %" PRId64 " is %s with a gap of %.4g: an event was missed; a shorter "
                               "step may help",
                               k, closed ? "closed" : "open", gap);
        }
        const double along = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row + held, v);
        if (held && fabs(along) > drift * rdg_ts_find_reach(ts, q, v, row + 1) / ts->o.h) {
            return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                               "contact %" PRId64
                               ", which others held, slips with a velocity of %.4g: an event "
                               "was missed; a shorter step may help",
                               k, along);
        }
        if (e->force[row] < -pull * rdg_ts_acting_force(ts, q, v, row)) {
            return rdg_ts_fail(
                ts, RDG_ERR_NO_CONVERGENCE,
                "contact %" PRId64
                " has a tensile force of %.4g N: its release was missed; a shorter step may help",
                k, -e->force[row]);
        }
    }
    return RDG_OK;
}

/* Gaps, or velocities, of the rows that act, into active.b. What does not stick is put back by normal forces
 * alone. */
static void find_drift(rdg_timestepping *ts, const double *v, bool velocities)
{
    rdg_ts_rows *s = &ts->active;
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = velocities ? rdg_ts_row_velocity(ts, i, v) : i < s->bilateral ? ts->geometry.g[i] : 0.0;
    }
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; i += 1 + s->directions[k++]) {
        s->b[i] = velocities ? s->b[i] : ts->geometry.g[s->bilateral + s->contact[k]];
        s->mu[k] = velocities && ts->events->acting[k] == RDG_RIGID_STICKS ? s->mu[k] : 0.0;
    }
}

rdg_status rdg_ts_put_back(rdg_timestepping *ts, double t, double *q, double *v)
{
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    for (int velocities = 0; velocities < 2; velocities++) {
        rdg_ts_choose_closed(ts);
        if (ts->active.count == 0) {
            return RDG_OK;
        }
        RDG_TRY(rdg_ts_geometry(ts, t, q));
        rdg_ts_find_mobility(ts, masses);
        find_drift(ts, v, velocities > 0);
        RDG_TRY(rdg_ts_hold(ts, NULL));
        rdg_ts_apply(ts, 1.0, velocities > 0 ? v : q);
    }
    return RDG_OK;
}

rdg_status rdg_ts_keep_laws(rdg_timestepping *ts, double t, double *q, double *v)
{
    RDG_TRY(rdg_ts_regimes_solve(ts, t, q, v)); /* terms and masses there, and forces */
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    RDG_TRY(check_laws(ts, q, v));
    return rdg_ts_put_back(ts, t, q, v);
}
