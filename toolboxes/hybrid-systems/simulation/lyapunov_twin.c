/* The largest Lyapunov exponent by two motions: the second one starts next to the first, and is brought back
 * to its distance along the line between them time and again (G. Benettin, L. Galgani and J.-M. Strelcyn,
 * Phys. Rev. A 14, 1976). It needs no derivatives, so that modes in which changes die fast cost no more than
 * the motion.
 *
 * Distances are shares of what states vary. The two are only examined where they are in one mode: one of
 * them may be through an event that is still ahead of the other. */
#include "lyapunov_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples in a block. */
enum { LOOKS = 100 };

/* Farther apart, times the distance that is requested, they are no longer next to each other. */
static const double too_far = 1e3;

typedef struct twins {
    rdg_hybrid *h;
    rdg_flow *flow;
    const double *p;
    rdg_hybrid_state one, other;
    double *low, *high; /* [states] of the first one */
    double apart;
    double grown; /* sum of logarithms */
    rdg_index events;
} twins;

static int note_extent(const rdg_hybrid_state *state, void *data)
{
    twins *t = data;
    const rdg_index n = rdg_hybrid_phase_at(t->h, state->mode)->n;
    for (rdg_index i = 0; i < n; i++) {
        t->low[i] = fmin(t->low[i], state->x[i]);
        t->high[i] = fmax(t->high[i], state->x[i]);
    }
    return 0;
}

static int count_event(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                       void *data)
{
    twins *t = data;
    (void)event, (void)before, (void)after;
    t->events++;
    return 0;
}

static double extent(const twins *t, rdg_index i)
{
    return t->high[i] > t->low[i] ? t->high[i] - t->low[i] : 1.0;
}

static double distance(const twins *t)
{
    const rdg_index n = rdg_hybrid_phase_at(t->h, t->one.mode)->n;
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        const double d = (t->other.x[i] - t->one.x[i]) / extent(t, i);
        sum += d * d;
    }
    return sqrt(sum);
}

static void separate(twins *t)
{
    const rdg_index n = rdg_hybrid_phase_at(t->h, t->one.mode)->n;
    for (rdg_index i = 0; i < n; i++) { /* no axis, and no plane of symmetry */
        const double part = (i % 2 ? -1.0 : 1.0) * (1.0 + 0.3 * sin(1.0 + (double)i)) / sqrt((double)n);
        t->other.x[i] = t->one.x[i] + t->apart * extent(t, i) * part;
    }
    t->other.mode = t->one.mode;
    t->other.phi = t->one.phi;
    t->other.t = t->one.t;
}

/* Answers beside those of rdg_flow_run(). */
enum { PARTED = -7201, MET = -7202 };

/* What they have moved apart, and back. */
static int bring_back(twins *t)
{
    if (t->one.mode != t->other.mode) {
        return 0;
    }
    const rdg_index n = rdg_hybrid_phase_at(t->h, t->one.mode)->n;
    const double now = distance(t);
    if (now == 0.0) {
        return MET;
    }
    if (!(now <= too_far * t->apart)) {
        return PARTED;
    }
    t->grown += log(now / t->apart);
    for (rdg_index i = 0; i < n; i++) {
        t->other.x[i] = t->one.x[i] + (t->other.x[i] - t->one.x[i]) * (t->apart / now);
    }
    return 0;
}

/* Both until t_end, with samples. As rdg_flow_run(), or one of the answers above. */
static int follow(twins *t, double t_end)
{
    const rdg_flow_observer count = {.crossed = count_event, .data = t};
    const double begin = t->one.t;
    int answer = 0;
    for (int k = 1; answer == 0 && k <= LOOKS; k++) {
        const double end = k < LOOKS ? begin + (t_end - begin) * k / LOOKS : t_end;
        answer = rdg_flow_run(t->flow, t->p, &t->one, end, 0, &count);
        answer = answer == 0 ? rdg_flow_run(t->flow, t->p, &t->other, end, 0, NULL) : answer;
        answer = answer == 0 ? bring_back(t) : answer;
    }
    return answer;
}

