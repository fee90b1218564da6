/* Multipliers of an orbit from its motion step by step.
 *
 * Over a step that is short for the fastest change all that happens to a change is in the matrix of the step,
 * to rounding; their chain has all multipliers (chain.c). Of an autonomous system changes along the motion
 * are taken out of every factor, not of the result: between frames at right angles to the velocity at both
 * ends of a step the trivial multiplier is not there, however large it is beside the others. */
#include "multipliers_impl.h"
#include "tangent_impl.h"
#include <ridgewalk/factor_chain.h>
#include <ridgewalk/frame.h>

#include <float.h>
#include <math.h>
#include <string.h>

/* Steps times the spectral radius: what dies fast dies at the right rate, to 4e-11 of it. */
static const double fineness = 0.25;

/* Numbers that a chain may have, 256 MB, and factors: changes that die by exp(-4e6). */
static const rdg_index most_numbers = 1 << 25, most_factors = 1 << 20;

typedef struct frame {
    rdg_index n;   /* states */
    double speed;  /* 0: of a driven system, there is no frame */
    double *along; /* [states] velocity */
} frame;

typedef struct rdg_walk {
    rdg_shooting *s;
    rdg_tangent tangent;
    rdg_chain chain;
    frame first, from, to;
    double *p;           /* [np] */
    double *B, *v, *w;   /* [states^2], [states] */
    double *unit;        /* [states] of states: as large as they become */
    double *log, *angle; /* [states] */
    double *at;          /* [variables] where they were taken */
    long revision;       /* of the event signature then */
    int answer;
    bool known;
} rdg_walk;

void rdg_orbit_release_walk(rdg_shooting *s)
{
    rdg_walk *w = s->walk;
    if (!w) {
        return;
    }
    w->tangent.flow = NULL; /* it belongs to the context */
    rdg_tangent_release(&w->tangent);
    rdg_chain_release(&w->chain);
    void *arrays[] = {w->first.along, w->from.along, w->to.along, w->p,     w->B, w->v,
                      w->w,           w->unit,       w->log,      w->angle, w->at};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(w);
    s->walk = NULL;
}

static rdg_walk *create(rdg_shooting *s)
{
    rdg_walk *w = rdg_context_calloc(s->ctx, 1, sizeof *w);
    if (!w) {
        return NULL;
    }
    s->walk = w;
    w->s = s;
    w->chain.ctx = s->ctx;
    const size_t states = (size_t)s->at.states;
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&w->first.along, states}, {&w->from.along, states}, {&w->to.along, states},
                  {&w->p, (size_t)s->at.np}, {&w->B, states * states}, {&w->v, states},
                  {&w->w, states},           {&w->unit, states},       {&w->log, states},
                  {&w->angle, states},       {&w->at, (size_t)s->at.n}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i].array = rdg_context_calloc(s->ctx, arrays[i].size, sizeof(double));
    }
    (void)rdg_tangent_create(&w->tangent, s->hybrid, &s->flow_options, s->at.states);
    w->tangent.p = w->p;
    w->tangent.fineness = fineness;
    if (rdg_error_status(s->ctx) != RDG_OK) {
        rdg_orbit_release_walk(s);
        return NULL;
    }
    return w;
}

static int take_frame(const rdg_walk *w, rdg_index mode, const double *arguments, frame *f)
{
    const rdg_hybrid_phase *m = rdg_hybrid_phase_at(w->s->hybrid, mode);
    f->n = m->n;
    f->speed = 0.0;
    if (w->s->at.forced) {
        return 0;
    }
    memset(f->along, 0, (size_t)f->n * sizeof(double));
    const int answer = m->field.f(f->n + w->s->at.np, arguments, f->n, f->along, m->field.data);
    for (rdg_index i = 0; i < f->n; i++) {
        f->speed = hypot(f->speed, f->along[i]);
    }
    return answer ? answer : !(f->speed > 0.0 && isfinite(f->speed));
}

/* B [m n], between frames; or in units of the states. To the chain. */
static int append(rdg_walk *w, const double *B, const frame *from, const frame *to)
{
    const rdg_index m = to->n, n = from->n;
    if (w->chain.used > most_numbers || w->chain.count > most_factors) {
        return 1;
    }
    if (w->s->at.forced) {
        for (rdg_index k = 0; k < m * n; k++) {
            w->B[k] = B[k] * w->unit[k / m] / w->unit[k % m];
        }
        return rdg_chain_append(&w->chain, m, n, w->B) == RDG_OK ? 0 : -1;
    }
    for (rdg_index c = 0; c + 1 < n; c++) {
        memset(w->v, 0, (size_t)n * sizeof(double));
        w->v[c] = 1.0;
        rdg_frame_extend(n, from->along, from->speed, w->v, w->w);
        for (rdg_index i = 0; i < m; i++) {
            w->v[i] = 0.0;
            for (rdg_index l = 0; l < n; l++) {
                w->v[i] += B[i + m * l] * w->w[l];
            }
        }
        rdg_frame_restrict(m, to->along, to->speed, w->v, w->B + (m - 1) * c);
    }
    return rdg_chain_append(&w->chain, m - 1, n - 1, w->B) == RDG_OK ? 0 : -1;
}

