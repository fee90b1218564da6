/* Two fields on two half planes, in polar coordinates: r' = r (1 - r), theta' = 1 on the left; on the right
 * r' = al r (be - r), theta' = ga + be - r. The orbit changes its field twice; it is followed in be. It is
 * the example of piecewise smooth orbits in Dankowicz and Schilder, Recipes for Continuation (SIAM 2013). */
#include "reference.h"

#include <ridgewalk/ep.h>
#include <ridgewalk/shooting.h>

enum { SAMPLES = 400 };

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* u = (x1, x2, al, be, ga) */
FUNCTION(left)
{
    UNUSED;
    const double r = hypot(u[0], u[1]);
    y[0] = (1.0 - r) * u[0] - u[1];
    y[1] = (1.0 - r) * u[1] + u[0];
    return 0;
}

FUNCTION(right)
{
    UNUSED;
    const double r = hypot(u[0], u[1]);
    const double growth = u[2] * (u[3] - r), turn = u[4] + u[3] - r;
    y[0] = growth * u[0] - turn * u[1];
    y[1] = growth * u[1] + turn * u[0];
    return 0;
}

FUNCTION(side)
{
    UNUSED;
    y[0] = u[0];
    return 0;
}

/* The orbit at the start values, in the plane. */
static void draw_orbit(rdg_context *ctx, rdg_shooting *s, rdg_problem *p)
{
    static double t[SAMPLES], state[2 * SAMPLES], x[2][SAMPLES], y[2][SAMPLES];
    rdg_index mode[SAMPLES], count[2] = {0, 0};
    if (rdg_shooting_motion(s, rdg_start_values(p), SAMPLES, t, mode, state) != RDG_OK) {
        return;
    }
    for (int i = 0; i < SAMPLES; i++) {
        const rdg_index k = mode[i];
        x[k][count[k]] = state[2 * i];
        y[k][count[k]++] = state[2 * i + 1];
    }
    rdg_plot(ctx, "half_planes.png", RDG_POINTS(count[0], x[0], y[0], "left field"),
             RDG_POINTS(count[1], x[1], y[1], "right field"), RDG_TITLE("One orbit of two fields"),
             RDG_XLABEL("x1"), RDG_YLABEL("x2"), RDG_SIZE(900, 900));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "half planes", RDG_PARAMETERS("al", "be", "ga"), (double[]){1.0, 2.0, 1.5});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "left", .n = 2, .field = {.f = left}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "right", .n = 2, .field = {.f = right}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){
            .name = "to the right", .from = "left", .to = "right", .direction = 1, .surface = {.f = side}});
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){
               .name = "to the left", .from = "right", .to = "left", .surface = {.f = side}});
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){
               .mode = "right", .x = (double[]){0.5, 0.0}, .transient = 50.0, .segments = 2});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_solve(p);
    draw_orbit(ctx, s, p);

    references table = {.count = 0};
    double re = NAN, im = NAN;
    const double *u = rdg_start_values(p);
    rdg_ep_eigenvalues(p, u, &re, &im);
    compare(&table, "multiplier", 0.00243051142018620, re);
    rdg_continue(p, "half_planes", RDG_RELEASE("be"), RDG_WINDOW("be", 1.2, 4.0));
    compare(&table, "period", 4.81027160599416, beside(ctx, "half_planes", "EP", "be", 2.0, "T"));
    compare(&table, "larger radius", 1.93414700318965,
            fabs(beside(ctx, "half_planes", "EP", "be", 2.0, "x[3]")));
    compare(&table, "smaller radius", 1.02131619128706,
            fabs(beside(ctx, "half_planes", "EP", "be", 2.0, "x[1]")));
    compare(&table, "period at be = 4", 4.34872297268447, beside(ctx, "half_planes", "EP", "be", 4.0, "T"));
    write_references(ctx, &table, "half_planes_numbers.csv");
    rdg_run_export(rdg_run_open(ctx, "half_planes"), "half_planes.csv", RDG_COLUMN("be", "be", 1),
                   RDG_COLUMN("T", "T", 1));
    return rdg_exit(ctx);
}
