/* Single shooting with a monodromy matrix by differences, as the paper has it, and the same matrix by
 * variations to compare it with. The motion over a time T from a state x, in whatever modes; a matrix is
 * [i + STATES j], the change of state i by that of state j. */
#ifndef DISC_BRAKE_DIFFERENCES_H
#define DISC_BRAKE_DIFFERENCES_H

#include "cycles.h"

#include <ridgewalk/saltation.h>

enum { MATRIX = STATES * STATES, CHAIN = 64, SALTATION_WORKSPACE = 4096 };

/* The mode in which a motion starts at x. */
static inline rdg_index mode_of(const double *x)
{
    return x[PAD_Z] > 0.0 ? APART_MODE : SLIP_MODE;
}

/* x(T); false, with the reason printed: the motion cannot be followed. */
static inline bool motion_after(rdg_flow *flow, const double *p, const double *x, double T, double *y)
{
    memcpy(y, x, STATES * sizeof *y);
    rdg_hybrid_state s = {.mode = mode_of(x), .x = y};
    const bool done = rdg_flow_run(flow, p, &s, T, 0, NULL) == 0;
    if (!done) {
        printf("%s\n", rdg_flow_reason(flow));
    }
    return done;
}

/* By differences: each state is moved by delta, to both sides or to one. */
static inline bool difference_monodromy(rdg_flow *flow, const double *p, const double *x, double T,
                                        double delta, bool both, double *M)
{
    bool done = true;
    for (int j = 0; done && j < STATES; j++) {
        double up[STATES], down[STATES], y[STATES];
        memcpy(up, x, sizeof up);
        memcpy(down, x, sizeof down);
        up[j] += delta;
        down[j] -= both ? delta : 0.0;
        done = motion_after(flow, p, up, T, M + j * STATES) && motion_after(flow, p, down, T, y);
        for (int i = 0; done && i < STATES; i++) {
            M[i + j * STATES] = (M[i + j * STATES] - y[i]) / (both ? 2.0 * delta : delta);
        }
    }
    return done;
}

/* --- by variations: arcs, and events between them */

typedef struct chain {
    int arcs;
    rdg_index mode[CHAIN], event[CHAIN]; /* an arc and what ends it */
    double begin[CHAIN + 1], start[CHAIN + 1][STATES], end[CHAIN][STATES];
} chain;

static inline int chain_crossed(rdg_index event, const rdg_hybrid_state *before,
                                const rdg_hybrid_state *after, void *data)
{
    chain *c = data;
    const int k = c->arcs;
    if (k + 1 == CHAIN) {
        return 1;
    }
    c->event[k] = event;
    memcpy(c->end[k], before->x, sizeof c->end[k]);
    c->arcs = k + 1;
    c->begin[k + 1] = before->t;
    c->mode[k + 1] = after->mode;
    memcpy(c->start[k + 1], after->x, sizeof c->start[k]);
    return 0;
}

/* M <- A M */
static inline void carry(const double *A, double *M)
{
    double column[STATES];
    for (int j = 0; j < STATES; j++) {
        for (int i = 0; i < STATES; i++) {
            column[i] = 0.0;
            for (int k = 0; k < STATES; k++) {
                column[i] += A[i + STATES * k] * M[k + STATES * j];
            }
        }
        memcpy(M + STATES * j, column, sizeof column);
    }
}

static inline bool carry_along(rdg_flow *flow, rdg_index mode, const double *x, const double *p, double tau,
                               double *M)
{
    enum { SIGMA = STATES + BRAKE_PARAMETERS + 1 };
    double sigma[SIGMA], y[STATES], dy[STATES * SIGMA];
    rdg_mesh mesh = {0};
    memcpy(sigma, x, STATES * sizeof *x);
    memcpy(sigma + STATES, p, BRAKE_PARAMETERS * sizeof *p);
    sigma[SIGMA - 1] = tau;
    const bool done = rdg_flow_mesh(flow, mode, sigma, &mesh, NULL) == 0 &&
                      rdg_flow_refine(flow, mode, sigma, &mesh) == 0 &&
                      rdg_flow_segment(flow, mode, &mesh, sigma, y, dy, NULL) == 0;
    rdg_mesh_release(&mesh);
    if (done) {
        carry(dy, M); /* its first columns are those by the state */
    }
    return done;
}

static inline bool carry_through(const rdg_hybrid *h, const chain *c, int k, const double *p, double *M)
{
    double before[STATES + BRAKE_PARAMETERS], S[MATRIX];
    static double work[SALTATION_WORKSPACE];
    memcpy(before, c->end[k], sizeof c->end[k]);
    memcpy(before + STATES, p, BRAKE_PARAMETERS * sizeof *p);
    const bool done = rdg_hybrid_saltation_workspace(h, c->event[k]) <= SALTATION_WORKSPACE &&
                      rdg_hybrid_saltation(h, c->event[k], before, NULL, c->start[k + 1], S, work) == 0;
    if (done) {
        carry(S, M);
    }
    return done;
}

static inline bool variational_monodromy(const rdg_hybrid *h, rdg_flow *flow, const double *p,
                                         const double *x, double T, double *M)
{
    static chain c;
    double y[STATES];
    c = (chain){.mode = {mode_of(x)}};
    memcpy(c.start[0], x, sizeof c.start[0]);
    memcpy(y, x, sizeof y);
    rdg_hybrid_state s = {.mode = mode_of(x), .x = y};
    const rdg_flow_observer observer = {.crossed = chain_crossed, .data = &c};
    bool done = rdg_flow_run(flow, p, &s, T, 0, &observer) == 0;
    for (int i = 0; i < MATRIX; i++) {
        M[i] = i % (STATES + 1) == 0;
    }
    for (int k = 0; done && k <= c.arcs; k++) {
        const double end = k < c.arcs ? c.begin[k + 1] : T;
        done = carry_along(flow, c.mode[k], c.start[k], p, end - c.begin[k], M) &&
               (k == c.arcs || carry_through(h, &c, k, p, M));
    }
    return done;
}

/* |A - B| / |B|, of the sums of squares */
static inline double matrix_error(const double *A, const double *B)
{
    double off = 0.0, of = 0.0;
    for (int i = 0; i < MATRIX; i++) {
        off += (A[i] - B[i]) * (A[i] - B[i]);
        of += B[i] * B[i];
    }
    return sqrt(off / of);
}

#endif
