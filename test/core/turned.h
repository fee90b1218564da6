/* Curves y = g(z_1) in several dimensions: z = turn u, and the others follow, z_j = tie_j sin z_1. */
#ifndef RDG_TEST_TURNED_H
#define RDG_TEST_TURNED_H

#include "support.h"

#include <ridgewalk/core.h>

enum { TURNED_MOST = 5 };

typedef struct turned {
    int n;                                                /* states, without y */
    double (*g)(const void *of, double z, double *slope); /* slope may be NULL */
    const void *of;
    double tie[TURNED_MOST], turn[TURNED_MOST][TURNED_MOST];
} turned;

static inline int turned_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const turned *k = data;
    double z[TURNED_MOST] = {0};
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < k->n; j++) {
            z[i] += k->turn[i][j] * u[j];
        }
    }
    y[0] = u[n - 1] - k->g(k->of, z[0], NULL);
    for (int i = 1; i < m; i++) {
        y[i] = z[i] - k->tie[i] * sin(z[0]);
    }
    return 0;
}

static inline int turned_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const turned *k = data;
    double z = 0.0, slope = 0.0;
    for (int j = 0; j < k->n; j++) {
        z += k->turn[0][j] * u[j];
    }
    k->g(k->of, z, &slope);
    for (int j = 0; j < k->n; j++) {
        values[m * j] = -slope * k->turn[0][j];
        for (int i = 1; i < m; i++) {
            values[i + m * j] = k->turn[i][j] - k->tie[i] * cos(z) * k->turn[0][j];
        }
    }
    values[m * (n - 1)] = 1.0;
    return 0;
}

static inline turned turned_draw(int n, uint64_t *seed)
{
    turned k = {.n = n};
    for (int a = 0; a < n; a++) {
        k.tie[a] = random_signed(seed);
        for (int b = 0; b < n; b++) {
            k.turn[a][b] = (a == b) + 0.15 * random_signed(seed);
        }
    }
    return k;
}

/* The problem from z_1 on, with the parameter y and the monitor X = z_1. k outlives it. */
static inline rdg_problem *turned_problem(rdg_context *ctx, turned *k, double z1, bool exact)
{
    double z[TURNED_MOST] = {z1}, u[TURNED_MOST] = {0};
    rdg_index all[TURNED_MOST] = {0, 1, 2, 3, 4};
    for (int j = 1; j < k->n; j++) {
        z[j] = k->tie[j] * sin(z1);
    }
    for (int pass = 0; pass < 400; pass++) {
        for (int i = 0; i < k->n; i++) {
            double rest = z[i];
            for (int j = 0; j < k->n; j++) {
                rest -= j == i ? 0.0 : k->turn[i][j] * u[j];
            }
            u[i] = rest / k->turn[i][i];
        }
    }
    const double y = k->g(k->of, z1, NULL);
    const rdg_function f = {.name = "f",
                            .n = k->n + 1,
                            .m = k->n,
                            .f = turned_f,
                            .df = exact ? turned_df : NULL,
                            .by_differences = true,
                            .data = k};
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", k->n, u);
    rdg_add_variables(p, "y", 1, &y);
    rdg_add_zero(p, &f, RDG_ALL);
    rdg_add_parameter(p, "y", "y", 0);
    rdg_add_linear_monitor(p, "X", 1, k->n, all, k->turn[0], NULL, (const char *const[]){"X"}, RDG_REGULAR);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

#endif
