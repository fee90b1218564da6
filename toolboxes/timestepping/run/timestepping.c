/* The life of a motion. */
#include "timestepping_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void release_state(rdg_ts_state *s)
{
    rdg_free(s->q);
    rdg_free(s->v);
    rdg_free(s->a);
    rdg_free(s->A);
    rdg_free(s->w);
    rdg_free(s->gap);
    rdg_free(s->l);
    rdg_free(s->inside);
}

static void release_rows(rdg_ts_rows *s)
{
    rdg_free(s->row);
    rdg_free(s->contact);
    rdg_free(s->directions);
    rdg_free(s->mu);
    rdg_free(s->W);
    rdg_free(s->X);
    rdg_free(s->G);
    rdg_free(s->b);
    rdg_free(s->r);
}

static void free_timestepping(void *object)
{
    rdg_timestepping *ts = object;
    double *const numbers[] = {ts->restitution, ts->force,      ts->smooth, ts->impulse, ts->mean_force,
                               ts->terms.M,     ts->geometry.W, ts->u0,     ts->guess,   ts->place_q};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        rdg_free(numbers[k]);
    }
    for (int k = 0; k < RDG_TS_VECTORS; k++) {
        rdg_free(ts->vector[k]);
    }
    for (int k = 0; k < RDG_TS_FACTORS; k++) {
        rdg_ts_dense_release(&ts->factor[k]);
    }
    rdg_ts_dense_release(&ts->pair);
    rdg_ts_elements_release(ts);
    rdg_free(ts->sums);
    rdg_free(ts->measured);
    rdg_free(ts->first);
    rdg_free(ts->closed);
    rdg_free(ts->before);
    rdg_free(ts->struck);
    rdg_free(ts->by_impulse);
    release_state(&ts->now);
    release_state(&ts->next);
    release_rows(&ts->active);
    rdg_contact_solver_free(ts->solver);
    rdg_ts_large_release(ts);
    rdg_ts_events_release(ts);
    rdg_free(ts->single);
    rdg_free(ts->adapt_numbers);
    rdg_free(ts->adapt_before);
    rdg_free(ts->adapt_by_impulse);
    rdg_free(ts);
}

static bool has_cone(const rdg_mechanism_options *m)
{
    bool any = false;
    for (rdg_index k = 0; k < m->contacts; k++) {
        any = any || m->law[k].directions > 1;
    }
    return any;
}

static rdg_status check(rdg_context *ctx, rdg_timestepping_options *o, const rdg_mechanism_options *m)
{
    o->theta = o->theta == 0.0 ? 0.5 : o->theta;
    o->halvings = o->halvings == 0 ? 10 : o->halvings;
    o->decay = o->decay == 0.0 ? 1.0 / 6.0 : o->decay;
    o->tolerance = o->tolerance == 0.0 ? 1e-10 : o->tolerance;
    const bool paired = o->scheme == RDG_ENERGY_DECAYING && m->bilateral + m->contacts > 0;
    const char *wrong =
        (unsigned)o->scheme > RDG_EVENT_DRIVEN  ? "there is no such scheme"
        : !(o->h > 0.0) || !isfinite(o->h)      ? "the step h must be > 0 (s)"
        : !(o->theta >= 0.5 && o->theta <= 1.0) ? "theta must lie in [1/2, 1]"
        : !(o->rho >= 0.0 && o->rho <= 1.0)     ? "rho must lie in [0, 1]"
        : o->scheme == RDG_EVENT_DRIVEN && (m->elements || o->project || has_cone(m))
            ? "RDG_EVENT_DRIVEN is for mechanisms without elements, of planar contacts, without projection "
              "(events "
              "of a structure's elements are located by rdg_hybrid_of() and rdg_flow_create())"
        : m->matrices && (o->scheme != RDG_MOREAU || o->project)
            ? "sparse mechanisms are for RDG_MOREAU, without projection"
        : paired && o->rho > 0.99 ? "rho must be at most 0.99 with constraints or contacts: "
                                    "above, forces of one of the two stages are free"
        : o->acceleration_level && (m->contacts > 0 || (o->scheme != RDG_GENERALISED_ALPHA &&
                                                        o->scheme != RDG_NEWMARK && o->scheme != RDG_BATHE))
            ? "acceleration_level is for ideal constraints alone, by the generalised-alpha methods and "
              "Bathe's"
        : o->own_alphas &&
                !(o->alpha_m < 1.0 && o->alpha_f < 1.0 && isfinite(o->alpha_m) && isfinite(o->alpha_f))
            ? "alpha_m and alpha_f must be < 1"
        : o->works && (!m->potential || !m->power || o->scheme == RDG_EVENT_DRIVEN)
            ? "works are those of a mechanism with potential and power, and not of RDG_EVENT_DRIVEN"
        : !(o->adapt >= 0.0) || !isfinite(o->adapt) || (o->adapt > 0.0 && o->scheme == RDG_EVENT_DRIVEN)
            ? "adapt must be >= 0, and 0 with RDG_EVENT_DRIVEN"
        : o->halvings < 1 || o->halvings > 30           ? "halvings must lie in [1, 30]"
        : !(o->rebound >= 0.0) || !isfinite(o->rebound) ? "rebound must be > 0 (m/s), or 0"
        : !(o->decay > 0.0) || !isfinite(o->decay)      ? "decay must be > 0"
        : !(o->tolerance > 0.0 && o->tolerance < 1.0)   ? "the tolerance must lie in ]0, 1["
                                                        : NULL;
    return wrong ? rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_timestepping_create", "\"%s\": %s", m->name, wrong)
                 : RDG_OK;
}

