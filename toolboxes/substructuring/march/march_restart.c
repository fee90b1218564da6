/* A motion that continues where a run was at a label. */
#include "sliding_march_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <assert.h>
#include <string.h>

static const char where[] = "rdg_marching_restart";

/* What a label keeps beside the amplitudes and their increments over the last step, as numbers of a run:
 * how the motion was made, and where it is. Displacements are as the last step left them: rounding makes
 * others of the amplitudes. */
typedef struct kept_motion {
    double h, scheme, speed, start;
    double t0, t, steps, stop;
    double segment, alpha, gamma, sine, lambda, tau, contact, v, v_relative;
    rdg_march_point u_c, u[2];
} kept_motion;

static_assert(sizeof(kept_motion) == RDG_MARCH_NUMBERS * sizeof(double), "numbers of a label");

void rdg_march_keep(rdg_marching *m, double *state)
{
    const rdg_index n = rdg_sliding_modes(m->c);
    const rdg_march_state *now = rdg_marching_state(m);
    const kept_motion kept = {.h = m->o.h,
                              .scheme = (double)m->o.scheme,
                              .speed = m->o.speed,
                              .start = m->o.start,
                              .t0 = m->t0,
                              .t = now->t,
                              .steps = (double)now->steps,
                              .stop = (double)now->stop,
                              .segment = (double)now->at.segment,
                              .alpha = now->at.alpha,
                              .gamma = now->at.gamma,
                              .sine = m->sine,
                              .lambda = now->at.lambda,
                              .tau = now->tau,
                              .contact = (double)now->contact,
                              .v = now->v,
                              .v_relative = now->v_relative,
                              .u_c = m->u_c,
                              .u = {m->u[0], m->u[1]}};
    rdg_march_settle(m);
    rdg_march_gather(m, m->m.z, state);
    rdg_march_gather(m, m->m.d, state + n);
    memcpy(state + 2 * n, &kept, sizeof kept);
}

static rdg_status check(const rdg_marching *m, const char *name, const kept_motion *kept)
{
    const struct {
        const char *name;
        double was, is;
    } option[] = {{"scheme", kept->scheme, (double)m->o.scheme},
                  {"h", kept->h, m->o.h},
                  {"speed", kept->speed, m->o.speed},
                  {"start", kept->start, m->o.start}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (option[i].was != option[i].is) {
            return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, where,
                            "run \"%s\" was made with %s = %.10g, this motion with %.10g", name,
                            option[i].name, option[i].was, option[i].is);
        }
    }
    if (kept->stop != (double)RDG_MARCH_DONE) {
        return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\" had stopped at t = %.10g s: restart from another label", name, kept->t);
    }
    if (!(kept->segment >= 0.0 && kept->segment < (double)(m->c->nodes - 1))) {
        return rdg_fail(m->c->ctx, RDG_ERR_SIZE, where, "run \"%s\" was on segment %g, this target has %lld",
                        name, kept->segment, (long long)(m->c->nodes - 1));
    }
    return RDG_OK;
}

static void take_up(rdg_marching *m, const double *state, const kept_motion *kept)
{
    rdg_march_spread(m, state, m->m.z);
    rdg_march_spread(m, state + rdg_sliding_modes(m->c), m->m.d);
    m->now.at = (rdg_sliding_state){.segment = (rdg_index)kept->segment,
                                    .alpha = kept->alpha,
                                    .gamma = kept->gamma,
                                    .lambda = kept->lambda};
    rdg_march_begin(m, kept->t0, (rdg_index)kept->steps);
    m->now.t = kept->t;
    m->now.tau = kept->tau;
    m->now.contact = (rdg_rigid_state)kept->contact;
    m->now.v = kept->v;
    m->now.v_relative = kept->v_relative;
    m->sine = kept->sine;
    m->u_c = kept->u_c;
    m->u[0] = kept->u[0];
    m->u[1] = kept->u[1];
}

static rdg_status restart(rdg_marching *m, rdg_run *run, const char *name, rdg_index label, double *state)
{
    const rdg_index n = rdg_sliding_modes(m->c);
    kept_motion kept;
    RDG_TRY(rdg_run_solution(run, label, "z", n, state));
    RDG_TRY(rdg_run_solution(run, label, "increment", n, state + n));
    RDG_TRY(rdg_run_solution(run, label, "motion", RDG_MARCH_NUMBERS, state + 2 * n));
    memcpy(&kept, state + 2 * n, sizeof kept);
    RDG_TRY(check(m, name, &kept));
    take_up(m, state, &kept);
    return RDG_OK;
}

rdg_status rdg_marching_restart(rdg_marching *m, const char *name, rdg_index label)
{
    RDG_ENTER(m, m->c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(m->c->ctx, name, RDG_ERR_ARGUMENT);
    rdg_run *run = rdg_run_open(m->c->ctx, name);
    double *state =
        rdg_context_calloc(m->c->ctx, 2 * (size_t)rdg_sliding_modes(m->c) + RDG_MARCH_NUMBERS, sizeof *state);
    const rdg_status status =
        run && state ? restart(m, run, name, label, state) : rdg_error_status(m->c->ctx);
    rdg_free(state);
    rdg_run_free(run);
    return status;
}
