/* A bladed disk with a friction ring: responses of a blade at several levels of the engine's order, and the
 * ridge of its amplitude from the ring that sticks to the one that slides everywhere. */
#include "bladed_disk.h"

#include "../forms.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridge.h>

#include <math.h>
#include <stdlib.h>

enum { BLADE_SEEN = 4, MOST_RESPONSES = 8 };

static const double hertz = 1.0 / 6.28318530717958647692;
static const double window[2] = {190.0, 220.0}; /* Hz */

/* --- what is asked for */

typedef struct study {
    double low, high; /* levels of the ridge, N */
    int responses;
    double level[MOST_RESPONSES]; /* N */
} study;

static study choose(void)
{
    static const study whole = {0.1, 100.0, 8, {0.1, 1.0, 2.0, 4.0, 6.0, 10.0, 20.0, 50.0}};
    static const study glance = {0.1, 0.5, 2, {0.1, 0.5}};
    return form_is_quick() ? glance : whole;
}

/* --- runs */

static void name_response(double level, char name[32])
{
    snprintf(name, 32, "disk_%gN", level);
}

static void respond(rdg_hbm *hb, double level)
{
    char name[32];
    name_response(level, name);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", level));
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
                 RDG_STEP(0.02, 1e-6, 0.05), RDG_MAX_POINTS(4000), RDG_NO_TABLE);
    rdg_problem_free(p);
}

/* --- pictures */

typedef struct curve {
    rdg_index n;
    double *f, *ratio; /* [n] Hz, um/N */
} curve;

/* A ridge, to be seen among responses: frequency, and amplitude by level. */
static curve read_ridge(rdg_context *ctx, const char *name)
{
    curve c = {.n = 0};
    rdg_run *run = rdg_run_open(ctx, name);
    const double *omega = rdg_run_column(run, "omega"), *alpha = rdg_run_column(run, "alpha"),
                 *Am = rdg_run_column(run, "Am");
    const rdg_index rows = omega && alpha && Am ? rdg_run_count(run) : 0;
    c.f = calloc((size_t)rows + 1, sizeof *c.f);
    c.ratio = calloc((size_t)rows + 1, sizeof *c.ratio);
    for (rdg_index i = 0; c.f && c.ratio && i < rows; i++) {
        c.f[c.n] = hertz * omega[i];
        c.ratio[c.n++] = 1e6 * Am[i] / alpha[i];
    }
    rdg_run_free(run);
    return c;
}

static void draw_responses(rdg_context *ctx, const study *s, const char *ridge)
{
    static const char *const color[MOST_RESPONSES] = {"#000000", "#332288", "#0072b2", "#56b4e9",
                                                      "#009e73", "#b0a000", "#e08000", "#d04020"};
    char name[MOST_RESPONSES][32], legend[MOST_RESPONSES][32];
    rdg_plot_item item[MOST_RESPONSES + 8] = {{.kind = RDG_PLOT_END}};
    curve c = read_ridge(ctx, ridge);
    int n = 0;
    for (int k = 0; k < s->responses; k++) {
        name_response(s->level[k], name[k]);
        snprintf(legend[k], sizeof legend[k], "%g N", s->level[k]);
        item[n++] =
            (rdg_plot_item)RDG_CURVE(name[k], "omega", "Am", .x_factor = hertz, .y_factor = 1e6 / s->level[k],
                                     .color = color[k], .width = 1.5, .legend = legend[k]);
    }
    item[n++] = (rdg_plot_item)RDG_POINTS(c.n, c.f, c.ratio, "ridge", .style = RDG_DOTS, .color = "#cc0077",
                                          .width = 2);
    item[n++] = (rdg_plot_item)RDG_TITLE("Blade 4 of a bladed disk with a friction ring, engine order 3");
    item[n++] = (rdg_plot_item)RDG_XLABEL("frequency / Hz");
    item[n++] = (rdg_plot_item)RDG_YLABEL("amplitude by level / (um/N)");
    item[n++] = (rdg_plot_item)RDG_LOGY;
    item[n] = (rdg_plot_item){.kind = RDG_PLOT_END};
    rdg_plot_items(ctx, "bladed_disk_responses.png", item);
    free(c.f);
    free(c.ratio);
}

int main(void)
{
    const study s = choose();
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = disk_with_ring(ctx, &standard_disk, BLADE_SEEN);
    for (int k = 0; k < s.responses; k++) {
        respond(hb, s.level[k]);
    }
    char first[32];
    name_response(s.level[0], first);
    rdg_ridge(hb, "disk_ridge", "Am", RDG_FROM(first, 0), RDG_WINDOW("alpha", s.low, s.high));
    rdg_ridge_export(ctx, "disk_ridge", "Am", "bladed_disk_ridge.csv");
    draw_responses(ctx, &s, "disk_ridge");
    return rdg_exit(ctx);
}
