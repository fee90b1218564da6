/* Vector fields and maps that the tests of the toolbox share, with their derivatives. */
#ifndef RDG_TEST_FIELDS_H
#define RDG_TEST_FIELDS_H

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/ep.h>
#include <ridgewalk/singular.h>

/* CO oxidation (Bykov, Yablonskii, Kim 1978): x1, x2, x3; parameters p2, p7. */
static inline int oxidation(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double p1 = 2.5, p3 = 10.0, p4 = 0.0675, p5 = 1.0, p6 = 0.1;
    const double z = 1.0 - u[0] - u[1] - u[2];
    y[0] = 2.0 * p1 * z * z - 2.0 * p5 * u[0] * u[0] - p3 * u[0] * u[1];
    y[1] = u[3] * z - p6 * u[1] - p3 * u[0] * u[1];
    y[2] = p4 * (z - u[4] * u[2]);
    return 0;
}

static inline int oxidation_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    const double p1 = 2.5, p3 = 10.0, p4 = 0.0675, p5 = 1.0, p6 = 0.1;
    const double z = 1.0 - u[0] - u[1] - u[2];
    const double J[3][5] = {
        {-4.0 * p1 * z - 4.0 * p5 * u[0] - p3 * u[1], -4.0 * p1 * z - p3 * u[0], -4.0 * p1 * z, 0.0, 0.0},
        {-u[3] - p3 * u[1], -u[3] - p6 - p3 * u[0], -u[3], z, 0.0},
        {-p4, -p4, -p4 * (1.0 + u[4]), 0.0, -p4 * u[2]}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 5; j++) {
            values[i + m * j] = J[i][j];
        }
    }
    return 0;
}

static inline int oxidation_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda,
                                double *values, void *data)
{
    (void)u;
    (void)m;
    (void)data;
    const double p1 = 2.5, p3 = 10.0, p4 = 0.0675, p5 = 1.0;
    double H[5][5] = {{0.0}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            H[i][j] += 4.0 * p1 * lambda[0]; /* z^2 */
        }
        H[i][3] -= lambda[1]; /* u[3] z */
        H[3][i] -= lambda[1];
    }
    H[0][0] -= 4.0 * p5 * lambda[0];
    H[0][1] -= p3 * (lambda[0] + lambda[1]);
    H[1][0] -= p3 * (lambda[0] + lambda[1]);
    H[2][4] -= p4 * lambda[2];
    H[4][2] -= p4 * lambda[2];
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            values[i + n * j] = H[i][j];
        }
    }
    return 0;
}

static inline rdg_problem *oxidation_problem(rdg_context *ctx, double p7)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 3,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"p2", "p7"},
                                         .x = (double[]){0.001137, 0.891483, 0.062345},
                                         .p = (double[]){2.204678, p7},
                                         .f = oxidation,
                                         .df = oxidation_df,
                                         .d2f = oxidation_d2f});
}

/* The CSTR of AUTO's demo ab: u1, u2; parameters D, B; beta = 3. Differences stand in for its derivatives. */
static inline int reactor(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double rate = u[2] * (1.0 - u[0]) * exp(u[1]);
    y[0] = -u[0] + rate;
    y[1] = -u[1] + u[3] * rate - 3.0 * u[1];
    return 0;
}

/* The map of AUTO's demo dd2: u1, u2; parameter p1; p2 = 0.2, p3 = 0.1. */
static inline int predator(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[2] * u[0] * (1.0 - u[0]) - 0.2 * u[0] * u[1];
    y[1] = 0.9 * u[1] + 0.2 * u[0] * u[1];
    return 0;
}

/* The same `data` (an int) times. */
static inline int predator_iterated(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double at[3] = {u[0], u[1], u[2]};
    for (int k = 0; k < *(const int *)data; k++) {
        predator(n, at, m, y, NULL);
        at[0] = y[0];
        at[1] = y[1];
    }
    return 0;
}

/* The map iterated *times times, from its fixed point at p1 = 2.5. */
static inline rdg_ep predator_map(int *times)
{
    static const char *const names[] = {"p1"};
    static const double x[] = {0.6, 0.0}, p[] = {2.5};
    return (rdg_ep){.n = 2,
                    .n_parameters = 1,
                    .parameters = names,
                    .x = x,
                    .p = p,
                    .f = predator_iterated,
                    .data = times};
}

/* mu + lambda x - x^3 = 0, from x = 0, mu = 0, lambda = 1 */
static inline int cubic(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] + u[2] * u[0] - u[0] * u[0] * u[0];
    return 0;
}

static inline rdg_problem *cusp_problem_of_auto(rdg_context *ctx)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 1,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"mu", "lambda"},
                                         .p = (double[]){0.0, 1.0},
                                         .f = cubic});
}

#endif
