/* Smooth systems whose orbits are known. Arguments (x, p) or, forced, (x, p, phi). */
#ifndef RDG_TEST_SMOOTH_SYSTEMS_H
#define RDG_TEST_SMOOTH_SYSTEMS_H

#include "shooting/lorenz_field.h"

#include <ridgewalk/hybrid.h>

#include <math.h>

/* x'' - mu (1 - x^2) x' + x = 0; u = (x, v, mu) */
static inline int van_der_pol(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = u[2] * (1.0 - u[0] * u[0]) * u[1] - u[0];
    return 0;
}

static inline int van_der_pol_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[1] = -2.0 * u[2] * u[0] * u[1] - 1.0;
    J[2] = 1.0;
    J[3] = u[2] * (1.0 - u[0] * u[0]);
    J[5] = (1.0 - u[0] * u[0]) * u[1];
    return 0;
}

static inline int van_der_pol_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                                  void *data)
{
    (void)m;
    (void)data;
    H[0] = -2.0 * lambda[1] * u[2] * u[1];
    H[1] = H[n] = -2.0 * lambda[1] * u[2] * u[0];
    H[2] = H[2 * n] = -2.0 * lambda[1] * u[0] * u[1];
    H[1 + 2 * n] = H[2 + n] = lambda[1] * (1.0 - u[0] * u[0]);
    return 0;
}

static inline rdg_hybrid *van_der_pol_system(rdg_context *ctx, double mu)
{
    const rdg_hybrid_function field = {.f = van_der_pol, .df = van_der_pol_df, .d2f = van_der_pol_d2f};
    return rdg_hybrid_smooth(ctx, "van der Pol", 2, &field, RDG_PARAMETERS("mu"), &mu, NULL);
}

/* x'' + c x' + x + k x^3 = A cos phi; u = (x, v, c, k, A, omega, phi) */
static inline int duffing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = u[4] * cos(u[6]) - u[2] * u[1] - u[0] - u[3] * u[0] * u[0] * u[0];
    return 0;
}

static inline int duffing_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[1] = -1.0 - 3.0 * u[3] * u[0] * u[0];
    J[2] = 1.0;
    J[3] = -u[2];
    J[5] = -u[1];
    J[7] = -u[0] * u[0] * u[0];
    J[9] = cos(u[6]);
    J[13] = -u[4] * sin(u[6]);
    return 0;
}

static inline int duffing_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                              void *data)
{
    (void)m;
    (void)data;
    H[0] = -6.0 * lambda[1] * u[3] * u[0];
    H[1 + 2 * n] = H[2 + n] = -lambda[1];
    H[0 + 3 * n] = H[3 + 0 * n] = -3.0 * lambda[1] * u[0] * u[0];
    H[4 + 6 * n] = H[6 + 4 * n] = -lambda[1] * sin(u[6]);
    H[6 + 6 * n] = -lambda[1] * u[4] * cos(u[6]);
    return 0;
}

static inline rdg_hybrid *duffing_system(rdg_context *ctx, double c, double k, double A, double omega)
{
    const rdg_hybrid_function field = {.f = duffing, .df = duffing_df, .d2f = duffing_d2f};
    return rdg_hybrid_smooth(ctx, "Duffing", 2, &field, RDG_PARAMETERS("c", "k", "A", "omega"),
                             (double[]){c, k, A, omega}, "omega");
}

/* Roessler with a = b = 0.2; u = (x, y, z, c) */
static inline int roessler(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = -u[1] - u[2];
    y[1] = u[0] + 0.2 * u[1];
    y[2] = 0.2 + u[2] * (u[0] - u[3]);
    return 0;
}

static inline int roessler_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double columns[12] = {0.0, 1.0, u[2], -1.0, 0.2, 0.0, -1.0, 0.0, u[0] - u[3], 0.0, 0.0, -u[2]};
    for (int i = 0; i < 12; i++) {
        J[i] = columns[i];
    }
    return 0;
}

static inline int roessler_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                               void *data)
{
    (void)u;
    (void)m;
    (void)data;
    H[0 + 2 * n] = H[2 + 0 * n] = lambda[2];
    H[2 + 3 * n] = H[3 + 2 * n] = -lambda[2];
    return 0;
}

static inline rdg_hybrid *roessler_system(rdg_context *ctx, double c)
{
    const rdg_hybrid_function field = {.f = roessler, .df = roessler_df, .d2f = roessler_d2f};
    return rdg_hybrid_smooth(ctx, "Roessler", 3, &field, RDG_PARAMETERS("c"), &c, NULL);
}

/* r' = r (p1 + r^2 - r^4), theta' = 1, in the plane; u = (x, y, p1) */
static inline int two_circles(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double r2 = u[0] * u[0] + u[1] * u[1];
    const double g = u[2] + r2 - r2 * r2;
    y[0] = g * u[0] - u[1];
    y[1] = g * u[1] + u[0];
    return 0;
}

static inline rdg_hybrid *two_circles_system(rdg_context *ctx, double p1)
{
    const rdg_hybrid_function field = {.f = two_circles};
    return rdg_hybrid_smooth(ctx, "two circles", 2, &field, RDG_PARAMETERS("p1"), &p1, NULL);
}

#endif
