/* An equilibrium with three pairs of eigenvalues, of which two cross the axis along curves that cross. */
#ifndef RDG_TEST_THREE_PAIRS_H
#define RDG_TEST_THREE_PAIRS_H

#include <ridgewalk/ep.h>

/* Pairs with real parts p - c(q), p + q, -1e-6 with c(q) = q + q^2; the equilibrium is 0. */
enum { PAIRS = 3 };

static const double omega[PAIRS] = {3.0, 1.0, 2.0};

typedef struct three_pairs {
    double unit[2 * PAIRS]; /* of the states */
} three_pairs;

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *unit = ((const three_pairs *)data)->unit, p = u[m], q = u[m + 1];
    const double growth[PAIRS] = {p - q - q * q, p + q, -1e-6};
    (void)n;
    for (int k = 0; k < PAIRS; k++) {
        const double a = u[2 * k] / unit[2 * k], b = u[2 * k + 1] / unit[2 * k + 1], r = a * a + b * b;
        y[2 * k] = unit[2 * k] * ((growth[k] - r) * a - omega[k] * b);
        y[2 * k + 1] = unit[2 * k + 1] * ((growth[k] - r) * b + omega[k] * a);
    }
    return 0;
}

static int slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const double *unit = ((const three_pairs *)data)->unit, p = u[m], q = u[m + 1];
    const double growth[PAIRS] = {p - q - q * q, p + q, -1e-6};
    const double by_q[PAIRS] = {-1.0 - 2.0 * q, 1.0, 0.0}, by_p[PAIRS] = {1.0, 1.0, 0.0};
    (void)n;
    for (int k = 0; k < PAIRS; k++) {
        const int i = 2 * k, j = i + 1;
        const double a = u[i] / unit[i], b = u[j] / unit[j], r = a * a + b * b;
        values[i + m * i] = growth[k] - r - 2.0 * a * a;
        values[j + m * j] = growth[k] - r - 2.0 * b * b;
        values[i + m * j] = unit[i] / unit[j] * (-omega[k] - 2.0 * a * b);
        values[j + m * i] = unit[j] / unit[i] * (omega[k] - 2.0 * a * b);
        values[i + m * m] = u[i] * by_p[k];
        values[j + m * m] = u[j] * by_p[k];
        values[i + m * (m + 1)] = u[i] * by_q[k];
        values[j + m * (m + 1)] = u[j] * by_q[k];
    }
    return 0;
}

static rdg_problem *pairs_at(rdg_context *ctx, three_pairs *t, double p, double q)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = 2 * PAIRS,
                                         .n_parameters = 2,
                                         .parameters = (const char *const[]){"p", "q"},
                                         .p = (const double[]){p, q},
                                         .f = field,
                                         .df = slope,
                                         .data = t});
}

#endif
