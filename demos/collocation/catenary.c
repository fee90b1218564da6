/* The least area of revolution, y'' = (1 + y'^2) / y, y(0) = 1, over y(1) = Y: a deep one that all but breaks
 * follows the shallow one behind a fold. The mesh goes where the deep one bends. */
#include "../shooting/reference.h"
#include "shapes.h"

/* u = (y, v, Y) */
static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[1];
    y[1] = (1.0 + u[1] * u[1]) / u[0];
    return u[0] > 0.0 ? 0 : 1;
}

static int field_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)m, (void)data;
    J[1] = -(1.0 + u[1] * u[1]) / (u[0] * u[0]);
    J[2] = 1.0;
    J[3] = 2.0 * u[1] / u[0];
    return 0;
}

/* u = (y(0), v(0), y(1), v(1), T, Y) */
static int ends(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 1.0;
    y[1] = u[2] - u[5];
    return 0;
}

static int ends_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)u, (void)data;
    J[0] = 1.0;
    J[1 + m * 2] = 1.0;
    J[1 + m * 5] = -1.0;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_hybrid_function f = {.f = field, .df = field_slope};
    rdg_hybrid *h =
        rdg_hybrid_smooth(ctx, "catenary", 2, &f, RDG_PARAMETERS("Y"), (double[]){1.543}, RDG_AUTONOMOUS);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_segment *s = rdg_segment_add(
        p, NULL, h,
        &(rdg_segment_options){
            .duration = 1.0, .intervals = 10, .adapt = 1, .count = 1, .x = (double[]){1.0, 0.5}});
    rdg_segment_add_boundary(s, &(rdg_function){.name = "ends", .n = 6, .m = 2, .f = ends, .df = ends_slope});
    rdg_continue(p, "catenary", RDG_RELEASE("Y"), RDG_WINDOW("Y", 0, 3), RDG_UZ("Y", 1.0), RDG_UZ("Y", 3.0),
                 RDG_EXPECT_EARLY_END); /* it turns at the least Y */

    references table = {.count = 0};
    compare(&table, "least Y", 0.587084931345, nearest(ctx, "catenary", "FP", "Y", 0.587));
    write_references(ctx, &table, "catenary_numbers.csv");
    rdg_run_export(rdg_run_open(ctx, "catenary"), "catenary.csv", RDG_COLUMN("Y", "Y", 1),
                   RDG_COLUMN("error", "error", 1));

    static shape at[3];
    take_shape(ctx, "catenary", "point", 0, 2, &at[0]);
    take_shape(ctx, "catenary", "Y", 0.587, 2, &at[1]);
    take_shape(ctx, "catenary", "point", -1000, 2, &at[2]);
    rdg_plot(
        ctx, "catenary.png", RDG_POINTS(SHAPE_POINTS, at[0].t, at[0].x[0], "Y = 1.54", .style = RDG_LINE),
        RDG_POINTS(SHAPE_POINTS, at[1].t, at[1].x[0], "at the fold, Y = 0.587", .style = RDG_LINE),
        RDG_POINTS(SHAPE_POINTS, at[2].t, at[2].x[0], "deep, at the end of the branch", .style = RDG_LINE),
        RDG_TITLE("Least areas of revolution between two rings"), RDG_XLABEL("t"), RDG_YLABEL("radius"));
    return rdg_exit(ctx);
}