static bool create_state(rdg_timestepping *ts, rdg_ts_state *s)
{
    const size_t n = (size_t)ts->n;
    s->q = rdg_context_calloc(ts->ctx, n, sizeof *s->q);
    s->v = rdg_context_calloc(ts->ctx, n, sizeof *s->v);
    s->a = rdg_context_calloc(ts->ctx, n, sizeof *s->a);
    s->A = rdg_context_calloc(ts->ctx, n, sizeof *s->A);
    s->gap =
        rdg_context_calloc(ts->ctx, (size_t)(ts->about->bilateral + ts->about->contacts), sizeof *s->gap);
    s->l = rdg_context_calloc(ts->ctx, (size_t)ts->rows, sizeof *s->l);
    s->w = rdg_context_calloc(ts->ctx, (size_t)ts->about->memory, sizeof *s->w);
    s->inside = rdg_context_calloc(ts->ctx, (size_t)ts->about->contacts, sizeof *s->inside);
    return s->q && s->v && s->a && s->A && s->w && s->gap && s->l && s->inside;
}

static bool create_rows(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    const size_t rows = 2 * (size_t)ts->rows, contacts = 2 * (size_t)ts->about->contacts,
                 n = 2 * (size_t)ts->n;
    rdg_context *ctx = ts->ctx;
    s->row = rdg_context_calloc(ctx, rows, sizeof *s->row);
    s->contact = rdg_context_calloc(ctx, contacts, sizeof *s->contact);
    s->directions = rdg_context_calloc(ctx, contacts, sizeof *s->directions);
    s->mu = rdg_context_calloc(ctx, contacts, sizeof *s->mu);
    s->W = rdg_context_calloc(ctx, n * rows, sizeof *s->W);
    s->X = rdg_context_calloc(ctx, n * rows, sizeof *s->X);
    s->G = rdg_context_calloc(ctx, rows * rows, sizeof *s->G);
    s->b = rdg_context_calloc(ctx, rows, sizeof *s->b);
    s->r = rdg_context_calloc(ctx, rows, sizeof *s->r);
    return s->row && s->contact && s->directions && s->mu && s->W && s->X && s->G && s->b && s->r;
}

static bool create_numbers(rdg_timestepping *ts)
{
    const size_t n = (size_t)ts->n, rows = (size_t)ts->rows;
    const size_t many = (size_t)(ts->about->bilateral + ts->about->contacts), entries = (size_t)ts->entries,
                 pushes = (size_t)ts->pushes;
    const struct {
        double **to;
        size_t count;
    } list[] = {{&ts->restitution, rows},
                {&ts->force, 2 * rows},
                {&ts->smooth, 2 * rows},
                {&ts->impulse, rows},
                {&ts->mean_force, rows},
                {&ts->terms.M, 3 * entries + n},
                {&ts->geometry.W, pushes + rows + many},
                {&ts->u0, rows},
                {&ts->guess, rows},
                {&ts->place_q, n}};
    bool all = true;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        *list[k].to = rdg_context_calloc(ts->ctx, list[k].count, sizeof(double));
        all = all && *list[k].to;
    }
    for (int k = 0; k < RDG_TS_VECTORS; k++) {
        ts->vector[k] = rdg_context_calloc(ts->ctx, 2 * n, sizeof(double));
        all = all && ts->vector[k];
    }
    if (all) {
        ts->jump = ts->smooth + rows;
        ts->terms.h = ts->terms.M + entries;
        ts->terms.C = ts->terms.h + n;
        ts->terms.K = ts->terms.C + entries;
        ts->geometry.drift = ts->geometry.W + pushes;
        ts->geometry.g = ts->geometry.drift + rows;
    }
    return all;
}

