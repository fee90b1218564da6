/* A driven oscillator in front of a rigid wall, x'' + 0.2 x' + x = A cos(0.8 t), x <= 1, where it rebounds
 * with 0.6 of its velocity. With one impact a period A is a square of the velocity after it in closed form:
 * the orbits begin where the mass grazes the wall, double their period, and end where they would graze it a
 * second time. */
#include "reference.h"

#include <ridgewalk/shooting.h>

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* u = (x, v, A, omega, phi) */
FUNCTION(motion)
{
    UNUSED;
    y[0] = u[1];
    y[1] = u[2] * cos(u[4]) - 0.2 * u[1] - u[0];
    return 0;
}

FUNCTION(motion_slope)
{
    UNUSED;
    y[1] = -1.0;
    y[2] = 1.0;
    y[3] = -0.2;
    y[5] = cos(u[4]);
    y[9] = -u[2] * sin(u[4]);
    return 0;
}

FUNCTION(gap)
{
    UNUSED;
    y[0] = 1.0 - u[0];
    return 0;
}

FUNCTION(rebound)
{
    UNUSED;
    y[0] = u[0];
    y[1] = -0.6 * u[1];
    return 0;
}

/* The force by the velocity after impact, in closed form. */
static double closed_level(double v)
{
    return sqrt(0.1552 - 0.323383881185968 * v + 0.47827869573206 * v * v);
}

static void draw(rdg_context *ctx)
{
    enum { CURVE = 200 };
    static double A[CURVE + 1], v[CURVE + 1];
    for (int i = 0; i <= CURVE; i++) {
        v[i] = -2.5 * i / CURVE;
        A[i] = closed_level(v[i]);
    }
    rdg_plot(ctx, "impact.png",
             RDG_POINTS(CURVE + 1, A, v, "closed form", .color = "#cccccc", .width = 3, .style = RDG_LINE),
             RDG_CURVE("impact", "A", "x[1]", .legend = "one impact a period", .dash = "unstable"),
             RDG_CURVE("impact", "A", "x[1]", .only = "PD", .legend = "period doubling"),
             RDG_CURVE("impact", "A", "x[1]", .only = "GR", .legend = "graze"), RDG_XRANGE(0.2, 2.1),
             RDG_YRANGE(-2.6, 0.0), RDG_TITLE("An oscillator that hits a wall (dashed: unstable)"),
             RDG_XLABEL("force / N"), RDG_YLABEL("velocity after impact / (m/s)"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "impact oscillator", RDG_PARAMETERS("A", "omega"), (double[]){0.6, 0.8});
    rdg_hybrid_set_unit(h, "A", "N");
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = motion, .df = motion_slope}});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){
            .name = "impact", .from = "free", .to = "free", .surface = {.f = gap}, .reset = {.f = rebound}});
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300.0, .order = 1, .segments = 1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_continue(p, "impact", RDG_RELEASE("A"), RDG_WINDOW("A", 0.39395431, 2.2), RDG_EXPECT_EARLY_END);

    references table = {.count = 0};
    compare(&table, "graze with velocity 0, A / N", 0.393954312071844,
            nearest(ctx, "impact", "GR", "A", 0.39));
    compare(&table, "period doubling, A / N", 0.496038905736943, nearest(ctx, "impact", "PD", "A", 0.49));
    compare(&table, "its velocity after impact / (m/s)", -0.213521072580309,
            beside(ctx, "impact", "PD", "A", 0.49, "x[1]"));
    compare(&table, "second graze, A / N", 1.98975358365290, nearest(ctx, "impact", "GR", "A", 1.99));
    compare(&table, "its velocity after impact / (m/s)", -2.50228941996875,
            beside(ctx, "impact", "GR", "A", 1.99, "x[1]"));
    write_references(ctx, &table, "impact_numbers.csv");
    rdg_run_export(rdg_run_open(ctx, "impact"), "impact.csv", RDG_COLUMN("A", "A_N", 1),
                   RDG_COLUMN("x[1]", "v_m_s", 1), RDG_COLUMN("unstable", "unstable", 1),
                   RDG_COLUMN("type", "type", 1));
    draw(ctx);
    return rdg_exit(ctx);
}
