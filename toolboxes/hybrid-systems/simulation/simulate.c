/* Follow a motion and write it down. */
#include "simulate_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_simulate";

void rdg_trajectory_release(rdg_trajectory *trajectory)
{
    if (trajectory) {
        rdg_free(trajectory->t);
        rdg_free(trajectory->mode);
        rdg_free(trajectory->x);
        rdg_free(trajectory->surface);
        rdg_free(trajectory->before);
        *trajectory = (rdg_trajectory){.states = 0};
    }
}

/* A simulation under way. */
typedef struct simulation {
    rdg_hybrid *h;
    rdg_trajectory *to;
    bool crossed; /* the last row is one behind a surface, which is reported once more */
} simulation;

/* Space for arrays of the same length. */
static rdg_status reserve_rows(simulation *s, rdg_index rows)
{
    rdg_context *ctx = rdg_hybrid_context(s->h);
    rdg_trajectory *to = s->to;
    if (rows <= to->row_capacity) {
        return RDG_OK;
    }
    const rdg_index wider = 2 * rows;
    RDG_TRY(rdg_context_grow(ctx, (void *)&to->t, to->rows, wider - to->rows, sizeof *to->t));
    RDG_TRY(rdg_context_grow(ctx, (void *)&to->mode, to->rows, wider - to->rows, sizeof *to->mode));
    RDG_TRY(rdg_context_grow(ctx, (void *)&to->x, to->rows * to->states, (wider - to->rows) * to->states,
                             sizeof *to->x));
    to->row_capacity = wider;
    return RDG_OK;
}

static int add_row(simulation *s, const rdg_hybrid_state *state)
{
    rdg_trajectory *to = s->to;
    if (reserve_rows(s, to->rows + 1) != RDG_OK) {
        return -1;
    }
    const rdg_index n = rdg_hybrid_phase_at(s->h, state->mode)->n;
    to->t[to->rows] = state->t;
    to->mode[to->rows] = state->mode;
    for (rdg_index i = 0; i < to->states; i++) {
        to->x[to->rows * to->states + i] = i < n ? state->x[i] : NAN;
    }
    to->rows++;
    return 0;
}

static int at(const rdg_hybrid_state *state, void *data)
{
    simulation *s = data;
    const bool again = s->crossed;
    s->crossed = false;
    return again ? 0 : add_row(s, state);
}

static int crossed(rdg_index surface, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                   void *data)
{
    simulation *s = data;
    rdg_trajectory *to = s->to;
    rdg_context *ctx = rdg_hybrid_context(s->h);
    if (rdg_brute_is_wider(s->h, where, after->mode, to->states)) {
        return -1;
    }
    if (to->events == to->event_capacity) {
        const rdg_index more = to->events + 8;
        if (rdg_context_grow(ctx, (void *)&to->surface, to->events, more, sizeof *to->surface) != RDG_OK ||
            rdg_context_grow(ctx, (void *)&to->before, to->events, more, sizeof *to->before) != RDG_OK) {
            return -1;
        }
        to->event_capacity = to->events + more;
    }
    const rdg_index row = to->rows;
    int answer = add_row(s, before);
    answer = answer ? answer : add_row(s, after);
    if (answer == 0) {
        to->surface[to->events] = surface;
        to->before[to->events++] = row;
        s->crossed = true;
    }
    return answer;
}

static rdg_status check(rdg_hybrid *h, const rdg_simulate_options *o)
{
    RDG_TRY(rdg_brute_check(h, where, "duration", o->duration));
    RDG_TRY(rdg_brute_check(h, where, "every", o->every));
    if (!(o->duration > 0.0) || o->stop_after < 0) {
        return rdg_fail(rdg_hybrid_context(h), RDG_ERR_ARGUMENT, where,
                        "\"%s\": duration = %g, stop_after = %ld: one must be > 0, the other >= 0",
                        rdg_hybrid_name(h), o->duration, o->stop_after);
    }
    return o->duration / 1e9 > o->every && o->every > 0.0
               ? rdg_fail(rdg_hybrid_context(h), RDG_ERR_ARGUMENT, where,
                          "\"%s\": every = %g gives more than 1e9 rows", rdg_hybrid_name(h), o->every)
               : RDG_OK;
}

/* The motion itself; answers as callbacks. */
static int follow(simulation *s, rdg_flow *flow, rdg_hybrid_state *state, const rdg_simulate_options *o)
{
    const rdg_flow_observer observer = {
        .at = at, .crossed = crossed, .data = s, .every = o->every > 0.0 ? o->every : o->duration / 1000.0};
    int answer = add_row(s, state);
    if (answer == 0) {
        answer = rdg_flow_run(flow, rdg_hybrid_parameters_of(s->h).value, state, o->duration, o->stop_after,
                              &observer);
    }
    const double last = s->to->rows > 0 ? s->to->t[s->to->rows - 1] : INFINITY;
    return answer == 0 && state->t > last + 1e-9 * observer.every ? add_row(s, state) : answer;
}

/* What there is of the motion is written before it is stated why there is no more: a failure would keep the
 * files from being written. */
static rdg_status finish(simulation *s, rdg_flow *flow, double t, int answer, const rdg_simulate_options *o)
{
    rdg_context *ctx = rdg_hybrid_context(s->h);
    RDG_TRY(rdg_error_status(ctx));
    RDG_TRY(rdg_trajectory_write(s->h, s->to, o));
    return answer == 0
               ? RDG_OK
               : rdg_fail(ctx, answer < 0 ? RDG_ERR_CALLBACK : RDG_ERR_NO_CONVERGENCE, where,
                          "\"%s\": the motion cannot be followed beyond t = %.10g, %" PRId64 " events: %s",
                          rdg_hybrid_name(s->h), t, s->to->events, rdg_flow_reason(flow));
}

static rdg_status simulate(simulation *s, const rdg_simulate_options *o)
{
    rdg_context *ctx = rdg_hybrid_context(s->h);
    RDG_TRY(check(s->h, o));
    s->to->states = rdg_brute_states(s->h, where, o->mode);
    RDG_TRY(rdg_error_status(ctx));
    rdg_flow *flow = rdg_flow_create(s->h, &o->flow);
    rdg_hybrid_state state = {.x = rdg_context_calloc(ctx, (size_t)s->to->states, sizeof(double))};
    const rdg_start start = {.mode = o->mode, .x = o->x, .phi = o->phi};
    rdg_status status = flow && state.x ? RDG_OK : rdg_error_status(ctx);
    status = status ? status : rdg_brute_start(s->h, where, &start, &state);
    if (status == RDG_OK) {
        const int answer = follow(s, flow, &state, o);
        status = finish(s, flow, state.t, answer, o);
    }
    rdg_free(state.x);
    rdg_flow_free(flow);
    return status;
}

rdg_status rdg_simulate(rdg_hybrid *h, const rdg_simulate_options *options, rdg_trajectory *trajectory)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    rdg_trajectory own = {.states = 0}, *to = trajectory ? trajectory : &own;
    *to = (rdg_trajectory){.states = 0};
    simulation s = {.h = h, .to = to};
    const rdg_status status = simulate(&s, options);
    rdg_trajectory_release(&own);
    return status;
}
