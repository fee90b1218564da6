/* Newton's method on the map of one period, x -> P(x), whatever events a period has: no series of events is
 * assumed, and an event that is all but a touch does no harm. Derivatives are differences of the map. */
#include "verification_impl.h"

#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid_of.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 20, HALVINGS = 6 };

/* Steps of differences, and the distance between a state and its return at which a motion counts as
 * periodic, relative to the sizes of the states. Newton's method goes on as long as it comes nearer. */
static const double difference_step = 1e-7, closed = 1e-8;

/* So far sliders are moved off the limit to which the motion has dragged them, relative to displacements:
 * beyond what steps of differences drag them, too little to be another motion. */
static const double inwards = 1e-5;

/* Singular values as small, of the largest, belong to directions of residual stress: sliders stay there. */
static const double neutral = 1e-7;

typedef struct period_map {
    rdg_hybrid *hybrid;
    rdg_flow *flow;
    const double *p;
    double period, phase; /* s; rad, of the forcing at the start */
    rdg_index n, mode;
    double *size;           /* [n] of states along the motion */
    double *x, *y;          /* [n] the start, and its return */
    double *trial;          /* [n] another start */
    double *at;             /* [states of the largest mode] where the motion is */
    double *J, *dx;         /* [n n], [n] */
    double *s;              /* [n] singular values */
    rdg_index first_slider; /* states from there on are elements' memory */
} period_map;

static double *allocate(period_map *m, const rdg_balanced_motion *b, rdg_index states)
{
    const rdg_index n = m->n;
    double *all = rdg_context_calloc(b->ctx, (size_t)(n * n + 6 * n + states), sizeof *all);
    if (all) {
        m->size = all;
        m->x = m->size + n;
        m->y = m->x + n;
        m->trial = m->y + n;
        m->dx = m->trial + n;
        m->s = m->dx + n;
        m->J = m->s + n;
        m->at = m->J + n * n;
    }
    return all;
}

/* y = P(x), from sliders that slip on their cones: else how far they are from these would be a neutral
 * direction, along which Newton's method drifts. False: the motion cannot be followed, or ends in another
 * mode. */
static bool run_period(const period_map *m, const double *x, double *y)
{
    rdg_hybrid_state state = {.phi = m->phase, .mode = m->mode, .x = m->at};
    memcpy(m->at, x, (size_t)m->n * sizeof *x);
    const bool is = rdg_hybrid_project(m->hybrid, m->mode, m->at) == RDG_OK &&
                    rdg_flow_run(m->flow, m->p, &state, m->period, 0, NULL) == 0 && state.mode == m->mode;
    memcpy(y, m->at, (size_t)m->n * sizeof *y);
    return is;
}

/* Of x and its return, of the sizes. */
static double miss(const period_map *m, const double *x, const double *y)
{
    double most = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        most = fmax(most, fabs(y[i] - x[i]) / m->size[i]);
    }
    return most;
}

