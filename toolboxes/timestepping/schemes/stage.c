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
                                   .u = ts->vector[FREE],
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

/* a without reactions into `a`, then with them. */
static rdg_status solve_once(rdg_timestepping *ts, const rdg_stage *s, double *a)
{
    rdg_ts_rows *active = &ts->active;
    const rdg_index n = ts->n;
    double *push = ts->vector[PUSH];
    if (!in_one(ts, s, a, push)) {
        memset(push, 0, (size_t)n * sizeof *push);
        rdg_ts_pack(ts);
        const rdg_ts_dense *masses = rdg_ts_factor(ts, s->slot, s->cv, s->cq);
        if (!masses) {
            return ts->failure;
        }
        accelerate(ts, s, masses, a);
        if (active->count > 0) {
            RDG_TRY(ts->o.acceleration_level ? react_by_acceleration(ts, s, masses, a)
                                             : react_by_velocity(ts, s, masses, a));
            rdg_ts_apply(ts, 1.0, push);
        }
    }
    double smooth = 0.0, reaction = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        smooth = rdg_larger(smooth, fabs(a[k]));
        reaction = rdg_larger(reaction, fabs(push[k]));
        a[k] += push[k];
    }
    ts->smooth_size = ts->o.h * smooth;
    ts->reaction_size = ts->o.h * reaction;
    return RDG_OK;
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
        memcpy(ts->vector[OLD_A], s->a, (size_t)n * sizeof *s->a);
        RDG_TRY(solve_once(ts, s, s->a));
        double change = 0.0, size = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            const double v = s->v_s[k] + s->cv * s->a[k];
            change = rdg_larger(change, fabs(v - s->v[k]));
            size = rdg_larger(size, fabs(v));
            s->v[k] = v;
            s->q[k] = s->q_s[k] + s->cq * s->a[k];
        }
        ts->motion.iterations++;
        if (!rdg_ts_finite(n, s->v)) {
            return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "velocities are not finite");
        }
        if (change <= ts->o.tolerance * (1.0 + size)) {
            return RDG_OK;
        }
        if (ts->about->elements && iteration >= RDG_TS_WHOLE_STEPS && ts->active.contacts == 0) {
            RDG_TRY(step_back(ts, s));
        }
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                       "velocities do not converge within %d iterations: the step is too long", most);
}
