/* Lyapunov exponents: the growth of changes along a motion, block by block. */
#include "lyapunov_impl.h"
#include "tangent_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_lyapunov";

void rdg_lyapunov_release(rdg_lyapunov_spectrum *spectrum)
{
    if (spectrum) {
        rdg_free(spectrum->exponent);
        rdg_free(spectrum->error);
        *spectrum = (rdg_lyapunov_spectrum){.n = 0};
    }
}

/* A measurement under way. */
typedef struct measurement {
    rdg_hybrid *h;
    rdg_context *ctx;
    rdg_lyapunov_options o; /* with defaults */
    rdg_lyapunov_spectrum *to;
    rdg_tangent tangent;
    bool following, measuring; /* the changes; their growth */
    rdg_index largest;         /* states of the largest mode visited before */
    double begin;              /* instant */
    rdg_index block;           /* that are complete */
    double begun;              /* instant at which the block at hand has begun */
    double *grown;             /* [states] until then */
    double *rate;              /* [blocks states] */
    rdg_index event;           /* the last one */
} measurement;

/* The changes have come to where they are measured from; apart from answers of callbacks. */
enum { ARRIVED = RDG_TANGENT_TOO_STIFF + 1 };

static void end_block(measurement *m, double t)
{
    const rdg_tangent *g = &m->tangent;
    const double time = t - m->begun;
    for (rdg_index i = 0; i < g->states; i++) {
        const double now = g->growth[i];
        m->rate[m->block * g->states + i] = isfinite(now) ? (now - m->grown[i]) / time : -INFINITY;
        m->grown[i] = now;
    }
    m->block++;
    m->begun = t;
}

/* Changes start half of the transient ahead, and turn into the directions that they keep; then it is waited
 * for a mode that has all states: what a smaller one has forgotten would not come back. */
static int approach(measurement *m, const rdg_hybrid_state *state)
{
    const rdg_index n = rdg_hybrid_phase_at(m->h, state->mode)->n;
    const double half = 0.5 * m->o.transient;
    m->largest = n > m->largest || state->t < half ? n : m->largest;
    const bool whole = n >= m->largest;
    if (!m->following && state->t >= half && (whole || state->t >= 1.5 * half)) {
        rdg_tangent_begin(&m->tangent, state);
        m->following = true;
        return 0;
    }
    const int answer = m->following ? rdg_tangent_carry(&m->tangent, state) : 0;
    const bool there = m->following && state->t >= m->o.transient && (whole || state->t >= 3.0 * half);
    return answer == 0 && there ? ARRIVED : answer;
}

static int at(const rdg_hybrid_state *state, void *data)
{
    measurement *m = data;
    return m->measuring ? rdg_tangent_carry(&m->tangent, state) : approach(m, state);
}

static int crossed(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    measurement *m = data;
    if (rdg_brute_is_wider(m->h, where, after->mode, m->tangent.states)) {
        return -1;
    }
    m->event = event;
    m->to->events += m->measuring;
    return m->following ? rdg_tangent_cross(&m->tangent, event, before, after) : 0;
}

static rdg_status check(measurement *m)
{
    rdg_lyapunov_options *o = &m->o;
    RDG_TRY(rdg_brute_check(m->h, where, "transient", o->transient));
    RDG_TRY(rdg_brute_check(m->h, where, "duration", o->duration));
    RDG_TRY(rdg_brute_check(m->h, where, "apart", o->apart));
    if (!(o->duration > 0.0) || o->blocks < 0 || o->blocks == 1 || o->blocks > 1000000) {
        return rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where,
                        "\"%s\": duration = %g, blocks = %" PRId64 ": > 0, and 2 at least, are required",
                        rdg_hybrid_name(m->h), o->duration, o->blocks);
    }
    o->transient = o->transient > 0.0 ? o->transient : 0.1 * o->duration;
    o->blocks = o->blocks > 0 ? o->blocks : 20;
    return RDG_OK;
}

static rdg_status why(const measurement *m, int answer, const rdg_flow *flow, double t)
{
    RDG_TRY(rdg_error_status(m->ctx));
    if (answer == RDG_TANGENT_TOO_STIFF) {
        return rdg_fail(m->ctx, RDG_ERR_NO_CONVERGENCE, where,
                        "changes of the motion of \"%s\" die too fast to be followed: at t = %.10g",
                        rdg_hybrid_name(m->h), t);
    }
    if (answer == RDG_TANGENT_GRAZE) {
        return rdg_fail(m->ctx, RDG_ERR_NO_CONVERGENCE, where,
                        "\"%s\": at t = %.10g the motion only touches the surface of \"%s\", or a derivative "
                        "there is not finite: there is no saltation matrix",
                        rdg_hybrid_name(m->h), t,
                        rdg_hybrid_event_surface_at(m->h, m->event, NULL, NULL)->name);
    }
    const char *reason = *rdg_flow_reason(flow) ? rdg_flow_reason(flow) : rdg_flow_reason(m->tangent.flow);
    return rdg_fail(m->ctx, answer < 0 ? RDG_ERR_CALLBACK : RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion cannot be followed beyond t = %.10g: %s", rdg_hybrid_name(m->h), t,
                    reason);
}

