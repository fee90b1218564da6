/* Step 5: the force that the pad is pressed with as a parameter: with which one is the peak least, at 1 N? */
#include "two_masses.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(two_masses(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_ridge(hb, "preload", "A", RDG_FROM_GREATEST("1N"), RDG_RELEASE("pad.preload"),
              RDG_WINDOW("pad.preload", 5.0, 60.0));

    rdg_plot(ctx, "step5.png", RDG_CURVE("preload", "pad.preload", "A", .marks = true));
    return rdg_exit(ctx);
}
