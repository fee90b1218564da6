/* Reactions: rows of constraints and contacts that act, and the contact problem they make. */
#include "timestepping_impl.h"

#include <inttypes.h>
#include <string.h>

void rdg_ts_choose(rdg_timestepping *ts, const bool *inside)
{
    rdg_ts_rows *s = &ts->active;
    s->bilateral = inside ? ts->about->bilateral : 0;
    s->count = s->contacts = 0;
    for (; s->count < s->bilateral; s->count++) {
        s->row[s->count] = s->count;
    }
    for (rdg_index k = 0; inside && k < ts->about->contacts; k++) {
        const rdg_contact_law *law = &ts->about->law[k];
        if (inside[k]) {
            s->contact[s->contacts] = k;
            s->directions[s->contacts] = law->directions;
            s->mu[s->contacts++] = law->mu;
            for (int j = 0; j <= law->directions; j++) {
                s->row[s->count++] = ts->first[k] + j;
            }
        }
    }
}

void rdg_ts_pack(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    if (s->count == ts->rows) {
        memcpy(s->W, ts->geometry.W, (size_t)(s->count * ts->n) * sizeof *s->W);
        return;
    }
    for (rdg_index i = 0; i < s->count; i++) {
        memcpy(s->W + i * ts->n, ts->geometry.W + s->row[i] * ts->n, (size_t)ts->n * sizeof *s->W);
    }
}

void rdg_ts_respond(rdg_timestepping *ts, const rdg_ts_dense *masses)
{
    rdg_ts_rows *s = &ts->active;
    rdg_ts_dense_solve_for(masses, s->count, s->W, s->X);
}

RDG_TS_OWN void delassus(rdg_index n, rdg_ts_rows *s, double factor, const double *left)
{
    rdg_ts_multiply_rows(n, s->count, factor, left, s->X, s->G);
}

void rdg_ts_delassus(rdg_timestepping *ts, double factor, const double *left)
{
    RDG_TS_BY_SIZE(ts->n, delassus, &ts->active, factor, left);
}

double rdg_ts_row_velocity(const rdg_timestepping *ts, rdg_index i, const double *v)
{
    return rdg_ts_dot(ts->n, ts->active.W + i * ts->n, v, ts->geometry.drift[ts->active.row[i]]);
}

void rdg_ts_find_mobility(rdg_timestepping *ts, const rdg_ts_dense *masses)
{
    rdg_ts_pack(ts);
    rdg_ts_respond(ts, masses);
    rdg_ts_delassus(ts, 1.0, ts->active.W);
}

rdg_contact_problem rdg_ts_contact_problem(const rdg_timestepping *ts)
{
    const rdg_ts_rows *s = &ts->active;
    return (rdg_contact_problem){.bilateral = s->bilateral,
                                 .contacts = s->contacts,
                                 .directions = s->directions,
                                 .mu = s->mu,
                                 .G = s->G,
                                 .b = s->b};
}

rdg_status rdg_ts_fail_to_react(rdg_timestepping *ts)
{
    const rdg_ts_rows *s = &ts->active;
    const rdg_index worst = ts->motion.answer.worst;
    return rdg_ts_fail(
        ts, RDG_ERR_NO_CONVERGENCE,
        "no reactions satisfy the force laws of all contacts and constraints (%s %" PRId64
        " is off by %.2g of the largest velocity); a shorter step, or another scheme, may help",
        worst < 0 ? "constraint" : "contact",
        worst < 0             ? -1 - worst
        : worst < s->contacts ? s->contact[worst]
                              : worst,
        ts->motion.answer.residual);
}

rdg_status rdg_ts_react(rdg_timestepping *ts, double *guess)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_contact_problem problem = rdg_ts_contact_problem(ts);
    for (rdg_index i = 0; i < s->count; i++) {
        s->r[i] = guess[s->row[i]];
    }
    if (rdg_contact_try(ts->solver, &problem, s->r, &ts->motion.answer) != 0) {
        return rdg_ts_fail_to_react(ts);
    }
    memset(guess, 0, (size_t)ts->rows * sizeof *guess);
    for (rdg_index i = 0; i < s->count; i++) {
        guess[s->row[i]] = s->r[i];
    }
    return RDG_OK;
}

