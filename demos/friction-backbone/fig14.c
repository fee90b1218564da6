/* Figure 14: phases of the blade tips against the force with the damper stuck, at three dampings. Both pass
 * -90 degrees together only where the damping is small. */
#include "blades.h"

int main(void)
{
    static const char *const name[3] = {"fig14_beta1.5e-5", "fig14_beta8e-6", "fig14_beta3e-6"};
    static const char *const picture[3] = {"fig14a.png", "fig14b.png", "fig14c.png"};
    static const char *const title[3] = {"$\\beta$ = 1.5e-5 s", "$\\beta$ = 8e-6 s", "$\\beta$ = 3e-6 s"};
    static const double window[2] = {200.0, 207.0}; /* Hz */
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < 3; k++) {
        rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[k], RDG_HARMONICS(1));
        tips_response tips = respond_tips(ctx, hb, name[k], 0.2 * blade_onset[k], window);
        draw_phases(ctx, picture[k], title[k], &tips, -180.0);
        free_tips(&tips);
    }
    return rdg_exit(ctx);
}
