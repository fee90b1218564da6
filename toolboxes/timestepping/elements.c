/* Elements of the mechanism: their forces over (a part of) a step, linear in what the step makes of it, so
 * that its iterations are Newton's; and what they store behind it. */
#include "timestepping_impl.h"

#include <string.h>

bool rdg_ts_elements_create(rdg_timestepping *ts)
{
    rdg_ts_elements *e = &ts->elements;
    const size_t n = ts->about->elements ? (size_t)ts->n : 0, memory = (size_t)ts->about->memory;
    const struct {
        double **to;
        size_t count;
    } list[] = {{&e->f, n},      {&e->balance, n},    {&e->K, 2 * n * n}, {&e->kept, 2 * n * n},
                {&e->w, memory}, {&e->middle, memory}};
    bool all = true;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        *list[k].to = rdg_context_calloc(ts->ctx, list[k].count, sizeof(double));
        all = all && *list[k].to;
    }
    return all;
}

void rdg_ts_elements_release(rdg_timestepping *ts)
{
    rdg_free(ts->elements.f);
    rdg_free(ts->elements.balance);
    rdg_free(ts->elements.K);
    rdg_free(ts->elements.kept);
    rdg_free(ts->elements.w);
    rdg_free(ts->elements.middle);
}

void rdg_ts_from(rdg_timestepping *ts, const double *q, const double *v, const double *w)
{
    ts->elements.q0 = q;
    ts->elements.v0 = v;
    ts->elements.w0 = w;
}

static rdg_status ask(rdg_timestepping *ts, rdg_mechanism_way *way)
{
    rdg_ts_elements *e = &ts->elements;
    const size_t square = (size_t)(ts->n * ts->n);
    way->q0 = e->q0;
    way->v0 = e->v0;
    way->w0 = e->w0;
    way->w = e->w;
    way->f = e->f;
    way->K = e->K;
    way->C = e->K + square;
    memset(e->f, 0, (size_t)ts->n * sizeof *e->f);
    memset(e->K, 0, 2 * square * sizeof *e->K);
    const int answer = ts->about->elements(way, ts->about->data);
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's elements answer %d", answer);
    }
    return rdg_ts_finite(ts->n, e->f) && rdg_ts_finite(2 * ts->n * ts->n, e->K)
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_NOT_FINITE,
                             "the forces of elements are not finite at |q| = %.2g, |v| = %.2g",
                             rdg_ts_size(ts->n, way->q), rdg_ts_size(ts->n, way->v));
}

/* h += A (x + c x0), B += A / share; few entries are not zero */
static void linear(rdg_index n, double share, const double *A, const double *x, const double *x0, double *h,
                   double *B)
{
    const double c = 1.0 / share - 1.0;
    for (rdg_index j = 0; j < n; j++) {
        const double at = x[j] + c * x0[j];
        for (rdg_index i = 0; i < n; i++) {
            if (A[j * n + i] != 0.0) {
                h[i] += A[j * n + i] * at;
                B[j * n + i] += A[j * n + i] / share;
            }
        }
    }
}

rdg_status rdg_ts_pull(rdg_timestepping *ts, double t, const double *q, const double *v, double share,
                       const double *at_q, const double *at_v)
{
    rdg_ts_elements *e = &ts->elements;
    const rdg_index n = ts->n;
    RDG_TRY(ask(ts, &(rdg_mechanism_way){.t = t, .q = q, .v = v, .share = share}));
    if (memcmp(e->K, e->kept, (size_t)(2 * n * n) * sizeof *e->K) != 0) {
        memcpy(e->kept, e->K, (size_t)(2 * n * n) * sizeof *e->K);
        e->age++;
    }
    rdg_ts_force(ts, at_v, at_q, e->balance);
    for (rdg_index i = 0; i < n; i++) {
        ts->terms.h[i] -= e->f[i];
        e->balance[i] -= e->f[i];
    }
    ts->explicit_forces = false;
    linear(n, share, e->K, q, e->q0, ts->terms.h, ts->terms.K);
    linear(n, share, e->K + n * n, v, e->v0, ts->terms.h, ts->terms.C);
    return RDG_OK;
}

/* Of the whole step: by the mean velocity, at the middle of the step; elements by the mean force of the way:
 * of Moreau and Jean's rule for theta = 1/2 these are the works that its forces do, to rounding. */
rdg_status rdg_ts_others(rdg_timestepping *ts, double t, const double *q, const double *v, double works[3])
{
    const rdg_ts_elements *e = &ts->elements, last = *e; /* whose way may begin within the step */
    double *middle = ts->vector[0], *mean = ts->vector[1];
    for (rdg_index k = 0; k < ts->n; k++) {
        middle[k] = 0.5 * (ts->now.q[k] + q[k]);
        mean[k] = (q[k] - ts->now.q[k]) / ts->o.h;
    }
    memset(works, 0, 3 * sizeof *works);
    ts->about->power(t - 0.5 * ts->o.h, middle, mean, &works[0], &works[1], ts->about->data);
    works[0] *= ts->o.h;
    works[1] *= ts->o.h;
    if (ts->about->elements) {
        rdg_ts_from(ts, ts->now.q, ts->now.v, ts->now.w);
        RDG_TRY(ask(ts, &(rdg_mechanism_way){.t = t, .q = q, .v = v, .share = 0.5}));
        rdg_ts_from(ts, last.q0, last.v0, last.w0);
        works[2] = -ts->o.h * rdg_ts_dot(ts->n, e->f, mean, 0.0);
    }
    return RDG_OK;
}

rdg_status rdg_ts_settle(rdg_timestepping *ts, double t, const double *q, const double *v, double *w)
{
    rdg_ts_elements *e = &ts->elements;
    if (!ts->about->elements) {
        return RDG_OK;
    }
    rdg_mechanism_way way = {.t = t, .q = q, .v = v, .share = 1.0, .energy = true};
    RDG_TRY(ask(ts, &way));
    e->stored = way.stored;
    memcpy(w, e->w, (size_t)ts->about->memory * sizeof *w);
    return RDG_OK;
}

rdg_status rdg_ts_elements_begin(rdg_timestepping *ts, const double *remembered)
{
    const rdg_mechanism_options *about = ts->about;
    memset(ts->now.w, 0, (size_t)about->memory * sizeof *ts->now.w);
    if (remembered) {
        memcpy(ts->now.w, remembered, (size_t)about->memory * sizeof *ts->now.w);
    }
    const int answer =
        about->begin && !remembered ? about->begin(ts->now.q, ts->now.v, ts->now.w, about->data) : 0;
    if (answer != 0) {
        return rdg_ts_fail(ts, RDG_ERR_CALLBACK, "the mechanism's elements begin with %d", answer);
    }
    rdg_ts_from(ts, ts->now.q, ts->now.v, ts->now.w);
    return rdg_ts_settle(ts, ts->t0, ts->now.q, ts->now.v, ts->now.w);
}
