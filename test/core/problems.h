/* Small problems that the tests of the core share. */
#ifndef RDG_TEST_PROBLEMS_H
#define RDG_TEST_PROBLEMS_H

#include "fresh_context.h"

#include "problem.h"
#include "run.h"

/* x^2 + y^2 = r^2, with both derivatives. data: double r, or NULL for 1 */
static inline int circle_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double r = data ? *(const double *)data : 1.0;
    y[0] = u[0] * u[0] + u[1] * u[1] - r * r;
    return 0;
}

static inline int circle_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 2.0 * u[0];
    values[1] = 2.0 * u[1];
    return 0;
}

static inline int circle_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)n;
    (void)u;
    (void)m;
    (void)data;
    values[0] = values[3] = 2.0 * lambda[0];
    return 0;
}

static inline rdg_function circle_function(double *radius)
{
    return (rdg_function){
        .name = "circle", .n = 2, .m = 1, .f = circle_f, .df = circle_df, .d2f = circle_d2f, .data = radius};
}

/* The unit circle in the block "u" with both coordinates as parameters, "x" and "y", held unless released;
 * start at (1, 0). */
static inline rdg_problem *circle_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    const rdg_function circle = circle_function(NULL);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &circle, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

#endif
