/* Beyond the paper: the fastest growth of flutter along the way as a ridge over the preload and the friction,
 * by successive continuation; its derivatives by friction, preload and damping come with it, as the
 * multipliers of the adjoint equations. Where it is 0 is the critical friction of each preload. About the
 * equilibrium of sliding, near 92 mm (3.5 kHz) and 94 mm (10.6 kHz); the top of the lower beam is smooth
 * between its nodes. */
#include "../disc-brake/pictures.h"
#include "windows.h"

#include <ridgewalk/adjoint.h>

#include <stdio.h>

enum { FAMILIES = 2, FRICTIONS = 4, MOST_ROWS = 2000, DERIVATIVES = 3 };

static const double friction[FRICTIONS] = {0.1, 0.2, 0.3, 0.4};

/* Where the growth is greatest is looked for. */
static const struct {
    const char *name, *title, *color;
    double s, omega, sigma; /* m, rad/s, 1/s: an eigenvalue next to it, mu = 0.3, 0.1 N */
    double low, high;       /* m */
} family[FAMILIES] = {{"low", "3.5 kHz", "#009e73", 0.0916, 22144.6, 168.0, 0.0905, 0.0930},
                      {"high", "10.6 kHz", "#d55e00", 0.0940, 66345.6, 158.1, 0.0938, 0.0945}};

#define BEAM_FRICTION 0.3
#define DERIVATIVES_OF_GROWTH RDG_RELEASE("d.load"), RDG_RELEASE("d.mu"), RDG_RELEASE("d.damping")
#define PRELOADS RDG_RELEASE("load"), RDG_RELEASE("s"), DERIVATIVES_OF_GROWTH, RDG_WINDOW("load", 0.1, 5.0)

static void load_run(int f, int k, char name[64])
{
    snprintf(name, 64, "%s_load_%d", family[f].name, k + 1);
}

/* The ridge over the friction through the greatest growth at 0.1 N, and over the preload from it. */
static bool follow(rdg_sliding *c, int f)
{
    char run[64];
    rdg_problem *p = rdg_flutter_problem(c, RDG_DEFORMED, RDG_AT("s", family[f].s),
                                         RDG_AT("omega", family[f].omega), RDG_AT("sigma", family[f].sigma));
    rdg_adjoint *a = rdg_adjoint_add(p, "sigma");
    const rdg_stationary_options peak = {
        .along = "s", .low = family[f].low, .high = family[f].high, .maximum = true, .direct = true};
    if (rdg_stationary_find(a, "start", &peak) != RDG_OK) {
        return false;
    }
    char over_mu[64];
    snprintf(over_mu, sizeof over_mu, "%s_friction", family[f].name);
    rdg_continue(p, over_mu, RDG_RELEASE("mu"), RDG_RELEASE("s"), DERIVATIVES_OF_GROWTH,
                 RDG_WINDOW("mu", 0.01, 0.5), RDG_WINDOW("sigma", 0.0, 1e4),
                 RDG_UZ_LIST("mu", FRICTIONS, friction), RDG_EVENT("CR", "sigma", 0.0), RDG_EXPECT_EARLY_END);
    for (int k = 0; k < FRICTIONS; k++) {
        load_run(f, k, run);
        rdg_continue(p, run, RDG_FROM_POINT(over_mu, "UZ", k), PRELOADS, RDG_WINDOW("sigma", 0.0, 1e4),
                     RDG_EXPECT_EARLY_END, RDG_NO_TABLE);
    }
    snprintf(run, sizeof run, "%s_critical", family[f].name);
    rdg_continue(p, run, RDG_FROM_POINT(over_mu, "CR", 0), RDG_HOLD_AT("sigma", 0.0), RDG_RELEASE("mu"),
                 RDG_WINDOW("mu", 0.01, 0.5), PRELOADS);
    return true;
}

/* Friction of the k-th ridge over the preload. */
static double friction_of(rdg_context *ctx, int f, int k)
{
    char name[64];
    snprintf(name, sizeof name, "%s_friction", family[f].name);
    rdg_run *run = rdg_run_open(ctx, name);
    const double *mu = rdg_run_column(run, "mu");
    const rdg_index row = rdg_run_find(run, "UZ", k);
    const double value = mu && row >= 0 ? mu[row] : NAN;
    rdg_run_free(run);
    return value;
}

