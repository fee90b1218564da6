/* Boundaries of stability of steady sliding in the plane of speed and preload: curves of Hopf points, and a
 * scan of the plane behind them. */
#ifndef DISC_BRAKE_BOUNDARIES_H
#define DISC_BRAKE_BOUNDARIES_H

#include "../forms.h"
#include "../shooting/reference.h"
#include "models.h"
#include "pictures.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CURVES = 6, SPEEDS = 10, LOADS = 20, SCANNED = SPEEDS * LOADS };

static const double boundary_speed[SPEEDS] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0}; /* rad/s */
static const double scanned_load[LOADS] = {5.0,  10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0,
                                           60.0, 65.0, 70.0, 75.0, 80.0, 85.0, 90.0, 95.0, 99.0}; /* N */
static const double least_load = 2.0, greatest_load = 100.0, least_speed = 0.8;

/* A brake whose boundaries are asked for, and what has been found. */
typedef struct boundary_study {
    char name[32]; /* of its runs: <name>_<curve> */
    disc_brake brake;
    int curves;
    char curve[MOST_CURVES][48];
    double
        critical[SPEEDS]; /* least load at which sliding loses its stability, by the scan; INFINITY: none */
    double first[SPEEDS]; /* number of unstable eigenvalues at the least load */
    int n[2];             /* places of the scan: stable, unstable */
    double speed[2][SCANNED], load[2][SCANNED];
} boundary_study;

static inline boundary_study boundary_study_of(const char *name, disc_brake brake)
{
    boundary_study s = {.brake = brake};
    snprintf(s.name, sizeof s.name, "%s", name);
    return s;
}

/* Sliding over the preload at one speed, run <name>_load. */
static inline rdg_problem *boundary_load(rdg_context *ctx, boundary_study *s, double speed)
{
    char run[48];
    s->brake.value[OMEGA] = speed;
    s->brake.value[N0] = least_load;
    rdg_problem *p = brake_sliding(ctx, &s->brake);
    snprintf(run, sizeof run, "%s_load", s->name);
    rdg_continue(p, run, RDG_RELEASE("N0"), RDG_WINDOW("N0", least_load, greatest_load),
                 RDG_STEP(0.1, 1e-6, 0.3), RDG_NO_TABLE,
                 RDG_EXPECT_EARLY_END); /* there may be a greatest load */
    return p;
}

/* Growth that is no rounding: one pair of the disc's is next to the axis at all times. */
static inline bool boundary_is_unstable(rdg_problem *p)
{
    double re[STATES], im[STATES];
    bool grows = false;
    rdg_index n = 0;
    rdg_variable_index(p, "x", &n);
    rdg_ep_eigenvalues(p, rdg_start_values(p), re, im);
    for (rdg_index k = 0; k < n; k++) {
        grows = grows || re[k] > 1e-9;
    }
    return grows;
}

/* The loads of the scan at one speed, solved for one by one. */
static inline void boundary_scan(boundary_study *s, double speed)
{
    rdg_context *ctx = rdg_context_create();
    disc_brake brake = s->brake;
    brake.value[N0] = least_load;
    rdg_problem *p = brake_sliding(ctx, &brake);
    const rdg_index load = rdg_variable_index(p, "p") + N0;
    for (int k = 0; k < LOADS; k++) {
        rdg_start_values(p)[load] = scanned_load[k];
        if (rdg_solve(p) != RDG_OK) {
            break;
        }
        const int which = boundary_is_unstable(p);
        if (s->n[which] < SCANNED) {
            s->speed[which][s->n[which]] = speed;
            s->load[which][s->n[which]++] = scanned_load[k];
        }
    }
    rdg_context_free(ctx);
}

/* Is this point on a curve already? Curves have points at all speeds of the scan. */
static inline bool boundary_has(rdg_context *ctx, const boundary_study *s, double speed, double load)
{
    bool has = false;
    for (int k = 0; k < s->curves; k++) {
        rdg_run *run = rdg_run_open(ctx, s->curve[k]);
        const double *x = rdg_run_column(run, "Omega"), *y = rdg_run_column(run, "N0");
        for (rdg_index row = 0; x && y && row < rdg_run_count(run); row++) {
            has = has || (fabs(x[row] - speed) < 1e-6 && fabs(y[row] - load) < 1e-4);
        }
        rdg_run_free(run);
    }
    return has;
}

