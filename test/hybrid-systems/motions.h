/* Fields for tests of motions. */
#ifndef RDG_TEST_MOTIONS_H
#define RDG_TEST_MOTIONS_H

#include "support.h"

#include <ridgewalk/flow.h>
#include <ridgewalk/hybrid.h>

/* x'' + 2 zeta x' + x + gamma x^3 = A cos(phi); p = (zeta, gamma, A, Om) */
static inline int duffing_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -2 * u[2] * u[1] - u[0] - u[3] * u[0] * u[0] * u[0] + u[4] * cos(u[6]);
    return 0;
}

static inline int duffing_df(rdg_index n, const double *u, rdg_index m, double *v, void *data)
{
    (void)n, (void)data;
    v[m] = 1.0;
    v[1] = -1 - 3 * u[3] * u[0] * u[0];
    v[1 + m] = -2 * u[2];
    v[1 + 2 * m] = -2 * u[1];
    v[1 + 3 * m] = -u[0] * u[0] * u[0];
    v[1 + 4 * m] = cos(u[6]);
    v[1 + 6 * m] = -u[4] * sin(u[6]);
    return 0;
}

static inline int duffing_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *v,
                              void *data)
{
    (void)m, (void)data;
    const double l = lambda[1];
    v[0] = -6 * l * u[3] * u[0];
    v[3] = v[3 * n] = -3 * l * u[0] * u[0];
    v[1 + 2 * n] = v[2 + n] = -2 * l;
    v[4 + 6 * n] = v[6 + 4 * n] = -l * sin(u[6]);
    v[6 + 6 * n] = -l * u[4] * cos(u[6]);
    return 0;
}

static const double duffing_numbers[4] = {0.05, 1, 0.5, 1.2};

static inline rdg_hybrid *duffing(rdg_context *ctx)
{
    return rdg_hybrid_smooth(ctx, "duffing", 2,
                             &(rdg_hybrid_function){.f = duffing_f, .df = duffing_df, .d2f = duffing_d2f},
                             RDG_PARAMETERS("zeta", "gamma", "A", "Om"), duffing_numbers, "Om");
}

/* A mesh of equal steps. */
static inline void equal_steps(rdg_mesh *mesh, double *share, rdg_index steps)
{
    for (rdg_index i = 0; i < steps; i++) {
        share[i] = 1.0 / (double)steps;
    }
    *mesh = (rdg_mesh){.steps = steps, .capacity = steps, .share = share};
}

#endif
