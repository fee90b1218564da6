/* A ball that bounces on a table, z = a sin(phi), and rebounds with half of its relative velocity. One bounce
 * a period of the table: the motion begins at a fold and doubles its period, both in closed form. Units: m,
 * s, g = 1 m/s^2, omega = 1 rad/s, so that a is the table's acceleration over gravity's. */
#include "reference.h"

#include <ridgewalk/shooting.h>

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* u = (z, v, a, omega, phi) */
FUNCTION(flight)
{
    UNUSED;
    y[0] = u[1];
    y[1] = -1.0;
    (void)u;
    return 0;
}

FUNCTION(height)
{
    UNUSED;
    y[0] = u[0] - u[2] * sin(u[4]);
    return 0;
}

FUNCTION(height_slope)
{
    UNUSED;
    y[0] = 1.0;
    y[2] = -sin(u[4]);
    y[4] = -u[2] * cos(u[4]);
    return 0;
}

FUNCTION(rebound)
{
    UNUSED;
    const double table = u[2] * u[3] * cos(u[4]);
    y[0] = u[0];
    y[1] = table - 0.5 * (u[1] - table);
    return 0;
}

FUNCTION(rebound_slope)
{
    UNUSED;
    y[0] = 1.0;
    y[3] = -0.5;
    y[5] = 1.5 * u[3] * cos(u[4]);
    y[7] = 1.5 * u[2] * cos(u[4]);
    y[9] = -1.5 * u[2] * u[3] * sin(u[4]);
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "bouncing ball", RDG_PARAMETERS("a", "omega"), (double[]){1.3, 1.0});
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_set_unit(h, "a", "m");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "flight", .n = 2, .field = {.f = flight}});
    rdg_hybrid_add_event_surface(h,
                                 &(rdg_hybrid_event_surface){.name = "bounce",
                                                             .from = "flight",
                                                             .to = "flight",
                                                             .surface = {.f = height, .df = height_slope},
                                                             .reset = {.f = rebound, .df = rebound_slope}});
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.x = (double[]){5.0, 2.0}, .transient = 400.0, .order = 1, .segments = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_continue(p, "bounce", RDG_RELEASE("a"), RDG_WINDOW("a", 0.9, 2.0), RDG_STEP(0.02, 1e-6, 0.02),
                 RDG_EXPECT_EARLY_END);
    references table = {.count = 0};
    compare(&table, "fold, a omega^2 / g", RDG_PI / 3.0, nearest(ctx, "bounce", "FP", "a", 1.05));
    compare(&table, "period doubling, a omega^2 / g", 1.52682370051906,
            nearest(ctx, "bounce", "PD", "a", 1.5));
    write_references(ctx, &table, "bouncing_ball_numbers.csv");

    rdg_run_export(rdg_run_open(ctx, "bounce"), "bouncing_ball.csv", RDG_COLUMN("a", "a_m", 1),
                   RDG_COLUMN("phi[0]", "phase_rad", 1), RDG_COLUMN("unstable", "unstable", 1),
                   RDG_COLUMN("type", "type", 1));
    rdg_plot(ctx, "bouncing_ball.png",
             RDG_CURVE("bounce", "a", "phi[0]", .legend = "one bounce a period", .dash = "unstable"),
             RDG_CURVE("bounce", "a", "phi[0]", .only = "FP", .legend = "fold"),
             RDG_CURVE("bounce", "a", "phi[0]", .only = "PD", .legend = "period doubling"),
             RDG_TITLE("A ball on a table that moves up and down (dashed: unstable)"),
             RDG_XLABEL("acceleration of the table / gravity"),
             RDG_YLABEL("phase of the table at the bounce / rad"));
    return rdg_exit(ctx);
}
