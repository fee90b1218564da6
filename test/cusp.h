/* The cusp ka - x (la - x^2) = 0 with the parameters ka and la, starting at x = ka = 0, la = 1/2. */
#ifndef RDG_TEST_CUSP_H
#define RDG_TEST_CUSP_H

#include "harvest.h"
#include "scratch.h"

static inline int cusp_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1] - u[0] * (u[2] - u[0] * u[0]);
    return 0;
}

static inline int cusp_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 3 * u[0] * u[0] - u[2];
    values[1] = 1;
    values[2] = -u[0];
    return 0;
}

static inline int cusp_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                           void *data)
{
    (void)m;
    (void)data;
    values[0] = 6 * u[0] * lambda[0];
    values[2] = -lambda[0];
    values[2 * n] = -lambda[0];
    return 0;
}

static inline rdg_problem *cusp_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function f = {.name = "cusp", .n = 3, .m = 1, .f = cusp_f, .df = cusp_df, .d2f = cusp_d2f};
    assert_ok(ctx, rdg_add_variables(p, "x", 1, NULL));
    assert_ok(ctx, rdg_add_variables(p, "parameters", 2, (double[]){0.0, 0.5}));
    assert_ok(ctx, rdg_add_zero(p, &f, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(p, "ka", "parameters", 0));
    assert_ok(ctx, rdg_add_parameter(p, "la", "parameters", 1));
    return p;
}

#endif
