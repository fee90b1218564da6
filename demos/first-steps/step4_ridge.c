/* Step 4: the greatest amplitude at every level of the force: the ridge, through the maxima of all responses.
 */
#include "two_masses.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(two_masses(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_ridge(hb, "ridge", "A", RDG_FROM_GREATEST("1N"), RDG_WINDOW("alpha", 0.2, 20.0));

    rdg_plot(ctx, "step4.png", RDG_CURVE("1N", "omega", "A"), RDG_CURVE("5N", "omega", "A"),
             RDG_CURVE("20N", "omega", "A"), RDG_CURVE("ridge", "omega", "A", .width = 2, .marks = true),
             RDG_LOGY, RDG_IN_HZ);
    return rdg_exit(ctx);
}
