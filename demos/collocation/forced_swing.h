/* x'' + x' + k x = cos(phi + theta) */
#ifndef DEMO_FORCED_SWING_H
#define DEMO_FORCED_SWING_H

#include <ridgewalk/hybrid.h>

#include <math.h>

/* u = (x, v, k, theta, omega, phi) */
static inline int swing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = cos(u[5] + u[3]) - u[1] - u[2] * u[0];
    return 0;
}

static inline int swing_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)data;
    J[1] = -u[2];
    J[m] = 1.0;
    J[1 + m] = -1.0;
    J[1 + m * 2] = -u[0];
    J[1 + m * 3] = J[1 + m * 5] = -sin(u[5] + u[3]);
    return 0;
}

static inline int swing_bend(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                             void *data)
{
    (void)m, (void)data;
    H[2] = H[2 * n] = -lambda[1];
    H[3 + n * 3] = H[5 + n * 3] = H[3 + n * 5] = H[5 + n * 5] = -lambda[1] * cos(u[5] + u[3]);
    return 0;
}

#endif
