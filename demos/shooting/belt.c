/* A mass on a moving belt, x'' + x = f: it sticks until the spring takes more than static friction Fs gives,
 * then slips under kinetic friction Fk until it is as fast as the belt again. The mode of sticking has one
 * state less than that of slipping. The limit cycle over the belt's velocity v has a closed form. */
#include "reference.h"

#include <ridgewalk/shooting.h>

enum { SAMPLES = 400 };

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m, (void)data

/* slip: u = (x, x', Fs, Fk, v); stick: u = (x, Fs, Fk, v) */
FUNCTION(slip)
{
    UNUSED;
    y[0] = u[1];
    y[1] = u[3] - u[0];
    return 0;
}

FUNCTION(stick)
{
    UNUSED;
    y[0] = u[3];
    return 0;
}

FUNCTION(relative_velocity)
{
    UNUSED;
    y[0] = u[4] - u[1];
    return 0;
}

FUNCTION(drop_velocity)
{
    UNUSED;
    y[0] = u[0];
    return 0;
}

FUNCTION(force_margin)
{
    UNUSED;
    y[0] = u[1] - u[0];
    return 0;
}

FUNCTION(add_velocity)
{
    UNUSED;
    y[0] = u[0];
    y[1] = u[3];
    return 0;
}

static double closed_period(double Fs, double Fk, double v)
{
    return 2.0 * (Fs - Fk) / v + 2.0 * RDG_PI - 2.0 * atan((Fs - Fk) / v);
}

/* The limit cycle at the belt's first velocity in the plane of displacement and velocity. */
static void draw_cycle(rdg_context *ctx, rdg_shooting *s, const double *u)
{
    static double t[SAMPLES + 1], state[2 * SAMPLES], x[SAMPLES + 1], v[SAMPLES + 1];
    rdg_index mode[SAMPLES];
    if (rdg_shooting_motion(s, u, SAMPLES, t, mode, state) != RDG_OK) {
        return;
    }
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = state[2 * i];
        v[i] = mode[i] == 0 ? state[2 * i + 1] : 0.2; /* in stick that of the belt */
    }
    x[SAMPLES] = x[0];
    v[SAMPLES] = v[0];
    rdg_plot(ctx, "belt_cycle.png", RDG_POINTS(SAMPLES + 1, x, v, "", .style = RDG_LINE),
             RDG_TITLE("A mass on a belt of velocity 0.2 m/s"), RDG_XLABEL("displacement / m"),
             RDG_YLABEL("velocity / (m/s)"));
}

/* The period over the velocity, and what it differs from the closed form. */
static void draw_period(rdg_context *ctx)
{
    static double closed[1000], difference[1000];
    rdg_run *run = rdg_run_open(ctx, "belt");
    const double *v = rdg_run_column(run, "v"), *T = rdg_run_column(run, "T");
    const rdg_index n = rdg_run_count(run) < 1000 ? rdg_run_count(run) : 1000;
    double worst = 0.0;
    for (rdg_index row = 0; v && T && row < n; row++) {
        closed[row] = closed_period(1.0, 0.5, v[row]);
        difference[row] = T[row] / closed[row] - 1.0;
        worst = fmax(worst, fabs(difference[row]));
    }
    printf("%-44s %.1e\n", "greatest relative difference of periods", worst);
    rdg_run_export(run, "belt.csv", RDG_COLUMN("v", "v_m_s", 1), RDG_COLUMN("T", "T_s", 1),
                   RDG_COLUMN_ARRAY("closed_form_s", closed), RDG_COLUMN_ARRAY("difference_1", difference));
    rdg_plot(ctx, "belt_period.png", RDG_POINTS(n, v, closed, "closed form", .style = RDG_LINE),
             RDG_CURVE("belt", "v", "T", .style = RDG_DOTS, .legend = "shooting"),
             RDG_TITLE("Period of stick and slip on a belt"), RDG_XLABEL("velocity of the belt / (m/s)"),
             RDG_YLABEL("period / s"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hybrid *h =
        rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Fs", "Fk", "v"), (double[]){1.0, 0.5, 0.2});
    rdg_hybrid_set_unit(h, "v", "m/s");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = slip}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 1, .field = {.f = stick}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "catch",
                                                                .from = "slip",
                                                                .to = "stick",
                                                                .surface = {.f = relative_velocity},
                                                                .reset = {.f = drop_velocity}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "break",
                                                                .from = "stick",
                                                                .to = "slip",
                                                                .surface = {.f = force_margin},
                                                                .reset = {.f = add_velocity}});
    rdg_shooting *s =
        rdg_shooting_create(h, &(rdg_shooting_options){.mode = "stick", .transient = 50.0, .segments = 2});
    rdg_problem *p = rdg_shooting_problem(s);

    rdg_solve(p);
    draw_cycle(ctx, s, rdg_start_values(p));
    rdg_continue(p, "belt", RDG_RELEASE("v"), RDG_WINDOW("v", 0.05, 1.0));

    references table = {.count = 0};
    compare(&table, "period at v = 0.2 m/s, s", 8.90260540781452, beside(ctx, "belt", "EP", "v", 0.2, "T"));
    write_references(ctx, &table, "belt_numbers.csv");
    draw_period(ctx);
    return rdg_exit(ctx);
}
