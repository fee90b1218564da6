/* P10: an oscillator with elastic dry friction, x'' + 0.02 x' + x + f(x) = F cos(omega t), f a spring of 0.5
 * N/m with a slider of 1 N: forced responses from stuck to sliding, and the ridge through their maxima. The
 * ratio of amplitude to force is least where friction damps most, near 0.73 N. Harmonics 0 to 7. */
#include "models.h"

#include <ridgewalk/ridge.h>

#include <stdio.h>

enum { LEVELS = 6, NAME_SIZE = 32 };

static const double level[LEVELS] = {0.1, 0.3, 0.6, 1.0, 1.4, 2.0}; /* N */

static void follow_responses(rdg_context *ctx, rdg_hbm *hb)
{
    char name[NAME_SIZE], file[NAME_SIZE + 8];
    for (int k = 0; k < LEVELS; k++) {
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.6), RDG_AT("alpha", level[k]));
        snprintf(name, sizeof name, "p10_%gN", level[k]);
        rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.6, 1.6), RDG_ANGLE(3),
                     RDG_MAX_POINTS(2000));
        snprintf(file, sizeof file, "fig10_%gN.csv", level[k]);
        rdg_run_export(rdg_run_open(ctx, name), file, RDG_COLUMN("omega", "omega_rad_s", 1),
                       RDG_COLUMN("alpha", "F_N", 1), RDG_COLUMN("A", "A_m", 1));
    }
}

/* Amplitude over force along the ridge. */
static void draw_ratio(rdg_context *ctx)
{
    rdg_run *ridge = rdg_run_open(ctx, "p10_ridge");
    const rdg_index n = rdg_run_count(ridge);
    const double *F = rdg_run_column(ridge, "alpha"), *A = rdg_run_column(ridge, "A");
    double ratio[2000];
    for (rdg_index row = 0; F && A && row < n && row < 2000; row++) {
        ratio[row] = A[row] / F[row];
    }
    rdg_plot(ctx, "fig10b.png", RDG_POINTS(n < 2000 ? n : 2000, F, ratio, "", .style = RDG_LINE), RDG_LOGX,
             RDG_XRANGE(0.05, 2.0), RDG_TITLE("Amplitude over force along the ridge"),
             RDG_XLABEL("force / N"), RDG_YLABEL("amplitude / force / (m/N)"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = p10(ctx, 7);
    follow_responses(ctx, hb);
    rdg_ridge(hb, "p10_ridge", "A", RDG_FROM_GREATEST("p10_0.1N"), RDG_WINDOW("alpha", 0.05, 2.0),
              RDG_UZ_LIST("alpha", LEVELS, level), RDG_UZ("alpha", 0.8), RDG_STEP(0.02, 1e-6, 0.05));
    rdg_ridge_export(ctx, "p10_ridge", "A", "fig10_ridge.csv");
#define RESPONSE(run, text) RDG_CURVE(run, "omega", "A", .color = "black", .legend = (text))
    rdg_plot(ctx, "fig10a.png", RESPONSE("p10_0.1N", "forced responses, 0.1 to 2 N"),
             RESPONSE("p10_0.3N", ""), RESPONSE("p10_0.6N", ""), RESPONSE("p10_1N", ""),
             RESPONSE("p10_1.4N", ""), RESPONSE("p10_2N", ""),
             RDG_CURVE("p10_ridge", "omega", "A", .color = "#0077bb", .width = 2, .legend = "ridge"),
             RDG_LOGY, RDG_XRANGE(0.6, 1.6), RDG_TITLE("An oscillator with elastic dry friction"),
             RDG_YLABEL("amplitude of harmonic 1 / m"));
    draw_ratio(ctx);
    return rdg_exit(ctx);
}
