/* Figure 16: amplitudes and phases of the blade tips at the level at which friction damps most, beta = 3e-6
 * s: the two blades do not move together. */
#include "blades.h"

/* The level at which the ridge has the least amplitude a newton. */
static double most_damped_level(rdg_context *ctx, const char *ridge)
{
    rdg_run *run = rdg_run_open(ctx, ridge);
    const double *alpha = rdg_run_column(run, "alpha");
    const double *Am = rdg_run_column(run, "Am");
    rdg_index best = 0;
    for (rdg_index row = 0; alpha && Am && row < rdg_run_count(run); row++) {
        best = Am[row] / alpha[row] < Am[best] / alpha[best] ? row : best;
    }
    const double level = alpha ? alpha[best] : NAN;
    rdg_run_free(run);
    return level;
}

int main(void)
{
    static const double window[2] = {196.0, 208.0}; /* Hz */
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[2], RDG_HARMONICS(1));
    backbone_study s = blade_study("fig16", "", blade_onset[2]);
    spread_levels(&s, 40, 0.5, 30.0);
    follow_backbones(ctx, hb, &s);
    const double alpha = most_damped_level(ctx, "fig16_ridge");
    add_level(&s, alpha); /* once more, with a point of each method at this level */
    follow_backbones(ctx, hb, &s);
    tips_response tips = respond_tips(ctx, hb, "fig16_tips", alpha, window);
    const double right = peak_frequency(&tips, "Am"), left = peak_frequency(&tips, "Am_left");
    printf("largest damping at %.4g N: peak of the right tip %.3f Hz, of the left one %.3f Hz\n", alpha,
           right, left);

    char title[NAME_SIZE];
    snprintf(title, sizeof title, "Largest damping by friction, %.2f N", alpha);
    const method_points at = methods_at(ctx, &s, alpha);
    const double Am[3] = {1e6 * at.ridge.Am, 1e6 * at.dnnm.Am, 1e6 * at.phase.Am};
    rdg_plot(ctx, "fig16a.png",
             AMPLITUDE("fig16_tips", .color = "black", .width = 2, .legend = "right blade (excited)"),
             RDG_CURVE("fig16_tips", "omega", "Am_left", .x_factor = hertz, .y_factor = 1e6,
                       .color = "#888888", .width = 2, .legend = "left blade"),
             RDG_POINTS(1, &at.ridge.f, &Am[0], "ridge", .color = "#cc0077", .width = 2),
             RDG_POINTS(1, &at.dnnm.f, &Am[1], "damped nonlinear mode", .color = "#0072b2", .width = 2),
             RDG_POINTS(1, &at.phase.f, &Am[2], "phase resonance", .color = "#e08000", .width = 2),
             RDG_TITLE(title), RDG_XLABEL("frequency / Hz"), RDG_YLABEL("amplitude Am / µm"));
    draw_phases(ctx, "fig16b.png", title, &tips, -270.0);
    free_tips(&tips);
    return rdg_exit(ctx);
}
