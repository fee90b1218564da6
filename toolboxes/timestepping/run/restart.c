/* The state of a motion, from which it goes on bit for bit. */
#include "run_impl.h"

#include <ridgewalk/run_data.h>

#include <inttypes.h>
#include <string.h>

enum { CONTACT_NUMBERS = 7 };

static const char where[] = "rdg_timestepping_restart";

void rdg_ts_blocks(const rdg_timestepping *ts, rdg_written_block *block)
{
    const rdg_written_block all[RDG_TS_BLOCKS] = {{"state_q", ts->n},
                                                  {"state_v", ts->n},
                                                  {"state_a", ts->n},
                                                  {"state_A", ts->n},
                                                  {"state_memory", ts->about->memory},
                                                  {"state_sensors", rdg_ts_sensors_size(ts)},
                                                  {"state_force", 5 * ts->rows},
                                                  {"state_contacts", CONTACT_NUMBERS * ts->about->contacts},
                                                  {"clock", RDG_TS_CLOCK}};
    memcpy(block, all, sizeof all);
}

rdg_index rdg_ts_state_size(const rdg_timestepping *ts)
{
    rdg_written_block block[RDG_TS_BLOCKS];
    rdg_index n = 0;
    rdg_ts_blocks(ts, block);
    for (int k = 0; k < RDG_TS_BLOCKS; k++) {
        n += block[k].n;
    }
    return n;
}

static double *put(double *to, const double *from, rdg_index n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
    return to + n;
}

static const double *get(double *to, const double *from, rdg_index n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
    return from + n;
}

void rdg_ts_state_store(const rdg_timestepping *ts, double *state)
{
    const rdg_motion *m = &ts->motion;
    const double clock[RDG_TS_CLOCK] = {ts->t0,
                                        (double)m->steps,
                                        ts->o.h,
                                        (double)ts->o.scheme,
                                        m->normal_work,
                                        m->friction_work,
                                        (double)m->evaluations,
                                        (double)m->impacts,
                                        (double)m->repeated,
                                        m->answer.residual,
                                        ts->o.rho,
                                        ts->o.theta,
                                        (double)ts->level,
                                        (double)ts->made,
                                        m->load_work,
                                        m->damper_work,
                                        m->element_work,
                                        ts->smooth_size};
    state = put(state, ts->now.q, ts->n);
    state = put(state, ts->now.v, ts->n);
    state = put(state, ts->now.a, ts->n);
    state = put(state, ts->now.A, ts->n);
    state = put(state, ts->now.w, ts->about->memory);
    state = put(state, ts->sums, rdg_ts_sensors_size(ts));
    state = put(state, ts->force, 2 * ts->rows);
    state = put(state, ts->impulse, ts->rows);
    state = put(state, ts->mean_force, ts->rows);
    state = put(state, ts->now.l, ts->rows);
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        const double own[CONTACT_NUMBERS] = {ts->now.inside[k],
                                             ts->closed[k],
                                             ts->before[k],
                                             (double)ts->by_impulse[k],
                                             (double)ts->by_impulse[ts->about->contacts + k],
                                             ts->struck[k],
                                             rdg_ts_events_regime(ts, k)};
        state = put(state, own, CONTACT_NUMBERS);
    }
    memcpy(state, clock, sizeof clock);
}

void rdg_ts_state_load(rdg_timestepping *ts, const double *state)
{
    rdg_motion *m = &ts->motion;
    state = get(ts->now.q, state, ts->n);
    state = get(ts->now.v, state, ts->n);
    state = get(ts->now.a, state, ts->n);
    state = get(ts->now.A, state, ts->n);
    state = get(ts->now.w, state, ts->about->memory);
    state = get(ts->sums, state, rdg_ts_sensors_size(ts));
    rdg_ts_sensors_tell(ts);
    state = get(ts->force, state, 2 * ts->rows);
    state = get(ts->impulse, state, ts->rows);
    state = get(ts->mean_force, state, ts->rows);
    state = get(ts->now.l, state, ts->rows);
    for (rdg_index k = 0; k < ts->about->contacts; k++, state += CONTACT_NUMBERS) {
        ts->now.inside[k] = state[0] != 0.0;
        ts->closed[k] = state[1] != 0.0;
        ts->before[k] = state[2] != 0.0;
        ts->by_impulse[k] = (rdg_rigid_state)state[3];
        ts->by_impulse[ts->about->contacts + k] = (rdg_rigid_state)state[4];
        ts->struck[k] = state[5] != 0.0;
        rdg_ts_events_set_regime(ts, k, state[6]);
    }
    ts->t0 = state[0];
    ts->level = (int)state[12];
    ts->made = (int)state[13];
    ts->smooth_size = state[17];
    *m = (rdg_motion){.steps = (rdg_index)state[1],
                      .normal_work = state[4],
                      .friction_work = state[5],
                      .load_work = state[14],
                      .damper_work = state[15],
                      .element_work = state[16],
                      .evaluations = (long)state[6],
                      .impacts = (long)state[7],
                      .repeated = (long)state[8],
                      .answer = {.residual = state[9]}};
    ts->energies = ts->placed = false;
    ts->looked = true;
}

