/* Where the paper's shooting starts: steady sliding with p times its fastest growing mode, the length of
 * which is 1 over displacements and velocities, and real in theta. A motion from there settles first; then it
 * is where theta is greatest. */
#ifndef DISC_BRAKE_STARTS_H
#define DISC_BRAKE_STARTS_H

#include "single_shooting.h"
#include "sweeps.h"

/* The fastest growing mode of steady sliding u, by inverse iteration. */
static inline bool growing_mode(rdg_problem *sliding, disc_brake *b, const double *u, double *mode)
{
    enum { PAIR = 2 * STATES };
    double re[STATES], im[STATES], D[STATES * (STATES + BRAKE_PARAMETERS)] = {0.0}, x[PAIR];
    int k = 0;
    if (rdg_ep_eigenvalues(sliding, u, re, im) != RDG_OK ||
        slip_df(STATES + BRAKE_PARAMETERS, u, STATES, D, b) != 0) {
        return false;
    }
    for (int i = 1; i < STATES; i++) {
        k = re[i] > re[k] ? i : k;
    }
    for (int i = 0; i < PAIR; i++) {
        x[i] = 1.0 + 0.1 * i; /* anything that has some of it */
    }
    const double near = 1e-6 * hypot(re[k], im[k]);
    for (int turn = 0; turn < 4; turn++) {
        double A[PAIR * PAIR] = {0.0}, length = 0.0;
        for (int j = 0; j < STATES; j++) {
            for (int i = 0; i < STATES; i++) {
                A[i + PAIR * j] = A[STATES + i + PAIR * (STATES + j)] =
                    D[i + STATES * j] - (i == j) * (re[k] + near);
            }
            A[j + PAIR * (STATES + j)] = im[k];
            A[STATES + j + PAIR * j] = -im[k];
        }
        if (!solve_dense(PAIR, A, x)) {
            return false;
        }
        for (int i = 0; i < PAIR; i++) {
            length = hypot(length, x[i]);
        }
        for (int i = 0; i < PAIR; i++) {
            x[i] /= length;
        }
    }
    const double c = x[PAD_THETA], s = x[STATES + PAD_THETA], size = hypot(c, s);
    for (int i = 0; i < STATES; i++) {
        mode[i] = size > 0.0 ? (x[i] * c + x[STATES + i] * s) / size : x[i];
    }
    return true;
}

static inline bool start_of_paper(rdg_context *ctx, disc_brake *b, double share, double *x)
{
    double mode[STATES];
    rdg_problem *sliding = brake_sliding(ctx, b);
    rdg_solve(sliding);
    const double *u = rdg_start_values(sliding);
    const bool done = u && growing_mode(sliding, b, u, mode);
    for (int i = 0; done && i < STATES; i++) {
        x[i] = u[i] + share * mode[i];
    }
    rdg_problem_free(sliding);
    return done;
}

/* --- peaks */

enum { LATEST = 8 };

/* The latest peaks of theta of a motion. */
typedef struct peaks {
    int met;
    double t[LATEST], x[LATEST][STATES];
} peaks;

static inline int peaks_crossed(rdg_index event, const rdg_hybrid_state *before,
                                const rdg_hybrid_state *after, void *data)
{
    peaks *p = data;
    (void)before;
    if (event >= BRAKE_EVENTS) {
        const int k = p->met++ % LATEST;
        p->t[k] = after->t;
        memcpy(p->x[k], after->x, sizeof p->x[k]);
    }
    return 0;
}

/* The last one before a time that is no lower one between; -1: there is none. */
static inline int peaks_last(const peaks *p, double before)
{
    int last = -1;
    double greatest = -INFINITY;
    for (int k = 0; k < LATEST; k++) {
        greatest = fmax(greatest, p->x[k][PAD_THETA]);
    }
    for (int k = 0; k < LATEST; k++) {
        const bool fits = p->x[k][PAD_THETA] > 0.9 * greatest && p->t[k] < before;
        last = fits && (last < 0 || p->t[k] > p->t[last]) ? k : last;
    }
    return last;
}

/* From x through a time to the last greatest theta before, and the time since the one before it. */
static inline bool reach_steady(rdg_flow *flow, const disc_brake *b, const double *x, double time, shot *s)
{
    peaks p = {.met = 0};
    double y[STATES];
    memcpy(y, x, sizeof y);
    rdg_hybrid_state state = {.mode = mode_of(x), .x = y};
    const rdg_flow_observer observer = {.crossed = peaks_crossed, .data = &p};
    const bool done = rdg_flow_run(flow, b->value, &state, time, 0, &observer) == 0 && p.met >= LATEST;
    const int last = done ? peaks_last(&p, time) : -1, other = done ? peaks_last(&p, p.t[last]) : -1;
    if (other < 0) {
        printf("the motion reaches no steady state: %s\n", rdg_flow_reason(flow));
        return false;
    }
    *s = (shot){.T = p.t[last] - p.t[other]};
    memcpy(s->x, p.x[last], sizeof s->x);
    return true;
}

#endif
