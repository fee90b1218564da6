/* A block on a belt, held by springs in both directions of the plane: k = (1, 1.3) with a coupling of 0.2.
 * The belt moves along x with the velocity V; friction, of a normal force 1 and along the relative velocity
 * w, falls with the speed: mu(s) = F / (1 + s). Slip: w = (x' - V, y'), stick: w = 0 until the springs pull
 * with F. States x, y, x', y' in both; parameters F, V. */
#ifndef RDG_TEST_PLANAR_BELT_H
#define RDG_TEST_PLANAR_BELT_H

#include "hybrid_systems.h"

#include <string.h>

typedef struct planar_belt {
    double eps; /* speed that is taken for none */
} planar_belt;

static const double belt_k[2][2] = {{1.0, 0.2}, {0.2, 1.3}}, belt_damping = 0.1;

/* Force of the springs, and its size. */
static inline double belt_pull(const double *x, double q[2])
{
    for (int i = 0; i < 2; i++) {
        q[i] = belt_k[i][0] * x[0] + belt_k[i][1] * x[1];
    }
    return hypot(q[0], q[1]);
}

RDG_TEST_FUNCTION(planar_slip)
{
    RDG_TEST_UNUSED;
    double q[2];
    belt_pull(u, q);
    const double w[2] = {u[2] - u[5], u[3]}, s = hypot(w[0], w[1]), mu = u[4] / (1.0 + s);
    for (int i = 0; i < 2; i++) {
        y[i] = u[2 + i];
        y[2 + i] = -q[i] - belt_damping * u[2 + i] - mu * w[i] / s;
    }
    return s < 0.1 * ((const planar_belt *)data)->eps;
}

RDG_TEST_FUNCTION(planar_slip_df)
{
    RDG_TEST_UNUSED;
    const double w[2] = {u[2] - u[5], u[3]}, s = hypot(w[0], w[1]), e[2] = {w[0] / s, w[1] / s};
    const double mu = u[4] / (1.0 + s), falls = -mu / (1.0 + s);
    for (int i = 0; i < 2; i++) {
        y[i + 4 * (2 + i)] = 1.0;
        for (int j = 0; j < 2; j++) {
            const double by = falls * e[i] * e[j] + mu / s * ((i == j ? 1.0 : 0.0) - e[i] * e[j]);
            y[2 + i + 4 * j] = -belt_k[i][j];
            y[2 + i + 4 * (2 + j)] = -by - (i == j ? belt_damping : 0.0);
            y[2 + i + 4 * 5] += j == 0 ? by : 0.0;
        }
        y[2 + i + 4 * 4] = -e[i] / (1.0 + s);
    }
    return s < 0.1 * ((const planar_belt *)data)->eps;
}

RDG_TEST_FUNCTION(planar_stick)
{
    RDG_TEST_UNUSED;
    y[0] = u[2];
    y[1] = u[3];
    y[2] = y[3] = 0.0;
    return 0;
}

RDG_TEST_FUNCTION(planar_speed)
{
    RDG_TEST_UNUSED;
    y[0] = hypot(u[2] - u[5], u[3]) - ((const planar_belt *)data)->eps;
    return 0;
}

RDG_TEST_FUNCTION(planar_speed_df)
{
    RDG_TEST_UNUSED;
    const double s = hypot(u[2] - u[5], u[3]);
    y[2] = (u[2] - u[5]) / s;
    y[3] = u[3] / s;
    y[5] = -y[2];
    return 0;
}

/* Friction that is needed to go on with the belt, in both directions. */
static inline double belt_hold(const double *u, double q[2])
{
    belt_pull(u, q);
    q[0] += belt_damping * u[5];
    return hypot(q[0], q[1]);
}

RDG_TEST_FUNCTION(planar_margin)
{
    RDG_TEST_UNUSED;
    double q[2];
    y[0] = u[4] - belt_hold(u, q);
    return 0;
}

RDG_TEST_FUNCTION(planar_stop)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    y[1] = u[1];
    y[2] = u[5];
    y[3] = 0.0;
    return 0;
}

/* At the limit of what friction holds, by a change of the force of the springs; slipping against it. */
RDG_TEST_FUNCTION(planar_release)
{
    RDG_TEST_UNUSED;
    double q[2];
    const double held = belt_hold(u, q), eps = ((const planar_belt *)data)->eps;
    const double determinant = belt_k[0][0] * belt_k[1][1] - belt_k[0][1] * belt_k[1][0];
    const double g[2] = {q[0] * u[4] / held - belt_damping * u[5], q[1] * u[4] / held};
    y[0] = (belt_k[1][1] * g[0] - belt_k[0][1] * g[1]) / determinant;
    y[1] = (belt_k[0][0] * g[1] - belt_k[1][0] * g[0]) / determinant;
    y[2] = u[5] - 1.5 * eps * q[0] / held;
    y[3] = -1.5 * eps * q[1] / held;
    return 0;
}

/* reached, projects: of both events. */
static inline rdg_hybrid *planar_belt_system(rdg_context *ctx, planar_belt *belt, bool reached, bool projects)
{
    const rdg_hybrid_function slip = {.f = planar_slip, .df = planar_slip_df, .data = belt};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "planar belt", RDG_PARAMETERS("F", "V"), (double[]){1.0, 0.4});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 4, .field = slip});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 4, .field = {.f = planar_stick}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){.name = "catch",
                                       .from = "slip",
                                       .to = "stick",
                                       .surface = {.f = planar_speed, .df = planar_speed_df, .data = belt},
                                       .reset = {.f = planar_stop},
                                       .guard = {.f = planar_margin},
                                       .reached = reached,
                                       .projects = projects});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "break",
                                                                .from = "stick",
                                                                .to = "slip",
                                                                .surface = {.f = planar_margin},
                                                                .reset = {.f = planar_release, .data = belt},
                                                                .projects = projects});
    return h;
}

#endif
