/* A motion as a run: rows, events, labelled states. */
#include "events_impl.h"
#include "run_impl.h"

#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char where[] = "rdg_timestepping_run";

static rdg_status check(const rdg_timestepping *ts, const char *name, const rdg_timestepping_run_options *o)
{
    const char *wrong = !isfinite(o->until) || o->until < rdg_ts_time(ts, 0.5)
                            ? "until must be later than where the motion is"
                        : o->every < 0 || o->label_every < 0   ? "every and label_every must be >= 0"
                        : (o->until - ts->t0) / ts->o.h > 1e12 ? "it would have more than 1e12 steps"
                                                               : NULL;
    return wrong ? rdg_fail(ts->ctx, RDG_ERR_ARGUMENT, where, "\"%s\": %s", name, wrong) : RDG_OK;
}

/* The event of the last step, in the order of precedence; NULL: none */
static const char *event_of(const rdg_timestepping *ts, rdg_index *contact)
{
    const rdg_index contacts = ts->about->contacts;
    static const char *const name[] = {"IM", "ON", "OFF", "SL", "ST"};
    int best = 5;
    for (rdg_index k = 0; k < contacts; k++) {
        const rdg_rigid_change change =
            rdg_rigid_change_between(ts->by_impulse[contacts + k], ts->by_impulse[k]);
        const bool new_load = ts->closed[k] && !ts->before[k];
        const bool second = ts->closed[k] && ts->before[k] && ts->struck[k];
        const int own = new_load                                            ? 0
                        : second                                            ? 1
                        : !ts->closed[k] && ts->before[k] && !ts->struck[k] ? 2
                        : change == RDG_RIGID_STARTS_TO_SLIP                ? 3
                        : change == RDG_RIGID_STOPS                         ? 4
                                                                            : 5;
        *contact = own < best ? k : *contact;
        best = own < best ? own : best;
    }
    return best < 5 ? name[best] : NULL;
}

/* Contacts whose load began with the last step are known as such in the next one. */
static void remember(rdg_timestepping *ts)
{
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        ts->struck[k] = ts->closed[k] && !ts->before[k];
    }
}

static rdg_status add_row(rdg_ts_run *run, const char *type, bool labelled, bool shown)
{
    rdg_timestepping *ts = run->ts;
    rdg_ts_run_fill(run);
    const double squares = rdg_dot(ts->n, ts->now.q, ts->now.q);
    const double memory[RDG_TS_MEMORY] = {(double)(run->rows + 1), (double)run->steps, (double)run->events,
                                          run->warned, run->energy};
    const rdg_written_row row = {.point = run->rows++,
                                 .type = type,
                                 .labelled = labelled,
                                 .shown = shown || labelled,
                                 .column = run->column,
                                 .state = run->state,
                                 .step = rdg_ts_moment(ts) - run->last_t,
                                 .norm = sqrt(squares),
                                 .residual = ts->motion.answer.residual,
                                 .iterations = run->iterations,
                                 .memory = memory,
                                 .n_memory = RDG_TS_MEMORY};
    RDG_TRY(rdg_run_writer_add(run->writer, &row));
    run->last_t = rdg_ts_moment(ts);
    run->iterations = 0;
    memset(run->impulse, 0, (size_t)ts->rows * sizeof *run->impulse);
    return RDG_OK;
}

/* A gain of energy at an impact is reported once. */
static void warn_of_gain(rdg_ts_run *run)
{
    const rdg_timestepping *ts = run->ts;
    if (ts->gain > 0.0 && !run->warned) {
        run->warned = true;
        rdg_write(ts->ctx, RDG_CHANNEL_WARNING,
                  "warning: run %s: at t = %.8g s an impact (contact %" PRId64
                  ") adds %.2g of the kinetic energy: restitution_tangential equal to restitution at all "
                  "contacts does "
                  "not\n",
                  run->name, rdg_ts_time(ts, 0.0), ts->gainer, ts->gain);
    }
}

static bool is_shown(rdg_ts_run *run, const rdg_timestepping_run_options *o)
{
    return ++run->events <= (o->events_shown == 0 ? 10 : o->events_shown);
}

/* A row for each event that was located within the step; impulses and works at the event */
static rdg_status add_located_events(rdg_ts_run *run, const rdg_timestepping_run_options *o)
{
    rdg_timestepping *ts = run->ts;
    const rdg_ts_event *event = NULL;
    const rdg_index count = rdg_ts_events_of_step(ts, &event);
    for (rdg_index k = 0; k < count; k++) {
        for (rdg_index i = 0; i < ts->rows; i++) {
            run->impulse[i] += event[k].impulse[i] - (k > 0 ? event[k - 1].impulse[i] : 0.0);
        }
        run->contact = event[k].contact;
        rdg_ts_event_place place;
        rdg_ts_go_to_event(ts, &event[k], &place);
        const rdg_status status = add_row(run, event[k].type, false, is_shown(run, o));
        rdg_ts_leave_event(ts, &place);
        RDG_TRY(status);
    }
    for (rdg_index i = 0; i < ts->rows; i++) {
        run->impulse[i] += ts->impulse[i] - (count > 0 ? event[count - 1].impulse[i] : 0.0);
    }
    return RDG_OK;
}