rdg_status rdg_ts_state_settle(rdg_timestepping *ts)
{
    memset(ts->smooth, 0, (size_t)ts->rows * sizeof *ts->smooth);
    memset(ts->jump, 0, (size_t)ts->rows * sizeof *ts->jump);
    /* gaps and velocities of rows; which contacts act is as it was kept */
    bool *inside = ts->next.inside;
    memcpy(inside, ts->now.inside, (size_t)ts->about->contacts * sizeof *inside);
    rdg_ts_from(ts, ts->now.q, ts->now.v, ts->now.w);
    rdg_status status = rdg_ts_look(ts, rdg_ts_time(ts, 0.0), &ts->now);
    status = status ? status : rdg_ts_settle(ts, rdg_ts_time(ts, 0.0), ts->now.q, ts->now.v, ts->now.w);
    memcpy(ts->now.inside, inside, (size_t)ts->about->contacts * sizeof *inside);
    return status;
}

static rdg_status read_state(rdg_timestepping *ts, rdg_run *run, rdg_index label, double *state)
{
    rdg_written_block block[RDG_TS_BLOCKS];
    rdg_ts_blocks(ts, block);
    for (int k = 0; k < RDG_TS_BLOCKS; k++) {
        RDG_TRY(rdg_run_solution(run, label, block[k].name, block[k].n, state, NULL));
        state += block[k].n;
    }
    return RDG_OK;
}

static rdg_status restart(rdg_timestepping *ts, rdg_run *run, const char *name, rdg_index label,
                          double *state)
{
    RDG_TRY(read_state(ts, run, label, state));
    const double *clock = state + rdg_ts_state_size(ts) - RDG_TS_CLOCK;
    if (clock[2] != ts->o.h || clock[3] != (double)ts->o.scheme || clock[10] != ts->o.rho ||
        clock[11] != ts->o.theta) {
        return rdg_fail(
            ts->ctx, RDG_ERR_ARGUMENT, where,
            "run \"%s\" was made by %s with h = %.10g s, rho = %g, theta = %g, this motion is by %s with "
            "h = %.10g s, rho = %g, theta = %g",
            name, rdg_scheme_name((rdg_scheme)clock[3]), clock[2], clock[10], clock[11],
            rdg_scheme_name(ts->o.scheme), ts->o.h, ts->o.rho, ts->o.theta);
    }
    rdg_ts_state_load(ts, state);
    const rdg_status status = rdg_ts_state_settle(ts);
    rdg_ts_refresh(ts);
    return status == RDG_OK ? RDG_OK : rdg_fail(ts->ctx, status, where, "run \"%s\": %s", name, ts->text);
}

rdg_status rdg_timestepping_restart(rdg_timestepping *ts, const char *name, rdg_index label)
{
    RDG_ENTER(ts, ts->ctx, RDG_ERR_EARLIER);
    RDG_NEED(ts->ctx, name, RDG_ERR_ARGUMENT);
    rdg_run *run = rdg_run_open(ts->ctx, name);
    double *state = rdg_context_calloc(ts->ctx, (size_t)rdg_ts_state_size(ts), sizeof *state);
    const rdg_status status = run && state ? restart(ts, run, name, label, state) : rdg_error_status(ts->ctx);
    rdg_free(state);
    rdg_run_free(run);
    return status;
}
