/* A driven mass with dry friction, x'' + c x' + x = A cos phi - F sign x'. Where it comes to rest it is held
 * if friction suffices, else it goes back at once. u = (x, v, A, F, omega, c, phi); held: (x, A, F, ...) */
#ifndef RDG_TEST_COULOMB_H
#define RDG_TEST_COULOMB_H

#include "hybrid_systems.h"

static const double coulomb_forward = -1.0, coulomb_backward = 1.0;

RDG_TEST_FUNCTION(coulomb_slip)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = u[2] * cos(u[6]) - u[0] - u[5] * u[1] + *(const double *)data * u[3];
    return 0;
}

RDG_TEST_FUNCTION(coulomb_rest)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    return 0;
}

RDG_TEST_FUNCTION(coulomb_velocity)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    return 0;
}

/* what friction has left */
RDG_TEST_FUNCTION(coulomb_holds)
{
    RDG_TEST_UNUSED;
    const double force = u[2] * cos(u[6]) - u[0];
    y[0] = u[3] * u[3] - force * force;
    return 0;
}

/* on one side, of a mass that is held */
RDG_TEST_FUNCTION(coulomb_margin)
{
    RDG_TEST_UNUSED;
    y[0] = u[2] - *(const double *)data * (u[0] - u[1] * cos(u[5]));
    return 0;
}

RDG_TEST_FUNCTION(coulomb_stop)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

RDG_TEST_FUNCTION(coulomb_go)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    y[1] = 0.0;
    return 0;
}

static inline void coulomb_end(rdg_hybrid *h, const char *from, const char *catch_name, const char *turn_name,
                               const char *to, int direction)
{
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = catch_name,
                                                                .from = from,
                                                                .to = "held",
                                                                .direction = direction,
                                                                .surface = {.f = coulomb_velocity},
                                                                .reset = {.f = coulomb_stop},
                                                                .guard = {.f = coulomb_holds}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = turn_name,
                                                                .from = from,
                                                                .to = to,
                                                                .direction = direction,
                                                                .surface = {.f = coulomb_velocity}});
}

static inline rdg_hybrid *coulomb_system(rdg_context *ctx, double A, double F, double omega, double c)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "dry friction", RDG_PARAMETERS("A", "F", "omega", "c"),
                                      (double[]){A, F, omega, c});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){
               .name = "forward", .n = 2, .field = {.f = coulomb_slip, .data = (void *)&coulomb_forward}});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){
               .name = "backward", .n = 2, .field = {.f = coulomb_slip, .data = (void *)&coulomb_backward}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "held", .n = 1, .field = {.f = coulomb_rest}});
    coulomb_end(h, "forward", "catch above", "turn back", "backward", -1);
    coulomb_end(h, "backward", "catch below", "turn forward", "forward", 1);
    const struct {
        const char *name, *to;
        const double *side;
    } leave[] = {{"go forward", "forward", &coulomb_forward}, {"go back", "backward", &coulomb_backward}};
    for (int k = 0; k < 2; k++) {
        rdg_hybrid_add_event_surface(
            h, &(rdg_hybrid_event_surface){.name = leave[k].name,
                                           .from = "held",
                                           .to = leave[k].to,
                                           .surface = {.f = coulomb_margin, .data = (void *)leave[k].side},
                                           .reset = {.f = coulomb_go}});
    }
    return h;
}

#endif