/* dx with (P' - 1) dx = x - P(x), the shortest one where directions are neutral; all of the sizes. */
static bool find_step(period_map *m)
{
    const rdg_index n = m->n;
    for (rdg_index k = 0; k < n; k++) {
        memcpy(m->trial, m->x, (size_t)n * sizeof *m->x);
        m->trial[k] += difference_step * m->size[k];
        if (!run_period(m, m->trial, m->J + n * k)) {
            return false;
        }
        for (rdg_index i = 0; i < n; i++) {
            const double moved = (m->J[i + n * k] - m->y[i]) / (difference_step * m->size[i]);
            m->J[i + n * k] = moved - (i == k ? 1.0 : 0.0);
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        m->dx[i] = (m->x[i] - m->y[i]) / m->size[i];
    }
    lapack_int rank = 0;
    const lapack_int order = (lapack_int)n;
    return RDG_BLAS(LAPACKE_dgelsd(LAPACK_COL_MAJOR, order, order, 1, m->J, order, m->dx, order, m->s,
                                   neutral, &rank)) == 0;
}

/* The longest of dx, dx / 2, ... that brings the return nearer. */
static bool take_step(period_map *m)
{
    const double before = miss(m, m->x, m->y);
    double share = 1.0;
    for (int k = 0; k < HALVINGS; k++, share *= 0.5) {
        for (rdg_index i = 0; i < m->n; i++) {
            m->trial[i] = m->x[i] + share * m->dx[i] * m->size[i];
        }
        if (run_period(m, m->trial, m->y) && miss(m, m->trial, m->y) < before) {
            memcpy(m->x, m->trial, (size_t)m->n * sizeof *m->x);
            return true;
        }
    }
    return false;
}

/* The least distance of a state and its return that is found, of the sizes. */
static double close_period(period_map *m)
{
    if (!run_period(m, m->x, m->y)) {
        return INFINITY;
    }
    double least = miss(m, m->x, m->y);
    for (int k = 0; k < ITERATIONS && least > 0.0 && find_step(m) && take_step(m); k++) {
        least = miss(m, m->x, m->y);
    }
    return least;
}

/* Does a slider stay where it is put? x: the start but for that. */
static bool stays(const period_map *m, rdg_index slider, double moved)
{
    memcpy(m->trial, m->x, (size_t)m->n * sizeof *m->x);
    m->trial[slider] += moved;
    return run_period(m, m->trial, m->dx) &&
           fabs(m->dx[slider] - m->trial[slider]) <= closed * m->size[slider];
}

/* A slider that the motion itself has dragged to its limit slips for an instant of each period. Motions
 * beside it drag it once, and it sticks from then on: so it is moved off its limit, where it stays. */
static bool move_dragged_sliders(period_map *m)
{
    bool any = false;
    for (rdg_index k = m->first_slider; k < m->n; k++) {
        const double by = inwards * m->size[k];
        const bool up = stays(m, k, by), down = stays(m, k, -by);
        if (up != down) {
            m->x[k] += up ? by : -by;
            any = true;
        }
    }
    return any;
}

/* Displacements, sliders among them, and velocities. */
static void note_sizes(period_map *m, const rdg_balanced_motion *b, const double *x)
{
    double q = 0.0, v = 0.0;
    for (rdg_index i = 0; i < b->n; i++) {
        q = fmax(q, fabs(x[i]));
        v = fmax(v, fabs(x[b->n + i]));
    }
    q = fmax(q, v / b->omega);
    for (rdg_index i = 0; i < m->n; i++) {
        m->size[i] = i >= b->n && i < 2 * b->n ? q * b->omega : q;
    }
}

static rdg_status fail(const period_map *m, const rdg_balanced_motion *b, double least)
{
    if (isinf(least)) {
        return rdg_fail(b->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_hbm_verify",
                        "the motion from the solution at omega = %.10g rad/s, alpha = %.10g does not return "
                        "to its contact states after one period; take more harmonics (%s)",
                        b->omega, b->alpha, rdg_flow_reason(m->flow));
    }
    return rdg_fail(b->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_hbm_verify",
                    "no periodic motion is found at the solution at omega = %.10g rad/s, alpha = %.10g: the "
                    "nearest one misses itself by %.2g of its size after one period; near a fold there may "
                    "be none; take more harmonics, or a point farther from the fold",
                    b->omega, b->alpha, least);
}

rdg_status rdg_close_period(rdg_hybrid *h, const rdg_balanced_motion *b, const rdg_orbit_start *start)
{
    period_map m = {.hybrid = h,
                    .flow = rdg_flow_create(h, NULL),
                    .phase = start->phase,
                    .mode = rdg_hybrid_phase_index(h, start->mode)};
    if (!m.flow || m.mode < 0) {
        return rdg_error_status(b->ctx);
    }
    m.n = rdg_hybrid_phase_at(h, m.mode)->n;
    m.first_slider = 2 * b->n;
    m.p = rdg_hybrid_parameters_of(h).value;
    m.period = RDG_HZ(1.0) / b->omega;
    double *all = allocate(&m, b, rdg_hybrid_most_states(h));
    if (all) {
        note_sizes(&m, b, start->x);
        memcpy(m.x, start->x, (size_t)m.n * sizeof *m.x);
        double least = close_period(&m);
        if (least <= inwards && move_dragged_sliders(&m)) { /* a slider may be all that does not return */
            least = close_period(&m);
        }
        memcpy(start->x, m.x, (size_t)m.n * sizeof *m.x);
        if (!(least <= closed)) {
            fail(&m, b, least);
        }
    }
    rdg_free(all);
    rdg_flow_free(m.flow);
    return rdg_error_status(b->ctx);
}

/* --- a phase at which no event is near */

/* Phases that are compared, evenly spread, and periods that are examined: in the first one the motion may
 * still come from another residual stress. */
enum { PHASES = 64, PERIODS = 2 };

static int note_event(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after,
                      void *data)
{
    double *nearest = data;
    (void)event;
    (void)after;
    for (int k = 0; k < PHASES; k++) {
        nearest[k] = fmin(nearest[k], fabs(remainder(before->phi - RDG_HZ((double)k / PHASES), RDG_HZ(1.0))));
    }
    return 0;
}

double rdg_phase_between_events(rdg_hybrid *h, const rdg_balanced_motion *b, const rdg_orbit_start *start)
{
    double nearest[PHASES]; /* event of each phase, rad */
    for (int k = 0; k < PHASES; k++) {
        nearest[k] = INFINITY;
    }
    const rdg_flow_observer observer = {.crossed = note_event, .data = nearest};
    rdg_flow *flow = rdg_flow_create(h, NULL);
    rdg_hybrid_state state = {
        .phi = start->phase, .mode = rdg_hybrid_phase_index(h, start->mode), .x = start->x};
    if (flow && state.mode >= 0) {
        (void)rdg_flow_run(flow, rdg_hybrid_parameters_of(h).value, &state,
                           RDG_HZ((double)PERIODS) / b->omega, 0, &observer);
    }
    rdg_flow_free(flow);
    int farthest = 0;
    for (int k = 1; k < PHASES; k++) {
        farthest = nearest[k] > nearest[farthest] ? k : farthest;
    }
    return RDG_HZ((double)farthest / PHASES);
}
