/* Beyond the paper: what accuracy costs. The slider-crank with clearance of table 6: error of the rod's angle
 * over the evaluations of the equations of motion and over processor time, of all schemes with fixed steps
 * and with steps that adapt, against a motion whose impacts, releases, stick and slip are all located. */
#include "../forms.h"
#include "crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>
#include <time.h>

enum { SAMPLES = 500, SCHEMES = 8, STEPS = 6, ROWS = SCHEMES * STEPS };

static const struct {
    const char *name, *color;
    rdg_timestepping_options o;
} scheme[SCHEMES] = {
    {"Moreau midpoint", "#888888", {.scheme = RDG_MOREAU_MIDPOINT}},
    {"Moreau-Jean", "#0072b2", {.scheme = RDG_MOREAU}},
    {"half-explicit", "#009e73", {.scheme = RDG_HALF_EXPLICIT}},
    {"generalised α, ρ∞ = 0.8", "#d55e00", {.scheme = RDG_GENERALISED_ALPHA, .rho = 0.8}},
    {"Bathe", "#cc79a7", {.scheme = RDG_BATHE}},
    {"ED-α, ρ∞ = 0", "#e69f00", {.scheme = RDG_ENERGY_DECAYING}},
    {"Moreau-Jean, steps adapt", "#56b4e9", {.scheme = RDG_MOREAU, .adapt = 1.0}},
    {"ED-α, steps adapt", "#000000", {.scheme = RDG_ENERGY_DECAYING, .adapt = 1.0}},
};

static const double step[STEPS] = {1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6};      /* s */
static const double accuracy[STEPS] = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}; /* of steps that adapt */

typedef struct costs {
    double error, seconds, evaluations;
} costs;

/* th2 at k 0.1 ms; seconds and evaluations for the whole motion of 50 ms. */
static costs sample(rdg_mechanism *m, const rdg_timestepping_options *o, double *th2)
{
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    const int each = (int)lround(1e-4 / o->h);
    rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0});
    const clock_t begin = clock();
    for (int k = 0; k < SAMPLES; k++) {
        for (int i = 0; i < each && rdg_timestepping_step(ts) == RDG_OK; i++) {
        }
        th2[k] = rdg_timestepping_motion(ts)->q[1];
    }
    const costs c = {.seconds = (double)(clock() - begin) / CLOCKS_PER_SEC,
                     .evaluations = (double)rdg_timestepping_motion(ts)->evaluations};
    rdg_timestepping_free(ts);
    return c;
}

static costs compare(rdg_mechanism *m, int s, int k, const double *exact)
{
    static double th2[SAMPLES];
    rdg_timestepping_options o = scheme[s].o;
    const bool adapts = o.adapt > 0.0;
    o.contacts_by_gap = !adapts; /* as in the paper */
    o.h = adapts ? step[0] : step[k];
    o.adapt = adapts ? accuracy[k] : 0.0;
    costs c = sample(m, &o, th2);
    double off = 0.0, size = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        off += (th2[i] - exact[i]) * (th2[i] - exact[i]);
        size += exact[i] * exact[i];
    }
    c.error = sqrt(off / size);
    return c;
}

static void draw(rdg_context *ctx, const char *path, const char *label, int n, const double *x,
                 const double *error)
{
    rdg_plot_item item[SCHEMES + 6];
    for (int s = 0; s < SCHEMES; s++) {
        item[s] = RDG_POINTS(n, x + s * n, error + s * n, scheme[s].name, .style = RDG_LINE_DOTS,
                             .color = scheme[s].color);
    }
    const rdg_plot_item rest[6] = {RDG_LOGLOG,
                                   {.kind = RDG_PLOT_LABEL, .axis = 'x', .text = label},
                                   RDG_YLABEL("relative error of the rod's angle"),
                                   RDG_TITLE("Slider crank with clearance, 50 ms"),
                                   {.kind = RDG_PLOT_END}};
    for (int i = 0; i < 6; i++) {
        item[SCHEMES + i] = rest[i];
    }
    rdg_plot_items(ctx, path, item);
}

int main(void)
{
    static double exact[SAMPLES], error[ROWS], seconds[ROWS], evaluations[ROWS], h[ROWS];
    static const char *name[ROWS];
    const int n = form_is_quick() ? 2 : STEPS;
    rdg_context *ctx = rdg_context_create();
    crank_numbers table1 = {.clearance = 0.001};
    rdg_mechanism *m = crank_with_clearance(ctx, &table1, 0.4, 0.01);
    const costs events = sample(m, &(rdg_timestepping_options){.scheme = RDG_EVENT_DRIVEN, .h = 1e-4}, exact);
    printf("from event to event: %.3f s, %g evaluations\n", events.seconds, events.evaluations);
    for (int s = 0, row = 0; s < SCHEMES; s++) {
        for (int k = 0; k < n; k++, row++) {
            const costs c = compare(m, s, k, exact);
            name[row] = scheme[s].name;
            h[row] = scheme[s].o.adapt > 0.0 ? accuracy[k] : step[k];
            error[row] = c.error, seconds[row] = c.seconds, evaluations[row] = c.evaluations;
            printf("%-28s %.0e: error %.2e, %.4f s, %g evaluations\n", name[row], h[row], c.error, c.seconds,
                   c.evaluations);
        }
    }
    rdg_export(ctx, "work_precision.csv", SCHEMES * n, RDG_COLUMN_TEXTS("scheme", name),
               RDG_COLUMN_ARRAY("dt_s_or_adapt", h), RDG_COLUMN_ARRAY("l2_th2", error),
               RDG_COLUMN_ARRAY("seconds", seconds), RDG_COLUMN_ARRAY("evaluations", evaluations));
    draw(ctx, "work_precision.png", "evaluations of the equations of motion", n, evaluations, error);
    draw(ctx, "work_precision_time.png", "processor time / s", n, seconds, error);
    return rdg_exit(ctx);
}
