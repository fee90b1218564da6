/* A Duffing oscillator under a force that changes its sign twice a period, x'' + 0.2 x' + x + x^3 =
 * 26 sgn(sin(omega t)): symmetric orbits lose their symmetry at branch points, the asymmetric ones double
 * their period. */
#include "reference.h"

#include <ridgewalk/shooting.h>

#define FUNCTION(name) static int name(rdg_index n, const double *u, rdg_index m, double *y, void *data)
#define UNUSED (void)n, (void)m

/* u = (x, v, omega, phi); data: the force */
FUNCTION(pushed)
{
    UNUSED;
    const double *A = data;
    y[0] = u[1];
    y[1] = *A - 0.2 * u[1] - u[0] - u[0] * u[0] * u[0];
    return 0;
}

FUNCTION(pushed_slope)
{
    UNUSED;
    (void)data;
    y[1] = -1.0 - 3.0 * u[0] * u[0];
    y[2] = 1.0;
    y[3] = -0.2;
    return 0;
}

/* The phase's sine: positive while the force is. */
FUNCTION(sine)
{
    UNUSED;
    (void)data;
    y[0] = sin(u[3]);
    return 0;
}

FUNCTION(sine_slope)
{
    UNUSED;
    (void)data;
    y[3] = cos(u[3]);
    return 0;
}

static rdg_hybrid *bang_bang(rdg_context *ctx, double omega)
{
    static double force[2] = {26.0, -26.0};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "bang-bang", RDG_PARAMETERS("omega"), &omega);
    rdg_hybrid_set_unit(h, "omega", "rad/s");
    rdg_hybrid_forcing(h, "omega");
    rdg_hybrid_add_phase(h,
                         &(rdg_hybrid_phase){.name = "to the right",
                                             .n = 2,
                                             .field = {.f = pushed, .df = pushed_slope, .data = &force[0]}});
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){
               .name = "to the left", .n = 2, .field = {.f = pushed, .df = pushed_slope, .data = &force[1]}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "turn left",
                                                                .from = "to the right",
                                                                .to = "to the left",
                                                                .surface = {.f = sine, .df = sine_slope}});
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "turn right",
                                                                .from = "to the left",
                                                                .to = "to the right",
                                                                .direction = 1,
                                                                .surface = {.f = sine, .df = sine_slope}});
    return h;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_shooting *s = rdg_shooting_create(
        bang_bang(ctx, 1.5), &(rdg_shooting_options){.transient = 300.0, .order = 1, .segments = 2});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_index runs = 0;
    rdg_diagram(p, "bang", 2, &runs, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.5),
                RDG_MAX_POINTS(2000));

    references table = {.count = 0};
#define OMEGA(run, type, known, what) compare(&table, what, known, nearest(ctx, run, type, "omega", known))
    OMEGA("bang/1", "FP", 0.819487765644862, "fold of symmetric orbits, omega / (rad/s)");
    OMEGA("bang/1", "BP", 1.07596790660122, "branch point, omega / (rad/s)");
    OMEGA("bang/1", "BP", 0.854399273711972, "branch point, omega / (rad/s)");
    OMEGA("bang/2", "PD", 0.991312486735499, "doubling of asymmetric orbits, omega / (rad/s)");
    OMEGA("bang/2", "PD", 0.869307923852734, "doubling of asymmetric orbits, omega / (rad/s)");
    write_references(ctx, &table, "bang_bang_numbers.csv");

#define BRANCH(run, colour, text)                                                                            \
    RDG_CURVE(run, "omega", "x[1]", .color = (colour), .dash = "unstable", .legend = (text))
#define POINTS(run, type, colour, text)                                                                      \
    RDG_CURVE(run, "omega", "x[1]", .only = (type), .color = (colour), .legend = (text))
    rdg_plot(ctx, "bang_bang.png", BRANCH("bang/1", "#0072b2", "symmetric"),
             BRANCH("bang/2", "#d55e00", "asymmetric"), POINTS("bang/1", "FP", "#009e73", "folds"),
             POINTS("bang/2", "FP", "#009e73", ""), POINTS("bang/1", "BP", "black", "branch points"),
             POINTS("bang/2", "PD", "#cc79a7", "period doublings"), RDG_XRANGE(0.8, 1.3),
             RDG_TITLE("A Duffing oscillator, pushed back and forth (dashed: unstable)"),
             RDG_YLABEL("velocity as the force changes its sign / (m/s)"));
    for (int k = 1; k <= 2; k++) {
        char run[24], file[40];
        snprintf(run, sizeof run, "bang/%d", k);
        snprintf(file, sizeof file, "bang_bang_%d.csv", k);
        rdg_run_export(rdg_run_open(ctx, run), file, RDG_COLUMN("omega", "omega_rad_s", 1),
                       RDG_COLUMN("x[0]", "x_m", 1), RDG_COLUMN("x[1]", "v_m_s", 1),
                       RDG_COLUMN("unstable", "unstable", 1), RDG_COLUMN("type", "type", 1));
    }
    return rdg_exit(ctx);
}
