/* Single shooting as the paper has it: unknown are a state U and the period T; U(T) = U, and corrections
 * are at right angles to the motion. */
#ifndef DISC_BRAKE_SINGLE_SHOOTING_H
#define DISC_BRAKE_SINGLE_SHOOTING_H

#include "differences.h"

enum { UNKNOWNS = STATES + 1, MOST_ITERATIONS = 30, HALVES = 10 };

typedef struct shot {
    double x[STATES], T;
    double residual; /* |U(T) - U| */
    int iterations;
    long motions; /* over a period, that have been followed */
    bool converged;
} shot;

/* x <- A^-1 x, [i + n j], by Gauss' method with pivots of columns; A is lost. false: it is singular. */
static inline bool solve_dense(int n, double *A, double *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++) {
            pivot = fabs(A[i + n * k]) > fabs(A[pivot + n * k]) ? i : pivot;
        }
        if (!(fabs(A[pivot + n * k]) > 0.0)) {
            return false;
        }
        for (int j = 0; j <= n; j++) { /* rows change places, that of x too */
            double *a = j < n ? A + n * j : x;
            const double kept = a[k];
            a[k] = a[pivot];
            a[pivot] = kept;
        }
        for (int i = k + 1; i < n; i++) {
            const double share = A[i + n * k] / A[k + n * k];
            for (int j = k; j < n; j++) {
                A[i + n * j] -= share * A[k + n * j];
            }
            x[i] -= share * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            x[k] -= A[k + n * j] * x[j];
        }
        x[k] /= A[k + n * k];
    }
    return true;
}

static inline void rates(disc_brake *b, const double *x, double *y)
{
    double u[STATES + BRAKE_PARAMETERS];
    memcpy(u, x, STATES * sizeof *u);
    memcpy(u + STATES, b->value, sizeof b->value);
    (mode_of(x) == APART_MODE ? apart_f : slip_f)(STATES + BRAKE_PARAMETERS, u, STATES, y, b);
}

/* How an orbit is looked for. */
typedef struct shooter {
    rdg_hybrid *system;
    disc_brake *brake;
    rdg_flow *flow;    /* for motions */
    rdg_flow *changes; /* for variations; NULL: differences */
    double delta;      /* of differences */
    bool both;         /* these go to both sides */
    double tolerance;  /* of |U(T) - U|; 0: 1e-9 */
} shooter;

static inline bool shot_residual(const shooter *by, shot *s, double *y, double *r)
{
    s->motions++;
    if (!(s->T > 0.0) || !motion_after(by->flow, by->brake->value, s->x, s->T, y)) {
        return false;
    }
    s->residual = 0.0;
    for (int i = 0; i < STATES; i++) {
        r[i] = y[i] - s->x[i];
        s->residual = hypot(s->residual, r[i]);
    }
    r[STATES] = 0.0;
    return true;
}

static inline bool shot_monodromy(const shooter *by, shot *s, double *M)
{
    const double *p = by->brake->value;
    if (by->changes) {
        return variational_monodromy(by->system, by->changes, p, s->x, s->T, M);
    }
    s->motions += by->both ? 2 * STATES : STATES + 1;
    return difference_monodromy(by->flow, p, s->x, s->T, by->delta, by->both, M);
}

/* The correction r of state and period, of a residual r. */
static inline bool shot_direction(const shooter *by, shot *s, const double *y, double *r)
{
    double M[MATRIX], A[UNKNOWNS * UNKNOWNS] = {0.0}, f[STATES], g[STATES];
    if (!shot_monodromy(by, s, M)) {
        return false;
    }
    rates(by->brake, y, f);
    rates(by->brake, s->x, g);
    for (int j = 0; j < STATES; j++) {
        for (int i = 0; i < STATES; i++) {
            A[i + UNKNOWNS * j] = M[i + STATES * j] - (i == j);
        }
        A[STATES + UNKNOWNS * j] = g[j];
        A[j + UNKNOWNS * STATES] = f[j];
    }
    return solve_dense(UNKNOWNS, A, r);
}

/* One correction: the whole one, or the largest of its halves, quarters, ... that makes the residual less.
 * false: none does. */
static inline bool shot_correct(const shooter *by, shot *s, double *y, double *r)
{
    if (!shot_direction(by, s, y, r)) {
        return false;
    }
    for (int k = 0; k < HALVES; k++) {
        const double part = ldexp(1.0, -k);
        double behind[STATES], left[UNKNOWNS];
        shot next = *s;
        for (int i = 0; i < STATES; i++) {
            next.x[i] -= part * r[i];
        }
        next.T -= part * r[STATES];
        const bool followed = shot_residual(by, &next, behind, left);
        s->motions = next.motions;
        if (followed && next.residual < s->residual) {
            *s = next;
            memcpy(y, behind, sizeof behind);
            memcpy(r, left, sizeof left);
            return true;
        }
    }
    return false;
}

static inline void shot_solve(const shooter *by, shot *s)
{
    double y[STATES], r[UNKNOWNS];
    const double enough = by->tolerance > 0.0 ? by->tolerance : 1e-9;
    s->iterations = 0;
    s->motions = 0;
    s->converged = shot_residual(by, s, y, r) && s->residual < enough;
    while (!s->converged && s->iterations < MOST_ITERATIONS && shot_correct(by, s, y, r)) {
        s->iterations++;
        s->converged = s->residual < enough;
    }
}

#endif
