/* The Lorenz system with sigma = 10, beta = 8/3: a symmetric pair of orbits doubles its period again and
 * again as rho falls. Each run starts where the motion settles to. */
#include "lorenz_field.h"
#include "reference.h"

#include <ridgewalk/shooting.h>
#include <ridgewalk/simulate.h>

enum { DOUBLINGS = 3, NAME_SIZE = 32 };

/* The orbits of about the period T that the motion settles to at a value of rho, followed over a window. */
static void follow(rdg_context *ctx, const char *run, double rho, double T, double low, double high)
{
    rdg_hybrid *h = lorenz_system(ctx, rho);
    rdg_trajectory motion;
    rdg_simulate(h, &(rdg_simulate_options){.x = (double[]){1.0, 1.0, 230.0}, .duration = 100.0}, &motion);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.x = motion.rows ? motion.x + 3 * (motion.rows - 1) : NULL,
                                   .period = T,
                                   .flow = {.relative = 1e-13}});
    rdg_trajectory_release(&motion);
    char file[NAME_SIZE];
    rdg_continue(rdg_shooting_problem(s), run, RDG_RELEASE("rho"), RDG_WINDOW("rho", low, high));
    snprintf(file, sizeof file, "%s.csv", run);
    rdg_run_export(rdg_run_open(ctx, run), file, RDG_COLUMN("rho", "rho", 1), RDG_COLUMN("T", "T", 1),
                   RDG_COLUMN("unstable", "unstable", 1), RDG_COLUMN("type", "type", 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    follow(ctx, "lorenz_1", 240.0, 0.47, 200.0, 240.0);
    follow(ctx, "lorenz_2", 222.0, 0.98, 212.0, 229.0);
    follow(ctx, "lorenz_4", 217.0, 1.98, 215.0, 217.5);

    references table = {.count = 0};
    compare(&table, "first doubling, rho", 229.406708561443, nearest(ctx, "lorenz_1", "PD", "rho", 229.4));
    compare(&table, "its period", 0.480866820311095, beside(ctx, "lorenz_1", "PD", "rho", 229.4, "T"));
    compare(&table, "second doubling, rho", 218.210127777821, nearest(ctx, "lorenz_2", "PD", "rho", 218.2));
    compare(&table, "its period", 0.987948936382682, beside(ctx, "lorenz_2", "PD", "rho", 218.2, "T"));
    compare(&table, "third doubling, rho", 215.965930632427, nearest(ctx, "lorenz_4", "PD", "rho", 215.9));
    write_references(ctx, &table, "lorenz_numbers.csv");
#define ORBITS(run, loops, text)                                                                             \
    RDG_CURVE(run, "rho", "T", .y_factor = 1.0 / (loops), .dash = "unstable", .legend = (text))
#define DOUBLINGS_OF(run, loops, text)                                                                       \
    RDG_CURVE(run, "rho", "T", .y_factor = 1.0 / (loops), .only = "PD", .color = "black", .legend = (text))
    rdg_plot(ctx, "lorenz.png", ORBITS("lorenz_1", 1, "one loop"), ORBITS("lorenz_2", 2, "two"),
             ORBITS("lorenz_4", 4, "four"), DOUBLINGS_OF("lorenz_1", 1, "period doublings"),
             DOUBLINGS_OF("lorenz_2", 2, ""), DOUBLINGS_OF("lorenz_4", 4, ""), RDG_XRANGE(212, 232),
             RDG_YRANGE(0.475, 0.505), RDG_TITLE("Doublings of the Lorenz system (dashed: unstable)"),
             RDG_XLABEL("rho"), RDG_YLABEL("period / number of loops"));
    return rdg_exit(ctx);
}