/* What a step was; its event, NULL: none that has no row of its own */
static rdg_status gather_step(rdg_ts_run *run, const rdg_timestepping_run_options *o, const char **event)
{
    rdg_timestepping *ts = run->ts;
    RDG_TRY(add_located_events(run, o));
    *event = ts->events ? NULL : event_of(ts, &run->contact);
    run->contact = *event ? run->contact : -1;
    run->iterations += ts->motion.iterations;
    warn_of_gain(run);
    remember(ts);
    run->steps++;
    return RDG_OK;
}

static rdg_status after_step(rdg_ts_run *run, const rdg_timestepping_run_options *o)
{
    const char *event;
    RDG_TRY(gather_step(run, o, &event));
    const rdg_index every = o->every > 0 ? o->every : 1;
    const bool labelled = o->label_every > 0 && run->steps % (every * o->label_every) == 0;
    if (event) {
        return add_row(run, event, labelled, is_shown(run, o));
    }
    return run->steps % every == 0 ? add_row(run, "", labelled, false) : RDG_OK;
}

/* The steps; whether they came to the end. */
static rdg_status follow(rdg_ts_run *run, const rdg_timestepping_run_options *o, rdg_status *failure)
{
    rdg_timestepping *ts = run->ts;
    const rdg_index last = (rdg_index)llround((o->until - ts->t0) / ts->o.h);
    RDG_TRY(run->is_taken_up ? RDG_OK : add_row(run, "EP", true, true));
    while (ts->motion.steps < last) {
        *failure = rdg_ts_make(ts);
        if (*failure != RDG_OK) {
            run->contact = -1;
            return add_row(run, "MX", true, true);
        }
        if (ts->motion.steps == last) {
            const char *event;
            RDG_TRY(gather_step(run, o, &event));
            return add_row(run, "EP", true, true);
        }
        RDG_TRY(after_step(run, o));
    }
    return RDG_OK;
}

static rdg_status finish(rdg_ts_run *run, rdg_status failure)
{
    rdg_timestepping *ts = run->ts;
    char told[160];
    snprintf(told, sizeof told, "%" PRId64 " steps, %ld impacts, %" PRId64 " events", run->steps,
             ts->motion.impacts, run->events);
    RDG_TRY(rdg_run_writer_close(run->writer, failure == RDG_OK ? "end of time" : "stopped", told));
    run->writer = NULL;
    if (failure != RDG_OK) {
        char who[160];
        snprintf(who, sizeof who, "run %.120s", run->name);
        rdg_fall_short(ts->ctx, who, "stopped at t = %.10g s, step %" PRId64 ": %s", rdg_ts_time(ts, 0.0),
                       ts->motion.steps, ts->text);
    }
    return RDG_OK;
}

/* Go to where a run that was cut off had come, if it was. */
static rdg_status ts_run_take_up(rdg_ts_run *run)
{
    rdg_timestepping *ts = run->ts;
    double memory[RDG_TS_MEMORY];
    rdg_taken_up at;
    RDG_TRY(rdg_run_writer_take_up(run->writer, run->state, memory, RDG_TS_MEMORY, &at));
    run->is_complete = at.is_complete;
    run->is_taken_up = at.is_there && !at.is_complete;
    if (!run->is_taken_up) {
        return RDG_OK;
    }
    rdg_ts_state_load(ts, run->state);
    const rdg_status status = rdg_ts_state_settle(ts);
    run->rows = (rdg_index)memory[0];
    run->steps = (rdg_index)memory[1];
    run->events = (rdg_index)memory[2];
    run->warned = memory[3] != 0.0;
    run->energy = memory[4];
    run->last_t = rdg_ts_time(ts, 0.0);
    return status == RDG_OK ? RDG_OK
                            : rdg_fail(ts->ctx, status, where, "run \"%s\": %s", run->name, ts->text);
}

rdg_status rdg_timestepping_run(rdg_timestepping *ts, const char *name,
                                const rdg_timestepping_run_options *options)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, name, RDG_ERR_ARGUMENT);
    RDG_NEED(ts->ctx, options, RDG_ERR_ARGUMENT);
    RDG_TRY(check(ts, name, options));
    rdg_ts_run run;
    rdg_status status = rdg_ts_run_open(&run, ts, name, options), failure = RDG_OK;
    status = status || !options->resume ? status : ts_run_take_up(&run);
    if (status == RDG_OK && run.is_complete) {
        rdg_run_writer_close(run.writer, NULL, NULL);
        run.writer = NULL;
    }
    status = status || run.is_complete ? status : follow(&run, options, &failure);
    if (run.writer && status != RDG_OK) {
        rdg_run_writer_close(run.writer, "failed", NULL);
    } else if (run.writer) {
        status = finish(&run, failure);
    }
    rdg_ts_run_release(&run);
    rdg_ts_refresh(ts);
    return status;
}
