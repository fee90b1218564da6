/* A motion as a run: records, changes of the contact, and how it ended. */
#include "sliding_march_impl.h"

#include <ridgewalk/run_writer.h>
#include <ridgewalk/structure_contents.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_march";

enum { OWN_COLUMNS = 8, NAME = 64, SHOWN = 10 };

/* A run that is being written */
typedef struct march_run {
    rdg_marching *m;
    rdg_run_writer *writer;
    rdg_index columns, rows, stride, last; /* last: number of steps to the end */
    rdg_written_column *about;
    char (*text)[NAME];
    double *column, *state,
        *before;    /* before: where the sensors were a step ago, and their last increments */
    double *sensor; /* [sensors * padded modes] rows of the sensors */
    double last_t;
    rdg_index events;
} march_run;

static void release(march_run *r)
{
    rdg_free(r->about);
    rdg_free((void *)r->text);
    rdg_free(r->column);
    rdg_free(r->state);
    rdg_free(r->before);
    rdg_free(r->sensor);
}

static rdg_index all_modes(const march_run *r)
{
    return r->m->m.slider + r->m->m.target;
}

static rdg_status allocate(march_run *r)
{
    rdg_context *ctx = r->m->c->ctx;
    const size_t sensors = (size_t)r->m->o.sensors, columns = OWN_COLUMNS + 2 * sensors;
    r->about = rdg_context_calloc(ctx, columns, sizeof *r->about);
    r->text = rdg_context_calloc(ctx, columns, sizeof *r->text);
    r->column = rdg_context_calloc(ctx, columns, sizeof *r->column);
    r->state =
        rdg_context_calloc(ctx, 2 * (size_t)rdg_sliding_modes(r->m->c) + RDG_MARCH_NUMBERS, sizeof *r->state);
    r->before = rdg_context_calloc(ctx, sensors, sizeof *r->before);
    r->sensor = rdg_context_calloc(ctx, sensors * (size_t)all_modes(r), sizeof *r->sensor);
    return rdg_error_status(ctx);
}

static void add_column(march_run *r, const char *prefix, const char *name, const char *unit, bool shown)
{
    snprintf(r->text[r->columns], NAME, "%s%.50s", prefix, name);
    r->about[r->columns] = (rdg_written_column){.name = r->text[r->columns], .unit = unit, .shown = shown};
    r->columns++;
}

static rdg_status add_columns(march_run *r)
{
    const rdg_march_options *o = &r->m->o;
    static const struct {
        const char *name, *unit;
        bool shown;
    } own[OWN_COLUMNS] = {{"t", "s", true},     {"s", "m", true},       {"lambda", "N", true},
                          {"tau", "N", false},  {"v", "m/s", false},    {"v_relative", "m/s", true},
                          {"place", "", false}, {"gamma", "rad", false}};
    for (int i = 0; i < OWN_COLUMNS; i++) {
        add_column(r, "", own[i].name, own[i].unit, own[i].shown);
    }
    for (rdg_index i = 0; i < o->sensors; i++) {
        if (!o->sensor[i].name || !o->sensor[i].at) {
            return rdg_fail(r->m->c->ctx, RDG_ERR_ARGUMENT, where,
                            "sensor %" PRId64 " needs a name and a place", i);
        }
        add_column(r, "u_", o->sensor[i].name, "m", false);
        add_column(r, "acc_", o->sensor[i].name, "m/s^2", false);
        double *row = r->sensor + i * all_modes(r) + (o->sensor[i].target ? r->m->m.slider : 0);
        RDG_TRY(rdg_sliding_row_of(r->m->c, o->sensor[i].target, where, o->sensor[i].at, row));
    }
    return RDG_OK;
}

