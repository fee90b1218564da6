/* Figure 9: points of the plane of figure 6: A(-1, 1/2), B(-1, 0), C(-1, -1/2), D(1/2, 1/2). A has a cusp,
 * where its third eigenvalue becomes the largest; C damps slow motions more than it has to. The methods of
 * Chung and Hulbert with the same radius at infinity, 1 and 1/3, do neither: that of A is D, that of C the
 * point (-1/4, 1/4). */
#include "spectral.h"

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const spectral_curve curve[] = {
        {"A: αm = -1, αf = 1/2",
         "A",
         {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = -1.0, .alpha_f = 0.5}},
        {"B: αm = -1, αf = 0", "B", {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = -1.0}},
        {"C: αm = -1, αf = -1/2",
         "C",
         {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = -1.0, .alpha_f = -0.5}},
        {"C made smooth: αm = -1/4, αf = 1/4",
         "C_smooth",
         {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = -0.25, .alpha_f = 0.25}},
        {"D, A made smooth: αm = 1/2, αf = 1/2",
         "D",
         {.scheme = RDG_GENERALISED_ALPHA, .own_alphas = true, .alpha_m = 0.5, .alpha_f = 0.5}},
    };
    spectral_figure(ctx, "fig09", (int)(sizeof curve / sizeof *curve), curve);
    return rdg_exit(ctx);
}