/* Mean over the blocks, and its standard error. */
static void average(measurement *m)
{
    rdg_lyapunov_spectrum *to = m->to;
    const rdg_index states = m->tangent.states, blocks = m->block;
    to->duration = m->begun - m->begin;
    for (rdg_index i = 0; i < to->n; i++) {
        const double growth = m->tangent.growth[i];
        double scatter = 0.0;
        to->exponent[i] = isfinite(growth) ? growth / to->duration : -INFINITY;
        for (rdg_index b = 0; b < blocks; b++) {
            const double off = m->rate[b * states + i] - to->exponent[i];
            scatter += off * off;
        }
        to->error[i] = isfinite(growth) ? sqrt(scatter / (double)(blocks * (blocks - 1))) : NAN;
    }
    for (rdg_index i = 1; i < to->n; i++) {
        for (rdg_index j = i; j > 0 && to->exponent[j] > to->exponent[j - 1]; j--) {
            const double exponent = to->exponent[j], error = to->error[j];
            to->exponent[j] = to->exponent[j - 1];
            to->error[j] = to->error[j - 1];
            to->exponent[j - 1] = exponent;
            to->error[j - 1] = error;
        }
    }
}

static rdg_status measure(measurement *m, rdg_flow *flow, rdg_hybrid_state *state)
{
    const rdg_lyapunov_options *o = &m->o;
    const rdg_start start = {.mode = o->mode, .x = o->x, .phi = o->phi};
    RDG_TRY(rdg_brute_start(m->h, where, &start, state));
    const rdg_flow_observer observer = {.at = at, .crossed = crossed, .data = m};
    const double *p = m->tangent.p;
    int answer = rdg_flow_run(flow, p, state, 4.0 * o->transient, 0, &observer);
    if (answer != ARRIVED) {
        return why(m, answer, flow, state->t);
    }
    rdg_tangent_measure(&m->tangent);
    m->measuring = true;
    m->begin = m->begun = state->t;
    for (rdg_index k = 1; k <= o->blocks; k++) {
        answer = rdg_flow_run(flow, p, state, m->begin + o->duration * (double)k / (double)o->blocks, 0,
                              &observer);
        if (answer != 0) {
            return why(m, answer, flow, state->t);
        }
        end_block(m, state->t);
    }
    average(m);
    return RDG_OK;
}

static rdg_status run(measurement *m)
{
    RDG_TRY(check(m));
    if (m->o.apart > 0.0) {
        return rdg_lyapunov_of_twins(m->h, &m->o, where, m->to);
    }
    const rdg_index states = rdg_brute_states(m->h, where, m->o.mode);
    RDG_TRY(rdg_error_status(m->ctx));
    RDG_TRY(rdg_tangent_create(&m->tangent, m->h, &m->o.flow, states));
    rdg_flow *flow = rdg_flow_create(m->h, &m->o.flow);
    rdg_hybrid_state state = {.x = rdg_context_calloc(m->ctx, (size_t)states, sizeof(double))};
    m->grown = rdg_context_calloc(m->ctx, (size_t)states, sizeof *m->grown);
    m->rate = rdg_context_calloc(m->ctx, (size_t)(m->o.blocks * states), sizeof *m->rate);
    m->to->exponent = rdg_context_calloc(m->ctx, (size_t)states, sizeof(double));
    m->to->error = rdg_context_calloc(m->ctx, (size_t)states, sizeof(double));
    m->to->n = states;
    rdg_status status = rdg_error_status(m->ctx);
    status = status ? status : measure(m, flow, &state);
    rdg_free(state.x);
    rdg_flow_free(flow);
    return status;
}

rdg_status rdg_lyapunov(rdg_hybrid *h, const rdg_lyapunov_options *options, rdg_lyapunov_spectrum *spectrum)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, options, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, spectrum, RDG_ERR_ARGUMENT);
    *spectrum = (rdg_lyapunov_spectrum){.n = 0};
    measurement m = {.h = h, .ctx = ctx, .o = *options, .to = spectrum};
    const rdg_status status = run(&m);
    rdg_tangent_release(&m.tangent);
    rdg_free(m.grown);
    rdg_free(m.rate);
    if (status != RDG_OK) {
        rdg_lyapunov_release(spectrum);
    }
    return status;
}