static rdg_status open_run(march_run *r, const char *name)
{
    const rdg_march_options *o = &r->m->o;
    RDG_TRY(allocate(r));
    RDG_TRY(add_columns(r));
    r->stride = (rdg_index)fmin(1e18, fmax(1.0, round(1.0 / (o->record_rate * o->h))));
    r->last = (rdg_index)llround((o->until - r->m->t0) / o->h);
    r->last_t = r->m->now.t;
    char headline[160];
    snprintf(headline, sizeof headline, "%s on %s, mu = %g, %s, h = %g s, to t = %g s",
             rdg_structure_name(r->m->c->slider.s), rdg_structure_name(r->m->c->target.s), r->m->c->mu,
             o->scheme == RDG_MARCH_CENTRAL ? "central difference" : "exact modes", o->h, o->until);
    const rdg_index n = rdg_sliding_modes(r->m->c);
    const rdg_written_block block[RDG_MARCH_BLOCKS] = {
        {"z", n}, {"increment", n}, {"motion", RDG_MARCH_NUMBERS}};
    r->writer =
        rdg_run_writer_open(r->m->c->ctx, &(rdg_run_writer_options){.name = name,
                                                                    .headline = headline,
                                                                    .describe = rdg_structure_describe,
                                                                    .described = r->m->c->slider.s,
                                                                    .in_memory = o->in_memory,
                                                                    .silent = o->silent,
                                                                    .columns = r->columns,
                                                                    .column = r->about,
                                                                    .blocks = RDG_MARCH_BLOCKS,
                                                                    .block = block});
    return rdg_error_status(r->m->c->ctx);
}

static double times(const march_run *r, rdg_index sensor, const double *amplitudes)
{
    const rdg_index n = all_modes(r);
    const double *row = r->sensor + sensor * n;
    return rdg_dot(n, row, amplitudes);
}

/* Before a step that is recorded: the sensors' increments of the last one */
static void prepare(march_run *r)
{
    if (r->m->o.sensors > 0) {
        rdg_march_settle(r->m);
        for (rdg_index i = 0; i < r->m->o.sensors; i++) {
            r->before[i] = times(r, i, r->m->m.d);
        }
    }
}

/* What is known of accelerations: none yet, a step was made since prepare(), or nothing */
typedef enum knowledge { AT_REST, MOVED, UNKNOWN } knowledge;

static void fill(march_run *r, knowledge known)
{
    rdg_marching *m = r->m;
    const rdg_march_state *now = rdg_marching_state(m);
    const double own[OWN_COLUMNS] = {
        now->t,          m->o.start + m->o.speed * now->t,        now->at.lambda, now->tau, now->v,
        now->v_relative, (double)now->at.segment + now->at.alpha, now->at.gamma};
    memcpy(r->column, own, sizeof own);
    rdg_march_settle(m);
    for (rdg_index i = 0; i < m->o.sensors; i++) {
        const double d = times(r, i, m->m.d), u = times(r, i, m->m.z);
        r->column[OWN_COLUMNS + 2 * i] = u - d;
        r->column[OWN_COLUMNS + 2 * i + 1] = known == MOVED     ? (d - r->before[i]) / (m->o.h * m->o.h)
                                             : known == AT_REST ? 0.0
                                                                : NAN;
    }
}

static rdg_status add_row(march_run *r, const char *type, bool labelled, bool shown)
{
    const rdg_march_state *now = &r->m->now;
    if (labelled) {
        rdg_march_keep(r->m, r->state);
    }
    const rdg_written_row row = {.point = r->rows++,
                                 .type = type,
                                 .labelled = labelled,
                                 .shown = shown,
                                 .column = r->column,
                                 .state = r->state,
                                 .step = now->t - r->last_t,
                                 .norm = fabs(now->at.lambda)};
    r->last_t = now->t;
    return rdg_run_writer_add(r->writer, &row);
}