static bool create_parts(rdg_timestepping *ts)
{
    const rdg_mechanism_options *m = ts->about;
    const size_t contacts = (size_t)m->contacts;
    ts->first = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->first);
    ts->closed = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->closed);
    ts->before = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->before);
    ts->struck = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->struck);
    ts->by_impulse = rdg_context_calloc(ts->ctx, 2 * contacts, sizeof *ts->by_impulse);
    ts->single = rdg_context_calloc(ts->ctx, contacts, sizeof *ts->single);
    bool all = ts->first && ts->closed && ts->before && ts->struck && ts->by_impulse && ts->single &&
               create_state(ts, &ts->now) && create_state(ts, &ts->next) && create_numbers(ts) &&
               rdg_ts_sensors_create(ts) && (ts->o.adapt == 0.0 || rdg_ts_adapt_create(ts));
    if (m->matrices) {
        return all && rdg_ts_large_create(ts) == RDG_OK;
    }
    const int stages = ts->o.scheme == RDG_ENERGY_DECAYING ? 2 : 1;
    const rdg_index kept =
        ts->o.project ? m->contacts : 0; /* closed contacts are constraints of a projection */
    ts->solver = rdg_contact_solver_create(ts->ctx, stages * m->bilateral + kept, stages * m->contacts);
    all = all && ts->solver;
    for (int k = 0; k < RDG_TS_FACTORS; k++) {
        all = rdg_ts_dense_create(ts->ctx, ts->n, &ts->factor[k]) && all;
    }
    all = rdg_ts_dense_create(ts->ctx, stages == 2 ? 2 * ts->n : 0, &ts->pair) && all;
    all = create_rows(ts) && rdg_ts_elements_create(ts) && all;
    return all && (ts->o.scheme != RDG_EVENT_DRIVEN || rdg_ts_events_create(ts) == RDG_OK);
}

static void lay_out(rdg_timestepping *ts)
{
    rdg_index row = ts->about->bilateral;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const rdg_contact_law *law = &ts->about->law[k];
        ts->first[k] = row;
        ts->restitution[row++] = law->restitution;
        for (int j = 0; j < law->directions; j++) {
            ts->restitution[row++] = law->restitution_tangential;
        }
    }
}

rdg_timestepping *rdg_timestepping_create(rdg_mechanism *mechanism, const rdg_timestepping_options *options)
{
    rdg_context *ctx = rdg_mechanism_context(mechanism);
    RDG_ENTER(ctx, ctx, NULL);
    RDG_NEED(ctx, options, NULL);
    rdg_timestepping_options o = *options;
    if (check(ctx, &o, rdg_mechanism_about(mechanism)) != RDG_OK) {
        return NULL;
    }
    rdg_timestepping *ts = rdg_context_calloc(ctx, 1, sizeof *ts);
    if (!ts) {
        return NULL;
    }
    *ts = (rdg_timestepping){.ctx = ctx,
                             .mechanism = mechanism,
                             .about = rdg_mechanism_about(mechanism),
                             .o = o,
                             .alpha = rdg_ts_alpha_numbers(&o),
                             .n = rdg_mechanism_about(mechanism)->n,
                             .entries = rdg_mechanism_entries(mechanism, false),
                             .pushes = rdg_mechanism_entries(mechanism, true),
                             .rows = rdg_mechanism_rows(mechanism)};
    if (!create_parts(ts)) {
        free_timestepping(ts);
        return NULL;
    }
    lay_out(ts);
    return rdg_context_own(ctx, ts, free_timestepping) == RDG_OK ? ts : NULL;
}

void rdg_timestepping_free(rdg_timestepping *ts)
{
    if (ts) {
        rdg_context_disown(ts->ctx, ts);
        free_timestepping(ts);
    }
}

/* As a failure of the context */
static rdg_status told(rdg_timestepping *ts, rdg_status status, const char *where)
{
    return status == RDG_OK ? RDG_OK
                            : rdg_fail(ts->ctx, status, where, "\"%s\" at t = %.10g s: %s", ts->about->name,
                                       rdg_ts_time(ts, 0.0), ts->text);
}

