/* Steps that adapt: a step is made in parts of its length divided by powers of two, so that times stay what
 * they are and factors return. A part counts if it and its two halves agree, and no contact strikes in it;
 * where one does, parts are as short as they may be. */
#include "run_impl.h"

#include <math.h>
#include <string.h>

typedef struct adaption {
    rdg_timestepping *ts;
    double h;        /* of the whole step */
    rdg_index steps; /* at its begin */
    long evaluations;
    double *begin, *part;           /* states: of the step; of the part under way */
    double *q, *v;                  /* end of the part in one */
    double *impulse, *force, *kept; /* sums; what they were before the part */
    bool *before;
    rdg_rigid_state *by_impulse;
} adaption;

bool rdg_ts_adapt_create(rdg_timestepping *ts)
{
    const size_t contacts = (size_t)ts->about->contacts;
    ts->adapt_numbers = rdg_context_calloc(
        ts->ctx, 2 * (size_t)(rdg_ts_state_size(ts) + ts->n + 2 * ts->rows), sizeof *ts->adapt_numbers);
    ts->adapt_before = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->adapt_before);
    ts->adapt_by_impulse = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->adapt_by_impulse);
    return ts->adapt_numbers && ts->adapt_before && ts->adapt_by_impulse;
}

static adaption start(rdg_timestepping *ts)
{
    const rdg_index size = rdg_ts_state_size(ts), contacts = ts->about->contacts;
    adaption a = {.ts = ts,
                  .h = ts->o.h,
                  .steps = ts->motion.steps,
                  .evaluations = ts->motion.evaluations,
                  .begin = ts->adapt_numbers,
                  .before = ts->adapt_before,
                  .by_impulse = ts->adapt_by_impulse};
    a.part = a.begin + size;
    a.q = a.part + size;
    a.v = a.q + ts->n;
    a.impulse = a.v + ts->n;
    a.force = a.impulse + ts->rows;
    a.kept = a.force + ts->rows;
    memset(a.impulse, 0, (size_t)(2 * ts->rows) * sizeof *a.impulse);
    memcpy(a.before, ts->closed, (size_t)contacts * sizeof *a.before);
    memcpy(a.by_impulse, ts->by_impulse, (size_t)contacts * sizeof *a.by_impulse);
    rdg_ts_state_store(ts, a.begin);
    return a;
}

/* Part `index` of 2^level */
static rdg_status make_part(adaption *a, int level, rdg_index index)
{
    rdg_timestepping *ts = a->ts;
    ts->o.h = ldexp(a->h, -level);
    ts->motion.steps = (a->steps << level) + index;
    /* the algorithmic acceleration is that of a time which is off by a share of the step */
    const double share = ldexp(1.0, ts->made - level);
    for (rdg_index i = 0; ts->made != level && i < ts->n; i++) {
        ts->now.A[i] = ts->now.a[i] + share * (ts->now.A[i] - ts->now.a[i]);
    }
    ts->made = level;
    const rdg_status status = rdg_ts_single(ts);
    a->evaluations = ts->motion.evaluations;
    return status;
}

static rdg_status return_to(adaption *a, const double *state, int level, rdg_index index)
{
    rdg_timestepping *ts = a->ts;
    const long parts = ts->motion.parts, rough = ts->motion.rough;
    rdg_ts_state_load(ts, state);
    ts->motion.parts = parts;
    ts->motion.rough = rough;
    ts->o.h = ldexp(a->h, -level);
    ts->motion.steps = (a->steps << level) + index;
    ts->motion.evaluations = a->evaluations;
    return rdg_ts_state_settle(ts);
}

static double difference(rdg_index n, const double *x, const double *y)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = rdg_larger(most, fabs(x[i] - y[i]));
    }
    return most / (1.0 + rdg_ts_size(n, x));
}