static rdg_status follow(march_run *r)
{
    static const char *const type[] = {[RDG_RIGID_OPEN] = "OFF",
                                       [RDG_RIGID_STICKS] = "ST",
                                       [RDG_RIGID_SLIPS_FORWARD] = "SL",
                                       [RDG_RIGID_SLIPS_BACK] = "BK"};
    rdg_marching *m = r->m;
    fill(r, m->restarted > 0 ? UNKNOWN : AT_REST);
    RDG_TRY(add_row(r, "EP", true, true));
    for (rdg_index step = m->restarted + 1; step <= r->last; step++) {
        const bool recorded = step % r->stride == 0, ends = step == r->last;
        const rdg_rigid_state before = m->now.contact;
        if (recorded || ends) {
            prepare(r);
        }
        RDG_TRY(rdg_marching_step(m));
        const bool stops = m->now.stop != RDG_MARCH_DONE, changes = m->now.contact != before;
        if (recorded || ends || stops || changes) {
            fill(r, (recorded || ends) && !stops ? MOVED : UNKNOWN);
        }
        if (changes) {
            RDG_TRY(add_row(r, type[m->now.contact], false, ++r->events <= SHOWN));
        }
        if (recorded && !stops) {
            RDG_TRY(add_row(r, "", false, false));
        }
        if (ends || stops) {
            return add_row(r, stops ? "MX" : "EP", true, true);
        }
    }
    return RDG_OK;
}

static void tell_stop(const march_run *r, const char *name)
{
    static const char *const reason[] = {
        [RDG_MARCH_DONE] = "",
        [RDG_MARCH_REVERSAL] = "C moves backwards: it would stick or slide to -x, which `unilateral` follows",
        [RDG_MARCH_LOSS] =
            "the contact force would be tensile: C leaves the target, which `unilateral` follows",
        [RDG_MARCH_PAINLEVE] = "friction holds C so that no single force closes the gap (Painleve)",
        [RDG_MARCH_LEFT] = "C leaves the polyline",
        [RDG_MARCH_DIVERGED] = "numbers are finite no more"};
    const rdg_march_state *now = &r->m->now;
    char who[160];
    snprintf(who, sizeof who, "run %.120s", name);
    rdg_fall_short(r->m->c->ctx, who,
                   "stopped at t = %.10g s, s = %.8g m, segment %" PRId64 " of %" PRId64 ": %s", now->t,
                   r->m->o.start + r->m->o.speed * now->t, now->at.segment, r->m->c->nodes - 1,
                   reason[now->stop]);
}

static rdg_status finish(march_run *r, const char *name)
{
    const rdg_march_result *sum = &r->m->sum;
    const rdg_march_stop stop = r->m->now.stop;
    char told[160];
    snprintf(told, sizeof told,
             "%" PRId64 " steps, %" PRId64 " stuck, %" PRId64 " backwards, %" PRId64 " open",
             r->m->now.steps - r->m->restarted, sum->steps_stuck, sum->steps_back, sum->steps_open);
    RDG_TRY(rdg_run_writer_close(r->writer, stop == RDG_MARCH_DONE ? "end of time" : "stopped", told));
    if (stop != RDG_MARCH_DONE) {
        tell_stop(r, name);
    } else if (!r->m->o.unilateral && sum->steps_back > 0) {
        rdg_warn(r->m->c->ctx, "sliding backwards",
                 "run %s: from t = %.8g s on C moves backwards over the target in %" PRId64
                 " steps, at up to %g m/s, and friction does not know it",
                 name, sum->first_reversal, sum->steps_back, -sum->v_relative_min);
    }
    return RDG_OK;
}

rdg_status rdg_march(rdg_sliding *c, const char *name, const rdg_march_options *options,
                     rdg_march_result *result)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, options, RDG_ERR_ARGUMENT);
    if (options->restart && strcmp(options->restart, name) == 0) {
        return RDG_FAIL(c->ctx, RDG_ERR_NAME,
                        "run \"%s\" would replace the run that it continues: it needs another name", name);
    }
    march_run r = {.m = rdg_marching_create(c, options)};
    if (!r.m) {
        return rdg_error_status(c->ctx);
    }
    rdg_status status =
        options->restart ? rdg_marching_restart(r.m, options->restart, options->label) : RDG_OK;
    status = status ? status : open_run(&r, name);
    status = status ? status : follow(&r);
    if (r.writer && status != RDG_OK) {
        rdg_run_writer_close(r.writer, "failed", NULL);
    } else if (r.writer) {
        status = finish(&r, name);
    }
    if (result && status == RDG_OK) {
        status = rdg_marching_result(r.m, result);
    }
    release(&r);
    rdg_marching_free(r.m);
    return status;
}
