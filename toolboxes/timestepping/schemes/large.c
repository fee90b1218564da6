/* Steps of sparse mechanisms: Moreau and Jean's method, with contact problems of many bodies. Directions of
 * ideal constraints are those where forces act, in the step and not at its end. */
#include "timestepping_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST = 60 };
enum { AT_Q, AT_V, OLD }; /* vectors of the step */

rdg_status rdg_ts_large_create(rdg_timestepping *ts)
{
    const rdg_mechanism_options *m = ts->about;
    const size_t n = (size_t)ts->n, rows = (size_t)ts->rows, entries = (size_t)ts->entries;
    rdg_ts_large *l = ts->large = rdg_context_calloc(ts->ctx, 1, sizeof *l);
    int *directions = rdg_context_calloc(ts->ctx, (size_t)m->contacts, sizeof *directions);
    double *mu = rdg_context_calloc(ts->ctx, (size_t)m->contacts, sizeof *mu);
    if (l && directions && mu) {
        for (rdg_index k = 0; k < m->contacts; k++) {
            directions[k] = m->law[k].directions;
            mu[k] = m->law[k].mu;
        }
        l->mass =
            rdg_context_calloc(ts->ctx, 4 * entries + 2 * n + rows + (size_t)ts->pushes, sizeof *l->mass);
        l->solver =
            rdg_large_contacts_create(ts->ctx, &(rdg_large_contacts_options){.M = m->matrices,
                                                                             .W = m->pushes,
                                                                             .bilateral = m->bilateral,
                                                                             .contacts = m->contacts,
                                                                             .directions = directions,
                                                                             .mu = mu});
    }
    rdg_free(directions);
    rdg_free(mu);
    if (!l || !l->mass || !l->solver) {
        return rdg_error_status(ts->ctx);
    }
    l->momentum = l->mass + entries;
    l->c = l->momentum + n;
    l->terms = l->c + rows;
    l->W = l->terms + 3 * entries + n;
    return RDG_OK;
}

void rdg_ts_large_release(rdg_timestepping *ts)
{
    if (ts->large) {
        rdg_large_contacts_free(ts->large->solver);
        rdg_free(ts->large->mass);
        rdg_free(ts->large);
    }
}

/* y += factor A x */
static void multiply(const rdg_timestepping *ts, double factor, const double *A, const double *x, double *y)
{
    const rdg_pattern *p = ts->about->matrices;
    for (rdg_index j = 0; j < ts->n; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            y[p->row[e]] += factor * A[e] * x[j];
        }
    }
}

rdg_status rdg_ts_large_masses(rdg_timestepping *ts)
{
    const rdg_pattern *p = ts->about->matrices;
    for (rdg_index j = 0; j < ts->n; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            if (p->row[e] == j && !(ts->terms.M[e] > 0.0)) {
                return rdg_ts_fail(ts, RDG_ERR_SINGULAR,
                                   "the matrix of masses is not positive definite: entry %" PRId64
                                   " of its diagonal is %.3g",
                                   j, ts->terms.M[e]);
            }
        }
    }
    return RDG_OK;
}

double rdg_ts_large_kinetic(const rdg_timestepping *ts, const double *v)
{
    double *momentum = ts->large->momentum, sum = 0.0;
    memset(momentum, 0, (size_t)ts->n * sizeof *momentum);
    multiply(ts, 1.0, ts->terms.M, v, momentum);
    for (rdg_index k = 0; k < ts->n; k++) {
        sum += 0.5 * v[k] * momentum[k];
    }
    return sum;
}

/* Mass, momentum and shifts at the present terms and geometry; cv = h theta */
static void pose(rdg_timestepping *ts, double cv)
{
    rdg_ts_large *l = ts->large;
    const double h = ts->o.h;
    double *old = ts->vector[OLD];
    memcpy(l->mass, ts->terms.M, (size_t)ts->entries * sizeof *l->mass);
    for (rdg_index e = 0; !ts->explicit_forces && e < ts->entries; e++) {
        l->mass[e] += cv * ts->terms.C[e] + cv * cv * ts->terms.K[e];
    }
    for (rdg_index k = 0; k < ts->n; k++) {
        l->momentum[k] = h * ts->terms.h[k];
        old[k] = ts->now.q[k] + cv * ts->now.v[k];
    }
    multiply(ts, 1.0, l->mass, ts->now.v, l->momentum);
    if (!ts->explicit_forces) {
        multiply(ts, -h, ts->terms.C, ts->now.v, l->momentum);
        multiply(ts, -h, ts->terms.K, old, l->momentum);
    }
    for (rdg_index i = 0; i < ts->rows; i++) {
        l->c[i] = ts->geometry.drift[i] + ts->restitution[i] * ts->u0[i];
    }
}

