/* The unit circle: the shortest program. One function of two variables, one parameter, one picture. */
#include <ridgewalk/ridgewalk.h>

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle}, RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1); /* the second variable, by name */

    rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_WINDOW("y", -2.0, 2.0));
    rdg_plot(ctx, "circle.png", RDG_CURVE("circle", "u[0]", "y", .marks = true), RDG_XLABEL("x"),
             RDG_EQUAL_AXES, RDG_SIZE(900, 900));
    rdg_run_export(rdg_run_open(ctx, "circle"), "circle.csv", RDG_COLUMN("u[0]", "x", 1),
                   RDG_COLUMN("y", "y", 1), RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