/* Growth over the preload for each friction, from small to large. */
static void draw_growth(rdg_context *ctx, int f)
{
    static const char *const color[FRICTIONS] = {"#a6cee3", "#6baed6", "#2171b5", "#08306b"};
    static char name[FRICTIONS][64], legend[FRICTIONS][32], title[64];
    static picture p;
    char path[64];
    p.n = 0;
    for (int k = 0; k < FRICTIONS; k++) {
        for (int j = 0; j < FRICTIONS; j++) {
            if (fabs(friction_of(ctx, f, j) - friction[k]) < 1e-9) {
                load_run(f, j, name[k]);
                snprintf(legend[k], sizeof legend[k], "$\\mu$ = %g", friction[k]);
                picture_add(&p, RDG_CURVE(name[k], "load", "sigma", .x_factor = BEAM_WEIGHT,
                                          .legend = legend[k], .color = color[k], .width = 2));
            }
        }
    }
    snprintf(title, sizeof title, "Fastest growth of the motion at %s", family[f].title);
    snprintf(path, sizeof path, "flutter_ridge_%s.png", family[f].name);
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL("preload / N"));
    picture_add(&p, RDG_YLABEL("$\\sigma$ / (1/s)"));
    rdg_plot_items(ctx, path, p.item);
}

/* By how much the growth changes when a number grows by one percent, along the ridge over the preload at the
 * friction of the model. */
static void draw_derivatives(rdg_context *ctx, int f)
{
    static const char *const of[DERIVATIVES] = {"d.mu", "d.load", "d.damping"};
    static const char *const legend[DERIVATIVES] = {"friction", "preload", "damping"};
    static const char *const color[DERIVATIVES] = {"#d55e00", "#0072b2", "#009e73"};
    static double load[MOST_ROWS], change[DERIVATIVES][MOST_ROWS];
    static picture p;
    char name[64] = "", path[64];
    p.n = 0;
    for (int k = 0; k < FRICTIONS; k++) {
        if (fabs(friction_of(ctx, f, k) - BEAM_FRICTION) < 1e-9) {
            load_run(f, k, name);
        }
    }
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index rows = rdg_run_count(run) < MOST_ROWS ? rdg_run_count(run) : MOST_ROWS;
    const double *x = rdg_run_column(run, "load");
    for (int d = 0; x && d < DERIVATIVES; d++) {
        const double *eta = rdg_run_column(run, of[d]);
        for (rdg_index i = 0; eta && i < rows; i++) {
            const double value = d == 0 ? BEAM_FRICTION : d == 1 ? x[i] : 1.0;
            load[i] = BEAM_WEIGHT * x[i];
            change[d][i] = -0.01 * value * eta[i]; /* a multiplier is minus the derivative */
        }
        picture_add(&p, RDG_POINTS(rows, load, change[d], legend[d], .style = RDG_LINE, .color = color[d],
                                   .width = 2));
    }
    rdg_run_free(run);
    snprintf(path, sizeof path, "flutter_ridge_%s.csv", family[f].name);
    rdg_export(ctx, path, rows, RDG_COLUMN_ARRAY("preload_N", load),
               RDG_COLUMN_ARRAY("by_1_percent_of_friction_1_s", change[0]),
               RDG_COLUMN_ARRAY("by_1_percent_of_preload_1_s", change[1]),
               RDG_COLUMN_ARRAY("by_1_percent_of_damping_1_s", change[2]));
    snprintf(path, sizeof path, "flutter_ridge_%s_derivatives.png", family[f].name);
    picture_add(&p, RDG_TITLE("Change of the fastest growth by one percent more, $\\mu$ = 0.3"));
    picture_add(&p, RDG_XLABEL("preload / N"));
    picture_add(&p, RDG_YLABEL("change of $\\sigma$ / (1/s)"));
    rdg_plot_items(ctx, path, p.item);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_sliding *c = sliding_beams_of(ctx, &(beam_options){.mu = BEAM_FRICTION, .interpolation = RDG_C1});
    bool are_found = true;
    for (int f = 0; f < FAMILIES; f++) {
        const bool is_found = follow(c, f);
        are_found = are_found && is_found;
        if (is_found) {
            draw_growth(ctx, f);
            draw_derivatives(ctx, f);
        }
    }
    if (are_found) {
        rdg_plot(ctx, "flutter_ridge.png",
                 RDG_CURVE("low_critical", "load", "mu", .x_factor = BEAM_WEIGHT, .legend = family[0].title,
                           .color = family[0].color, .width = 2),
                 RDG_CURVE("high_critical", "load", "mu", .x_factor = BEAM_WEIGHT, .legend = family[1].title,
                           .color = family[1].color, .width = 2),
                 RDG_TITLE("Critical friction near 92 mm (3.5 kHz) and 94 mm (10.6 kHz)"),
                 RDG_XLABEL("preload / N"), RDG_YLABEL("friction $\\mu$"));
    }
    return rdg_exit(ctx) != 0 || !are_found;
}
