/* Hybrid systems whose orbits are known in closed form. */
#ifndef RDG_TEST_HYBRID_SYSTEMS_H
#define RDG_TEST_HYBRID_SYSTEMS_H

#include <ridgewalk/hybrid.h>

#include <math.h>

#define RDG_TEST_FUNCTION(name)                                                                              \
    static inline int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)

#define RDG_TEST_UNUSED (void)n, (void)u, (void)m, (void)data

/* --- a mass on a belt: x'' + 2 z x' + x = f, |f| <= Fs in stick, f = Fk in slip below the belt's velocity.
 * Slip: u = (x, x', Fs, Fk, v, z); stick: (x, Fs, Fk, v, z). */
RDG_TEST_FUNCTION(belt_slip)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = u[3] - u[0] - 2.0 * u[5] * u[1];
    return 0;
}

RDG_TEST_FUNCTION(belt_stick)
{
    RDG_TEST_UNUSED;
    y[0] = u[3];
    return 0;
}

/* velocity of the belt less that of the mass */
RDG_TEST_FUNCTION(belt_sliding)
{
    RDG_TEST_UNUSED;
    y[0] = u[4] - u[1];
    return 0;
}

RDG_TEST_FUNCTION(belt_held)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

/* what static friction has left */
RDG_TEST_FUNCTION(belt_margin)
{
    RDG_TEST_UNUSED;
    y[0] = u[1] - u[0] - 2.0 * u[4] * u[3];
    return 0;
}

RDG_TEST_FUNCTION(belt_torn)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    y[1] = u[3];
    return 0;
}

static inline rdg_hybrid *belt_system(rdg_context *ctx, const double *Fs_Fk_v_z)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Fs", "Fk", "v", "z"), Fs_Fk_v_z);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = belt_slip}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 1, .field = {.f = belt_stick}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "catch",
                                                                .from = "slip",
                                                                .to = "stick",
                                                                .surface = {.f = belt_sliding},
                                                                .reset = {.f = belt_held}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "break",
                                                                .from = "stick",
                                                                .to = "slip",
                                                                .surface = {.f = belt_margin},
                                                                .reset = {.f = belt_torn}});
    return h;
}

/* --- impacts: x'' + c x' + x = A cos phi, x <= 1, x' -> -e x'; u = (x, x', c, A, e, omega, phi) */
RDG_TEST_FUNCTION(impact_free)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = u[3] * cos(u[6]) - u[2] * u[1] - u[0];
    return 0;
}

RDG_TEST_FUNCTION(impact_gap)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

RDG_TEST_FUNCTION(impact_rebound)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    y[1] = -u[4] * u[1];
    return 0;
}

static inline void add_impacts(rdg_hybrid *h)
{
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = impact_free}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "impact",
                                                                .from = "free",
                                                                .to = "free",
                                                                .surface = {.f = impact_gap},
                                                                .reset = {.f = impact_rebound}});
}

static inline rdg_hybrid *impact_system(rdg_context *ctx, double A)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("c", "A", "e", "omega"),
                                      (double[]){0.2, A, 0.6, 0.8});
    add_impacts(h);
    return h;
}

/* --- two half planes, polar: x1 < 0: r' = r (1 - r), theta' = 1; x1 > 0: r' = al r (be - r), theta' = ga +
 * be
 * - r; u = (x1, x2, al, be, ga) */
RDG_TEST_FUNCTION(plane_left)
{
    RDG_TEST_UNUSED;
    const double r = hypot(u[0], u[1]);
    y[0] = (1.0 - r) * u[0] - u[1];
    y[1] = (1.0 - r) * u[1] + u[0];
    return 0;
}

RDG_TEST_FUNCTION(plane_right)
{
    RDG_TEST_UNUSED;
    const double r = hypot(u[0], u[1]);
    const double growth = u[2] * (u[3] - r);
    const double turn = u[4] + u[3] - r;
    y[0] = growth * u[0] - turn * u[1];
    y[1] = growth * u[1] + turn * u[0];
    return 0;
}

RDG_TEST_FUNCTION(plane_side)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

static inline rdg_hybrid *plane_system(rdg_context *ctx, const double *al_be_ga)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "half planes", RDG_PARAMETERS("al", "be", "ga"), al_be_ga);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "left", .n = 2, .field = {.f = plane_left}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "right", .n = 2, .field = {.f = plane_right}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "to the right",
                                                                .from = "left",
                                                                .to = "right",
                                                                .direction = 1,
                                                                .surface = {.f = plane_side}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "to the left", .from = "right", .to = "left", .surface = {.f = plane_side}});
    return h;
}

#endif
