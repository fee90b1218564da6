/* Bratu's problem on a square by five points a place, sparse, with analytic derivatives; u = 0 around it. */
#ifndef RDG_BENCH_BRATU_PLANE_H
#define RDG_BENCH_BRATU_PLANE_H

#include "bratu.h"

/* data: the places along a side */
static inline int plane(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const rdg_index side = *(const rdg_index *)data;
    const double square = (double)(side + 1) * (double)(side + 1);
    for (rdg_index k = 0; k < m; k++) {
        const rdg_index i = k % side;
        const double left = i > 0 ? u[k - 1] : 0.0;
        const double right = i < side - 1 ? u[k + 1] : 0.0;
        const double below = k >= side ? u[k - side] : 0.0;
        const double above = k < m - side ? u[k + side] : 0.0;
        y[k] = left + right + below + above - 4.0 * u[k] + u[m] * exp(u[k]) / square;
    }
    return 0;
}

static inline int plane_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const rdg_index side = *(const rdg_index *)data;
    const double square = (double)(side + 1) * (double)(side + 1);
    double *by_mu = values;
    for (rdg_index k = 0; k < m; k++) {
        const rdg_index i = k % side;
        by_mu += 1 + (k >= side) + (i > 0) + (i < side - 1) + (k < m - side);
    }
    for (rdg_index k = 0; k < m; k++) {
        const rdg_index i = k % side;
        const double e = exp(u[k]) / square;
        if (k >= side) {
            *values++ = 1.0;
        }
        if (i > 0) {
            *values++ = 1.0;
        }
        *values++ = -4.0 + u[m] * e;
        if (i < side - 1) {
            *values++ = 1.0;
        }
        if (k < m - side) {
            *values++ = 1.0;
        }
        by_mu[k] = e;
    }
    return 0;
}

static inline rdg_pattern *plane_pattern(rdg_context *ctx, rdg_index side)
{
    const rdg_index m = side * side;
    bratu_entries e = {.row = calloc((size_t)(6 * m), sizeof(rdg_index)),
                       .col = calloc((size_t)(6 * m), sizeof(rdg_index))};
    for (rdg_index k = 0; k < m; k++) {
        const rdg_index i = k % side;
        bratu_put(&e, k, k);
        bratu_put(&e, k, m);
        if (i > 0) {
            bratu_put(&e, k - 1, k);
            bratu_put(&e, k, k - 1);
        }
        if (k >= side) {
            bratu_put(&e, k - side, k);
            bratu_put(&e, k, k - side);
        }
    }
    rdg_pattern *made = rdg_pattern_create(ctx, m, m + 1, e.count, e.row, e.col, NULL);
    free(e.row);
    free(e.col);
    return made;
}

/* side: must live as long as the problem */
static inline rdg_function plane_function(const rdg_index *side, const rdg_pattern *pattern)
{
    return (rdg_function){.name = "plane",
                          .n = *side * *side + 1,
                          .m = *side * *side,
                          .f = plane,
                          .df = plane_df,
                          .df_pattern = pattern,
                          .data = (void *)side};
}

#endif
