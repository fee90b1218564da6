/* The idea in one picture: forced responses of the friction beam over the frequency, the ridge through their
 * maxima, and the onset of slip magnified, where the maximum is a non-smooth peak. */
#include "backbones.h"

enum { STATES = 6, CLOSE = 4 };

int main(void)
{
    static const double level[STATES + CLOSE] = {0.03, 0.1583,  0.5,     2.3,     3.5,
                                                 5.5,  0.15831, 0.15833, 0.15835, 0.15845}; /* N */
    static const double wide[2] = {195.0, 335.0}, narrow[2] = {317.2, 317.6};               /* Hz */
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
    char name[STATES + CLOSE][NAME_SIZE];
    for (int k = 0; k < STATES + CLOSE; k++) {
        snprintf(name[k], NAME_SIZE, "idea_%gN", level[k]);
        respond_at(ctx, hb, name[k], level[k], k < STATES ? wide : narrow);
    }
    rdg_ridge(hb, "idea", "Am", RDG_FROM_GREATEST(name[0]), RDG_WINDOW("alpha", 0.03, 20.0), RDG_NO_TABLE);

#define FRC(k) AMPLITUDE(name[k], FRC_STYLE, .legend = "")
    rdg_plot(ctx, "idea.png", AMPLITUDE(name[0], FRC_STYLE, .legend = "forced responses, 0.03 to 5.5 N"),
             FRC(1), FRC(2), FRC(3), FRC(4), FRC(5), FRC(6), FRC(7), FRC(8), FRC(9),
             AMPLITUDE("idea", RIDGE_STYLE), RDG_LOGY, RDG_YRANGE(0.3, 4000), RDG_XRANGE(205, 330),
             RDG_XLABEL("frequency / Hz"), RDG_YLABEL("RMS amplitude of the tip / µm"),
             RDG_CLOSE_UP(317.3, 317.52, 10.51, 10.57, 0.58, 0.63));
    return rdg_exit(ctx);
}
