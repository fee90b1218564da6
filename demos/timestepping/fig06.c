/* Figure 6: where the generalised-alpha method is stable for any step, in the plane of alpha_m and alpha_f:
 * the spectral radius over all steps is at most 1. In closed form this is alpha_m <= alpha_f <= 1/2. */
#include "spectral.h"

enum { GRID = 61 };

/* A radius above 1 for some step; double eigenvalues of size 1 come with the square root of rounding. */
static bool is_stable(rdg_mechanism *m, double am, double af)
{
    const rdg_timestepping_options o = {
        .scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = am, .alpha_f = af};
    for (int k = 0; k <= 40; k++) {
        double error;
        if (spectral_radius(m, o, pow(10.0, -2.0 + 0.125 * k), &error) > 1.0 + 1e-6) {
            return false;
        }
    }
    return true;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_mechanism *m = spectral_oscillator(ctx);
    static double am[GRID * GRID], af[GRID * GRID], stable[GRID * GRID], in_m[GRID * GRID], in_f[GRID * GRID];
    int n = 0, wrong = 0;
    for (int k = 0; k < GRID * GRID; k++) {
        const int row = k / GRID;
        am[k] = -1.5 + 2.4 * (k % GRID) / (GRID - 1);
        af[k] = -1.0 + 1.8 * row / (GRID - 1);
        stable[k] = is_stable(m, am[k], af[k]);
        wrong += (stable[k] > 0.0) != (am[k] <= af[k] + 1e-9 && af[k] <= 0.5 + 1e-9);
        if (stable[k] > 0.0) {
            in_m[n] = am[k];
            in_f[n++] = af[k];
        }
    }
    printf("%d points of %d are on another side than by alpha_m <= alpha_f <= 1/2\n", wrong, GRID * GRID);
    const double bound_m[] = {-1.5, 0.5, -1.0}, bound_f[] = {0.5, 0.5, -1.0};
    const double case_m[] = {-1.0, -1.0, -1.0, 0.5, 0.0}, case_f[] = {0.5, 0.0, -0.5, 0.5, 1.0 / 3.0};
    rdg_export(ctx, "fig06.csv", GRID * GRID, RDG_COLUMN_ARRAY("alpha_m", am),
               RDG_COLUMN_ARRAY("alpha_f", af), RDG_COLUMN_ARRAY("stable", stable));
    rdg_plot(ctx, "fig06.png", RDG_POINTS(n, in_m, in_f, "stable for any step", .color = "#9ecae1"),
             RDG_POINTS(3, bound_m, bound_f, "αm = αf, αf = 1/2", .style = RDG_LINE, .color = "black"),
             RDG_POINTS(5, case_m, case_f, "cases A to E of the paper", .color = "#d55e00"),
             RDG_TEXT(case_m[0], case_f[0], "A"), RDG_TEXT(case_m[1], case_f[1], "B"),
             RDG_TEXT(case_m[2], case_f[2], "C"), RDG_TEXT(case_m[3], case_f[3], "D"),
             RDG_TEXT(case_m[4], case_f[4], "E"), RDG_XLABEL("αm"), RDG_YLABEL("αf"), RDG_XRANGE(-1.5, 0.9),
             RDG_YRANGE(-1.0, 0.8));
    return rdg_exit(ctx);
}
