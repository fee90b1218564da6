/* An implicit stage in the form of accelerations. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { MOST = 60, FREE = 0, PUSH = 6, OLD_A = 8, STEP, FORCE };

/* Reactions that satisfy the force laws by the velocities behind the stage; a: without reactions */
static rdg_status react_by_velocity(rdg_timestepping *ts, const rdg_stage *s, const rdg_ts_dense *masses,
                                    const double *a)
{
    rdg_ts_rows *active = &ts->active;
    double *v = ts->vector[FREE];
    for (rdg_index k = 0; k < ts->n; k++) {
        v[k] = s->v_s[k] + s->cv * a[k];
    }
    for (rdg_index i = 0; i < active->count; i++) {
        active->b[i] = ts->geometry.drift[active->row[i]];
    }
    return rdg_ts_push(ts, masses, s->cv, active->W, v, s->force);
}

/* The same by accelerations: W^T a + dW/dt^T v = 0 */
static rdg_status react_by_acceleration(rdg_timestepping *ts, const rdg_stage *s, const rdg_ts_dense *masses,
                                        const double *a)
{
    rdg_ts_rows *active = &ts->active;
    rdg_ts_respond(ts, masses);
    rdg_ts_delassus(ts, 1.0, active->W);
    for (rdg_index i = 0; i < active->count; i++) {
        active->b[i] = rdg_ts_dot(ts->n, active->W + i * ts->n, a, 0.0);
    }
    RDG_TRY(rdg_ts_add_rates(ts, s->t, s->q, s->v, 1.0));
    return rdg_ts_react(ts, s->force);
}

/* What few coordinates need no other way for */
static bool in_one(rdg_timestepping *ts, const rdg_stage *s, double *a, double *push)
{
    const rdg_ts_response whole = {.cv = s->cv,
                                   .cq = s->cq,
                                   .c = s->cv,
                                   .factor = s->cv,
                                   .v = s->v_s,
                                   .q = s->q_s,
                                   .base = s->v_s,
                                   .W = ts->geometry.W,
                                   .left = ts->geometry.W,
                                   .drift = ts->geometry.drift,
                                   .a = a,
                                   .push = push,
                                   .force = s->force};
    return !ts->o.acceleration_level && rdg_ts_few(ts, &whole);
}

/* a without reactions; with elements from the one before */
static void accelerate(rdg_timestepping *ts, const rdg_stage *s, const rdg_ts_dense *masses, double *a)
{
    double *change = ts->vector[FORCE];
    if (!ts->about->elements) {
        rdg_ts_force(ts, s->v_s, s->q_s, a);
        rdg_ts_dense_solve(masses, 1, a);
        return;
    }
    rdg_ts_left(ts, a, change);
    rdg_ts_dense_solve(masses, 1, change);
    for (rdg_index k = 0; k < ts->n; k++) {
        a[k] += change[k];
    }
}

/* a without reactions, and what these add to it */
static rdg_status solve_once(rdg_timestepping *ts, const rdg_stage *s, double *a, double *push)
{
    if (in_one(ts, s, a, push)) {
        return RDG_OK;
    }
    memset(push, 0, (size_t)ts->n * sizeof *push);
    rdg_ts_pack(ts);
    const rdg_ts_dense *masses = rdg_ts_factor(ts, s->slot, s->cv, s->cq);
    if (!masses) {
        return ts->failure;
    }
    accelerate(ts, s, masses, a);
    if (ts->active.count > 0) {
        RDG_TRY(ts->o.acceleration_level ? react_by_acceleration(ts, s, masses, a)
                                         : react_by_velocity(ts, s, masses, a));
        rdg_ts_apply(ts, 1.0, push);
    }
    return RDG_OK;
}

typedef struct moved {
    double change, size, smooth, reaction; /* of velocities and of parts of the acceleration, the largest */
} moved;

