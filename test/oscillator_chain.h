/* A chain of Duffing oscillators with dampers, driven at the first one: the functions of a smooth system.
 *
 * x'' + 0.02 x' + x + 0.1 x^3 + coupling 0.5 to the neighbours, and of the first one also to the ground
 * = 0.1 cos phi at the first mass; u = (x, v, omega, phi). */
#ifndef RDG_TEST_OSCILLATOR_CHAIN_H
#define RDG_TEST_OSCILLATOR_CHAIN_H

#include <ridgewalk/hybrid.h>
#include <ridgewalk/sparse.h>

#include <math.h>
#include <stdlib.h>

static inline int oscillator_chain_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        const double left = i > 0 ? u[i] - u[i - 1] : k > 1 ? u[i] : 0.0;
        const double right = i + 1 < k ? u[i] - u[i + 1] : k > 1 ? u[i] : 0.0;
        y[i] = u[k + i];
        y[k + i] = -0.02 * u[k + i] - u[i] - 0.1 * u[i] * u[i] * u[i] - 0.5 * (left + right);
    }
    y[k] += 0.1 * cos(u[n - 1]);
    return 0;
}

static inline int oscillator_chain_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    for (rdg_index i = 0; i < k; i++) {
        J[i + m * (k + i)] = 1.0;
        J[k + i + m * (k + i)] = -0.02;
        J[k + i + m * i] = -1.0 - 0.3 * u[i] * u[i] - (k > 1 ? 1.0 : 0.0);
        if (i > 0) {
            J[k + i + m * (i - 1)] = 0.5;
        }
        if (i + 1 < k) {
            J[k + i + m * (i + 1)] = 0.5;
        }
    }
    J[k + m * (n - 1)] = -0.1 * sin(u[n - 1]);
    return 0;
}

static inline int oscillator_chain_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda,
                                       double *H, void *data)
{
    const rdg_index k = *(const rdg_index *)data;
    (void)m;
    for (rdg_index i = 0; i < k; i++) {
        H[i + n * i] = -0.6 * lambda[k + i] * u[i];
    }
    H[n * n - 1] = -0.1 * lambda[k] * cos(u[n - 1]);
    return 0;
}

/* The entries of oscillator_chain_df(), to be freed. */
static inline rdg_pattern *oscillator_chain_pattern(rdg_context *ctx, rdg_index masses)
{
    const rdg_index k = masses, most = 5 * masses + 1;
    rdg_index *row = malloc(2 * (size_t)most * sizeof *row), *col = row + most, count = 0;
    if (!row) {
        return NULL;
    }
    for (rdg_index i = 0; i < k; i++) {
        const rdg_index of_rate[] = {i - 1, i, i + 1, k + i};
        row[count] = i;
        col[count++] = k + i;
        for (int e = 0; e < 4; e++) {
            if (e == 3 || (of_rate[e] >= 0 && of_rate[e] < k)) {
                row[count] = k + i;
                col[count++] = of_rate[e];
            }
        }
    }
    row[count] = k;
    col[count++] = 2 * k + 1;
    rdg_pattern *pattern = rdg_pattern_create(ctx, 2 * k, 2 * k + 2, count, row, col, NULL);
    free(row);
    return pattern;
}

/* masses: of the chain; stays with the caller. */
static inline rdg_hybrid_function oscillator_chain(rdg_index *masses)
{
    return (rdg_hybrid_function){
        .f = oscillator_chain_f, .df = oscillator_chain_df, .d2f = oscillator_chain_d2f, .data = masses};
}

#endif
