/* The columns of a run. */
#include "run_impl.h"

#include <ridgewalk/circle.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add(rdg_ts_run *run, const char *unit, bool shown)
{
    run->about[run->columns] =
        (rdg_written_column){.name = run->text[run->columns], .unit = unit, .shown = shown};
    run->columns++;
}

static void add_named(rdg_ts_run *run, const char *name, const char *unit, bool shown)
{
    snprintf(run->text[run->columns], RDG_TS_COLUMN_NAME, "%s", name);
    add(run, unit, shown);
}

static void add_placed(rdg_ts_run *run, const char *name, rdg_index place, const char *unit)
{
    snprintf(run->text[run->columns], RDG_TS_COLUMN_NAME, "%s[%" PRId64 "]", name, place);
    add(run, unit, false);
}

/* The blocks of small states have columns by themselves, "q[0]"; these here are named otherwise. */
static void add_coordinates(rdg_ts_run *run, const rdg_timestepping_run_options *o)
{
    for (int rate = 0; rate < 2; rate++) {
        for (rdg_index i = 0; i < run->coordinates; i++) {
            if (o->coordinate && o->coordinate[i]) {
                snprintf(run->text[run->columns], RDG_TS_COLUMN_NAME, "%s%.50s", rate ? "v_" : "",
                         o->coordinate[i]);
                add(run, "", run->coordinates <= 4);
            } else {
                snprintf(run->text[run->columns], RDG_TS_COLUMN_NAME, "%s[%" PRId64 "]", rate ? "v" : "q", i);
                add(run, "", run->coordinates <= 4);
            }
        }
    }
}

/* Whether no sensor before it is at the same displacement */
static bool is_first_there(const rdg_mechanism_options *m, rdg_index sensor)
{
    for (rdg_index k = 0; k < sensor; k++) {
        if (strcmp(m->sensor[k].at, m->sensor[sensor].at) == 0) {
            return false;
        }
    }
    return true;
}

static void add_all(rdg_ts_run *run, const rdg_timestepping_run_options *o)
{
    const rdg_mechanism_options *m = run->ts->about;
    add_named(run, "t", "s", true);
    add_coordinates(run, o);
    for (rdg_index k = 0; k < run->gaps; k++) {
        add_placed(run, "g", k, "");
    }
    for (rdg_index i = 0; i < (run->gaps > 0 ? run->ts->rows : 0); i++) {
        add_placed(run, "P", i, "");
    }
    for (rdg_index i = 0; i < m->sensors; i++) {
        add_named(run, m->sensor[i].name, "m", i < 4);
        if (is_first_there(m, i)) {
            snprintf(run->text[run->columns], RDG_TS_COLUMN_NAME, "x_%.50s", m->sensor[i].at);
            add(run, "m", false);
        }
    }
    add_named(run, "T", "J", false);
    if (m->potential) {
        add_named(run, "V", "J", false);
    }
    add_named(run, "normal_work", "J", false);
    add_named(run, "friction_work", "J", false);
    if (run->ts->o.works) {
        add_named(run, "load_work", "J", false);
        add_named(run, "damper_work", "J", false);
        add_named(run, "element_work", "J", false);
    }
    if (m->potential) {
        add_named(run, "balance", "J", false);
    }
    add_named(run, "contact", "", m->contacts > 1);
}

static rdg_status allocate(rdg_ts_run *run, const rdg_timestepping *ts)
{
    rdg_context *ctx = ts->ctx;
    const rdg_index many = ts->about->bilateral + ts->about->contacts;
    const size_t most = (size_t)(2 * ts->n + many + ts->rows + 2 * ts->about->sensors + 11);
    run->about = rdg_context_calloc(ctx, most, sizeof *run->about);
    run->text = rdg_context_calloc(ctx, most, sizeof *run->text);
    run->column = rdg_context_calloc(ctx, most, sizeof *run->column);
    run->state = rdg_context_calloc(ctx, (size_t)rdg_ts_state_size(ts), sizeof *run->state);
    run->impulse = rdg_context_calloc(ctx, (size_t)ts->rows, sizeof *run->impulse);
    return rdg_error_status(ctx);
}

