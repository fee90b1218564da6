/* Between two events each contact is open, sticks or slips in one direction: accelerations then follow from
 * linear equations. */
#include "events_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* |M^1/2 x|, with the masses on the diagonal: coordinates in any units */
static double size_by_masses(const rdg_timestepping *ts, const double *x)
{
    double squares = 0.0;
    for (rdg_index i = 0; i < ts->n; i++) {
        squares += ts->terms.M[i * ts->n + i] * x[i] * x[i];
    }
    return sqrt(squares);
}

/* d/dt of W^T along q' = v, applied to v, by differences of fourth order; *close: they agree with those of
 * second order to 1e-6, so that they are good to 1e-12, or to rounding. *off: by how much they do not */
static rdg_status find_differences(rdg_timestepping *ts, double t, const double *q, const double *v,
                                   double step, double *off, bool *close)
{
    rdg_ts_events *e = ts->events;
    static const double place[4] = {-2.0, 2.0, -1.0, 1.0}, fourth[4] = {1.0, -1.0, -8.0, 8.0},
                        second[4] = {0.0, 0.0, -6.0, 6.0};
    double *rough = e->slope;
    memset(e->rate, 0, (size_t)ts->rows * sizeof *e->rate);
    memset(rough, 0, (size_t)ts->rows * sizeof *rough);
    for (int k = 0; k < 4; k++) {
        for (rdg_index i = 0; i < ts->n; i++) {
            e->column[i] = q[i] + place[k] * step * v[i];
        }
        RDG_TRY(rdg_ts_geometry(ts, t + place[k] * step, e->column));
        for (rdg_index row = 0; row < ts->rows; row++) {
            const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v) / (12.0 * step);
            e->rate[row] += fourth[k] * u;
            rough[row] += second[k] * u;
        }
    }
    *close = true;
    *off = e->noise = 0.0;
    for (rdg_index row = 0; row < ts->rows; row++) {
        /* rounding, and what does not count beside accelerations */
        const double noise =
            100.0 * DBL_EPSILON * (rdg_ts_row_size(ts, row, v) + fabs(ts->geometry.drift[row])) / step +
            1e-12 * (rdg_ts_row_size(ts, row, e->a) + fabs(ts->geometry.drift[row]));
        e->noise = rdg_larger(e->noise, noise);
        *off = rdg_larger(*off, fabs(e->rate[row] - rough[row]));
        *close = *close && fabs(e->rate[row] - rough[row]) <= 1e-6 * fabs(e->rate[row]) + noise;
    }
    return RDG_OK;
}

/* Whether the rates of a shorter step are those of the one before, in e->b */
static bool is_confirmed(const rdg_timestepping *ts)
{
    const rdg_ts_events *e = ts->events;
    double change = 0.0;
    for (rdg_index row = 0; row < ts->rows; row++) {
        change = rdg_larger(change, fabs(e->rate[row] - e->b[row]));
    }
    return change <= 1e-6 * rdg_ts_size(ts->rows, e->rate) + e->noise;
}

static double step_now(const rdg_ts_events *e, double fast)
{
    return fast * e->step > e->reach ? e->reach / fast : e->step;
}

/* rate, by steps that are shortened to where differences are close; a step is as far as `reach` at most. The
 * first one is confirmed by a shorter one: differences over a whole period of a motion are close, too. Where
 * rounding lets none be close, the one that is closest serves until the next event. */
static rdg_status find_rates(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    enum { LEVELS = 26 }; /* of factors 0.23: down to 1e-16 */
    rdg_ts_events *e = ts->events;
    const double fast = size_by_masses(ts, v), first_reach = e->reach;
    double least = INFINITY, best = e->step, last_step = e->step, last_reach = e->reach;
    bool was_close = false;
    for (int k = 0; k < LEVELS && !e->keeps_step; k++) {
        const double step = step_now(e, fast);
        double off = INFINITY;
        bool close = false;
        (void)find_differences(ts, t, q, v, step, &off, &close); /* far away there may be no geometry */
        const bool now_confirmed = was_close && close && is_confirmed(ts);
        /* a shorter step that is worse is close by its rounding errors alone */
        if (now_confirmed || (close && e->confirmed && off + e->noise <= least)) {
            e->step = now_confirmed && !e->confirmed ? last_step : e->step;
            e->reach = now_confirmed && !e->confirmed ? last_reach : e->reach;
            e->confirmed = true;
            return RDG_OK;
        }
        last_step = e->step;
        last_reach = e->reach;
        best = off + e->noise < least ? step : best;
        least = off + e->noise < least ? off + e->noise : least;
        memcpy(e->b, e->rate, (size_t)ts->rows * sizeof *e->b);
        was_close = close;
        e->step = 0.23 * step;
        e->reach = fast > 0.0 ? fast * e->step : e->reach;
    }
    if (!e->keeps_step) {
        e->keeps_step = true;
        e->step = best;
        e->reach = rdg_larger(fast * best, first_reach);
    }
    double off;
    bool close;
    return find_differences(ts, t, q, v, step_now(e, fast), &off, &close);
}

