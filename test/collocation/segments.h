/* Boundary-value problems that are known in closed form. */
#ifndef RDG_TEST_SEGMENTS_H
#define RDG_TEST_SEGMENTS_H

#include <ridgewalk/collocation.h>

#include <math.h>
#include <string.h>

/* u'' + lambda e^u = 0; (u, v, lambda) */
static inline int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = -u[2] * exp(u[0]);
    return 0;
}

static inline int bratu_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[2] = 1.0;
    J[1] = -u[2] * exp(u[0]);
    J[5] = -exp(u[0]);
    return 0;
}

static inline int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                            void *data)
{
    (void)m, (void)data;
    H[0] = -lambda[1] * u[2] * exp(u[0]);
    H[2] = H[2 * n] = -lambda[1] * exp(u[0]);
    return 0;
}

static inline rdg_hybrid *bratu_system(rdg_context *ctx, double lambda)
{
    const rdg_hybrid_function field = {.f = bratu, .df = bratu_df, .d2f = bratu_d2f};
    return rdg_hybrid_smooth(ctx, "bratu", 2, &field, RDG_PARAMETERS("lambda"), &lambda, NULL);
}

/* u(0) = u(1) = 0; (x0, x1, T, p) */
static inline int clamped(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    y[1] = u[2];
    return 0;
}

static inline int clamped_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)u, (void)data;
    J[0] = 1.0;
    J[1 + m * 2] = 1.0;
    return 0;
}

static inline int no_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                         void *data)
{
    (void)n, (void)u, (void)m, (void)lambda, (void)H, (void)data;
    return 0;
}

/* y'' = (1 + y'^2) / y; (y, v, Y), Y being a number for the boundary alone */
static inline int catenary(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = (1.0 + u[1] * u[1]) / u[0];
    return u[0] > 0.0 ? 0 : 1;
}

static inline int catenary_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[2] = 1.0;
    J[1] = -(1.0 + u[1] * u[1]) / (u[0] * u[0]);
    J[3] = 2.0 * u[1] / u[0];
    return 0;
}

/* y(0) = 1, y(1) = Y; (x0, x1, T, Y) */
static inline int hung(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 1.0;
    y[1] = u[2] - u[5];
    return 0;
}

static inline int hung_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)u, (void)data;
    J[0] = 1.0;
    J[1 + m * 2] = 1.0;
    J[1 + m * 5] = -1.0;
    return 0;
}

static inline rdg_hybrid *catenary_system(rdg_context *ctx, double Y)
{
    const rdg_hybrid_function field = {.f = catenary, .df = catenary_df};
    return rdg_hybrid_smooth(ctx, "catenary", 2, &field, RDG_PARAMETERS("Y"), &Y, NULL);
}

#endif