static double energy_now(rdg_timestepping *ts)
{
    const rdg_motion *m = &ts->motion;
    rdg_ts_show(ts);
    return m->kinetic + m->potential - m->normal_work - m->friction_work - m->load_work - m->damper_work -
           m->element_work;
}

rdg_status rdg_ts_run_open(rdg_ts_run *run, rdg_timestepping *ts, const char *name,
                           const rdg_timestepping_run_options *o)
{
    const rdg_index many = ts->about->bilateral + ts->about->contacts;
    *run = (rdg_ts_run){.ts = ts, .name = name, .contact = -1};
    run->coordinates = ts->n <= RDG_TS_SMALL || o->coordinate ? ts->n : 0;
    run->gaps = many <= RDG_TS_FEW ? many : 0;
    RDG_TRY(allocate(run, ts));
    add_all(run, o);
    if (ts->about->sensors > 0 && ts->period == 0) {
        rdg_warn(ts->ctx, "sensors over periods",
                 "run \"%s\": sensors are measured over whole periods, and a period of the excitation is %g "
                 "steps of "
                 "%g s, no whole number: their columns are empty",
                 name, ts->about->omega > 0.0 ? 2.0 * RDG_PI / (ts->about->omega * ts->o.h) : 0.0, ts->o.h);
    }
    run->last_t = rdg_ts_time(ts, 0.0);
    run->energy = energy_now(ts);
    rdg_written_block block[RDG_TS_BLOCKS];
    char headline[160], how[160];
    rdg_ts_blocks(ts, block);
    snprintf(headline, sizeof headline, "%.60s by %s, h = %g s, to t = %g s", ts->about->name,
             rdg_scheme_name(ts->o.scheme), ts->o.h, o->until);
    snprintf(how, sizeof how, "every %" PRId64 ", label_every %" PRId64 ", rho %.17g, theta %.17g", o->every,
             o->label_every, ts->o.rho, ts->o.theta);
    run->writer = rdg_run_writer_open(ts->ctx, &(rdg_run_writer_options){.name = name,
                                                                         .headline = headline,
                                                                         .in_memory = o->in_memory,
                                                                         .describe = rdg_ts_describe,
                                                                         .described = ts,
                                                                         .silent = o->silent,
                                                                         .resumes = o->resume,
                                                                         .how = how,
                                                                         .columns = run->columns,
                                                                         .column = run->about,
                                                                         .blocks = RDG_TS_BLOCKS,
                                                                         .block = block});
    return rdg_error_status(ts->ctx);
}

void rdg_ts_run_release(rdg_ts_run *run)
{
    rdg_free(run->about);
    rdg_free((void *)run->text);
    rdg_free(run->column);
    rdg_free(run->state);
    rdg_free(run->impulse);
}

void rdg_ts_run_fill(rdg_ts_run *run)
{
    rdg_timestepping *ts = run->ts;
    const rdg_motion *m = &ts->motion;
    double *at = run->column;
    rdg_ts_show(ts);
    *at++ = m->t;
    for (rdg_index i = 0; i < run->coordinates; i++) {
        at[i] = m->q[i];
        at[run->coordinates + i] = m->v[i];
    }
    at += 2 * run->coordinates;
    for (rdg_index k = 0; k < run->gaps; k++) {
        *at++ = m->gap[k];
    }
    for (rdg_index i = 0; i < (run->gaps > 0 ? ts->rows : 0); i++) {
        *at++ = run->impulse[i];
    }
    for (rdg_index i = 0; i < ts->about->sensors; i++) {
        *at++ = m->sensor[i];
        if (is_first_there(ts->about, i)) {
            *at++ = rdg_ts_sensor_place(ts, i, false);
        }
    }
    *at++ = m->kinetic;
    if (ts->about->potential) {
        *at++ = m->potential;
    }
    *at++ = m->normal_work;
    *at++ = m->friction_work;
    if (ts->o.works) {
        *at++ = m->load_work;
        *at++ = m->damper_work;
        *at++ = m->element_work;
    }
    if (ts->about->potential) {
        *at++ = energy_now(ts) - run->energy;
    }
    *at = (double)run->contact;
    rdg_ts_state_store(ts, run->state);
}
