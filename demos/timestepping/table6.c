/* Table 6: the slider-crank with clearance, four corners with e = 0.4, mu = 0.01: errors of the rod's angle
 * over the step, and the slider between its walls. The reference is the energy-decaying method with steps of
 * 0.1 us: impacts happen within its steps, too, and it agrees with an integration from event to event
 * to 3.4e-7. */
#include "../forms.h"
#include "crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 500, SCHEMES = 5, STEPS = 6 };

static const struct {
    const char *name;
    rdg_timestepping_options o;
} scheme[SCHEMES] = {
    {"Moreau midpoint", {.scheme = RDG_MOREAU_MIDPOINT}},
    {"Moreau-Jean", {.scheme = RDG_MOREAU}},
    {"half-explicit", {.scheme = RDG_HALF_EXPLICIT}},
    {"generalised α, ρ∞ = 0.8", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
    {"ED-α, ρ∞ = 0", {.scheme = RDG_ENERGY_DECAYING}},
};

static rdg_timestepping *begin(rdg_mechanism *m, rdg_timestepping_options o, double h)
{
    o.h = h;
    o.contacts_by_gap = true; /* as in the paper */
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0});
    return ts;
}

/* th2 at k 0.1 ms; the number of impacts */
static long sample(rdg_mechanism *m, rdg_timestepping_options o, double h, double *th2)
{
    rdg_timestepping *ts = begin(m, o, h);
    const int each = (int)lround(1e-4 / h);
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; i < each && rdg_timestepping_step(ts) == RDG_OK; i++) {
        }
        th2[k] = rdg_timestepping_motion(ts)->q[1];
    }
    const long impacts = rdg_timestepping_motion(ts)->impacts;
    rdg_timestepping_free(ts);
    return impacts;
}

/* The slider's height and the sum of the corners' forces on it over time, by steps of 10 us */
static void draw(rdg_context *ctx, rdg_mechanism *m)
{
    static double t[5001], y[5001], force[5001];
    rdg_timestepping *ts = begin(m, scheme[4].o, 1e-5);
    for (int k = 0; k <= 5000; k++) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        t[k] = 1e3 * now->t;
        y[k] = 1e3 * (crank_l1 * sin(now->q[0]) + crank_l2 * sin(now->q[1]));
        force[k] = now->force[4] + now->force[6] - now->force[0] - now->force[2];
        rdg_timestepping_step(ts);
    }
    const double wall_t[] = {0, 50}, up[] = {1, 1}, down[] = {-1, -1};
    rdg_export(ctx, "table6_slider.csv", 5001, RDG_COLUMN_ARRAY("t_ms", t), RDG_COLUMN_ARRAY("y_mm", y),
               RDG_COLUMN_ARRAY("force_N", force));
    rdg_plot(ctx, "table6_slider.png", RDG_POINTS(5001, t, y, "slider", .style = RDG_LINE),
             RDG_POINTS(2, wall_t, up, "walls", .style = RDG_LINE, .color = "black"),
             RDG_POINTS(2, wall_t, down, "", .style = RDG_LINE, .color = "black"), RDG_XLABEL("t / ms"),
             RDG_YLABEL("height in the guide / mm"), RDG_YRANGE(-1.2, 1.2));
    rdg_plot(ctx, "table6_force.png", RDG_POINTS(5001, t, force, "", .style = RDG_LINE), RDG_XLABEL("t / ms"),
             RDG_YLABEL("force of the walls between impacts, upwards / N"));
}

int main(void)
{
    static double exact[SAMPLES], th2[SAMPLES], h[SCHEMES * STEPS], l2[SCHEMES * STEPS],
        impacts[SCHEMES * STEPS];
    static const char *name[SCHEMES * STEPS];
    static const double step[STEPS] = {1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6};
    rdg_context *ctx = rdg_context_create();
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(ctx, &table1, 0.4, 0.01);
    const int n = form_is_quick() ? 3 : STEPS;
    sample(m, scheme[4].o, form_is_quick() ? 1e-6 : 1e-7, exact);
    rdg_plot_item items[SCHEMES + 5];
    int rows = 0;
    for (int s = 0; s < SCHEMES; s++) {
        for (int k = 0; k < n; k++, rows++) {
            double off = 0.0, size = 0.0;
            impacts[rows] = (double)sample(m, scheme[s].o, step[k], th2);
            for (int i = 0; i < SAMPLES; i++) {
                off += (th2[i] - exact[i]) * (th2[i] - exact[i]);
                size += exact[i] * exact[i];
            }
            h[rows] = step[k];
            l2[rows] = sqrt(off / size);
            name[rows] = scheme[s].name;
            printf("%s, h = %.0e s: l2 %.3e, %g impacts\n", name[rows], h[rows], l2[rows], impacts[rows]);
        }
        const rdg_plot_item curve =
            RDG_POINTS(n, h + rows - n, l2 + rows - n, scheme[s].name, .style = RDG_LINE_DOTS);
        items[s] = curve;
    }
    const rdg_plot_item rest[5] = {RDG_LOGLOG,
                                   RDG_XLABEL("step / s"),
                                   RDG_YLABEL("relative error of the rod's angle"),
                                   {.kind = RDG_PLOT_END}};
    for (int i = 0; i < 5; i++) {
        items[SCHEMES + i] = rest[i];
    }
    rdg_export(ctx, "table6.csv", rows, RDG_COLUMN_TEXTS("scheme", name), RDG_COLUMN_ARRAY("dt_s", h),
               RDG_COLUMN_ARRAY("l2_th2", l2), RDG_COLUMN_ARRAY("impacts", impacts));
    rdg_plot_items(ctx, "table6.png", items);
    draw(ctx, m);
    return rdg_exit(ctx);
}