/* Where `a` and `push` lead */
RDG_TS_OWN void advance(rdg_index n, const rdg_stage *s, const double *push, moved *to)
{
    moved m = {0.0, 0.0, 0.0, 0.0};
    RDG_TS_UNROLL
    for (rdg_index k = 0; k < n; k++) {
        const double a = s->a[k] + push[k], v = s->v_s[k] + s->cv * a;
        m.smooth = rdg_larger(m.smooth, fabs(s->a[k]));
        m.reaction = rdg_larger(m.reaction, fabs(push[k]));
        m.change = rdg_larger(m.change, fabs(v - s->v[k]));
        m.size = rdg_larger(m.size, fabs(v));
        s->a[k] = a;
        s->v[k] = v;
        s->q[k] = s->q_s[k] + s->cq * a;
    }
    *to = m;
}

static void go_to(const rdg_stage *s, rdg_index n)
{
    for (rdg_index k = 0; k < n; k++) {
        s->v[k] = s->v_s[k] + s->cv * s->a[k];
        s->q[k] = s->q_s[k] + s->cq * s->a[k];
    }
}

static double left_work(rdg_timestepping *ts, const rdg_stage *s)
{
    rdg_ts_left(ts, s->a, ts->vector[FORCE]);
    return rdg_ts_dot(ts->n, ts->vector[FORCE], ts->vector[STEP], 0.0);
}

/* A rdg_ts_work_fn; data: the stage */
static rdg_status work_along(rdg_timestepping *ts, double share, void *data, double *work)
{
    const rdg_stage *s = data;
    for (rdg_index k = 0; k < ts->n; k++) {
        s->a[k] = ts->vector[OLD_A][k] + share * ts->vector[STEP][k];
    }
    go_to(s, ts->n);
    RDG_TRY(rdg_ts_terms(ts, s->t, s->q, s->v));
    *work = left_work(ts, s);
    return RDG_OK;
}

/* From OLD_A as far towards `a` as is good; terms are still those of the former. */
static rdg_status step_back(rdg_timestepping *ts, const rdg_stage *s)
{
    const size_t size = (size_t)ts->n * sizeof *s->a;
    rdg_stage own = *s;
    double share;
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->vector[STEP][k] = s->a[k] - ts->vector[OLD_A][k];
    }
    memcpy(s->a, ts->vector[OLD_A], size);
    return rdg_ts_search(ts, work_along, &own, left_work(ts, s), &share);
}

rdg_status rdg_ts_stage(rdg_timestepping *ts, const rdg_stage *s)
{
    const rdg_index n = ts->n;
    const int most = ts->about->elements ? RDG_TS_SEARCHES : MOST;
    rdg_ts_choose(ts, s->inside);
    go_to(s, n);
    for (int iteration = 1; iteration <= most; iteration++) {
        RDG_TRY(rdg_ts_terms(ts, s->t, s->q, s->v));
        if (ts->active.count > 0) {
            RDG_TRY(rdg_ts_geometry(ts, s->t, s->q));
        }
        memcpy(ts->vector[OLD_A], s->a, ts->about->elements ? (size_t)n * sizeof *s->a : 0);
        RDG_TRY(solve_once(ts, s, s->a, ts->vector[PUSH]));
        moved to;
        RDG_TS_BY_SIZE(n, advance, s, ts->vector[PUSH], &to);
        ts->smooth_size = ts->o.h * to.smooth;
        ts->reaction_size = ts->o.h * to.reaction;
        ts->motion.iterations++;
        if (!rdg_ts_finite(n, s->v)) {
            return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "velocities are not finite");
        }
        if (to.change <= ts->o.tolerance * (1.0 + to.size)) {
            return RDG_OK;
        }
        if (ts->about->elements && iteration >= RDG_TS_WHOLE_STEPS && ts->active.contacts == 0) {
            RDG_TRY(step_back(ts, s));
        }
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                       "velocities do not converge within %d iterations: the step is too long", most);
}
