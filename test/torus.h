/* A torus as a zero function, for what covers surfaces. */
#ifndef RDG_TEST_TORUS_H
#define RDG_TEST_TORUS_H

#include <ridgewalk/problem.h>

#include <math.h>

/* (sqrt(x^2 + y^2) - 0.8)^2 + z^2 = 0.5^2 */
static inline int torus(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double d = hypot(u[0], u[1]) - 0.8;
    y[0] = d * d + u[2] * u[2] - 0.25;
    return 0;
}

static inline int torus_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double r = hypot(u[0], u[1]);
    values[0] = 2.0 * (r - 0.8) * u[0] / r;
    values[1] = 2.0 * (r - 0.8) * u[1] / r;
    values[2] = 2.0 * u[2];
    return 0;
}

#endif
