/* Figure 8: the generalised-alpha method for several spectral radii at infinity. */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"ρ∞ = 1.0", "rho1.0", {.scheme = RDG_GENERALISED_ALPHA, .rho = 1.0}},
        {"ρ∞ = 0.8", "rho0.8", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
        {"ρ∞ = 0.6", "rho0.6", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.6}},
        {"ρ∞ = 0.5", "rho0.5", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.5}},
        {"ρ∞ = 0.2", "rho0.2", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.2}},
        {"ρ∞ = 0.0", "rho0.0", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.0}},
    };
    spectral_figure(ctx, "fig08", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
