/* Moreau and Jean's theta method, and Moreau's explicit midpoint rule: reactions are impulses of the whole
 * step, at contacts whose gap is closed where the step would be in its middle. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

enum { MOST = 60 };
enum { AT_Q, AT_V, MIDDLE, LEFT_Q, NEW_V, FREE_A, OLD_V, STEP, FORCE }; /* vectors of the step */

/* The middle of a step lies off a curved contact, which stays closed all the same. */
static bool stays(const rdg_timestepping *ts, rdg_index contact)
{
    return ts->o.scheme == RDG_MOREAU && !ts->large && ts->closed[contact] &&
           rdg_ts_stays(ts, 1.0, ts->u0[ts->first[contact]], ts->now.v);
}

rdg_status rdg_ts_look_ahead(rdg_timestepping *ts)
{
    const rdg_index n = ts->n;
    double *middle = ts->vector[MIDDLE];
    for (rdg_index k = 0; k < n; k++) {
        middle[k] = ts->now.q[k] + 0.5 * ts->o.h * ts->now.v[k];
    }
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 0.5), middle));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->next.inside[k] =
            rdg_ts_is_inside(ts, k, ts->geometry.g[ts->about->bilateral + k], ts->closed[k]) || stays(ts, k);
    }
    return RDG_OK;
}

/* Rows whose velocities are prescribed, [n * rows]: those at the end of the step, as is the geometry then. */
static rdg_status left_rows(rdg_timestepping *ts, const double *v_theta, const double **rows)
{
    const rdg_index n = ts->n;
    double *left = ts->active.X + n * ts->active.count; /* the second half of the space is for two stages */
    double *end = ts->vector[LEFT_Q];
    *rows = left;
    for (rdg_index k = 0; k < n; k++) {
        end[k] = ts->now.q[k] + ts->o.h * v_theta[k];
    }
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), end));
    for (rdg_index i = 0; i < ts->active.count; i++) {
        memcpy(left + i * n, ts->geometry.W + ts->active.row[i] * n, (size_t)n * sizeof *left);
    }
    return RDG_OK;
}

/* For theta > 1/2 an impact may leave its gap open, by at most (theta - 1/2) h |u|: a contact that stays
 * closed may close it in this step. */
static void let_gaps_close(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        const double gap = ts->now.gap[ts->about->bilateral + s->contact[k]];
        if (ts->o.theta > 0.5 && gap > rdg_ts_close(ts, s->contact[k]) && stays(ts, s->contact[k])) {
            s->b[i] += gap / ts->o.h;
        }
        i += 1 + s->directions[k];
    }
}

/* Terms at (t, q, v). Elements are given the way of the whole step. */
static rdg_status terms(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    if (!ts->about->elements) {
        return rdg_ts_terms(ts, t, q, v);
    }
    double *end = ts->vector[LEFT_Q];
    for (rdg_index k = 0; k < ts->n; k++) {
        end[k] = ts->now.q[k] + ts->o.h * v[k];
    }
    RDG_TRY(rdg_ts_smooth_terms(ts, t, q, v));
    return rdg_ts_pull(ts, rdg_ts_time(ts, 1.0), end, ts->next.v, ts->o.theta, q, v);
}

/* What of the forces is left, for next.v and the terms there */
static void imbalance(rdg_timestepping *ts, double *force)
{
    double *a = ts->vector[FREE_A];
    for (rdg_index k = 0; k < ts->n; k++) {
        a[k] = (ts->next.v[k] - ts->now.v[k]) / ts->o.h;
    }
    rdg_ts_left(ts, a, force);
}

/* v1 of a mechanism of few coordinates, with the terms of now; W: where forces act */
static bool few_velocities(rdg_timestepping *ts, const double *q_K, double cv, double cq, const double *W,
                           const double *left, double *v1)
{
    return rdg_ts_few(ts, &(rdg_ts_response){.cv = cv,
                                             .cq = cq,
                                             .c = ts->o.h,
                                             .factor = 1.0,
                                             .v = ts->now.v,
                                             .q = q_K,
                                             .base = ts->now.v,
                                             .W = W,
                                             .left = left,
                                             .drift = ts->geometry.drift,
                                             .u = v1,
                                             .force = ts->force});
}