static rdg_status masses_are_positive(rdg_timestepping *ts)
{
    if (ts->large) {
        return rdg_ts_large_masses(ts);
    }
    rdg_ts_dense *d = &ts->factor[0];
    d->ready = false;
    memcpy(d->A, ts->terms.M, (size_t)(ts->n * ts->n) * sizeof *d->A);
    return rdg_ts_dense_is_positive(ts->n, d->A)
               ? RDG_OK
               : rdg_ts_fail(ts, RDG_ERR_SINGULAR, "the matrix of masses is not positive definite");
}

/* stored: what elements do; NULL: as at a start */
static rdg_status begin(rdg_timestepping *ts, const double *remembered)
{
    RDG_TRY(rdg_ts_elements_begin(ts, remembered));
    rdg_ts_sensors_begin(ts);
    RDG_TRY(rdg_ts_smooth_terms(ts, ts->t0, ts->now.q, ts->now.v));
    RDG_TRY(masses_are_positive(ts));
    RDG_TRY(rdg_ts_look(ts, ts->t0, &ts->now));
    if (!remembered) { /* else it comes from a motion */
        RDG_TRY(rdg_ts_is_sound(ts));
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->now.inside[k] = ts->now.gap[ts->about->bilateral + k] <= rdg_ts_close(ts, k);
    }
    const double slow = 1e-9 * (1.0 + rdg_ts_size(ts->n, ts->now.v));
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->closed[k] = ts->now.inside[k] && fabs(ts->u0[ts->first[k]]) <= slow; /* it rests: no impact */
    }
    return ts->large ? RDG_OK : rdg_ts_begin(ts, ts->t0, &ts->now); /* Moreau's method requests no a */
}

static rdg_status start(rdg_timestepping *ts, double t, const double *q, const double *v,
                        const double *remembered)
{
    ts->t0 = t;
    ts->motion = (rdg_motion){.steps = 0};
    memcpy(ts->now.q, q, (size_t)ts->n * sizeof *q);
    memcpy(ts->now.v, v, (size_t)ts->n * sizeof *v);
    memset(ts->force, 0, (size_t)(2 * ts->rows) * sizeof *ts->force);
    memset(ts->impulse, 0, (size_t)ts->rows * sizeof *ts->impulse);
    memset(ts->mean_force, 0, (size_t)ts->rows * sizeof *ts->mean_force);
    memset(ts->closed, 0, (size_t)ts->about->contacts * sizeof *ts->closed);
    memset(ts->struck, 0, (size_t)ts->about->contacts * sizeof *ts->struck);
    memset(ts->by_impulse, 0, (size_t)(2 * ts->about->contacts) * sizeof *ts->by_impulse);
    ts->energies = ts->placed = false;
    ts->looked = true;
    ts->level = ts->made = 0;
    ts->smooth_size = 0.0;
    rdg_ts_events_begin(ts);
    const rdg_status status = begin(ts, remembered);
    memset(ts->before, 0, (size_t)ts->about->contacts * sizeof *ts->before);
    rdg_ts_refresh(ts);
    return told(ts, status, remembered ? "rdg_timestepping_start_at" : "rdg_timestepping_start");
}

rdg_status rdg_timestepping_start(rdg_timestepping *ts, double t, const double *q, const double *v)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, q, RDG_ERR_ARGUMENT);
    RDG_NEED(ts->ctx, v, RDG_ERR_ARGUMENT);
    if (!isfinite(t) || !isfinite(rdg_ts_size(ts->n, q)) || !isfinite(rdg_ts_size(ts->n, v))) {
        return RDG_FAIL(ts->ctx, RDG_ERR_NOT_FINITE, "\"%s\": t, q or v is not finite", ts->about->name);
    }
    return start(ts, t, q, v, NULL);
}

rdg_status rdg_timestepping_start_at(rdg_timestepping *ts, const rdg_timestepping *from)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, from, RDG_ERR_ARGUMENT);
    if (ts == from || ts->mechanism != from->mechanism) {
        return RDG_FAIL(ts->ctx, RDG_ERR_ARGUMENT, "\"%s\": another motion of the same mechanism is needed",
                        ts->about->name);
    }
    return start(ts, rdg_ts_time(from, 0.0), from->now.q, from->now.v, from->now.w);
}

rdg_status rdg_timestepping_step(rdg_timestepping *ts)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    const rdg_status status = told(ts, rdg_ts_make(ts), "rdg_timestepping_step");
    rdg_ts_outdate(ts);
    return status;
}

const rdg_motion *rdg_timestepping_motion(rdg_timestepping *ts)
{
    if (!ts) {
        return NULL;
    }
    rdg_ts_show(ts);
    return &ts->motion;
}
