/* A ball that bounces on a shaken table, with all derivatives. */
#ifndef RDG_TEST_BOUNCING_BALL_H
#define RDG_TEST_BOUNCING_BALL_H

#include <ridgewalk/hybrid.h>

#include <math.h>

/* A ball on a table a sin phi: u = (height, velocity, a, e, g, omega, phi) */
static inline int fall(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = -u[4];
    return 0;
}

static inline int fall_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)u;
    (void)data;
    J[0 + m * 1] = 1.0;
    J[1 + m * 4] = -1.0;
    return 0;
}

static inline int table_gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - u[2] * sin(u[6]);
    return 0;
}

static inline int table_gap_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    J[0] = 1.0;
    J[2] = -sin(u[6]);
    J[6] = -u[2] * cos(u[6]);
    return 0;
}

static inline int table_gap_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                                void *data)
{
    (void)m;
    (void)data;
    H[6 + n * 2] = H[2 + n * 6] = -lambda[0] * cos(u[6]);
    H[6 + n * 6] = lambda[0] * u[2] * sin(u[6]);
    return 0;
}

static inline int bounce(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double table = u[2] * u[5] * cos(u[6]);
    y[0] = u[0];
    y[1] = table - u[3] * (u[1] - table);
    return 0;
}

static inline int bounce_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)data;
    const double a = u[2], e = u[3], w = u[5], c = cos(u[6]);
    J[0] = 1.0;
    J[1 + m * 1] = -e;
    J[1 + m * 2] = (1.0 + e) * w * c;
    J[1 + m * 3] = -u[1] + a * w * c;
    J[1 + m * 5] = (1.0 + e) * a * c;
    J[1 + m * 6] = -(1.0 + e) * a * w * sin(u[6]);
    return 0;
}

static inline int bounce_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                             void *data)
{
    (void)m;
    (void)data;
    const double a = u[2], e = u[3], w = u[5], c = lambda[1] * cos(u[6]), s = lambda[1] * sin(u[6]);
    const double pair[7][7] = {
        [1][3] = -lambda[1], [2][3] = w * c,      [2][5] = (1.0 + e) * c,     [2][6] = -(1.0 + e) * w * s,
        [3][5] = a * c,      [3][6] = -a * w * s, [5][6] = -(1.0 + e) * a * s};
    for (int i = 0; i < 7; i++) {
        for (int j = i + 1; j < 7; j++) {
            H[i + n * j] = H[j + n * i] = pair[i][j];
        }
    }
    H[6 + n * 6] = -(1.0 + e) * a * w * c;
    return 0;
}

/* reached: flights run to their bounces. */
static inline rdg_hybrid *ball_system_with(rdg_context *ctx, double a, double e, bool reached)
{
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "ball", RDG_PARAMETERS("a", "e", "g", "omega"), (double[]){a, e, 1.0, 1.0});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h,
                         &(rdg_hybrid_phase){.name = "flight", .n = 2, .field = {.f = fall, .df = fall_df}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){.name = "bounce",
                                       .from = "flight",
                                       .to = "flight",
                                       .surface = {.f = table_gap, .df = table_gap_df, .d2f = table_gap_d2f},
                                       .reset = {.f = bounce, .df = bounce_df, .d2f = bounce_d2f},
                                       .reached = reached});
    return h;
}

static inline rdg_hybrid *ball_system(rdg_context *ctx, double a, double e)
{
    return ball_system_with(ctx, a, e, false);
}

#endif
