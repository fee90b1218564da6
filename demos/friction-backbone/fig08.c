/* Figure 8: one harmonic against the first and the third: forced responses of the beam in partial slip, and
 * the backbone by each of the three methods. Only the ridge lies on the maxima of both. */
#include "backbones.h"

enum { LEVELS = 4 };

static const double level[LEVELS] = {0.3, 0.6, 1.2, 2.4}; /* N */
static const double window[2] = {225.0, 335.0};           /* Hz */

static void compute(rdg_context *ctx, rdg_hbm *hb, const char *variant)
{
    backbone_study s = {.figure = "fig08",
                        .variant = variant,
                        .at = "shaker",
                        .start = {300.0, 335.0},
                        .range = {200.0, 335.0}};
    backbone_table table;
    spread_levels(&s, 14, 0.1, 5.0);
    follow_backbones(ctx, hb, &s);
    compare_with_truth(ctx, hb, &s, &table);
    for (int k = 0; k < LEVELS; k++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "fig08_frc%s_%gN", variant, level[k]);
        respond_at(ctx, hb, name, level[k], window);
    }
}

static void draw(rdg_context *ctx, const char *picture, const char *curve, const char *title)
{
#define RESPONSE(run, shade, text) AMPLITUDE(run, .color = (shade), .legend = (text))
    static const char grey[] = "#999999", blue[] = "#66aadd";
    char first[NAME_SIZE], third[NAME_SIZE];
    snprintf(first, sizeof first, "fig08_%s_nh1", curve);
    snprintf(third, sizeof third, "fig08_%s_nh3", curve);
    rdg_plot(ctx, picture, RESPONSE("fig08_frc_nh1_0.3N", grey, ""), RESPONSE("fig08_frc_nh1_0.6N", grey, ""),
             RESPONSE("fig08_frc_nh1_1.2N", grey, ""),
             RESPONSE("fig08_frc_nh1_2.4N", grey, "forced responses, harmonic 1"),
             RESPONSE("fig08_frc_nh3_0.3N", blue, ""), RESPONSE("fig08_frc_nh3_0.6N", blue, ""),
             RESPONSE("fig08_frc_nh3_1.2N", blue, ""),
             RESPONSE("fig08_frc_nh3_2.4N", blue, "forced responses, harmonics 1, 3"),
             AMPLITUDE(first, .color = "black", .width = 2.5, .legend = "backbone, harmonic 1"),
             AMPLITUDE(third, .color = "#cc0077", .width = 2.5, .legend = "backbone, harmonics 1, 3"),
             RDG_TITLE(title), RDG_XRANGE(230, 330), RDG_YRANGE(10, 25), RDG_XLABEL("frequency / Hz"),
             RDG_YLABEL("amplitude Am / µm"));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    compute(ctx, friction_beam(ctx, RDG_HARMONICS(1)), "_nh1");
    compute(ctx, friction_beam(ctx, RDG_HARMONICS(1, 3)), "_nh3");
    draw(ctx, "fig08a.png", "ridge", "ridge");
    draw(ctx, "fig08b.png", "dnnm", "damped nonlinear mode with energy balance");
    draw(ctx, "fig08c.png", "phase", "phase resonance");
    return rdg_exit(ctx);
}
