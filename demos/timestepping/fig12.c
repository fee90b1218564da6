/* Figure 12: ED-alpha with a_AR = 1/6 for several rho, and generalised alpha. */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"ED-α, ρ∞ = 1.0", "ed1.0", {.scheme = RDG_ENERGY_DECAYING, .rho = 1.0}},
        {"ED-α, ρ∞ = 0.8", "ed0.8", {.scheme = RDG_ENERGY_DECAYING, .rho = 0.8}},
        {"ED-α, ρ∞ = 0.2", "ed0.2", {.scheme = RDG_ENERGY_DECAYING, .rho = 0.2}},
        {"ED-α, ρ∞ = 0.0", "ed0.0", {.scheme = RDG_ENERGY_DECAYING, .rho = 0.0}},
        {"generalised α, ρ∞ = 0.8", "alpha0.8", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
        {"generalised α, ρ∞ = 0.0", "alpha0.0", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.0}},
    };
    spectral_figure(ctx, "fig12", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
