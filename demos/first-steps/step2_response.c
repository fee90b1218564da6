/* Step 2: the forced response at three levels of the force, in one picture. */
#include "two_masses.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = rdg_hbm_create(two_masses(ctx), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(20)), RDG_AT("alpha", 1.0));

#define RESPONSE RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(20), RDG_HZ(50)), RDG_DENSE_OUTPUT
    rdg_continue(p, "1N", RESPONSE);
    rdg_continue(p, "5N", RESPONSE, RDG_HOLD_AT("alpha", 5.0), RDG_UZ("omega", RDG_HZ(33)));
    rdg_continue(p, "20N", RESPONSE, RDG_HOLD_AT("alpha", 20.0));

    rdg_plot(ctx, "step2.png", RDG_CURVE("1N", "omega", "A"), RDG_CURVE("5N", "omega", "A", .marks = true),
             RDG_CURVE("20N", "omega", "A", .marks = true), RDG_LOGY, RDG_IN_HZ);
    return rdg_exit(ctx);
}
