/* Bratu's problem by finite differences, u'' + mu e^u = 0 with u = 0 at both ends, sparse, with analytic
 * derivatives. The mesh width is 1/n. */
#ifndef RDG_BENCH_BRATU_H
#define RDG_BENCH_BRATU_H

#include "bench.h"

#include <math.h>
#include <ridgewalk/sparse.h>

static inline int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index i = 0; i < m; i++) {
        const double left = i > 0 ? u[i - 1] : 0.0;
        const double right = i < m - 1 ? u[i + 1] : 0.0;
        y[i] = left - 2.0 * u[i] + right + u[m] * exp(u[i]) / square;
    }
    return 0;
}

/* Columns of u: up to three entries; column of mu: full. */
static inline int bratu_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index j = 0; j < m; j++) {
        if (j > 0) {
            *values++ = 1.0;
        }
        *values++ = -2.0 + u[m] * exp(u[j]) / square;
        if (j < m - 1) {
            *values++ = 1.0;
        }
    }
    for (rdg_index i = 0; i < m; i++) {
        *values++ = exp(u[i]) / square;
    }
    return 0;
}

static inline int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                            void *data)
{
    (void)data;
    const double square = (double)n * (double)n;
    for (rdg_index j = 0; j < m; j++) { /* column j: the diagonal, and the row of mu */
        *values++ = lambda[j] * u[m] * exp(u[j]) / square;
        *values++ = lambda[j] * exp(u[j]) / square;
    }
    for (rdg_index i = 0; i < m; i++) {
        *values++ = lambda[i] * exp(u[i]) / square;
    }
    return 0;
}

typedef struct bratu_entries {
    rdg_index count, *row, *col;
} bratu_entries;

static inline void bratu_put(bratu_entries *e, rdg_index row, rdg_index col)
{
    e->row[e->count] = row;
    e->col[e->count++] = col;
}

static inline rdg_pattern *bratu_pattern(rdg_context *ctx, rdg_index m, bool second)
{
    bratu_entries e = {.row = calloc((size_t)(4 * m), sizeof(rdg_index)),
                       .col = calloc((size_t)(4 * m), sizeof(rdg_index))};
    for (rdg_index j = 0; j < m; j++) {
        if (second) {
            bratu_put(&e, j, j);
            bratu_put(&e, m, j);
            bratu_put(&e, j, m);
        } else {
            if (j > 0) {
                bratu_put(&e, j - 1, j);
            }
            bratu_put(&e, j, j);
            if (j < m - 1) {
                bratu_put(&e, j + 1, j);
            }
            bratu_put(&e, j, m);
        }
    }
    rdg_pattern *made = rdg_pattern_create(ctx, second ? m + 1 : m, m + 1, e.count, e.row, e.col, NULL);
    free(e.row);
    free(e.col);
    return made;
}

static inline rdg_problem *bratu_problem(rdg_context *ctx, rdg_index m)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_pattern *first = bratu_pattern(ctx, m, false);
    rdg_pattern *second = bratu_pattern(ctx, m, true);
    rdg_add_variables(p, "u", m, NULL);
    rdg_add_variables(p, "mu", 1, NULL);
    rdg_add_zero(p,
                 &(rdg_function){.name = "bratu",
                                 .n = m + 1,
                                 .m = m,
                                 .f = bratu,
                                 .df = bratu_df,
                                 .d2f = bratu_d2f,
                                 .df_pattern = first,
                                 .d2f_pattern = second},
                 RDG_ALL);
    rdg_add_parameter(p, "mu", "mu", 0);
    rdg_pattern_free(first);
    rdg_pattern_free(second);
    return p;
}

#endif
