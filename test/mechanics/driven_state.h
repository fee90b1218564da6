/* A law in time and its state along a periodic displacement; steps within a regime, by collocation. */
#ifndef DRIVEN_STATE_H
#define DRIVEN_STATE_H

#include "gauss_points.h"
#include "support.h"

#include <ridgewalk/element.h>
#include <ridgewalk/law_in_time.h>

#include <string.h>

enum {
    DRIVEN_D = 3,
    DRIVEN_M = 24, /* numbers of memory, and parts, at most */
    DRIVEN_N = 24, /* coefficients of a displacement */
    DRIVEN_Y = 2 * DRIVEN_D + DRIVEN_M,
    DRIVEN_EVENTS = 4000
};

static const double driven_turn = 6.28318530717958647692;

typedef struct driven_event {
    rdg_index part;
    int from, to;
    double tau; /* of the period */
} driven_event;

typedef struct driven_law {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, parts;
    const rdg_basis *basis;
    const double *z;           /* [d * n] */
    double constant[DRIVEN_D]; /* of the displacements, besides their series */
    double noise;              /* of events */
    int steps;                 /* a wave of the highest harmonic; 0: 12 */

    double tau, w[DRIVEN_M];
    int status[DRIVEN_M];
    double force[DRIVEN_D * DRIVEN_N]; /* coefficients over the last period */
    double work, dissipated;           /* since the start of the last period */
    double imbalance;                  /* greatest |work - dissipated - stored| since then */
    driven_event event[DRIVEN_EVENTS];
    int n_events;

    const double *z_p;    /* [d * n] a direction of z, or NULL */
    double w_p[DRIVEN_M]; /* how the memory moves with it */
} driven_law;

/* Sums of harmonics and two derivatives; a: NULL if it is not asked for */
static inline void driven_series(const driven_law *l, const double *coefficients, double tau, double *x,
                                 double *v, double *a)
{
    const rdg_index first = l->basis->has_static, n = l->basis->n_coefficients;
    for (rdg_index i = 0; i < l->d; i++) {
        const double *z = coefficients + i * n;
        double bend = 0;
        x[i] = first ? z[0] : 0;
        v[i] = 0;
        for (rdg_index h = 0; h < l->basis->n_harmonics; h++) {
            const double k = l->basis->harmonic[h], c = cos(k * tau), s = sin(k * tau);
            const double wave = z[first + 2 * h] * c + z[first + 2 * h + 1] * s;
            x[i] += wave;
            v[i] += k * (z[first + 2 * h + 1] * c - z[first + 2 * h] * s);
            bend -= k * k * wave;
        }
        if (a) {
            a[i] = bend;
        }
    }
}

static inline void driven_move(const driven_law *l, double tau, double *x, double *v)
{
    driven_series(l, l->z, tau, x, v, NULL);
    for (rdg_index i = 0; i < l->d; i++) {
        x[i] += l->constant[i];
    }
}

/* A step from l->tau: what it passes at its Gauss points and at its end. */
typedef struct driven_step {
    double length;
    double tau[DRIVEN_NODES + 1], x[DRIVEN_NODES + 1][DRIVEN_D], v[DRIVEN_NODES + 1][DRIVEN_D];
    double w[DRIVEN_NODES + 1][DRIVEN_M], rate[DRIVEN_NODES][DRIVEN_M];
} driven_step;

static inline void driven_rate(const driven_law *l, const driven_step *s, int i, const double *w,
                               double *rate, double *dw)
{
    const rdg_law_state at = {.x = s->x[i], .v = s->v[i], .w = w, .status = l->status};
    memset(rate, 0, (size_t)l->m * sizeof *rate);
    if (dw) {
        memset(dw, 0, (size_t)(l->m * (2 * l->d + l->m)) * sizeof *dw);
    }
    l->law->regimes->rate(l->self, l->d, &at, &(rdg_law_rate){.w = rate, .dw = dw});
}

static inline void driven_memories(const driven_law *l, driven_step *s)
{
    const driven_rule *g = driven_gauss();
    for (int i = 0; i <= DRIVEN_NODES; i++) {
        for (rdg_index k = 0; k < l->m; k++) {
            double sum = 0;
            for (int j = 0; j < DRIVEN_NODES; j++) {
                sum += (i < DRIVEN_NODES ? g->a[i][j] : g->b[j]) * s->rate[j][k];
            }
            s->w[i][k] = l->w[k] + s->length * sum;
        }
    }
}

/* One Newton step for the rates of two numbers of memory; what is left of the residual */
static inline double driven_newton(const driven_law *l, driven_step *s)
{
    enum { MOST = 2 * DRIVEN_NODES };
    const driven_rule *g = driven_gauss();
    const int m = (int)l->m, n = m * DRIVEN_NODES;
    double A[MOST * MOST] = {0}, b[MOST], greatest = 0;
    assert_true(m <= 2);
    for (int i = 0; i < DRIVEN_NODES; i++) {
        double rate[DRIVEN_M], dw[2 * DRIVEN_Y];
        driven_rate(l, s, i, s->w[i], rate, dw);
        for (int k = 0; k < m; k++) {
            b[m * i + k] = rate[k] - s->rate[i][k];
            greatest = fmax(greatest, fabs(b[m * i + k]));
            for (int j = 0; j < DRIVEN_NODES; j++) {
                for (int q = 0; q < m; q++) {
                    A[(m * i + k) * n + m * j + q] =
                        (i == j && k == q) - s->length * g->a[i][j] * dw[k + m * (2 * (int)l->d + q)];
                }
            }
        }
    }
    driven_solve(n, A, b);
    for (int i = 0; i < n; i++) {
        s->rate[i / m][i % m] += b[i];
    }
    return greatest;
}

static inline void driven_go(const driven_law *l, double length, driven_step *s)
{
    const driven_rule *g = driven_gauss();
    s->length = length;
    for (int i = 0; i <= DRIVEN_NODES; i++) {
        s->tau[i] = l->tau + length * (i < DRIVEN_NODES ? g->c[i] : 1);
        driven_move(l, s->tau[i], s->x[i], s->v[i]);
        if (i < DRIVEN_NODES) {
            driven_rate(l, s, i, l->w, s->rate[i], NULL);
        }
    }
    driven_memories(l, s);
    if (l->m != 2) { /* rates do not depend on the memory */
        return;
    }
    for (int step = 0; step < 30 && driven_newton(l, s) > l->noise; step++) {
        driven_memories(l, s);
    }
    driven_memories(l, s);
}

static inline int driven_surfaces(const driven_law *l, const driven_step *s, int i, rdg_index part, double *h)
{
    const rdg_law_state at = {.x = s->x[i], .v = s->v[i], .w = s->w[i], .status = l->status};
    rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
    const int n = l->law->regimes->event_surfaces(l->self, l->d, part, &at, c);
    for (int k = 0; k < n; k++) {
        h[k] = c[k].h;
    }
    return n;
}

typedef struct driven_search {
    const driven_law *l;
    rdg_index part;
    int event;
} driven_search;

#endif
