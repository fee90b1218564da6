/* Step 3: which of these motions are stable, and where that changes. */
#include "two_masses.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(two_masses(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(20)), RDG_AT("alpha", 20.0));
    rdg_hbm_add_bifurcations(hb, p, "stability");
    rdg_continue(p, "stability", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(20), RDG_HZ(50)));

    rdg_plot(ctx, "step3.png", RDG_CURVE("stability", "omega", "A", .dash = "stability", .marks = true),
             RDG_LOGY, RDG_IN_HZ);
    return rdg_exit(ctx);
}
