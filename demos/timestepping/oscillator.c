/* An oscillator under a stop: x'' + 0.1 x' + x = cos 2 t, x <= 0, e = 0.8. It settles on an orbit of one
 * impact a period whose instant, velocity and least displacement are known to twelve digits; a method that
 * steps over its impacts comes to it with an error that goes with the step. */
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>
#include <stdio.h>

static int oscillate(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)q, (void)v, (void)data;
    to->M[0] = 1.0;
    to->C[0] = 0.1;
    to->K[0] = 1.0;
    to->h[0] = cos(2.0 * t);
    return 0;
}

static int stop(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = -q[0];
    to->W[0] = -1.0;
    return 0;
}

enum { STEPS = 5 };

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    const double least = -3.54527902;
    rdg_mechanism *m =
        rdg_mechanism_create(ctx, &(rdg_mechanism_options){.name = "oscillator under a stop",
                                                           .n = 1,
                                                           .terms = oscillate,
                                                           .contacts = 1,
                                                           .law = &(rdg_contact_law){.restitution = 0.8},
                                                           .geometry = stop,
                                                           .constant = true});
    double steps[STEPS], off[STEPS];
    for (int k = 0; k < STEPS; k++) {
        char name[32];
        const int each = 100 << k;
        rdg_timestepping *ts = rdg_timestepping_create(m, &(rdg_timestepping_options){.h = RDG_PI / each});
        rdg_timestepping_start(ts, 0.0, (double[]){-1.0}, (double[]){0.0});
        for (int i = 0; i < 100 * each && rdg_timestepping_step(ts) == RDG_OK; i++) {
        }
        snprintf(name, sizeof name, "oscillator/%d", each);
        rdg_timestepping_run(ts, name,
                             &(rdg_timestepping_run_options){.until = 102.0 * RDG_PI,
                                                             .coordinate = (const char *const[]){"x"},
                                                             .silent = k > 0});
        double low;
        rdg_run_range(rdg_run_open(ctx, name), "x", &low);
        steps[k] = each;
        off[k] = fabs(low - least);
    }
    rdg_export(ctx, "oscillator.csv", STEPS, RDG_COLUMN_ARRAY("steps_per_period", steps),
               RDG_COLUMN_ARRAY("error_of_least_x", off));
    rdg_plot(ctx, "oscillator.png", RDG_CURVE("oscillator/1600", "x", "v_x", .legend = "1600 steps a period"),
             RDG_CURVE("oscillator/100", "x", "v_x", .legend = "100 steps a period", .style = RDG_DOTS),
             RDG_XLABEL("x"), RDG_YLABEL("x'"));
    rdg_plot(ctx, "oscillator_errors.png", RDG_POINTS(STEPS, steps, off, "", .style = RDG_LINE_DOTS),
             RDG_LOGLOG, RDG_XLABEL("steps a period"), RDG_YLABEL("error of the least displacement"));
    return rdg_exit(ctx);
}
