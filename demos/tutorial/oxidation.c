/* Carbon monoxide on platinum (Bykov, Yablonskii and Kim 1978): equilibria of three surface concentrations,
 * the branch with its folds and Hopf points, and the curves of both in two parameters. */
#include <ridgewalk/ep.h>

/* x: CO, O and inactive O; p: p2, p7. z is the share of empty sites. */
static int oxidation(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double z = 1.0 - u[0] - u[1] - u[2];
    y[0] = 5.0 * z * z - 2.0 * u[0] * u[0] - 10.0 * u[0] * u[1];
    y[1] = u[3] * z - 0.1 * u[1] - 10.0 * u[0] * u[1];
    y[2] = 0.0675 * (z - u[4] * u[2]);
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const rdg_ep field = {.n = 3,
                          .n_parameters = 2,
                          .parameters = (const char *const[]){"p2", "p7"},
                          .x = (double[]){0.001137, 0.891483, 0.062345},
                          .p = (double[]){2.204678, 0.4},
                          .f = oxidation};
    rdg_problem *p = rdg_ep_problem(ctx, &field);
    rdg_add_fold(p, "fold", "p2");

    rdg_continue(p, "branch", RDG_RELEASE("p2"), RDG_WINDOW("p2", 0.4, 3));
    rdg_run *branch = rdg_run_open(ctx, "branch");
    rdg_continue(p, "hopf_curve", RDG_FROM_POINT("branch", "HB", 0), RDG_HOLD_AT("hopf", 0),
                 RDG_RELEASE("p2"), RDG_RELEASE("p7"), RDG_WINDOW("p2", 0.5, 1.6),
                 RDG_WINDOW("p7", 0.01, 1.2), RDG_STEP(0.01, 1e-6, 0.05));
    rdg_continue(p, "fold_curve", RDG_FROM_POINT("branch", "FP", 0), RDG_HOLD_AT("fold", 0),
                 RDG_RELEASE("p2"), RDG_RELEASE("p7"), RDG_WINDOW("p2", 0.7, 1.6), RDG_WINDOW("p7", 0.2, 1.2),
                 RDG_STEP(0.01, 1e-6, 0.05));

    rdg_run_export(branch, "oxidation.csv", RDG_COLUMN("p2", "p2", 1), RDG_COLUMN("x[0]", "x1", 1),
                   RDG_COLUMN("unstable", "unstable", 1), RDG_COLUMN("type", "type", 1));
    rdg_plot(ctx, "oxidation.png", RDG_CURVE("hopf_curve", "p2", "p7", .legend = "Hopf points"),
             RDG_CURVE("fold_curve", "p2", "p7", .legend = "folds"),
             RDG_CURVE("fold_curve", "p2", "p7", .only = "CP", .legend = "cusp"),
             RDG_CURVE("fold_curve", "p2", "p7", .only = "BTP", .legend = "Bogdanov-Takens"),
             RDG_CURVE("hopf_curve", "p2", "p7", .only = "GH", .legend = "generalised Hopf"),
             RDG_XLABEL("p2"), RDG_YLABEL("p7"), RDG_XRANGE(0.5, 1.6), RDG_YRANGE(0, 1.1));
    return rdg_exit(ctx);
}
