/* Beyond the paper: the boundary of continuous slip in the plane of frequency and friction, followed through
 * its non-smooth points, where another maximum of the sum over the modes begins to decide. Five masses,
 * contact and load at the first, as in figure 9, for static friction as large as kinetic friction and more.
 */
#include "map.h"

enum { RATIOS = 2, MOST_POINTS = 200 };

typedef struct boundary {
    const char *run, *legend, *points, *color;
    double ratio;
    rdg_index n;
    double r1[MOST_POINTS], beta[MOST_POINTS];
} boundary;

static boundary of[RATIOS] = {
    {"boundary_1", "$\\mu$ = 1", "non-smooth points", "#0072b2", 1.0, 0, {0}, {0}},
    {"boundary_1.5", "$\\mu$ = 1.5", "non-smooth points", "#d55e00", 1.5, 0, {0}, {0}}};

static void follow(rdg_context *ctx, boundary *b)
{
    rdg_coulomb *c =
        chain_with_contact(ctx, 5, 1.0, (rdg_coulomb_options){.contact = "m1", .ratio = b->ratio});
    rdg_problem *p = rdg_regime_problem(c, RDG_CONTINUOUS, RDG_AT("r1", 1.3));
    rdg_continue(p, b->run, RDG_RELEASE("r1"), RDG_RELEASE("beta"), RDG_WINDOW("r1", 0.35, 3.0),
                 RDG_MAX_POINTS(3000), RDG_STEP(0.02, 1e-6, 0.05), RDG_LABEL_EVERY(0));
    rdg_run *run = rdg_run_open(ctx, b->run);
    const double *r1 = rdg_run_column(run, "r1"), *beta = rdg_run_column(run, "beta");
    for (rdg_index row = 0; r1 && beta && b->n < MOST_POINTS && (row = rdg_run_find(run, "CO", b->n)) >= 0;) {
        b->r1[b->n] = r1[row];
        b->beta[b->n++] = beta[row];
    }
    rdg_run_free(run);
    printf("mu = %g: %ld non-smooth points\n", b->ratio, (long)b->n);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < RATIOS; k++) {
        follow(ctx, &of[k]);
    }
    rdg_export(ctx, "regime_boundary.csv", of[0].n, RDG_COLUMN_ARRAY("r1", of[0].r1),
               RDG_COLUMN_ARRAY("beta", of[0].beta));
    rdg_plot(ctx, "regime_boundary.png",
             RDG_CURVE(of[0].run, "r1", "beta", .legend = of[0].legend, .color = of[0].color, .width = 2),
             RDG_POINTS(of[0].n, of[0].r1, of[0].beta, of[0].points, .color = of[0].color, .width = 2),
             RDG_CURVE(of[1].run, "r1", "beta", .legend = of[1].legend, .color = of[1].color, .width = 2),
             RDG_POINTS(of[1].n, of[1].r1, of[1].beta, of[1].points, .color = of[1].color, .width = 2),
             RDG_TITLE("Five masses, contact and load at the first: continuous slip below"),
             RDG_XLABEL("frequency $r_1$ = $\\omega$ / sqrt($k_1$/$m_1$)"),
             RDG_YLABEL("friction $\\beta$ = F/P"), RDG_XRANGE(0.35, 2.2), RDG_YRANGE(0.0, 1.0));
    return rdg_exit(ctx);
}
