/* ED-alpha: two stages, at the end (1) and just behind the start (j) of a step, that are solved together:
 *     (v_1, v_j) = v + h B (a_1, a_j) + h (0, c) a_i,   (q_1, q_j) = q + h B (v_1, v_j) + h (0, c) v_i,
 * B = [1/2, 1/2; -d, d al], c = d (1 - al), al = (1 - rho)/(1 + rho), d = `decay`. Vectors hold both stages.
 */
#include "timestepping_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

enum { FREE_A, START_V, START_Q, BOTH_A, BOTH_V, BOTH_Q, PUSH, FREE_V, OLD_A, STEP, LEFT };
enum { MOST = 60 };

typedef struct pair {
    double B[2][2], square[2][2], c;
} pair;

static pair coefficients(const rdg_timestepping *ts)
{
    const double al = (1.0 - ts->o.rho) / (1.0 + ts->o.rho), d = ts->o.decay;
    pair p = {.B = {{0.5, 0.5}, {-d, d * al}}, .c = d * (1.0 - al)};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            p.square[i][j] = p.B[i][0] * p.B[0][j] + p.B[i][1] * p.B[1][j];
        }
    }
    return p;
}

/* to = h (B x 1) x */
static void spread_stages(const rdg_timestepping *ts, const pair *p, const double *x, double *to)
{
    for (rdg_index k = 0; k < ts->n; k++) {
        for (int s = 0; s < 2; s++) {
            to[s * ts->n + k] = ts->o.h * (p->B[s][0] * x[k] + p->B[s][1] * x[ts->n + k]);
        }
    }
}

static void prepare(rdg_timestepping *ts, const pair *p)
{
    const rdg_index n = ts->n;
    const double h = ts->o.h;
    double *v = ts->vector[START_V], *q = ts->vector[START_Q];
    for (rdg_index k = 0; k < n; k++) {
        v[k] = ts->now.v[k];
        v[n + k] = ts->now.v[k] + h * p->c * ts->now.a[k];
    }
    spread_stages(ts, p, v, q);
    for (rdg_index k = 0; k < n; k++) {
        q[k] += ts->now.q[k];
        q[n + k] += ts->now.q[k] + h * p->c * ts->now.v[k];
        ts->vector[BOTH_A][k] = ts->vector[BOTH_A][n + k] = ts->now.a[k];
    }
}

/* (v, q) of both stages from their accelerations */
static void place(rdg_timestepping *ts, const pair *p)
{
    const rdg_index n = ts->n;
    const double *a = ts->vector[BOTH_A];
    double *v = ts->vector[BOTH_V], *q = ts->vector[BOTH_Q];
    const double square = ts->o.h * ts->o.h;
    spread_stages(ts, p, a, v);
    for (rdg_index k = 0; k < n; k++) {
        for (int s = 0; s < 2; s++) {
            v[s * n + k] += ts->vector[START_V][s * n + k];
            q[s * n + k] = ts->vector[START_Q][s * n + k] +
                           square * (p->square[s][0] * a[k] + p->square[s][1] * a[n + k]);
        }
    }
}

/* Rows of a stage in the matrix, and its forces in FREE_A */
static rdg_status fill_stage(rdg_timestepping *ts, const pair *p, int s)
{
    const rdg_index n = ts->n, wide = 2 * n;
    const double h = ts->o.h;
    RDG_TRY(rdg_ts_terms(ts, rdg_ts_time(ts, s == 0 ? 1.0 : 0.0), ts->vector[BOTH_Q] + s * n,
                         ts->vector[BOTH_V] + s * n));
    if (ts->about->elements) { /* what is to change */
        rdg_ts_left(ts, ts->vector[BOTH_A] + s * n, ts->vector[FREE_A] + s * n);
    } else {
        rdg_ts_force(ts, ts->vector[START_V] + s * n, ts->vector[START_Q] + s * n,
                     ts->vector[FREE_A] + s * n);
    }
    for (int r = 0; r < 2; r++) {
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index i = 0; i < n; i++) {
                ts->pair.A[(r * n + j) * wide + s * n + i] = (r == s ? ts->terms.M[j * n + i] : 0.0) +
                                                             h * p->B[s][r] * ts->terms.C[j * n + i] +
                                                             h * h * p->square[s][r] * ts->terms.K[j * n + i];
            }
        }
    }
    return RDG_OK;
}

/* Rows of both stages: the ideal constraints of both come first, then each contact of each stage. Columns of
 * W have 2 n entries. */
