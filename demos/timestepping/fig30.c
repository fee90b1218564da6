/* Figures 30 and 31: the driven crank with a flexible rod by 1, 2, 5 and 20 modes of the clamped rod, beside
 * 21 elements: the slider's path and the force of the upper wall; steps of 10 us, Bathe's method. Up to the
 * first impact few modes are enough. */
#include "../forms.h"
#include "modal.h"
#include "portrait.h"

#include <stdlib.h>

enum { RUNS = 5 };

int main(void)
{
    static flexible_crank full, f;
    static portrait p[RUNS];
    static const int modes[RUNS - 1] = {1, 2, 5, 20};
    static const char *const legend[RUNS] = {"1 mode", "2 modes", "5 modes", "20 modes", "21 elements"};
    rdg_context *ctx = rdg_context_create();
    const double until = form_is_quick() ? 0.009 : 0.06;
    double omega[20];
    flex_fill(&full, 21, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    walk(ctx, &full, until, &p[RUNS - 1]);
    for (int k = 0; k < RUNS; k++) {
        char name[32];
        if (k < RUNS - 1) {
            modal_reduce(ctx, &full, modes[k], &f, omega);
            walk(ctx, &f, until, &p[k]);
        }
        const double off = portrait_distance(&p[k], &p[RUNS - 1]);
        printf("%s: the slider is off by %.1e m up to 7.5 ms\n", legend[k], off);
        snprintf(name, sizeof name, k < RUNS - 1 ? "fig30_%d_modes.csv" : "fig30_full.csv",
                 modes[k % (RUNS - 1)]);
        keep_portrait(ctx, name, &p[k]);
    }
    printf("frequencies of the rod with the slider: %.2f, %.2f, %.1f Hz\n", omega[0] / (2 * RDG_PI),
           omega[1] / (2 * RDG_PI), omega[2] / (2 * RDG_PI));
#define CURVE(k, x, y) RDG_POINTS(p[k].n, p[k].x, p[k].y, legend[k], .style = RDG_LINE)
    rdg_plot(ctx, "fig30.png", CURVE(0, x, y), CURVE(1, x, y), CURVE(2, x, y), CURVE(3, x, y),
             RDG_POINTS(p[4].n, p[4].x, p[4].y, legend[4], .style = RDG_DASHED, .color = "black"),
             RDG_XLABEL("slider, x / m"), RDG_YLABEL("slider, y / mm"));
    rdg_plot(ctx, "fig31.png", CURVE(0, t, force), CURVE(1, t, force), CURVE(2, t, force), CURVE(3, t, force),
             RDG_POINTS(p[4].n, p[4].t, p[4].force, legend[4], .style = RDG_DASHED, .color = "black"),
             RDG_XLABEL("t / ms"), RDG_YLABEL("force of the upper wall / N"));
    return rdg_exit(ctx);
}
