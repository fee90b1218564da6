/* Between two events each contact is open, sticks or slips in one direction: accelerations then follow from
 * linear equations. */
#include "events_impl.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* sum_i |W_i v_i| + |drift| of a row */
static double row_size(const rdg_timestepping *ts, rdg_index row, const double *v)
{
    double sum = fabs(ts->geometry.drift[row]);
    for (rdg_index i = 0; i < ts->n; i++) {
        sum += fabs(ts->geometry.W[row * ts->n + i] * v[i]);
    }
    return sum;
}

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
            100.0 * DBL_EPSILON * row_size(ts, row, v) / step + 1e-12 * row_size(ts, row, e->a);
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

rdg_index rdg_ts_regimes_rows(const rdg_timestepping *ts, bool friction, rdg_index *row)
{
    const rdg_ts_events *e = ts->events;
    rdg_index count = 0;
    for (; count < ts->about->bilateral; count++) {
        row[count] = count;
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (rdg_ts_is_closed(e->regime[k])) {
            row[count++] = ts->first[k];
            if (friction && e->regime[k] == RDG_TS_STICKS && rdg_ts_rubs(ts, k)) {
                row[count++] = ts->first[k] + 1;
            }
        }
    }
    return count;
}

/* Friction of a contact that slips or is held / normal force */
static double friction_share(const rdg_timestepping *ts, rdg_index contact)
{
    const rdg_ts_regime regime = ts->events->regime[contact];
    const double mu = ts->about->law[contact].mu;
    return regime == RDG_TS_HELD ? ts->events->share[contact] : regime == RDG_TS_SLIPS_UP ? -mu : mu;
}

/* The unknown forces: rows whose acceleration is to vanish; in `row` of the active ones. With each normal one
 * comes the friction of a contact that slips. */
static void push_column(rdg_timestepping *ts, rdg_index row, double *column)
{
    const rdg_ts_events *e = ts->events;
    const rdg_ts_rows *s = &ts->active;
    memcpy(column, s->X + row * ts->n, (size_t)ts->n * sizeof *column);
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (ts->first[k] == row && e->regime[k] >= RDG_TS_SLIPS_UP) {
            const double share = friction_share(ts, k);
            for (rdg_index i = 0; rdg_ts_rubs(ts, k) && i < ts->n; i++) {
                column[i] += share * s->X[(row + 1) * ts->n + i];
            }
        }
    }
}

rdg_status rdg_ts_regimes_answer(rdg_timestepping *ts, rdg_index count)
{
    rdg_ts_events *e = ts->events;
    const lapack_int n = (lapack_int)count;
    lapack_int rank = 0;
    memset(e->pivot, 0, (size_t)count * sizeof *e->pivot);
    return RDG_BLAS(LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, n, n, 1, e->S, n, e->b, n, e->pivot,
                                        RDG_TS_DEPENDENT, &rank, e->work, (lapack_int)e->room)) == 0 &&
                   rdg_ts_finite(count, e->b)
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_SINGULAR, "forces of the closed contacts are not found");
}

