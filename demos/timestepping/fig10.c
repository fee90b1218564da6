/* Figure 10: methods of second order: Newmark's, generalised alpha with rho = 0, Bathe's. */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"Newmark", "Newmark", {.scheme = RDG_NEWMARK}},
        {"generalised α, ρ∞ = 0", "alpha0", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.0}},
        {"Bathe", "Bathe", {.scheme = RDG_BATHE}},
    };
    spectral_figure(ctx, "fig10", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