/* Whether terms and directions are those of the iteration before, bit for bit; they are kept. */
static bool as_before(rdg_timestepping *ts)
{
    rdg_ts_large *l = ts->large;
    const size_t terms = (size_t)(3 * ts->entries + ts->n) * sizeof *l->terms,
                 W = (size_t)ts->pushes * sizeof *l->W;
    const bool same = memcmp(l->terms, ts->terms.M, terms) == 0 && memcmp(l->W, ts->geometry.W, W) == 0;
    memcpy(l->terms, ts->terms.M, terms);
    memcpy(l->W, ts->geometry.W, W);
    return same;
}

static rdg_status react(rdg_timestepping *ts)
{
    rdg_ts_large *l = ts->large;
    const rdg_large_contacts_numbers numbers = {
        .M = l->mass, .W = ts->geometry.W, .f = l->momentum, .c = l->c, .inside = ts->next.inside};
    if (rdg_large_contacts_try(l->solver, &numbers, ts->next.v, ts->force, &ts->motion.answer) == 0) {
        return RDG_OK;
    }
    const rdg_index worst = ts->motion.answer.worst;
    return rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                       "no reactions satisfy the force laws of all contacts and constraints (%s %" PRId64
                       " is off by %.2g of the largest velocity); a shorter step may help",
                       worst < 0 ? "constraint" : "contact", worst < 0 ? -1 - worst : worst,
                       ts->motion.answer.residual);
}

/* Impulses and their work; a gain of energy at an impact */
static void tell(rdg_timestepping *ts)
{
    const rdg_mechanism_options *m = ts->about;
    double sum = 0.0, worst = 0.0;
    bool strikes = false;
    for (rdg_index i = 0; i < ts->rows; i++) {
        ts->jump[i] += ts->force[i];
    }
    for (rdg_index k = 0; k < m->contacts; k++) {
        double own = 0.0;
        for (int j = 0; j <= m->law[k].directions; j++) {
            const rdg_index row = ts->first[k] + j;
            const double r = ts->force[row],
                         u = r == 0.0
                                 ? 0.0
                                 : rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, ts->now.v) +
                                       rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, ts->next.v);
            ts->works[j > 0] += 0.5 * r * u;
            own += 0.5 * r * u;
        }
        strikes = strikes || (ts->force[ts->first[k]] > 0.0 && !ts->closed[k]);
        ts->gainer = own > worst ? k : ts->gainer;
        worst = rdg_larger(worst, own);
        sum += own;
    }
    if (strikes && sum > 0.0) {
        const double kinetic = rdg_ts_large_kinetic(ts, ts->now.v);
        ts->gain = sum > 1e-9 * kinetic && kinetic > 0.0 ? sum / kinetic : 0.0;
    }
}

static rdg_status finish(rdg_timestepping *ts, double theta)
{
    for (rdg_index k = 0; k < ts->n; k++) {
        ts->next.q[k] = ts->now.q[k] + ts->o.h * ((1.0 - theta) * ts->now.v[k] + theta * ts->next.v[k]);
        ts->next.a[k] = ts->next.A[k] = (ts->next.v[k] - ts->now.v[k]) / ts->o.h;
    }
    tell(ts);
    return RDG_OK;
}

/* One iteration; `settled`: it changed nothing that matters */
static rdg_status iterate(rdg_timestepping *ts, bool first, bool *settled)
{
    const rdg_index n = ts->n;
    const double theta = ts->o.theta, h = ts->o.h;
    double *q = ts->vector[AT_Q], *v = ts->vector[AT_V];
    for (rdg_index k = 0; k < n; k++) {
        v[k] = (1.0 - theta) * ts->now.v[k] + theta * ts->next.v[k];
        q[k] = ts->now.q[k] + h * theta * v[k];
    }
    RDG_TRY(rdg_ts_terms(ts, rdg_ts_time(ts, theta), q, v));
    RDG_TRY(rdg_ts_geometry(ts, rdg_ts_time(ts, theta), q));
    if (as_before(ts) && !first) {
        *settled = true;
        return RDG_OK;
    }
    pose(ts, h * theta);
    memcpy(v, ts->next.v, (size_t)n * sizeof *v);
    RDG_TRY(react(ts));
    ts->motion.iterations++;
    double change = 0.0, size = 0.0;
    for (rdg_index k = 0; k < n; k++) {
        change = rdg_larger(change, fabs(ts->next.v[k] - v[k]));
        size = rdg_larger(size, fabs(ts->next.v[k]));
    }
    *settled = change <= ts->o.tolerance * (1.0 + size);
    return RDG_OK;
}

rdg_status rdg_ts_large_moreau(rdg_timestepping *ts)
{
    bool settled = false;
    RDG_TRY(rdg_ts_look_ahead(ts));
    memcpy(ts->next.v, ts->now.v, (size_t)ts->n * sizeof *ts->next.v);
    for (int k = 0; k < MOST && !settled; k++) {
        RDG_TRY(iterate(ts, k == 0, &settled));
    }
    return settled ? finish(ts, ts->o.theta)
                   : rdg_ts_fail(ts, RDG_ERR_NO_CONVERGENCE,
                                 "velocities do not converge within %d iterations: the step is too long",
                                 (int)MOST);
}
