/* Limit cycles of the brake: found from a motion that has settled, corrected by Newton's method; what is told
 * of them, and the motion itself beside them. */
#ifndef DISC_BRAKE_CYCLES_H
#define DISC_BRAKE_CYCLES_H

#include "../shooting/reference.h"
#include "models.h"

#include <ridgewalk/shooting.h>
#include <ridgewalk/simulate.h>
#include <ridgewalk/timing.h>

#include <string.h>

enum { SAMPLES = 4000, SLIP_MODE = 0, APART_MODE = 1, STICK_MODE = 2 };

/* Steady sliding with a push: where motions start. */
static inline void brake_push(rdg_context *ctx, disc_brake *b, double *x)
{
    const int dofs = brake_dofs(b);
    rdg_problem *p = brake_sliding(ctx, b);
    rdg_solve(p);
    const double *u = rdg_start_values(p);
    for (int i = 0; i < 2 * dofs; i++) {
        x[i] = u ? u[i] : 0.0;
    }
    for (int i = 0; i < dofs; i++) {
        const int dof = brake_dof(b, i);
        x[dofs + i] += dof == PAD_THETA ? 0.5 : dof == PAD_Z ? 0.02 : dof == PAD_R ? 0.01 : 0.0;
    }
    rdg_problem_free(p);
}

/* One period at equal distances in time; the end is the beginning. */
typedef struct cycle {
    rdg_index rows, states;
    double T, t[SAMPLES + 1], x[(SAMPLES + 1) * STATES];
    rdg_index mode[SAMPLES + 1];
    double peak;                   /* of theta, rad */
    double share[3];               /* of the modes in the period */
    rdg_index n;                   /* multipliers */
    double re[STATES], im[STATES]; /* the largest first */
    double settle_s, newton_s;     /* what it took, s */
} cycle;

/* The greatest value of a cubic that has values and slopes at both ends of an interval h, at which slopes
 * have different signs: slope' = 0 by the secant rule. */
static inline double cubic_peak(double h, const double value[2], const double slope[2])
{
    double low = 0.0, high = 1.0, s = 0.5;
    const double a = h * slope[0], b = h * slope[1], d = value[1] - value[0];
    for (int k = 0; k < 60; k++) { /* a (1 - 4 s + 3 s^2) + 6 d s (1 - s) + b (3 s^2 - 2 s) falls */
        s = 0.5 * (low + high);
        const double rate =
            a * (1.0 - s) * (1.0 - 3.0 * s) + 6.0 * d * s * (1.0 - s) + b * s * (3.0 * s - 2.0);
        low = rate > 0.0 ? s : low;
        high = rate > 0.0 ? high : s;
    }
    const double up = s * s * (3.0 - 2.0 * s);
    return value[0] + d * up + a * s * (1.0 - s) * (1.0 - s) - b * s * s * (1.0 - s);
}

/* Where in an interval z passes zero, as a share of it. */
static inline double zero_between(double before, double after)
{
    return before != after ? fmin(1.0, fmax(0.0, before / (before - after))) : 0.5;
}

static inline void cycle_measure(cycle *c, const disc_brake *b)
{
    const int dofs = brake_dofs(b), theta = dofs - 2, z = dofs - 1;
    c->peak = -INFINITY;
    memset(c->share, 0, sizeof c->share);
    for (rdg_index i = 0; i + 1 < c->rows; i++) {
        const double *x = c->x + i * c->states, *y = x + c->states, h = c->t[i + 1] - c->t[i];
        if (x[dofs + theta] > 0.0 && y[dofs + theta] <= 0.0) {
            c->peak = fmax(c->peak, cubic_peak(h, (double[2]){x[theta], y[theta]},
                                               (double[2]){x[dofs + theta], y[dofs + theta]}));
        }
        const bool lifts = (c->mode[i] == APART_MODE) != (c->mode[i + 1] == APART_MODE);
        const double part = c->mode[i] == c->mode[i + 1] ? 1.0 : lifts ? zero_between(x[z], y[z]) : 0.5;
        c->share[c->mode[i]] += part * h / c->T;
        c->share[c->mode[i + 1]] += (1.0 - part) * h / c->T;
    }
}

static inline void cycle_multipliers(cycle *c, rdg_problem *p, const double *u)
{
    c->n = c->states;
    if (rdg_ep_eigenvalues(p, u, c->re, c->im) != RDG_OK) {
        return;
    }
    for (rdg_index i = 0; i < c->n; i++) { /* a few: by insertion */
        for (rdg_index j = i; j > 0 && hypot(c->re[j], c->im[j]) > hypot(c->re[j - 1], c->im[j - 1]) + 1e-12;
             j--) {
            const double re = c->re[j], im = c->im[j];
            c->re[j] = c->re[j - 1], c->im[j] = c->im[j - 1];
            c->re[j - 1] = re, c->im[j - 1] = im;
        }
    }
}

/* The motion along the orbit of a point, and what is told of it. */
static inline bool cycle_take(rdg_shooting *s, const double *u, const disc_brake *b, cycle *c)
{
    c->rows = SAMPLES + 1;
    c->states = 2 * brake_dofs(b);
    if (!u || rdg_shooting_motion(s, u, SAMPLES, c->t, c->mode, c->x) != RDG_OK) {
        return false;
    }
    c->T = c->t[1] * SAMPLES;
    c->t[SAMPLES] = c->T;
    c->mode[SAMPLES] = c->mode[0];
    memcpy(c->x + SAMPLES * c->states, c->x, (size_t)c->states * sizeof *c->x);
    cycle_measure(c, b);
    return true;
}

/* The limit cycle that a motion comes to; its sequence of modes is that of the motion then. Motions are
 * mixed, as next to a velocity of zero they are stiff; errors of derivatives are overestimated there. */
static inline rdg_shooting *cycle_find(rdg_context *ctx, disc_brake *b, double transient, cycle *c)
{
    double x[STATES] = {0.0};
    brake_push(ctx, b, x);
    const double begin = rdg_seconds();
    rdg_shooting *s = rdg_shooting_create(
        brake_system(ctx, b), &(rdg_shooting_options){.x = x,
                                                      .transient = transient,
                                                      .flow = {.method = RDG_FLOW_MIXED, .slopes = 1e-2}});
    rdg_problem *p = rdg_shooting_problem(s);
    c->settle_s = rdg_seconds() - begin;
    rdg_solve(p);
    c->newton_s = rdg_seconds() - begin - c->settle_s;
    const double *u = rdg_start_values(p);
    if (cycle_take(s, u, b, c)) {
        cycle_multipliers(c, p, u);
        printf("%s\n", rdg_shooting_sequence(s));
    }
    return s;
}

#endif