static int take_factor(rdg_index m, rdg_index n, const double *B, rdg_index mode, const double *arguments,
                       void *data)
{
    rdg_walk *w = data;
    (void)m;
    (void)n;
    int answer = take_frame(w, mode, arguments, &w->to);
    answer = answer ? answer : append(w, B, &w->from, &w->to);
    const frame swap = w->from;
    w->from = w->to;
    w->to = swap;
    return answer;
}

static int carry(const rdg_hybrid_state *state, void *data)
{
    rdg_walk *w = data;
    return rdg_tangent_carry(&w->tangent, state);
}

static int along_segment(rdg_walk *w, const double *u, rdg_index j)
{
    rdg_shooting *s = w->s;
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
    const double *sigma = s->work->sigma;
    const double phi = s->at.forced ? sigma[a.nz - 1] : 0.0;
    int answer = rdg_orbit_end(s, &a, false); /* a mesh, and its end */
    const rdg_hybrid_state start = {
        .phi = phi, .mode = a.segment->mode, .x = (double *)(u + j * s->at.states)};
    rdg_tangent_begin(&w->tangent, &start);
    if (answer == 0 && j == 0) {
        answer = take_frame(w, a.segment->mode, sigma, &w->from);
        w->first.n = w->from.n;
        w->first.speed = w->from.speed;
        memcpy(w->first.along, w->from.along, (size_t)w->from.n * sizeof(double));
    }
    answer = answer ? answer : rdg_flow_trace(s->flow, a.segment->mode, &a.segment->mesh, sigma, carry, w);
    if (answer != 0 || !a.event) {
        return answer;
    }
    const double tau = sigma[a.nz];
    const rdg_hybrid_state before = {
        .t = tau, .phi = phi + a.omega * tau, .mode = a.segment->mode, .x = a.segment->y};
    const rdg_hybrid_state after = {.t = tau,
                                    .phi = before.phi,
                                    .mode = s->segment[a.next].mode,
                                    .x = (double *)(u + a.next * s->at.states)};
    return rdg_tangent_cross(&w->tangent, a.segment->event, &before, &after);
}

/* The frame at the end is that at the beginning but for rounding, which may turn it over; of half an orbit it
 * is its image. */
static int close(rdg_walk *w)
{
    const rdg_shooting *s = w->s;
    const rdg_index n = w->first.n;
    double *G = w->tangent.S;
    memset(G, 0, (size_t)(n * n) * sizeof *G);
    for (rdg_index i = 0; i < n; i++) {
        G[i + n * i] = 1.0;
    }
    return append(w, s->symmetry ? s->symmetry : G, &w->from, &w->first);
}

/* Changes of displacements in m and velocities in m/s differ by the fastest frequency: products in these
 * units lose as many digits. What is smaller than rounding errors of the others is rounding itself. */
static void choose_units(rdg_walk *w, const double *u)
{
    const rdg_shooting *s = w->s;
    const rdg_index states = s->at.states;
    double largest = 1e-290;
    memset(w->unit, 0, (size_t)states * sizeof *w->unit);
    for (rdg_index k = 0; k < s->segments * states; k++) {
        w->unit[k % states] = fmax(w->unit[k % states], fabs(u[k]));
        largest = fmax(largest, fabs(u[k]));
    }
    for (rdg_index i = 0; i < states; i++) {
        w->unit[i] = fmax(w->unit[i], DBL_EPSILON * largest);
    }
}

static int follow(rdg_walk *w, const double *u)
{
    rdg_shooting *s = w->s;
    choose_units(w, u);
    w->chain.count = w->chain.used = 0;
    memcpy(w->p, u + s->at.p, (size_t)s->at.np * sizeof(double));
    w->tangent.sink = take_factor;
    w->tangent.sink_data = w;
    int answer = 0;
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        answer = along_segment(w, u, j);
    }
    answer = answer ? answer : close(w);
    for (rdg_index i = 0; i < s->at.states; i++) {
        w->log[i] = -INFINITY;
        w->angle[i] = 0.0;
    }
    return answer ? answer
                  : rdg_chain_multipliers(&w->chain, w->first.n - (s->at.forced ? 0 : 1), w->log, w->angle);
}

int rdg_orbit_multipliers(rdg_shooting *s, const double *u, const double **log, const double **angle)
{
    rdg_walk *w = s->walk ? s->walk : create(s);
    if (!w) {
        return -1;
    }
    const size_t bytes = (size_t)s->at.n * sizeof *u;
    if (!w->known || w->revision != s->revision || memcmp(w->at, u, bytes) != 0) {
        w->known = false;
        w->answer = follow(w, u);
        memcpy(w->at, u, bytes);
        w->revision = s->revision;
        w->known = true;
    }
    *log = w->log;
    *angle = w->angle;
    return w->answer;
}
