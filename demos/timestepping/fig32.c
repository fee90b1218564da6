/* Figure 32: the driven crank with a flexible rod in two frames: along the rod's direction at the pin, whose
 * modes are those of a clamped rod, and along the chord, with modes of a pinned one; 5 modes of each beside
 * 21 elements. Up to the first impact all agree; behind it impacts amplify what modes leave out. */
#include "../forms.h"
#include "modal.h"
#include "portrait.h"

#include <stdlib.h>

enum { RUNS = 4, MODES = 5 };

int main(void)
{
    static flexible_crank full[2], f;
    static portrait p[RUNS];
    static const char *const legend[RUNS] = {"5 modes, clamped", "5 modes, pinned", "21 elements, clamped",
                                             "21 elements, pinned"};
    static const char *const name[RUNS] = {"fig32_clamped_modes.csv", "fig32_pinned_modes.csv",
                                           "fig32_clamped_full.csv", "fig32_pinned_full.csv"};
    rdg_context *ctx = rdg_context_create();
    const double until = form_is_quick() ? 0.0085 : 0.04;
    for (int k = 0; k < 2; k++) {
        double omega[MODES];
        flex_fill_frame(&full[k], FLEX_ELEMENTS, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0},
                        k == 1);
        walk(ctx, &full[k], until, &p[2 + k]);
        modal_reduce(ctx, &full[k], MODES, &f, omega);
        walk(ctx, &f, until, &p[k]);
        printf("%s: %.2f, %.2f, %.1f Hz\n", legend[k], omega[0] / (2 * RDG_PI), omega[1] / (2 * RDG_PI),
               omega[2] / (2 * RDG_PI));
    }
    for (int k = 0; k < RUNS; k++) {
        printf("%s: the slider is off by %.1e m up to 7.5 ms\n", legend[k], portrait_distance(&p[k], &p[2]));
        keep_portrait(ctx, name[k], &p[k]);
    }
#define CURVE(k, what) RDG_POINTS(p[k].n, p[k].x, p[k].what, legend[k], .style = RDG_LINE)
    const int from = p[0].n > 3000 ? 3000 : 0; /* nothing reaches the upper wall before */
#define FORCE(k) RDG_POINTS(p[k].n - from, p[k].t + from, p[k].force + from, legend[k], .style = RDG_LINE)
    rdg_plot(ctx, "fig32.png", CURVE(0, y), CURVE(1, y),
             RDG_POINTS(p[2].n, p[2].x, p[2].y, legend[2], .style = RDG_DASHED, .color = "black"),
             RDG_XLABEL("slider, x / m"), RDG_YLABEL("slider, y / mm"));
    rdg_plot(ctx, "fig32_force.png", FORCE(0), FORCE(1),
             RDG_POINTS(p[2].n - from, p[2].t + from, p[2].force + from, legend[2], .style = RDG_DASHED,
                        .color = "black"),
             RDG_XLABEL("t / ms"), RDG_YLABEL("force of the upper wall / N"));
    return rdg_exit(ctx);
}
