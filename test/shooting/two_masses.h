/* Two masses and an elastic stop (stiffness 100, gap 1). */
#ifndef RDG_TEST_TWO_MASSES_H
#define RDG_TEST_TWO_MASSES_H

#include <ridgewalk/hybrid.h>

#include <math.h>

/* u = (x1, x2, v1, v2, k, omega, phi) */
static inline int two_masses_free(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double d = 0.03;
    y[0] = u[2];
    y[1] = u[3];
    y[2] = -(u[0] - u[1]) - d * (u[2] - u[3]);
    y[3] = u[0] - u[1] + d * (u[2] - u[3]) - u[1] - d * u[3] + 0.1 * cos(u[6]);
    return 0;
}

static inline int two_masses_free_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n;
    (void)data;
    const double d = 0.03;
    J[0 + m * 2] = J[1 + m * 3] = 1.0;
    J[2 + m * 0] = -1.0;
    J[2 + m * 1] = 1.0;
    J[2 + m * 2] = -d;
    J[2 + m * 3] = d;
    J[3 + m * 0] = 1.0;
    J[3 + m * 1] = -2.0;
    J[3 + m * 2] = d;
    J[3 + m * 3] = -2.0 * d;
    J[3 + m * 6] = -0.1 * sin(u[6]);
    return 0;
}

static inline int two_masses_closed(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    two_masses_free(n, u, m, y, data);
    y[2] -= u[4] * (u[0] - 1.0);
    return 0;
}

static inline int two_masses_closed_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    two_masses_free_df(n, u, m, J, data);
    J[2] -= u[4];
    J[2 + m * 4] = 1.0 - u[0];
    return 0;
}

static inline int two_masses_gap(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = 1.0 - u[0];
    return 0;
}

static inline rdg_hybrid *two_masses(rdg_context *ctx, double omega)
{
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "two masses", RDG_PARAMETERS("k", "omega"), (double[]){100.0, omega});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "open",
                                                .n = 4,
                                                .field = {.f = two_masses_free, .df = two_masses_free_df}});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){
               .name = "closed", .n = 4, .field = {.f = two_masses_closed, .df = two_masses_closed_df}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "touch", .from = "open", .to = "closed", .surface = {.f = two_masses_gap}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "leave",
                                                                .from = "closed",
                                                                .to = "open",
                                                                .direction = 1,
                                                                .surface = {.f = two_masses_gap}});
    return h;
}

#endif