rdg_status rdg_ts_regimes_find_rates(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    const bool kept = ts->events->keeps_step;
    ts->events->keeps_step = ts->events->confirmed;
    const rdg_status status = find_rates(ts, t, q, v);
    ts->events->keeps_step = kept;
    return status;
}

void rdg_ts_regimes_choose_step(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    const double fast = size_by_masses(ts, v), across = 1e-2 * size_by_masses(ts, q),
                 most = fabs(t) + ts->o.h;
    e->step = across < most * fast ? rdg_larger(across / fast, ts->o.h) : most;
    e->reach = INFINITY;
    e->confirmed = e->keeps_step = false;
}

/* Masses at a place, and the acceleration without reactions into e->a; NULL after a failure */
static const rdg_ts_dense *move_freely(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    const rdg_ts_dense *masses =
        rdg_ts_terms(ts, t, q, v) == RDG_OK ? rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0) : NULL;
    if (masses) {
        rdg_ts_force(ts, v, q, ts->events->a);
        rdg_ts_dense_solve(masses, 1, ts->events->a);
    }
    return masses;
}

/* The contact problem of accelerations, with e->a and e->rate; the geometry is that of the place. */
static void pose(rdg_timestepping *ts, const rdg_ts_dense *masses)
{
    const rdg_ts_events *e = ts->events;
    rdg_ts_rows *s = &ts->active;
    rdg_ts_find_mobility(ts, masses);
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = rdg_ts_dot(ts->n, s->W + i * ts->n, e->a, e->rate[s->row[i]]);
    }
}

void rdg_ts_choose_closed(rdg_timestepping *ts)
{
    rdg_ts_events *e = ts->events;
    bool *closed = ts->next.inside; /* free within a step */
    rdg_index acting = 0;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        closed[k] = rdg_rigid_is_closed(e->state[k]);
        e->acting[acting] = e->state[k];
        e->acting_share[acting] = e->share[k];
        acting += closed[k];
    }
    rdg_ts_choose(ts, closed);
}

rdg_status rdg_ts_hold(rdg_timestepping *ts, const double *share)
{
    const rdg_contact_problem problem = rdg_ts_contact_problem(ts);
    return rdg_rigid_hold(ts->solver, &problem, ts->events->acting, share, ts->active.r) == 0
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_SINGULAR, "forces of the closed contacts are not found");
}

bool rdg_ts_regimes_hold(const rdg_timestepping *ts)
{
    bool holds = false;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        holds = holds || ts->events->state[k] == RDG_RIGID_HELD || ts->events->state[k] == RDG_RIGID_RESTS;
    }
    return holds;
}

rdg_status rdg_ts_regimes_solve(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    const rdg_ts_dense *masses = move_freely(ts, t, q, v);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_choose_closed(ts);
    if (ts->active.count > 0) {
        RDG_TRY(find_rates(ts, t, q, v));
        RDG_TRY(rdg_ts_geometry(ts, t, q));
        pose(ts, masses);
        RDG_TRY(rdg_ts_hold(ts, e->acting_share));
        rdg_ts_apply(ts, 1.0, e->a);
    }
    rdg_ts_keep_forces(ts, e->force);
    return RDG_OK;
}

/* States of the contacts that act, with velocities v, by the force law of rigid contacts */
static rdg_status follow(rdg_timestepping *ts, const double *v)
{
    rdg_ts_rows *s = &ts->active;
    rdg_ts_events *e = ts->events;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; i += 1 + s->directions[k++]) {
        const double u = s->directions[k] > 0 ? rdg_ts_row_velocity(ts, i + 1, v) : 0.0;
        e->acting[k] = e->gave_way[s->contact[k]] ? RDG_RIGID_RISES : RDG_RIGID_OPEN;
        e->slip[k] = s->directions[k] > 0 && fabs(u) > e->slow[s->row[i + 1]] ? u : 0.0;
    }
    const rdg_contact_problem problem = rdg_ts_contact_problem(ts);
    if (rdg_rigid_follow(ts->solver, &problem, e->slip, e->acting, e->acting_share, s->r,
                         &ts->motion.answer) != 0) {
        return rdg_ts_fail_to_react(ts);
    }
    for (rdg_index k = 0; k < s->contacts; k++) {
        e->state[s->contact[k]] = e->acting[k];
        e->share[s->contact[k]] = e->acting_share[k];
    }
    return RDG_OK;
}

rdg_status rdg_ts_regimes_decide(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    RDG_TRY(find_rates(ts, t, q, v));
    const rdg_ts_dense *masses = move_freely(ts, t, q, v);
    if (!masses) {
        return ts->failure;
    }
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, ts->first[k], v);
        const bool rests = e->closed[k] && u <= e->slow[ts->first[k]];
        e->state[k] = e->closed[k] && !rests ? RDG_RIGID_RISES : rests ? e->state[k] : RDG_RIGID_OPEN;
        e->closed[k] = rests;
    }
    rdg_ts_choose(ts, e->closed);
    if (ts->active.contacts == 0) {
        return RDG_OK;
    }
    pose(ts, masses);
    return follow(ts, v);
}
