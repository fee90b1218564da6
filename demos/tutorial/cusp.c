/* The cusp: equilibria of x' = ka - x (la - x^2). For each la > 0 the curve of x over ka has two folds;
 * between them there are three equilibria. All three curves come from one problem, la is held at another
 * value each time. */
#include <ridgewalk/ridgewalk.h>

static int cusp(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double x = u[0], ka = u[1], la = u[2];
    y[0] = ka - x * (la - x * x);
    return 0;
}

static int cusp_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 3.0 * u[0] * u[0] - u[2]; /* d / d x */
    values[1] = 1.0;                      /* d / d ka */
    values[2] = -u[0];                    /* d / d la */
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 0.0, 0.5}); /* x, ka, la */
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 3, .m = 1, .f = cusp, .df = cusp_df}, RDG_ALL);
    rdg_add_parameter(p, "ka", "u", 1);
    rdg_add_parameter(p, "la", "u", 2);

    rdg_continue(p, "cusp", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5));
    rdg_continue(p, "tame", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_HOLD_AT("la", -0.5));
    rdg_continue(p, "wild", RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_HOLD_AT("la", 1.0));

    rdg_plot(ctx, "cusp.png", RDG_CURVE("tame", "ka", "u[0]", .legend = "la = -0.5", .marks = true),
             RDG_CURVE("cusp", "ka", "u[0]", .legend = "la = 0.5", .marks = true),
             RDG_CURVE("wild", "ka", "u[0]", .legend = "la = 1", .marks = true), RDG_YLABEL("x"));
    rdg_run_export(rdg_run_open(ctx, "cusp"), "cusp.csv", RDG_COLUMN("ka", "ka", 1),
                   RDG_COLUMN("u[0]", "x", 1), RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
