/* Systems whose orbits are refused, or change, for tests of what is told of them. */
#ifndef RDG_TEST_ODD_SYSTEMS_H
#define RDG_TEST_ODD_SYSTEMS_H

#include "hybrid_systems.h"
#include "orbit_run.h"

#include <ridgewalk/shooting.h>

#define FUNCTION(name)                                                                                       \
    static inline int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)u, (void)m, (void)data

FUNCTION(linear)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -u[0] - 0.4 * u[1] + u[2] * cos(u[4]);
    return 0;
}

FUNCTION(one_sided)
{
    linear(n, u, m, y, data);
    y[1] += 0.5;
    return 0;
}

FUNCTION(van_der_pol)
{
    UNUSED;
    y[0] = u[1];
    y[1] = u[2] * (1.0 - u[0] * u[0]) * u[1] - u[0];
    return 0;
}

FUNCTION(decay)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -u[0] - 0.2 * u[1];
    return 0;
}

FUNCTION(escape)
{
    UNUSED;
    y[0] = u[0] * u[0];
    y[1] = 1.0;
    return 0;
}

FUNCTION(no_number)
{
    UNUSED;
    y[0] = NAN;
    y[1] = 1.0;
    return 0;
}

FUNCTION(fall)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -1.0;
    return 0;
}

FUNCTION(ground)
{
    UNUSED;
    y[0] = u[0];
    return 0;
}

FUNCTION(wall)
{
    UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

FUNCTION(bounce)
{
    UNUSED;
    y[0] = u[0];
    y[1] = -0.5 * u[1];
    return 0;
}

FUNCTION(into_the_wall)
{
    UNUSED;
    y[0] = u[0] + 0.5;
    y[1] = -0.5 * u[1];
    return 0;
}

FUNCTION(down_once)
{
    UNUSED;
    y[0] = -1.0;
    return 0;
}

static const double start[2] = {0.3, 0.0};

#define OPTIONS(...) (&(rdg_shooting_options){__VA_ARGS__})

static inline rdg_hybrid *oscillator(rdg_context *ctx, const rdg_hybrid_function *field)
{
    return rdg_hybrid_smooth(ctx, "driven", 2, field, RDG_PARAMETERS("A", "omega"), (double[]){1.0, 1.2},
                             "omega");
}

static inline rdg_hybrid *circle(rdg_context *ctx)
{
    return rdg_hybrid_smooth(ctx, "circle", 2, &(rdg_hybrid_function){.f = van_der_pol}, RDG_PARAMETERS("mu"),
                             (double[]){1.0}, NULL);
}

/* A mass above the ground, or before a wall. */
static inline rdg_hybrid *with_surface(rdg_context *ctx, const rdg_hybrid_function *field,
                                       const rdg_hybrid_function *surface, const rdg_hybrid_function *reset)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "ball", NULL, NULL);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = *field});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "hit", .from = "free", .to = "free", .surface = *surface, .reset = *reset});
    assert_ok(ctx, rdg_error_status(ctx));
    return h;
}

#endif
