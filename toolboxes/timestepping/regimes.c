/* Between two events each contact is open, sticks or slips in one direction: accelerations then follow from
 * linear equations. */
#include "events_impl.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* rate: d/dt of W^T along q' = v, applied to v, by differences of fourth order */
static rdg_status find_rates(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    rdg_ts_events *e = ts->events;
    static const double place[4] = {-2.0, -1.0, 1.0, 2.0}, weight[4] = {1.0, -8.0, 8.0, -1.0};
    const double step = 1e-3 / (1.0 + rdg_ts_size(ts->n, v));
    memset(e->rate, 0, (size_t)ts->rows * sizeof *e->rate);
    for (int k = 0; k < 4; k++) {
        for (rdg_index i = 0; i < ts->n; i++) {
            e->column[i] = q[i] + place[k] * step * v[i];
        }
        RDG_TRY(rdg_ts_geometry(ts, t + place[k] * step, e->column));
        for (rdg_index row = 0; row < ts->rows; row++) {
            e->rate[row] +=
                weight[k] * rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v) / (12.0 * step);
        }
    }
    return RDG_OK;
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
            const double share = ts->about->law[k].mu * (e->regime[k] == RDG_TS_SLIPS_UP ? -1.0 : 1.0);
            for (rdg_index i = 0; ts->about->law[k].directions > 0 && i < ts->n; i++) {
                column[i] += share * s->X[(row + 1) * ts->n + i];
            }
        }
    }
}

static rdg_index list_unknowns(const rdg_timestepping *ts, rdg_index *row)
{
    const rdg_ts_events *e = ts->events;
    rdg_index count = 0;
    for (; count < ts->about->bilateral; count++) {
        row[count] = count;
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (e->regime[k] != RDG_TS_OPEN) {
            row[count++] = ts->first[k];
            if (e->regime[k] == RDG_TS_STICKS && ts->about->law[k].directions > 0) {
                row[count++] = ts->first[k] + 1;
            }
        }
    }
    return count;
}

/* S x = b, of least norm where forces are not unique */
static rdg_status solve(rdg_timestepping *ts, rdg_index count)
{
    rdg_ts_events *e = ts->events;
    const lapack_int n = (lapack_int)count;
    lapack_int rank = 0;
    memset(e->pivot, 0, (size_t)count * sizeof *e->pivot);
    return RDG_BLAS(LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, n, n, 1, e->S, n, e->b, n, e->pivot, 1e-11, &rank,
                                        e->work, (lapack_int)e->room)) == 0 &&
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
    const rdg_index count = list_unknowns(ts, row);
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
    RDG_TRY(solve(ts, count));
    for (rdg_index j = 0; j < count; j++) {
        push_column(ts, row[j], e->column);
        e->force[row[j]] = e->b[j];
        for (rdg_index k = 0; k < n; k++) {
            e->a[k] += e->column[k] * e->b[j];
        }
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (e->regime[k] >= RDG_TS_SLIPS_UP && ts->about->law[k].directions > 0) {
            e->force[ts->first[k] + 1] = ts->about->law[k].mu * e->force[ts->first[k]] *
                                         (e->regime[k] == RDG_TS_SLIPS_UP ? -1.0 : 1.0);
        }
    }
    return RDG_OK;
}

/* Contacts that touch and do not move apart; velocities of friction that are none but for rounding are 0. */
static void pose(rdg_timestepping *ts, double later, const double *v)
{
    rdg_ts_rows *s = &ts->active;
    const double slow = 1e-9 * (1.0 + rdg_ts_size(ts->n, v));
    rdg_index i = 0;
    for (; i < s->bilateral; i++) {
        s->b[i] = 0.0;
    }
    for (rdg_index k = 0; k < s->contacts; k++) {
        for (int j = 0; j <= s->directions[k]; j++, i++) {
            const double u = rdg_ts_row_velocity(ts, i, v);
            s->b[i] = j > 0 && fabs(u) > slow ? u : 0.0;
        }
    }
    for (i = 0; i < s->count; i++) {
        double rate = ts->events->rate[s->row[i]];
        for (rdg_index k = 0; k < ts->n; k++) {
            rate += s->W[i * ts->n + k] * ts->events->a[k];
        }
        s->b[i] += later * rate;
    }
}

static void read_regimes(rdg_timestepping *ts, const double *v)
{
    const rdg_ts_rows *s = &ts->active;
    const double slow = 1e-9 * (1.0 + rdg_ts_size(ts->n, v));
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        const rdg_index own = s->contact[k];
        const bool rubs = s->directions[k] > 0;
        const double u = rubs ? rdg_ts_row_velocity(ts, i + 1, v) : 0.0, limit = s->mu[k] * s->r[i],
                     along = fabs(u) > slow ? u
                             : rubs         ? -s->r[i + 1]
                                            : 0.0;
        ts->events->regime[own] = !(s->r[i] > 0.0) ? RDG_TS_OPEN
                                  : !rubs || (fabs(u) <= slow && fabs(s->r[i + 1]) < limit * (1.0 - 1e-9))
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
    const double close = 1e-8 * (1.0 + rdg_ts_size(ts->n, q)), slow = 0.9 * ts->least_rebound;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        e->regime[k] = RDG_TS_OPEN;
    }
    RDG_TRY(find_rates(ts, t, q, v));
    RDG_TRY(rdg_ts_terms(ts, t, q, v));
    RDG_TRY(rdg_ts_geometry(ts, t, q));
    const rdg_ts_dense *masses = rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0);
    if (!masses) {
        return ts->failure;
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, ts->first[k], v);
        e->closed[k] = ts->geometry.g[ts->about->bilateral + k] <= close && fabs(u) <= slow;
    }
    rdg_ts_choose(ts, e->closed);
    if (s->contacts == 0) {
        return RDG_OK;
    }
    rdg_ts_force(ts, v, q, e->a);
    rdg_ts_dense_solve(masses, 1, e->a);
    rdg_ts_pack(ts);
    rdg_ts_respond(ts, masses);
    const double later = 1e-3 * ts->o.h;
    rdg_ts_delassus(ts, later, s->W);
    pose(ts, later, v);
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    read_regimes(ts, v);
    return RDG_OK;
}
