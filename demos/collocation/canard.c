/* Canards of van der Pol's oscillator, x' = y + x - x^3 / 3, y' = eps (a - x), eps = 0.01: within 1e-9 of one
 * a, orbits grow from small ones to relaxation oscillations, along a branch of slow motion that repels
 * everything. */
#include "../forms.h"
#include "../shooting/reference.h"
#include "shapes.h"

#include <ridgewalk/collocated_orbit.h>
#include <ridgewalk/ep.h>

static const double eps = 0.01;

/* u = (x, y, a) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1] + u[0] - u[0] * u[0] * u[0] / 3.0;
    y[1] = eps * (u[2] - u[0]);
    return 0;
}

static int field_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[0] = 1.0 - u[0] * u[0];
    J[1] = -eps;
    J[2] = 1.0;
    J[5] = eps;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const double a = 1.1;
    rdg_problem *e = rdg_ep_problem(ctx, &(rdg_ep){.n = 2,
                                                   .n_parameters = 1,
                                                   .f = field,
                                                   .df = field_slope,
                                                   .parameters = RDG_PARAMETERS("a"),
                                                   .x = (double[]){a, a * a * a / 3.0 - a},
                                                   .p = &a});
    rdg_continue(e, "equilibria", RDG_RELEASE("a"), RDG_WINDOW("a", 0.9, 1.1));
    const rdg_hybrid_function f = {.f = field, .df = field_slope};
    rdg_hybrid *h = rdg_hybrid_smooth(ctx, "canard", 2, &f, RDG_PARAMETERS("a"), &a, RDG_AUTONOMOUS);
    rdg_run *r = rdg_run_open(ctx, "equilibria");
    rdg_collocation *c = rdg_collocation_from_hopf(
        h, "equilibria", rdg_run_label_of(r, "HB", 0), "a", 0.01,
        &(rdg_collocation_options){.intervals = form_is_quick() ? 60 : 120, .adapt = 1});
    rdg_continue(rdg_collocation_problem(c), "canards", RDG_RELEASE("a"), RDG_WINDOW("a", 0.9, 1.1),
                 RDG_DIRECTION(-1), RDG_MAX_POINTS(2000), RDG_STEP(0.02, 1e-9, 0.2), RDG_NO_FOLDS,
                 RDG_NO_BRANCH_POINTS);

    references table = {.count = 0};
    /* Krupa and Szmolyan's expansion to the third power of eps */
    const double there = 1.0 - eps / 8.0 - 3.0 * eps * eps / 32.0 - 173.0 * eps * eps * eps / 1024.0;
    compare(&table, "a of the canards of middle size", there, beside(ctx, "canards", "", "size", 1.0, "a"));
    write_references(ctx, &table, "canard_numbers.csv");
    rdg_run_export(rdg_run_open(ctx, "canards"), "canard.csv", RDG_COLUMN("a", "a", 1),
                   RDG_COLUMN("size", "size", 1), RDG_COLUMN("T", "T", 1), RDG_COLUMN("error", "error", 1));
    rdg_plot(ctx, "canard_explosion.png", RDG_CURVE("canards", "a", "size"),
             RDG_TITLE("A canard explosion: size of the orbits"), RDG_XLABEL("a"),
             RDG_YLABEL("root mean square from the mean"), RDG_XRANGE(0.99, 1.001));
    static shape at[4];
    take_shape(ctx, "canards", "size", 0.3, 2, &at[0]);
    take_shape(ctx, "canards", "size", 0.8, 2, &at[1]);
    take_shape(ctx, "canards", "size", 1.1, 2, &at[2]);
    take_shape(ctx, "canards", "size", 1.35, 2, &at[3]);
    rdg_plot(ctx, "canard.png", RDG_POINTS(SHAPE_POINTS, at[0].x[0], at[0].x[1], "small", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[1].x[0], at[1].x[1], "without a head", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[2].x[0], at[2].x[1], "with a head", .style = RDG_LINE),
             RDG_POINTS(SHAPE_POINTS, at[3].x[0], at[3].x[1], "relaxation", .style = RDG_LINE),
             RDG_TITLE("Canards of van der Pol's oscillator, $\\epsilon$ = 0.01"), RDG_XLABEL("x"),
             RDG_YLABEL("y"));
    return rdg_exit(ctx);
}