static rdg_status pack_stage(rdg_timestepping *ts, int s)
{
    rdg_ts_rows *rows = &ts->active;
    const rdg_index n = ts->n, wide = 2 * n;
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, s == 0 ? 1.0 : 0.0), ts->vector[BOTH_Q] + s * n));
    const rdg_index half = rows->count, bilateral = rows->bilateral;
    for (rdg_index i = 0; i < half; i++) {
        const rdg_index to = i < bilateral ? s * bilateral + i : bilateral + s * (half - bilateral) + i;
        double *W = rows->W + to * wide;
        memset(W, 0, (size_t)wide * sizeof *W);
        memcpy(W + s * n, ts->geometry.W + rows->row[i] * n, (size_t)n * sizeof *W);
        rows->b[to] = ts->geometry.drift[rows->row[i]];
        for (rdg_index k = 0; k < n; k++) {
            rows->b[to] += W[s * n + k] * ts->vector[FREE_V][s * n + k];
        }
        rows->r[to] = ts->force[s * ts->rows + rows->row[i]];
    }
    return RDG_OK;
}

/* G = W^T h (B x 1) X */
static void couple(rdg_timestepping *ts, const pair *p, rdg_index count)
{
    rdg_ts_rows *rows = &ts->active;
    const rdg_index wide = 2 * ts->n;
    double *moved = ts->vector[PUSH];
    for (rdg_index j = 0; j < count; j++) {
        spread_stages(ts, p, rows->X + j * wide, moved);
        for (rdg_index i = 0; i < count; i++) {
            const double sum = rdg_dot(wide, rows->W + i * wide, moved);
            rows->G[j * count + i] = sum;
        }
    }
}

static rdg_status answer(rdg_timestepping *ts, rdg_index count)
{
    rdg_ts_rows *rows = &ts->active;
    for (rdg_index k = 0; k < rows->contacts; k++) {
        rows->directions[rows->contacts + k] = rows->directions[k];
        rows->mu[rows->contacts + k] = rows->mu[k];
    }
    const rdg_contact_problem problem = {.bilateral = 2 * rows->bilateral,
                                         .contacts = 2 * rows->contacts,
                                         .directions = rows->directions,
                                         .mu = rows->mu,
                                         .G = rows->G,
                                         .b = rows->b};
    if (rdg_contact_try(ts->solver, &problem, rows->r, &ts->motion.answer) != 0) {
        return rdg_ts_fail(
            ts, RDG_ERR_NO_CONVERGENCE,
            "no reactions of both stages satisfy the force laws of all contacts and constraints (off by %.2g "
            "of the largest velocity); a shorter step, or another scheme, may help",
            ts->motion.answer.residual);
    }
    const rdg_index half = count / 2, bilateral = rows->bilateral;
    memset(ts->force, 0, (size_t)(2 * ts->rows) * sizeof *ts->force);
    for (int s = 0; s < 2; s++) {
        for (rdg_index i = 0; i < half; i++) {
            const rdg_index from = i < bilateral ? s * bilateral + i : bilateral + s * (half - bilateral) + i;
            ts->force[s * ts->rows + rows->row[i]] = rows->r[from];
        }
    }
    return RDG_OK;
}

/* Accelerations of both stages with what their places state */
static rdg_status solve_once(rdg_timestepping *ts, const pair *p)
{
    rdg_ts_rows *rows = &ts->active;
    const rdg_index wide = 2 * ts->n, count = 2 * rows->count;
    double *a = ts->vector[FREE_A], *push = ts->vector[PUSH], *v = ts->vector[FREE_V];
    RDG_TRY(fill_stage(ts, p, 0));
    RDG_TRY(fill_stage(ts, p, 1));
    if (!rdg_ts_dense_factor(&ts->pair, ts->pair.A)) {
        return rdg_ts_fail(ts, RDG_ERR_SINGULAR, "the masses of both stages are singular");
    }
    rdg_ts_dense_solve(&ts->pair, 1, a);
    for (rdg_index k = 0; ts->about->elements && k < wide; k++) {
        a[k] += ts->vector[BOTH_A][k];
    }
    ts->smooth_size = ts->o.h * rdg_ts_size(wide, a);
    if (count > 0) {
        spread_stages(ts, p, a, v);
        for (rdg_index k = 0; k < wide; k++) {
            v[k] += ts->vector[START_V][k];
        }
        RDG_TRY(pack_stage(ts, 0));
        RDG_TRY(pack_stage(ts, 1));
        memcpy(rows->X, rows->W, (size_t)(count * wide) * sizeof *rows->X);
        rdg_ts_dense_solve(&ts->pair, count, rows->X);
        couple(ts, p, count);
        RDG_TRY(answer(ts, count));
        memset(push, 0, (size_t)wide * sizeof *push);
        for (rdg_index i = 0; i < count; i++) {
            for (rdg_index k = 0; k < wide; k++) {
                push[k] += rows->X[i * wide + k] * rows->r[i];
            }
        }
        ts->reaction_size = ts->o.h * rdg_ts_size(wide, push);
        for (rdg_index k = 0; k < wide; k++) {
            a[k] += push[k];
        }
    }
    memcpy(ts->vector[BOTH_A], a, (size_t)wide * sizeof *a);
    return RDG_OK;
}

