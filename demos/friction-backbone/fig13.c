/* Figure 13: as figure 12 with less damping, beta = 8e-6 s and 3e-6 s: the peaks of the two tips come
 * together. The backbones at these dampings are computed at all levels, to compare the methods with the
 * truth. */
#include "blades.h"

int main(void)
{
    static const char *const variant[3] = {"", "_beta8e-6", "_beta3e-6"};
    static const char *const picture[3] = {"", "fig13a.png", "fig13b.png"};
    static const char *const damping[3] = {"", "8e-6 s", "3e-6 s"};
    static const double window[2] = {202.0, 206.0}; /* Hz */
    rdg_context *ctx = rdg_context_create();
    for (int k = 1; k < 3; k++) {
        char name[NAME_SIZE];
        backbone_table table;
        rdg_hbm *hb = blade_damper_blade(ctx, blade_beta[k], RDG_HARMONICS(1));
        const backbone_study s = blade_study("fig13", variant[k], blade_onset[k]);
        follow_backbones(ctx, hb, &s);
        compare_with_truth(ctx, hb, &s, &table);
        name_curve(&s, "tips", name);
        tips_response tips = respond_tips(ctx, hb, name, s.level[0], window);
        char title[NAME_SIZE];
        snprintf(title, sizeof title, "Damper stuck, $\\beta$ = %s, %.3g N", damping[k], s.level[0]);
        const method_points at = methods_at(ctx, &s, s.level[0]);
        draw_tips(ctx, picture[k], title, name, &at);
        free_tips(&tips);
    }
    return rdg_exit(ctx);
}
