/* Figures 30 and 31: the driven crank with a flexible rod by 1, 2, 5 and 20 modes of the clamped rod, beside
 * 21 elements: the slider's path and the force of the upper wall; steps of 10 us, Bathe's method. Up to the
 * first impact few modes are enough. */
#include "driven.h"
#include "modal.h"

#include <stdlib.h>

enum { RUNS = 5 };

typedef struct portrait {
    double x[DRIVEN_MOST], y[DRIVEN_MOST], t[DRIVEN_MOST], force[DRIVEN_MOST];
    int n;
} portrait;

static void walk(rdg_context *ctx, flexible_crank *f, double until, portrait *p)
{
    const double zero[FLEX_DOFS + 3] = {0};
    rdg_timestepping *ts =
        rdg_timestepping_create(flexible_with_clearance(ctx, f, 0.1, 0.1),
                                &(rdg_timestepping_options){.scheme = RDG_BATHE, .h = 1e-5});
    rdg_timestepping_start(ts, 0.0, zero, zero);
    for (p->n = 0; p->n < DRIVEN_MOST;) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        double place[2], dx[FLEX_DOFS + 3], dy[FLEX_DOFS + 3];
        flex_slider(f, now->q, place, dx, dy);
        p->t[p->n] = 1e3 * now->t;
        p->x[p->n] = place[0];
        p->y[p->n] = 1e3 * place[1];
        p->force[p->n++] = now->force[0] + now->force[2];
        if (now->t > until - 5e-6 || rdg_timestepping_step(ts) != RDG_OK) {
            break;
        }
    }
    rdg_timestepping_free(ts);
}

int main(void)
{
    static flexible_crank full, f;
    static portrait p[RUNS];
    static const int modes[RUNS - 1] = {1, 2, 5, 20};
    static const char *const legend[RUNS] = {"1 mode", "2 modes", "5 modes", "20 modes", "21 elements"};
    rdg_context *ctx = rdg_context_create();
    const double until = getenv("QUICK") ? 0.009 : 0.06;
    double omega[20];
    flex_fill(&full, 21, 2e11, (crank_numbers){.clearance = 0.0005, .torque = 1.0});
    walk(ctx, &full, until, &p[RUNS - 1]);
    for (int k = 0; k < RUNS; k++) {
        char name[32];
        if (k < RUNS - 1) {
            modal_reduce(ctx, &full, modes[k], &f, omega);
            walk(ctx, &f, until, &p[k]);
        }
        double off = 0.0;
        for (int i = 0; i < p[k].n && i <= 750; i++) { /* up to 7.5 ms */
            off = fmax(off, hypot(p[k].x[i] - p[RUNS - 1].x[i], 1e-3 * (p[k].y[i] - p[RUNS - 1].y[i])));
        }
        printf("%s: the slider is off by %.1e m up to 7.5 ms\n", legend[k], off);
        snprintf(name, sizeof name, k < RUNS - 1 ? "fig30_%d_modes.csv" : "fig30_full.csv",
                 modes[k % (RUNS - 1)]);
        rdg_export(ctx, name, p[k].n, RDG_COLUMN_ARRAY("t_ms", p[k].t),
                   RDG_COLUMN_ARRAY("slider_x_m", p[k].x), RDG_COLUMN_ARRAY("slider_y_mm", p[k].y),
                   RDG_COLUMN_ARRAY("force_upper_N", p[k].force));
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