/* Reactions as the mean of both stages, at mid-step */
static rdg_status finish(rdg_timestepping *ts)
{
    rdg_ts_rows *rows = &ts->active;
    const size_t size = (size_t)ts->n * sizeof(double);
    memcpy(ts->next.q, ts->vector[BOTH_Q], size);
    memcpy(ts->next.v, ts->vector[BOTH_V], size);
    memcpy(ts->next.a, ts->vector[BOTH_A], size);
    memcpy(ts->next.A, ts->vector[BOTH_A], size);
    if (rows->count > 0) {
        RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, 1.0), ts->next.q));
        rdg_ts_pack(ts);
        for (rdg_index i = 0; i < rows->count; i++) {
            rows->r[i] = 0.5 * (ts->force[rows->row[i]] + ts->force[ts->rows + rows->row[i]]);
        }
        rdg_ts_spread(ts, ts->o.h, ts->smooth);
        rdg_ts_work(ts, ts->o.h, NULL, ts->next.v, -1.0);
    }
    return RDG_OK;
}

/* What is left of the forces of both stages, as work along the step of velocities; with these weights that of
 * inertia is a sum of squares. */
static rdg_status left_work(rdg_timestepping *ts, const pair *p, double *work)
{
    const rdg_index n = ts->n;
    const double weight[2] = {-2.0 * p->B[1][0], 1.0};
    *work = 0.0;
    for (int s = 0; s < 2; s++) {
        double *left = ts->vector[LEFT];
        RDG_TRY(rdg_ts_terms(ts, rdg_ts_time(ts, s == 0 ? 1.0 : 0.0), ts->vector[BOTH_Q] + s * n,
                             ts->vector[BOTH_V] + s * n));
        rdg_ts_left(ts, ts->vector[BOTH_A] + s * n, left);
        for (rdg_index k = 0; k < n; k++) {
            const double moved = p->B[s][0] * ts->vector[STEP][k] + p->B[s][1] * ts->vector[STEP][n + k];
            *work += weight[s] * moved * left[k];
        }
    }
    return RDG_OK;
}

/* A rdg_ts_work_fn */
static rdg_status work_along(rdg_timestepping *ts, double share, void *data, double *work)
{
    const pair *p = data;
    for (rdg_index k = 0; k < 2 * ts->n; k++) {
        ts->vector[BOTH_A][k] = ts->vector[OLD_A][k] + share * ts->vector[STEP][k];
    }
    place(ts, p);
    return left_work(ts, p, work);
}

/* From OLD_A as far towards BOTH_A as is good */
static rdg_status step_back(rdg_timestepping *ts, pair *p)
{
    double begin, share;
    for (rdg_index k = 0; k < 2 * ts->n; k++) {
        ts->vector[STEP][k] = ts->vector[BOTH_A][k] - ts->vector[OLD_A][k];
    }
    RDG_TRY(work_along(ts, 0.0, p, &begin));
    return rdg_ts_search(ts, work_along, p, begin, &share);
}

rdg_status rdg_ts_energy_decaying(rdg_timestepping *ts)
{
    const rdg_index wide = 2 * ts->n;
    const int most = ts->about->elements ? RDG_TS_SEARCHES : MOST;
    pair p = coefficients(ts);
    double *v = ts->vector[BOTH_V], *before = ts->vector[FREE_V];
    rdg_ts_choose(ts, ts->now.inside);
    prepare(ts, &p);
    place(ts, &p);
    for (int iteration = 1; iteration <= most; iteration++) {
        double change = 0.0;
        memcpy(ts->vector[OLD_A], ts->vector[BOTH_A], (size_t)wide * sizeof *v);
        RDG_TRY(solve_once(ts, &p));
        memcpy(before, v, (size_t)wide * sizeof *v);
        place(ts, &p);
        for (rdg_index k = 0; k < wide; k++) {
            change = rdg_larger(change, fabs(v[k] - before[k]));
        }
        ts->motion.iterations++;
        const double size = rdg_ts_size(wide, v);
        if (!isfinite(size)) {
            return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "velocities are not finite");
        }
        if (change <= ts->o.tolerance * (1.0 + size)) {
            return finish(ts);
        }
        if (ts->about->elements && iteration >= RDG_TS_WHOLE_STEPS && ts->active.contacts == 0) {
            RDG_TRY(step_back(ts, &p));
        }
    }
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                       "velocities do not converge within %d iterations: the step is too long", most);
}
