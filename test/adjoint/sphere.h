/* The unit sphere in any dimension as a zero function with its derivatives. */
#ifndef RDG_TEST_SPHERE_H
#define RDG_TEST_SPHERE_H

#include <ridgewalk/problem.h>

static inline int sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    (void)data;
    y[0] = -1.0;
    for (rdg_index i = 0; i < n; i++) {
        y[0] += u[i] * u[i];
    }
    return 0;
}

static inline int sphere_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i] = 2.0 * u[i];
    }
    return 0;
}

static inline int sphere_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                             void *data)
{
    (void)u;
    (void)m;
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        values[i + n * i] = 2.0 * lambda[0];
    }
    return 0;
}

static inline rdg_function sphere_function(rdg_index n)
{
    return (rdg_function){.name = "sphere", .n = n, .m = 1, .f = sphere, .df = sphere_df, .d2f = sphere_d2f};
}

#endif
