/* Figure 12: forced responses of both blade tips with the damper stuck, beta = 1.5e-5 s, and where the three
 * methods see the resonance. The damping couples the two modes: the tips have their peaks at different
 * frequencies. Phase resonance finds the left one's, the damped mode lies in between. */
#include "blades.h"

int main(void)
{
    static const double window[2] = {200.0, 208.0}; /* Hz: the in-phase mode */
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[0], RDG_HARMONICS(1));
    backbone_study s = blade_study("fig12", "", blade_onset[0]);
    spread_levels(&s, 3, 0.5, 2.0); /* N, all stuck */
    follow_backbones(ctx, hb, &s);
    tips_response tips = respond_tips(ctx, hb, "fig12_tips", 1.0, window);
    const method_points at = methods_at(ctx, &s, 1.0);
    printf("peak of the right tip %.5f Hz, of the left one %.5f Hz\n", peak_frequency(&tips, "Am"),
           peak_frequency(&tips, "Am_left"));
    printf("ridge %.5f Hz, damped mode %.5f Hz, phase resonance %.5f Hz\n", at.ridge.f, at.dnnm.f,
           at.phase.f);
    draw_tips(ctx, "fig12.png", "stuck, 1 N, beta = 1.5e-5 s", "fig12_tips", &at);
    free_tips(&tips);
    return rdg_exit(ctx);
}