rdg_status rdg_ts_regimes_solve(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    rdg_ts_rows *s = &ts->active;
    const rdg_index n = ts->n;
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    rdg_ts_force(ts, v, q, e->a);
    rdg_ts_dense_solve(masses, 1, e->a);
    memset(e->force, 0, (size_t)ts->rows * sizeof *e->force);
    rdg_index *row = s->row;
    const rdg_index count = rdg_ts_regimes_rows(ts, true, row);
    if (count == 0) {
        return RDG_OK;
    }
    RDG_TRY(find_rates(ts, t, q, v));
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    memcpy(s->X, ts->geometry.W, (size_t)(n * ts->rows) * sizeof *s->X);
    rdg_ts_dense_solve(masses, ts->rows, s->X);
    for (rdg_index j = 0; j < count; j++) {
        push_column(ts, row[j], e->column);
        for (rdg_index i = 0; i < count; i++) {
            const double *W = ts->geometry.W + row[i] * n;
            double sum = 0.0, free = e->rate[row[i]];
            for (rdg_index k = 0; k < n; k++) {
                sum += W[k] * e->column[k];
                free += W[k] * e->a[k];
            }
            e->S[j * count + i] = sum;
            e->b[i] = -free;
        }
    }
    RDG_TRY(rdg_ts_regimes_answer(ts, count));
    for (rdg_index j = 0; j < count; j++) {
        push_column(ts, row[j], e->column);
        e->force[row[j]] = e->b[j];
        for (rdg_index k = 0; k < n; k++) {
            e->a[k] += e->column[k] * e->b[j];
        }
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (e->regime[k] >= RDG_TS_SLIPS_UP && rdg_ts_rubs(ts, k)) {
            e->force[ts->first[k] + 1] = friction_share(ts, k) * e->force[ts->first[k]];
        }
    }
    return RDG_OK;
}

/* Rates of the rows' velocities without reactions. Where a contact slips, a velocity that no friction can
 * stop stands for that of the slip: only its direction matters. */
static void pose(rdg_timestepping *ts, const double *v)
{
    rdg_ts_rows *s = &ts->active;
    double most = 0.0;
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = ts->events->rate[s->row[i]];
        for (rdg_index k = 0; k < ts->n; k++) {
            s->b[i] += s->W[i * ts->n + k] * ts->events->a[k];
        }
        most = rdg_larger(most, fabs(s->b[i]));
    }
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        for (int j = 0; j <= s->directions[k]; j++, i++) {
            const double u = rdg_ts_row_velocity(ts, i, v);
            if (j > 0 && s->mu[k] > 0.0 && fabs(u) > ts->events->slow[s->row[i]]) {
                s->b[i] += copysign(1e3 * (1.0 + s->mu[k]) * most, u);
            }
        }
    }
}

static void read_regimes(rdg_timestepping *ts, const double *v)
{
    const rdg_ts_rows *s = &ts->active;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        const bool rubs = rdg_ts_rubs(ts, s->contact[k]);
        const double u = rubs ? rdg_ts_row_velocity(ts, i + 1, v) : 0.0, limit = s->mu[k] * s->r[i];
        const bool slips = rubs && fabs(u) > ts->events->slow[s->row[i + 1]];
        const double along = slips ? u : rubs ? -s->r[i + 1] : 0.0;
        ts->events->regime[s->contact[k]] = !(s->r[i] > 0.0) ? RDG_TS_RISES
                                            : !rubs || (!slips && fabs(s->r[i + 1]) < limit * (1.0 - 1e-9))
                                                ? RDG_TS_STICKS
                                            : along > 0.0 ? RDG_TS_SLIPS_UP
                                                          : RDG_TS_SLIPS_DOWN;
        i += 1 + s->directions[k];
    }
}

rdg_status rdg_ts_regimes_decide(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    rdg_ts_rows *s = &ts->active;
    RDG_TRY(find_rates(ts, t, q, v));
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, ts->first[k], v);
        const bool rests = e->closed[k] && u <= e->slow[ts->first[k]];
        e->regime[k] = e->closed[k] && !rests ? RDG_TS_RISES : rests ? e->regime[k] : RDG_TS_OPEN;
        e->closed[k] = rests;
    }
    rdg_ts_choose(ts, e->closed);
    if (s->contacts == 0) {
        return RDG_OK;
    }
    rdg_ts_force(ts, v, q, e->a);
    rdg_ts_dense_solve(masses, 1, e->a);
    rdg_ts_pack(ts);
    rdg_ts_respond(ts, masses);
    rdg_ts_delassus(ts, 1.0, s->W);
    pose(ts, v);
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    read_regimes(ts, v);
    rdg_ts_regimes_find_held(ts, v);
    return RDG_OK;
}