/* The same of all others; cv, cq: what of C and K is implicit. */
static rdg_status many_velocities(rdg_timestepping *ts, const double *q_K, double cv, double cq,
                                  const double *left, double *v1)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index n = ts->n;
    const bool explicit_rule = ts->o.scheme == RDG_MOREAU_MIDPOINT; /* it has one place for all */
    const rdg_ts_dense *masses = rdg_ts_factor(ts, 0, cv, cq);
    if (!masses) {
        return ts->failure;
    }
    if (ts->about->elements && !explicit_rule) {
        imbalance(ts, v1);
    } else {
        rdg_ts_force(ts, ts->now.v, q_K, v1);
    }
    rdg_ts_dense_solve(masses, 1, v1);
    const double *from = ts->about->elements && !explicit_rule ? ts->next.v : ts->now.v;
    for (rdg_index k = 0; k < n; k++) {
        v1[k] = from[k] + ts->o.h * v1[k];
    }
    if (s->count == 0) {
        return RDG_OK;
    }
    ts->smooth_size = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        ts->smooth_size = rdg_larger(ts->smooth_size, fabs(v1[k] - ts->now.v[k]));
    }
    for (rdg_index i = 0; i < s->count; i++) {
        const rdg_index row = s->row[i];
        const double e = ts->restitution[row], before = e == 0.0 ? 0.0
                                                        : explicit_rule
                                                            ? rdg_ts_row_velocity(ts, i, ts->now.v)
                                                            : ts->u0[row];
        s->b[i] = ts->geometry.drift[row] + e * before;
    }
    let_gaps_close(ts);
    RDG_TRY(rdg_ts_push(ts, masses, 1.0, left, v1, ts->force));
    rdg_ts_apply(ts, 1.0, v1);
    return RDG_OK;
}

/* v1 from forces and directions at (t, q, v), by the theta method. */
static rdg_status velocities(rdg_timestepping *ts, double t, const double *q, const double *v, double *v1)
{
    const double cv = ts->o.h * ts->o.theta, cq = ts->o.h * ts->o.h * ts->o.theta * ts->o.theta;
    const double *left = ts->active.W;
    double *q_K = ts->vector[NEW_V];
    RDG_TRY(terms(ts, t, q, v));
    for (rdg_index k = 0; k < ts->n; k++) {
        q_K[k] = ts->now.q[k] + cv * ts->now.v[k];
    }
    if (ts->active.count > 0) {
        RDG_TRY(rdg_ts_geometry(ts, t, q));
        rdg_ts_pack(ts);
        RDG_TRY(left_rows(ts, v, &left));
    }
    return few_velocities(ts, q_K, cv, cq, ts->active.W, left, v1)
               ? RDG_OK
               : many_velocities(ts, q_K, cv, cq, left, v1);
}

/* Whether a contact bears that bore nothing in the step before. */
static bool strikes(const rdg_timestepping *ts)
{
    const rdg_ts_rows *s = &ts->active;
    bool any = false;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        any = any || (s->r[i] > 0.0 && !ts->closed[s->contact[k]]);
        i += 1 + s->directions[k];
    }
    return any;
}

RDG_TS_OWN void end(rdg_index n, rdg_timestepping *ts, double theta)
{
    const double h = ts->o.h;
    RDG_TS_UNROLL
    for (rdg_index k = 0; k < n; k++) {
        const double v0 = ts->now.v[k], v1 = ts->next.v[k];
        ts->next.q[k] = ts->now.q[k] + h * ((1.0 - theta) * v0 + theta * v1);
        ts->next.a[k] = ts->next.A[k] = (v1 - v0) / h;
    }
}

static rdg_status finish(rdg_timestepping *ts, double theta)
{
    RDG_TS_BY_SIZE(ts->n, end, ts, theta);
    rdg_ts_spread(ts, 1.0, ts->jump);
    if (ts->active.contacts == 0) {
        return RDG_OK;
    }
    const bool ends = ts->o.scheme == RDG_MOREAU;
    if (ends) {
        RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), ts->next.q));
        rdg_ts_pack(ts);
    }
    rdg_ts_work(ts, 1.0, ends ? NULL : ts->now.v, ts->next.v, strikes(ts) ? 1e-9 : -1.0);
    return RDG_OK;
}

