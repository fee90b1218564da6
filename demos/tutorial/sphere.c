/* The unit sphere, covered by charts; the curve on it along which x = 1/2. */
#include <ridgewalk/ridgewalk.h>

static int sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){1.0, 0.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = sphere}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_add_parameter(p, "z", "u", 2);

    rdg_continue(p, "sphere", RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_RELEASE("z"), RDG_DIMENSION(2),
                 RDG_MAX_POINTS(5000), RDG_EVENT("HALF", "x", 0.5), RDG_LABEL_EVERY(100));
    rdg_run *run = rdg_run_open(ctx, "sphere");
    rdg_run_export(run, "sphere.csv", RDG_COLUMN("x", "x", 1), RDG_COLUMN("y", "y", 1),
                   RDG_COLUMN("z", "z", 1), RDG_COLUMN("type", "type", 1));
    rdg_plot(ctx, "sphere.png", RDG_SURFACE("sphere", "x", "y", "z", .legend = ""),
             RDG_SURFACE_CURVES("sphere", "x", "y", "z", .color = "#c00060", .legend = "x = 1/2"),
             RDG_VIEW(70, 50));
    return rdg_exit(ctx);
}