/* The curves through the Hopf points of the last run over the preload that are on none yet. */
static inline void boundary_follow(rdg_context *ctx, boundary_study *s, rdg_problem *p, double speed)
{
    char run[48];
    snprintf(run, sizeof run, "%s_load", s->name);
    rdg_run *load = rdg_run_open(ctx, run);
    const double *N = rdg_run_column(load, "N0");
    for (rdg_index nth = 0, row = 0; N && (row = rdg_run_find(load, "HB", nth)) >= 0; nth++) {
        if (s->curves == MOST_CURVES || boundary_has(ctx, s, speed, N[row])) {
            continue;
        }
        char name[sizeof *s->curve] = "";
        snprintf(name, sizeof name, "%s_%d", s->name, s->curves + 1);
        memcpy(s->curve[s->curves++], name, sizeof name);
        rdg_continue(p, name, RDG_FROM(run, rdg_run_label(load, row)), RDG_HOLD_AT("hopf", 0),
                     RDG_RELEASE("Omega"), RDG_RELEASE("N0"), RDG_WINDOW("Omega", least_speed, 10.0),
                     RDG_WINDOW("N0", least_load, greatest_load),
                     RDG_UZ_LIST("Omega", SPEEDS, boundary_speed), RDG_STEP(0.05, 1e-6, 0.2));
    }
    rdg_run_free(load);
}

/* The scan, and the curves from Hopf points that it meets, one speed after the other. */
static inline void boundary_find(rdg_context *ctx, boundary_study *s)
{
    const bool quick = form_is_quick(); /* looks at 5 rad/s alone */
    for (int k = quick ? 4 : 0; k < SPEEDS; k += quick ? SPEEDS : 1) {
        rdg_problem *p = boundary_load(ctx, s, boundary_speed[k]);
        boundary_scan(s, boundary_speed[k]);
        boundary_follow(ctx, s, p, boundary_speed[k]);
        rdg_problem_free(p);
    }
}

/* The least load above another one on the curves at a speed, where no other pair is unstable; NAN: none. */
static inline double boundary_at(rdg_context *ctx, const boundary_study *s, double speed, double above)
{
    double least = INFINITY;
    for (int k = 0; k < s->curves; k++) {
        rdg_run *run = rdg_run_open(ctx, s->curve[k]);
        const double *x = rdg_run_column(run, "Omega"), *y = rdg_run_column(run, "N0");
        const double *others = rdg_run_column(run, "unstable");
        for (rdg_index row = 0; x && y && others && row < rdg_run_count(run); row++) {
            const bool counts = fabs(x[row] - speed) < 1e-9 && others[row] == 0.0 && y[row] > above;
            least = counts ? fmin(least, y[row]) : least;
        }
        rdg_run_free(run);
    }
    return isfinite(least) ? least : NAN;
}

/* The curves, dashed where another pair is unstable already, over the scan. */
static inline void boundary_draw(rdg_context *ctx, const boundary_study *s, const char *path,
                                 const char *title)
{
    picture p = {.n = 0};
    if (s->n[0] > 0) {
        picture_add(&p, RDG_POINTS(s->n[0], s->speed[0], s->load[0], "stable", .color = "#a0d0a0"));
    }
    if (s->n[1] > 0) {
        picture_add(&p, RDG_POINTS(s->n[1], s->speed[1], s->load[1], "unstable", .color = "#e0a0a0"));
    }
    for (int k = 0; k < s->curves; k++) {
        picture_add(&p,
                    RDG_CURVE(s->curve[k], "Omega", "N0", .color = "#0050b0", .width = 2, .dash = "unstable",
                              .legend = k == 0 ? "Hopf points (dashed: others unstable)" : ""));
    }
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL("speed / (rad/s)"));
    picture_add(&p, RDG_YLABEL("preload / N"));
    picture_add(&p, RDG_XRANGE(0.0, 10.0));
    picture_add(&p, RDG_YRANGE(0.0, 100.0));
    rdg_plot_items(ctx, path, p.item);
}

/* --- a table of all boundaries of a figure */

enum { BOUNDARY_ROWS = 4000 };

typedef struct boundary_table {
    rdg_index rows;
    const char *model[BOUNDARY_ROWS];
    double mu[BOUNDARY_ROWS], kir[BOUNDARY_ROWS], kpr[BOUNDARY_ROWS];
    double speed[BOUNDARY_ROWS], load[BOUNDARY_ROWS], others[BOUNDARY_ROWS];
} boundary_table;

static inline void boundary_collect(rdg_context *ctx, const boundary_study *s, boundary_table *t)
{
    for (int k = 0; k < s->curves; k++) {
        rdg_run *run = rdg_run_open(ctx, s->curve[k]);
        const double *x = rdg_run_column(run, "Omega"), *y = rdg_run_column(run, "N0");
        const double *others = rdg_run_column(run, "unstable");
        for (rdg_index row = 0; x && y && others && row < rdg_run_count(run) && t->rows < BOUNDARY_ROWS;
             row++) {
            t->model[t->rows] = s->brake.radial ? "full" : "circumferential";
            t->mu[t->rows] = s->brake.value[MU];
            t->kir[t->rows] = s->brake.value[KIR];
            t->kpr[t->rows] = s->brake.value[KPR];
            t->speed[t->rows] = x[row];
            t->load[t->rows] = y[row];
            t->others[t->rows++] = others[row];
        }
        rdg_run_free(run);
    }
}

#endif
