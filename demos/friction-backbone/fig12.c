/* Figure 12: forced responses of both blade tips with the damper stuck, beta = 1.5e-5 s, and where the three
 * methods see the resonance. The damping couples the two modes: the tips have their peaks at different
 * frequencies. Phase resonance finds the left one's, the damped mode lies in between. */
#include "blades.h"

#include <ridgewalk/stability.h>

/* Floquet exponents by Hill's method. They hold while the contacts stick; where they slip, the method only
 * estimates, see doc/friction-backbone.md. */
static void print_stability(rdg_context *ctx, rdg_hbm *hb, const double window[2])
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", 1.0));
    rdg_hbm_add_stability(hb, p, "stability");
    rdg_continue(p, "fig12_stability", RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])), RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, "fig12_stability");
    const double *exponent = rdg_run_column(run, "stability");
    double largest = -INFINITY;
    for (rdg_index row = 0; exponent && row < rdg_run_count(run); row++) {
        largest = fmax(largest, exponent[row]);
    }
    printf("the response is %s: its largest Floquet exponent is %.4g 1/s\n",
           largest < 0.0 ? "stable" : "not stable", largest);
}

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
    draw_tips(ctx, "fig12.png", "Stuck, 1 N, $\\beta$ = 1.5e-5 s", "fig12_tips", &at);
    print_stability(ctx, hb, window);
    free_tips(&tips);
    return rdg_exit(ctx);
}
