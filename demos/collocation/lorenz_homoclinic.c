/* The Lorenz system: from its Hopf point at rho = 470/19 unstable orbits go back to a homoclinic orbit at rho
 * = 13.926557, beside which no motion stays: their periods grow without bound. */
#include "../forms.h"
#include "../shooting/lorenz_field.h"
#include "../shooting/reference.h"
#include "shapes.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/ep.h>

int main(void)
{
    const double longest = form_is_quick() ? 3.0 : 12.0;
    const double rho = 20.0, z = rho - 1.0, x = sqrt(8.0 / 3.0 * z);
    rdg_context *ctx = rdg_context_create();
    rdg_problem *e = rdg_ep_problem(ctx, &(rdg_ep){.n = 3,
                                                   .n_parameters = 1,
                                                   .f = lorenz_field,
                                                   .df = lorenz_slope,
                                                   .parameters = RDG_PARAMETERS("rho"),
                                                   .x = (double[]){x, x, z},
                                                   .p = &rho});
    rdg_continue(e, "equilibria", RDG_RELEASE("rho"), RDG_WINDOW("rho", 15, 30));

    rdg_hybrid *h = lorenz_system(ctx, rho);
    rdg_run *r = rdg_run_open(ctx, "equilibria");
    rdg_collocation *c = rdg_collocation_from_hopf(h, "equilibria", rdg_run_label_of(r, "HB", 0), "rho", 0.1,
                                                   &(rdg_collocation_options){.intervals = 60, .adapt = 1});
    rdg_continue(rdg_collocation_problem(c), "orbits", RDG_RELEASE("rho"), RDG_TERMINAL("EP", "T", longest),
                 RDG_DIRECTION(-1), RDG_WINDOW("rho", 10, 25), RDG_MAX_POINTS(1000),
                 RDG_STEP(0.05, 1e-8, 1.0));

    references table = {.count = 0};
    compare(&table, "Hopf point, rho", 470.0 / 19.0, nearest(ctx, "equilibria", "HB", "rho", 24.7));
    compare(&table, "homoclinic orbit, rho at the longest period", 13.92655741,
            beside(ctx, "orbits", "EP", "T", longest, "rho"));
    write_references(ctx, &table, "lorenz_homoclinic_numbers.csv");
    rdg_run_export(rdg_run_open(ctx, "orbits"), "lorenz_homoclinic.csv", RDG_COLUMN("rho", "rho", 1),
                   RDG_COLUMN("T", "T", 1), RDG_COLUMN("error", "error", 1));
    rdg_plot(ctx, "lorenz_homoclinic.png", RDG_CURVE("orbits", "rho", "T", .marks = true),
             RDG_TITLE("Orbits of the Lorenz system on their way to a homoclinic one"), RDG_XLABEL("rho"),
             RDG_YLABEL("period"));
    static shape at[3];
    take_shape(ctx, "orbits", "rho", 22.0, 3, &at[0]);
    take_shape(ctx, "orbits", "rho", 16.0, 3, &at[1]);
    take_shape(ctx, "orbits", "T", longest, 3, &at[2]);
    rdg_plot(ctx, "lorenz_homoclinic_orbits.png",
             RDG_POINTS(SHAPE_POINTS, at[0].x[0], at[0].x[2], "$\\rho$ = 22", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[1].x[0], at[1].x[2], "$\\rho$ = 16", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[2].x[0], at[2].x[2], "the longest period", .style = RDG_LINE),
             RDG_TITLE("Unstable orbits up to the homoclinic one"), RDG_XLABEL("x"), RDG_YLABEL("z"));
    return rdg_exit(ctx);
}
