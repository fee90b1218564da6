/* Figure 10: backbone curves of two blades with an underplatform damper by three methods, beta = 1.5e-5 s.
 *
 * The damped nonlinear mode stays symmetric while the response is localised on the excited blade. */
#include "blades.h"

enum { RESPONSES = 5 };

int main(void)
{
    static const double level[RESPONSES] = {2.0, 5.0, 10.0, 20.0, 40.0}; /* N */
    static const double window[2] = {196.0, 207.0};                      /* Hz */
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[0], RDG_HARMONICS(1));
    const backbone_study s = blade_study("fig10", "", blade_onset[0]);
    backbone_table table;
    follow_backbones(ctx, hb, &s);
    compare_with_truth(ctx, hb, &s, &table);

    char name[RESPONSES][NAME_SIZE];
    for (int k = 0; k < RESPONSES; k++) {
        snprintf(name[k], NAME_SIZE, "fig10_frc_%gN", level[k]);
        respond_at(ctx, hb, name[k], level[k], window);
    }
#define FRC(k) AMPLITUDE(name[k], FRC_STYLE, .legend = "")
    rdg_plot(ctx, "fig10.png", FRC(0), FRC(1), FRC(2), FRC(3), FRC(4), AMPLITUDE("fig10_dnnm", DNNM_STYLE),
             AMPLITUDE("fig10_phase", PHASE_STYLE), AMPLITUDE("fig10_ridge", RIDGE_STYLE),
             AMPLITUDE("fig10_ridge", .only = "SLIP", .color = "black", .legend = "onset of slip"), RDG_LOGY,
             RDG_XRANGE(196.5, 206.5), RDG_YRANGE(50, 300000),
             RDG_TITLE("Forced responses at 2, 5, 10, 20, 40 N and their backbone"),
             RDG_CLOSE_UP(203.2, 204.4, 330, 520, 0.58, 0.54), RDG_XLABEL("frequency / Hz"),
             RDG_YLABEL("amplitude Am / µm"));
    return rdg_exit(ctx);
}
