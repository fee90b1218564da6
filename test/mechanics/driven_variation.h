/* How the memory of a driven law moves with its motion: over a step, and over an event, whose instant moves.
 */
#ifndef DRIVEN_VARIATION_H
#define DRIVEN_VARIATION_H

#include "driven_state.h"

/* How the memory moves with z, over a step: a linear differential equation by the same collocation. */
static inline void driven_vary(driven_law *l, const driven_step *s)
{
    enum { MOST = 2 * DRIVEN_NODES };
    const driven_rule *g = driven_gauss();
    const int m = (int)l->m, d = (int)l->d, n = m * DRIVEN_NODES;
    double K[DRIVEN_M * DRIVEN_NODES] = {0}, A[MOST * MOST] = {0};
    for (int i = 0; i < DRIVEN_NODES; i++) {
        double rate[DRIVEN_M], dw[DRIVEN_M * DRIVEN_Y], x_p[2 * DRIVEN_D];
        driven_rate(l, s, i, s->w[i], rate, dw);
        driven_series(l, l->z_p, s->tau[i], x_p, x_p + d, NULL);
        for (int k = 0; k < m; k++) {
            for (int j = 0; j < 2 * d; j++) {
                K[m * i + k] += dw[k + m * j] * x_p[j];
            }
            for (int q = 0; q < m; q++) {
                K[m * i + k] += dw[k + m * (2 * d + q)] * l->w_p[q];
            }
        }
        for (int j = 0; m == 2 && j < DRIVEN_NODES; j++) {
            for (int k = 0; k < m; k++) {
                for (int q = 0; q < m; q++) {
                    A[(m * i + k) * n + m * j + q] =
                        (i == j && k == q) - s->length * g->a[i][j] * dw[k + m * (2 * d + q)];
                }
            }
        }
    }
    if (m == 2) {
        driven_solve(n, A, K);
    }
    for (int i = 0; i < n; i++) {
        l->w_p[i % m] += s->length * g->b[i / m] * K[i];
    }
}

/* The derivatives of the state at a fixed time after the event that have to be told from those before it. */
static inline void driven_saltation(driven_law *l, const driven_search *q, int to, const double *w,
                                    const double *dw)
{
    const rdg_index d = l->d, m = l->m, n = 2 * d + m, memory = l->law->regimes->memory;
    double y[DRIVEN_Y], y_p[DRIVEN_Y], slope[DRIVEN_Y] = {0}, dh[DRIVEN_Y] = {0}, after[DRIVEN_M] = {0};
    driven_series(l, l->z, l->tau, y, slope, slope + d);
    driven_series(l, l->z_p, l->tau, y_p, y_p + d, NULL);
    driven_move(l, l->tau, y, y + d);
    memcpy(y + 2 * d, l->w, (size_t)m * sizeof *y);
    memcpy(y_p + 2 * d, l->w_p, (size_t)m * sizeof *y);
    const rdg_law_state at = {.x = y, .v = y + d, .w = y + 2 * d, .status = l->status};
    rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
    c[q->event].dh = dh;
    l->law->regimes->event_surfaces(l->self, d, q->part, &at, c);
    l->law->regimes->rate(l->self, d, &at, &(rdg_law_rate){.w = slope + 2 * d});
    double h_p = 0, h_tau = 0;
    for (rdg_index j = 0; j < n; j++) {
        h_p += dh[j] * y_p[j];
        h_tau += dh[j] * slope[j];
    }
    const double tau_p = -h_p / h_tau;
    int status[DRIVEN_M];
    double w_then[DRIVEN_M];
    memcpy(w_then, l->w, sizeof w_then);
    memcpy(w_then + memory * q->part, w, (size_t)memory * sizeof *w);
    memcpy(status, l->status, sizeof status);
    status[q->part] = to;
    const rdg_law_state then = {.x = y, .v = y + d, .w = w_then, .status = status};
    l->law->regimes->rate(l->self, d, &then, &(rdg_law_rate){.w = after});
    for (rdg_index i = 0; i < memory; i++) {
        double sum = 0;
        for (rdg_index j = 0; j < n; j++) {
            sum += dw[i + memory * j] * (y_p[j] + slope[j] * tau_p);
        }
        l->w_p[memory * q->part + i] = sum - after[memory * q->part + i] * tau_p;
    }
}

#endif