RDG_TS_OWN void apply(rdg_index n, const rdg_ts_rows *s, double factor, double *a)
{
    for (rdg_index i = 0; i < s->count; i++) {
        for (rdg_index k = 0; s->r[i] != 0.0 && k < n; k++) {
            a[k] += factor * s->X[i * n + k] * s->r[i];
        }
    }
}

void rdg_ts_apply(const rdg_timestepping *ts, double factor, double *a)
{
    RDG_TS_BY_SIZE(ts->n, apply, &ts->active, factor, a);
}

/* G = factor left^T X and b += left^T v, of m rows */
RDG_TS_OWN void pose(rdg_index n, rdg_index m, rdg_ts_rows *s, double factor, const double *left,
                     const double *v)
{
    rdg_ts_multiply_rows(n, m, factor, left, s->X, s->G);
    for (rdg_index i = 0; i < m; i++) {
        s->b[i] = rdg_ts_dot(n, left + i * n, v, s->b[i]);
    }
}

RDG_TS_OWN void pose_rows(rdg_index n, rdg_ts_rows *s, double factor, const double *left, const double *v)
{
    if (s->count == 1) {
        pose(n, 1, s, factor, left, v);
    } else if (s->count == 2) {
        pose(n, 2, s, factor, left, v);
    } else {
        pose(n, s->count, s, factor, left, v);
    }
}

rdg_status rdg_ts_push(rdg_timestepping *ts, const rdg_ts_dense *masses, double factor, const double *left,
                       const double *v, double *guess)
{
    rdg_ts_respond(ts, masses);
    RDG_TS_BY_SIZE(ts->n, pose_rows, &ts->active, factor, left, v);
    return rdg_ts_react(ts, guess);
}

void rdg_ts_spread(const rdg_timestepping *ts, double factor, double *full)
{
    const rdg_ts_rows *s = &ts->active;
    for (rdg_index i = 0; i < s->count; i++) {
        full[s->row[i]] += factor * s->r[i];
    }
}

void rdg_ts_keep_forces(const rdg_timestepping *ts, double *l)
{
    memset(l, 0, (size_t)ts->rows * sizeof *l);
    rdg_ts_spread(ts, 1.0, l);
}

void rdg_ts_add_power(rdg_timestepping *ts, double factor, const double *force, const double *v)
{
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        for (int j = 0; j <= ts->about->law[k].directions; j++) {
            const rdg_index row = ts->first[k] + j;
            if (force[row] != 0.0) {
                const double u =
                    v ? rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v) : ts->u0[row];
                ts->works[j > 0] += factor * force[row] * u;
            }
        }
    }
}

void rdg_ts_work(rdg_timestepping *ts, double factor, const double *v0, const double *v1, double most)
{
    const rdg_ts_rows *s = &ts->active;
    const double *before = v0 ? v0 : ts->now.v;
    double sum = 0.0, worst = 0.0, kinetic = 0.0;
    rdg_index i = s->bilateral;
    for (rdg_index k = 0; k < s->contacts; k++) {
        double own = 0.0;
        for (int j = 0; j <= s->directions[k]; j++, i++) {
            const double begin = v0 ? rdg_ts_row_velocity(ts, i, v0) : ts->u0[s->row[i]];
            const double mean = 0.5 * (begin + rdg_ts_row_velocity(ts, i, v1));
            const double work = factor * s->r[i] * mean;
            ts->works[j > 0] += work;
            own += work;
        }
        ts->gainer = own > worst ? s->contact[k] : ts->gainer;
        worst = rdg_larger(worst, own);
        sum += own;
    }
    if (most >= 0.0 && sum > 0.0) {
        for (rdg_index j = 0; j < ts->n; j++) {
            for (rdg_index k = 0; k < ts->n; k++) {
                kinetic += 0.5 * before[j] * ts->terms.M[j * ts->n + k] * before[k];
            }
        }
        ts->gain = sum > most * kinetic && kinetic > 0.0 ? sum / kinetic : 0.0;
    }
}
