/* Figure 7: the HHT method, alpha_m = 0, for several alpha_f: spectral radius and error of the period. */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"αf = 0.0", "af0.0", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.0}},
        {"αf = 0.1", "af0.1", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.1}},
        {"αf = 0.2", "af0.2", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.2}},
        {"αf = 0.4", "af0.4", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.4}},
        {"αf = 0.5", "af0.5", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 0.5}},
        {"αf = 1/3", "af0.333", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_f = 1.0 / 3.0}},
    };
    spectral_figure(ctx, "fig07", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