static void gather(adaption *a)
{
    for (rdg_index i = 0; i < a->ts->rows; i++) {
        a->impulse[i] += a->ts->impulse[i];
        a->force[i] += a->ts->mean_force[i] * (a->ts->o.h / a->h);
    }
}

/* A part, as two halves that are left done if `error` is finite: by how much it differs from one in one.
 * `strikes`: a contact does. */
static rdg_status try_part(adaption *a, int level, rdg_index index, double *error, bool *strikes)
{
    rdg_timestepping *ts = a->ts;
    const long impacts = ts->motion.impacts;
    *error = INFINITY;
    *strikes = false;
    const rdg_status whole = make_part(a, level, index);
    memcpy(a->q, ts->now.q, (size_t)ts->n * sizeof *a->q);
    memcpy(a->v, ts->now.v, (size_t)ts->n * sizeof *a->v);
    *strikes = whole == RDG_OK && ts->motion.impacts > impacts;
    RDG_TRY(return_to(a, a->part, level + 1, 2 * index));
    for (int half = 0; half < 2; half++) {
        RDG_TRY(make_part(a, level + 1, 2 * index + half));
        gather(a);
    }
    *strikes = *strikes || ts->motion.impacts > impacts;
    if (whole == RDG_OK) {
        *error = rdg_larger(difference(ts->n, ts->now.q, a->q), difference(ts->n, ts->now.v, a->v));
    }
    return RDG_OK;
}

static rdg_status fail_at_begin(adaption *a, rdg_status status)
{
    (void)return_to(a, a->begin, 0, 0);
    a->ts->failure = status;
    return status;
}

/* All parts, from the level that the step before ended with. */
static rdg_status make_parts(adaption *a)
{
    rdg_timestepping *ts = a->ts;
    const int finest = ts->o.halvings;
    const rdg_index whole = (rdg_index)1 << finest;
    int level = ts->level < finest ? ts->level : finest - 1;
    for (rdg_index at = 0; at < whole;) {
        const rdg_index length = whole >> level;
        double error;
        bool strikes;
        rdg_ts_state_store(ts, a->part);
        memcpy(a->kept, a->impulse, (size_t)(2 * ts->rows) * sizeof *a->kept);
        const rdg_status status = try_part(a, level, at / length, &error, &strikes);
        const bool last = level + 1 >= finest, good = status == RDG_OK && error <= ts->o.adapt && !strikes;
        if (!good && !last) {
            memcpy(a->impulse, a->kept, (size_t)(2 * ts->rows) * sizeof *a->impulse);
            RDG_TRY(return_to(a, a->part, level, at / length));
            level++;
            continue;
        }
        RDG_TRY(status);
        ts->motion.rough += !good && !strikes;
        ts->motion.parts += 2;
        at += length;
        while (level > 0 && good && error < ts->o.adapt / 16.0 && at % (whole >> (level - 1)) == 0) {
            level--;
            error *= 8.0;
        }
    }
    ts->level = level;
    return RDG_OK;
}

rdg_status rdg_ts_make(rdg_timestepping *ts)
{
    if (!(ts->o.adapt > 0.0)) {
        RDG_TRY(rdg_ts_single(ts));
        rdg_ts_sensors_step(ts);
        return RDG_OK;
    }
    adaption a = start(ts);
    const rdg_index contacts = ts->about->contacts;
    const rdg_status status = make_parts(&a);
    ts->o.h = a.h;
    if (status != RDG_OK) {
        return fail_at_begin(&a, status);
    }
    ts->motion.steps = a.steps + 1;
    memcpy(ts->impulse, a.impulse, (size_t)ts->rows * sizeof *a.impulse);
    memcpy(ts->mean_force, a.force, (size_t)ts->rows * sizeof *a.force);
    memcpy(ts->before, a.before, (size_t)contacts * sizeof *a.before);
    memcpy(ts->by_impulse + contacts, a.by_impulse, (size_t)contacts * sizeof *a.by_impulse);
    rdg_ts_sensors_step(ts);
    return RDG_OK;
}