static rdg_status why(const twins *t, const char *where, int answer)
{
    rdg_context *ctx = rdg_hybrid_context(t->h);
    RDG_TRY(rdg_error_status(ctx));
    if (answer == PARTED) {
        return rdg_fail(
            ctx, RDG_ERR_NO_CONVERGENCE, where,
            "two motions of \"%s\" that were %g of their extent apart are not next to each other any more "
            "at t = %.10g: apart should be smaller, or blocks more",
            rdg_hybrid_name(t->h), t->apart, t->one.t);
    }
    if (answer == MET) {
        return rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where,
                        "two motions of \"%s\" have become one at t = %.10g: all exponents are -infinity",
                        rdg_hybrid_name(t->h), t->one.t);
    }
    return rdg_fail(ctx, answer < 0 ? RDG_ERR_CALLBACK : RDG_ERR_NO_CONVERGENCE, where,
                    "\"%s\": the motion cannot be followed beyond t = %.10g: %s", rdg_hybrid_name(t->h),
                    t->one.t, rdg_flow_reason(t->flow));
}

static rdg_status measure(twins *t, const rdg_lyapunov_options *o, const char *where, double *rate,
                          rdg_lyapunov_spectrum *to)
{
    const rdg_start start = {.mode = o->mode, .x = o->x, .phi = o->phi};
    RDG_TRY(rdg_brute_start(t->h, where, &start, &t->one));
    const rdg_flow_observer look = {.at = note_extent, .data = t};
    int answer = rdg_flow_run(t->flow, t->p, &t->one, 0.5 * o->transient, 0, &look);
    if (answer == 0) {
        separate(t);
        answer = follow(t, o->transient);
    }
    t->events = 0;
    const double begin = t->one.t;
    for (rdg_index b = 0; answer == 0 && b < o->blocks; b++) {
        const double before = t->one.t;
        t->grown = 0.0;
        answer = follow(t, begin + o->duration * (double)(b + 1) / (double)o->blocks);
        rate[b] = t->grown / (t->one.t - before);
        to->exponent[0] += rate[b] / (double)o->blocks;
    }
    if (answer != 0) {
        return why(t, where, answer);
    }
    double scatter = 0.0;
    for (rdg_index b = 0; b < o->blocks; b++) {
        scatter += (rate[b] - to->exponent[0]) * (rate[b] - to->exponent[0]);
    }
    to->error[0] = sqrt(scatter / (double)(o->blocks * (o->blocks - 1)));
    to->duration = t->one.t - begin;
    to->events = t->events;
    return RDG_OK;
}

rdg_status rdg_lyapunov_of_twins(rdg_hybrid *h, const rdg_lyapunov_options *o, const char *where,
                                 rdg_lyapunov_spectrum *to)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    const rdg_index states = rdg_brute_states(h, where, o->mode);
    RDG_TRY(rdg_error_status(ctx));
    const size_t n = (size_t)states;
    twins t = {.h = h, .p = rdg_hybrid_parameters_of(h).value, .apart = o->apart};
    t.flow = rdg_flow_create(h, &o->flow);
    t.one.x = rdg_context_calloc(ctx, n, sizeof(double));
    t.other.x = rdg_context_calloc(ctx, n, sizeof(double));
    t.low = rdg_context_calloc(ctx, n, sizeof(double));
    t.high = rdg_context_calloc(ctx, n, sizeof(double));
    double *rate = rdg_context_calloc(ctx, (size_t)o->blocks, sizeof *rate);
    to->exponent = rdg_context_calloc(ctx, 1, sizeof(double));
    to->error = rdg_context_calloc(ctx, 1, sizeof(double));
    to->n = 1;
    rdg_status status = rdg_error_status(ctx);
    for (rdg_index i = 0; status == RDG_OK && i < states; i++) {
        t.low[i] = INFINITY;
        t.high[i] = -INFINITY;
    }
    status = status ? status : measure(&t, o, where, rate, to);
    void *arrays[] = {t.one.x, t.other.x, t.low, t.high, rate};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_flow_free(t.flow);
    return status;
}