rdg_status rdg_ts_midpoint(rdg_timestepping *ts)
{
    const double *middle = ts->vector[MIDDLE];
    RDG_TRY(rdg_ts_look_ahead(ts));
    rdg_ts_choose(ts, ts->next.inside);
    RDG_TRY(rdg_ts_terms(ts, rdg_ts_time(ts, 0.5), middle, ts->now.v));
    if (!few_velocities(ts, middle, 0.0, 0.0, ts->geometry.W, ts->geometry.W, ts->next.v)) {
        rdg_ts_pack(ts);
        RDG_TRY(many_velocities(ts, middle, 0.0, 0.0, ts->active.W, ts->next.v));
    }
    ts->motion.iterations++;
    return finish(ts, 0.5);
}

/* Where the step is at its share theta, for next.v */
static void go_to(rdg_timestepping *ts, double *q, double *v)
{
    const double theta = ts->o.theta;
    for (rdg_index k = 0; k < ts->n; k++) {
        v[k] = (1.0 - theta) * ts->now.v[k] + theta * ts->next.v[k];
        q[k] = ts->now.q[k] + ts->o.h * theta * v[k];
    }
}

static double left_work(rdg_timestepping *ts)
{
    imbalance(ts, ts->vector[FORCE]);
    return rdg_ts_dot(ts->n, ts->vector[FORCE], ts->vector[STEP], 0.0);
}

/* A rdg_ts_work_fn */
static rdg_status work_along(rdg_timestepping *ts, double share, void *data, double *work)
{
    double *q = ts->vector[AT_Q], *v = ts->vector[AT_V];
    (void)data;
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->next.v[k] = ts->vector[OLD_V][k] + share * ts->vector[STEP][k];
    }
    go_to(ts, q, v);
    RDG_TRY(terms(ts, rdg_ts_time(ts, ts->o.theta), q, v));
    *work = left_work(ts);
    return RDG_OK;
}

/* From OLD_V as far towards next.v as is good; terms are still those of the former. */
static rdg_status step_back(rdg_timestepping *ts)
{
    double share;
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->vector[STEP][k] = ts->next.v[k] - ts->vector[OLD_V][k];
    }
    memcpy(ts->next.v, ts->vector[OLD_V], (size_t)ts->n * sizeof *ts->next.v);
    return rdg_ts_search(ts, work_along, NULL, left_work(ts), &share);
}

rdg_status rdg_ts_moreau(rdg_timestepping *ts)
{
    const rdg_index n = ts->n;
    const double theta = ts->o.theta;
    const int most = ts->about->elements ? RDG_TS_SEARCHES : MOST;
    double *q = ts->vector[AT_Q], *v = ts->vector[AT_V], *v1 = ts->vector[MIDDLE];
    RDG_TRY(rdg_ts_look_ahead(ts));
    rdg_ts_choose(ts, ts->next.inside);
    memcpy(ts->next.v, ts->now.v, (size_t)n * sizeof *v);
    for (int iteration = 1; iteration <= most; iteration++) {
        go_to(ts, q, v);
        RDG_TRY(velocities(ts, rdg_ts_time(ts, theta), q, v, v1));
        double change = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            change = rdg_larger(change, fabs(v1[k] - ts->next.v[k]));
        }
        memcpy(ts->vector[OLD_V], ts->next.v, (size_t)n * sizeof *v);
        memcpy(ts->next.v, v1, (size_t)n * sizeof *v);
        ts->motion.iterations++;
        const double size = rdg_ts_size(n, v1);
        if (!isfinite(size)) {
            return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "velocities are not finite");
        }
        if (change <= ts->o.tolerance * (1.0 + size)) {
            return finish(ts, theta);
        }
        if (ts->about->elements && iteration >= RDG_TS_WHOLE_STEPS && ts->active.contacts == 0) {
            RDG_TRY(step_back(ts));
        }
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                       "velocities do not converge within %d iterations: the step is too long", most);
}
