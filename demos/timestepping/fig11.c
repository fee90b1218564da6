/* Figure 11: ED-alpha with rho = 0 for several a_AR, and Bathe's method, which is that of 1/12. */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"ED-α, α AR = 1/12", "ed12", {.scheme = RDG_ENERGY_DECAYING, .decay = 1.0 / 12.0}},
        {"ED-α, α AR = 1/6", "ed6", {.scheme = RDG_ENERGY_DECAYING, .decay = 1.0 / 6.0}},
        {"ED-α, α AR = 1/4", "ed4", {.scheme = RDG_ENERGY_DECAYING, .decay = 0.25}},
        {"ED-α, α AR = 1/2", "ed2", {.scheme = RDG_ENERGY_DECAYING, .decay = 0.5}},
        {"Bathe", "Bathe", {.scheme = RDG_BATHE}},
    };
    spectral_figure(ctx, "fig11", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
