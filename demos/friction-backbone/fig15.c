/* Figure 15: backbone curves at little structural damping, beta = 3e-6 s, and the deviations of the three
 * methods from the truth. Where friction damps most, the conventional methods are off although the
 * structure's damping is small. */
#include "blades.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[2], RDG_HARMONICS(1));
    backbone_study s = blade_study("fig15", "", blade_onset[2]);
    spread_levels(&s, 40, 0.2, 75.0);
    backbone_table t;
    follow_backbones(ctx, hb, &s);
    compare_with_truth(ctx, hb, &s, &t);
    double deviation[4][MOST_LEVELS], amplitude[4][MOST_LEVELS];
    for (int method = 1; method < 4; method++) {
        for (int k = 0; k < s.n; k++) {
            deviation[method][k] = t.f[method][k] - t.f[0][k];
            amplitude[method][k] = 100.0 * t.dAm[method][k];
        }
    }
    /* where the contact damps most, and the usual methods are farthest off */
    const double from[2] = {2.5, 2.5}, to[2] = {30.0, 30.0}; /* N */
    const double hertz_range[2] = {-0.6, 2.5}, percent_range[2] = {-80.0, 20.0}, whole[2] = {197.0, 205.0};
#define REGION(edge, values, text) RDG_POINTS(2, edge, values, text, .style = RDG_DASHED, .color = "#606060")
#define STRONG(values) REGION(from, values, "friction damps most, 2.5 to 30 N"), REGION(to, values, "")
#define LEVELS(run, ...) RDG_CURVE(run, "alpha", "omega", .y_factor = hertz, __VA_ARGS__)
    rdg_plot(ctx, "fig15a.png", LEVELS("fig15_dnnm", DNNM_STYLE), LEVELS("fig15_phase", PHASE_STYLE),
             LEVELS("fig15_ridge", RIDGE_STYLE),
             RDG_POINTS(s.n, s.level, t.f[0], "direct search", .color = "black"), STRONG(whole), RDG_LOGX,
             RDG_XLABEL("excitation $\\alpha$ / N"), RDG_YLABEL("frequency / Hz"));
#define DEVIATION(values, ...)                                                                               \
    RDG_PLOT_ITEM(.kind = RDG_PLOT_ARRAYS, .n = s.n, .xs = s.level, .ys = (values), .style = RDG_LINE_DOTS,  \
                  __VA_ARGS__)
    rdg_plot(ctx, "fig15b.png", DEVIATION(deviation[2], DNNM_STYLE), DEVIATION(deviation[3], PHASE_STYLE),
             DEVIATION(deviation[1], RIDGE_STYLE), STRONG(hertz_range), RDG_LOGX,
             RDG_XLABEL("excitation $\\alpha$ / N"), RDG_YLABEL("deviation of the frequency / Hz"));
    rdg_plot(ctx, "fig15c.png", DEVIATION(amplitude[2], DNNM_STYLE), DEVIATION(amplitude[3], PHASE_STYLE),
             DEVIATION(amplitude[1], RIDGE_STYLE), STRONG(percent_range), RDG_LOGX,
             RDG_XLABEL("excitation $\\alpha$ / N"), RDG_YLABEL("deviation of the amplitude / percent"));
    return rdg_exit(ctx);
}
