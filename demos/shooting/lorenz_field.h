/* The Lorenz system with sigma = 10 and beta = 8/3. */
#ifndef DEMO_LORENZ_FIELD_H
#define DEMO_LORENZ_FIELD_H

#include <ridgewalk/hybrid.h>

/* u = (x, y, z, rho) */
static inline int lorenz_field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = 10.0 * (u[1] - u[0]);
    y[1] = u[0] * (u[3] - u[2]) - u[1];
    y[2] = u[0] * u[1] - 8.0 / 3.0 * u[2];
    return 0;
}

static inline int lorenz_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[0] = -10.0;
    J[1] = u[3] - u[2];
    J[2] = u[1];
    J[3] = 10.0;
    J[4] = -1.0;
    J[5] = u[0];
    J[7] = -u[0];
    J[8] = -8.0 / 3.0;
    J[10] = u[0];
    return 0;
}

static inline int lorenz_curvature(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                                   void *data)
{
    (void)u;
    (void)m;
    (void)data;
    H[2 * n] = H[2] = -lambda[1];
    H[3 * n] = H[3] = lambda[1];
    H[n] = H[1] = lambda[2];
    return 0;
}

static inline rdg_hybrid *lorenz_system(rdg_context *ctx, double rho)
{
    const rdg_hybrid_function f = {.f = lorenz_field, .df = lorenz_slope, .d2f = lorenz_curvature};
    return rdg_hybrid_smooth(ctx, "Lorenz", 3, &f, RDG_PARAMETERS("rho"), &rho, RDG_AUTONOMOUS);
}

#endif
