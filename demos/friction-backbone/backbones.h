/* The paper's comparison, done in the same way in several figures: the backbone curve by three methods,
 * forced responses, and the distance of each method from the truth, which is the maximum of the whole
 * response. */
#ifndef FRICTION_BACKBONE_BACKBONES_H
#define FRICTION_BACKBONE_BACKBONES_H

#include "models.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/phase_resonance.h>
#include <ridgewalk/ridge.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NAME_SIZE = 64, MOST_LEVELS = 64 };

static const double hertz = 1.0 / 6.28318530717958647692;

/* A backbone or a response over the frequency, and how each method is drawn in all figures. */
#define AMPLITUDE(run, ...) RDG_CURVE(run, "omega", "Am", .x_factor = hertz, .y_factor = 1e6, __VA_ARGS__)
#define FRC_STYLE .color = "#888888", .width = 1.5
#define RIDGE_STYLE .color = "#cc0077", .width = 2.5, .legend = "ridge"
#define DNNM_STYLE .color = "#0072b2", .width = 1.5, .legend = "damped nonlinear mode"
#define PHASE_STYLE .color = "#e08000", .width = 1.5, .legend = "phase resonance"

/* What is compared, and where. */
typedef struct backbone_study {
    const char *figure;        /* "fig06": runs and files are named fig06_ridge<variant>, ... */
    const char *variant;       /* "_nh3", "_beta8e-6", ...; "" */
    const char *at;            /* displacement where the force acts */
    double start[2];           /* Hz: around the resonance at the first level */
    double range[2];           /* Hz: all resonances, at every level */
    int n;                     /* number of levels */
    double level[MOST_LEVELS]; /* N, ascending */
} backbone_study;

/* n levels, equally far apart in their logarithms. */
static inline void spread_levels(backbone_study *s, int n, double low, double high)
{
    s->n = n;
    for (int k = 0; k < n; k++) {
        s->level[k] = low * pow(high / low, (double)k / (n - 1));
    }
}

static inline int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void add_level(backbone_study *s, double alpha)
{
    s->level[s->n++] = alpha;
    qsort(s->level, (size_t)s->n, sizeof *s->level, by_size);
}

/* "fig06_ridge_nh3", the name of a run and the stem of its file */
static inline void name_curve(const backbone_study *s, const char *curve, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%s_%s%s", s->figure, curve, s->variant);
}

/* The forced response at one level as a run, and as a file: f_Hz, Am_m, alpha_N and what else is asked for.
 */
static inline void follow_response(rdg_context *ctx, rdg_problem *p, const char *name, const double window[2])
{
    char path[NAME_SIZE + 4];
    const double h_max =
        fmin(0.05, 0.3 * (window[1] / window[0] - 1.0)); /* many points, also in a close look */
    snprintf(path, sizeof path, "%.60s.csv", name);
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(window[0]), RDG_HZ(window[1])),
                 RDG_STEP(h_max, 1e-4 * h_max, h_max), RDG_MAX_POINTS(2000), RDG_LABEL_EVERY(2),
                 RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, name);
    rdg_run_export(run, path, RDG_COLUMN("omega", "f_Hz", hertz), RDG_COLUMN("Am", "Am_m", 1.0),
                   RDG_COLUMN("alpha", "alpha_N", 1.0));
    rdg_run_free(run);
}

static inline void respond_at(rdg_context *ctx, rdg_hbm *hb, const char *name, double alpha,
                              const double window[2])
{
    follow_response(ctx, rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(window[0])), RDG_AT("alpha", alpha)),
                    name, window);
}

/* A backbone that has no corners, in the format of a ridge. */
static inline void export_backbone(rdg_context *ctx, const char *name)
{
    char path[NAME_SIZE + 4];
    snprintf(path, sizeof path, "%.60s.csv", name);
    rdg_run *run = rdg_run_open(ctx, name);
    const rdg_index rows = rdg_run_count(run);
    const char **kind = malloc((size_t)(rows > 0 ? rows : 1) * sizeof *kind);
    for (rdg_index row = 0; kind && row < rows; row++) {
        kind[row] = "smooth";
    }
    rdg_run_export(run, path, RDG_COLUMN("alpha", "alpha_N", 1.0), RDG_COLUMN("omega", "f_Hz", hertz),
                   RDG_COLUMN("Am", "Am_m", 1.0), RDG_COLUMN_TEXTS("kind", kind));
    free(kind);
    rdg_run_free(run);
}

static inline double milliseconds_since(clock_t begin)
{
    return 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* The three methods over all levels: runs and files <figure>_{ridge,dnnm,phase}<variant>. */
static inline void follow_backbones(rdg_context *ctx, rdg_hbm *hb, const backbone_study *s)
{
    char frc[NAME_SIZE], name[NAME_SIZE], path[NAME_SIZE + 4];
    const double low = s->level[0], high = s->level[s->n - 1];
    name_curve(s, "frc", frc);
    respond_at(ctx, hb, frc, low, s->start);

    name_curve(s, "ridge", name);
    const clock_t begin = clock();
    rdg_ridge(hb, name, "Am", RDG_FROM_GREATEST(frc), RDG_WINDOW("alpha", low, high),
              RDG_UZ_LIST("alpha", s->n, s->level), RDG_MAX_POINTS(2000), RDG_NO_TABLE);
    rdg_run *ridge = rdg_run_open(ctx, name);
    printf("ridge: %ld points, %.1f ms of processor time with all checks\n", (long)rdg_run_count(ridge),
           milliseconds_since(begin));
    rdg_run_free(ridge);
    snprintf(path, sizeof path, "%s.csv", name);
    rdg_ridge_export(ctx, name, "Am", path);

    name_curve(s, "dnnm", name);
    rdg_dnnm(hb, name, 1, s->at, RDG_WINDOW("alpha", low, high), RDG_UZ_LIST("alpha", s->n, s->level),
             RDG_MAX_POINTS(2000), RDG_NO_TABLE);
    export_backbone(ctx, name);

    name_curve(s, "phase", name);
    rdg_phase_resonance(hb, name, s->at, RDG_FROM_GREATEST(frc),
                        RDG_WINDOW("omega", RDG_HZ(s->start[0]), RDG_HZ(s->start[1])),
                        RDG_WINDOW("alpha", low, high), RDG_UZ_LIST("alpha", s->n, s->level),
                        RDG_MAX_POINTS(2000), RDG_NO_TABLE);
    export_backbone(ctx, name);
}

/* A run at a level that was asked for; NaN if it does not reach that. */
typedef struct backbone_point {
    double f, Am; /* Hz, m */
} backbone_point;

static inline backbone_point point_at(rdg_run *run, double alpha)
{
    backbone_point p = {NAN, NAN};
    const double *level = rdg_run_column(run, "alpha");
    const double *omega = rdg_run_column(run, "omega");
    const double *Am = rdg_run_column(run, "Am");
    for (rdg_index row = 0; level && omega && Am && row < rdg_run_count(run); row++) {
        if (fabs(level[row] / alpha - 1.0) < 1e-9) {
            p.f = hertz * omega[row];
            p.Am = Am[row];
        }
    }
    return p;
}

/* Frequency and amplitude of the truth and of the three methods at each level. */
typedef struct backbone_table {
    double f[4][MOST_LEVELS], Am[4][MOST_LEVELS];   /* truth, ridge, dnnm, phase */
    double df[4][MOST_LEVELS], dAm[4][MOST_LEVELS]; /* relative to the truth */
    double worst_f[4], worst_Am[4];
} backbone_table;

static inline void fill_truth(rdg_hbm *hb, const backbone_study *s, backbone_table *t)
{
    const clock_t begin = clock();
    for (int k = 0; k < s->n; k++) {
        rdg_peak peak = {.amplitude = NAN};
        rdg_frc_peak(hb, "Am", s->level[k], RDG_HZ(s->range[0]), RDG_HZ(s->range[1]), &peak);
        t->f[0][k] = hertz * peak.omega;
        t->Am[0][k] = peak.amplitude;
    }
    printf("direct search: %d forcing amplitudes, %.1f ms of processor time\n", s->n,
           milliseconds_since(begin));
}

static inline void fill_method(rdg_context *ctx, const backbone_study *s, int method, const char *curve,
                               backbone_table *t)
{
    char name[NAME_SIZE];
    name_curve(s, curve, name);
    rdg_run *run = rdg_run_open(ctx, name);
    t->worst_f[method] = t->worst_Am[method] = 0.0;
    for (int k = 0; k < s->n; k++) {
        const backbone_point p = point_at(run, s->level[k]);
        t->f[method][k] = p.f;
        t->Am[method][k] = p.Am;
        t->df[method][k] = p.f / t->f[0][k] - 1.0;
        t->dAm[method][k] = p.Am / t->Am[0][k] - 1.0;
        t->worst_f[method] = fmax(t->worst_f[method], fabs(t->df[method][k]));
        t->worst_Am[method] = fmax(t->worst_Am[method], fabs(t->dAm[method][k]));
    }
    rdg_run_free(run);
}

static inline void print_table(const backbone_study *s, const backbone_table *t)
{
    printf("%s%s: relative errors against direct search\n", s->figure, s->variant);
    printf("%12s %12s %14s   %9s %9s   %9s %9s   %9s %9s\n", "alpha N", "f Hz", "Am m", "ridge f", "Am",
           "mode f", "Am", "phase f", "Am");
    for (int k = 0; k < s->n; k++) {
        printf("%12.6g %12.6f %14.6e   %9.1e %9.1e   %9.1e %9.1e   %9.1e %9.1e\n", s->level[k], t->f[0][k],
               t->Am[0][k], t->df[1][k], t->dAm[1][k], t->df[2][k], t->dAm[2][k], t->df[3][k], t->dAm[3][k]);
    }
    printf("%12s %27s   %9.1e %9.1e   %9.1e %9.1e   %9.1e %9.1e\n\n", "largest", "", t->worst_f[1],
           t->worst_Am[1], t->worst_f[2], t->worst_Am[2], t->worst_f[3], t->worst_Am[3]);
}

/* Compare the three methods with the truth at all levels: a table, and the file <figure>_errors<variant>. */
static inline void compare_with_truth(rdg_context *ctx, rdg_hbm *hb, const backbone_study *s,
                                      backbone_table *t)
{
    char path[NAME_SIZE + 4], name[NAME_SIZE];
    fill_truth(hb, s, t);
    fill_method(ctx, s, 1, "ridge", t);
    fill_method(ctx, s, 2, "dnnm", t);
    fill_method(ctx, s, 3, "phase", t);
    if (rdg_error_status(ctx) != RDG_OK) {
        return;
    }
    print_table(s, t);
    name_curve(s, "errors", name);
    snprintf(path, sizeof path, "%s.csv", name);
    rdg_export(
        ctx, path, s->n, RDG_COLUMN_ARRAY("alpha_N", s->level), RDG_COLUMN_ARRAY("f_true_Hz", t->f[0]),
        RDG_COLUMN_ARRAY("Am_true_m", t->Am[0]), RDG_COLUMN_ARRAY("ridge_df_relative", t->df[1]),
        RDG_COLUMN_ARRAY("ridge_dAm_relative", t->dAm[1]), RDG_COLUMN_ARRAY("dnnm_df_relative", t->df[2]),
        RDG_COLUMN_ARRAY("dnnm_dAm_relative", t->dAm[2]), RDG_COLUMN_ARRAY("phase_df_relative", t->df[3]),
        RDG_COLUMN_ARRAY("phase_dAm_relative", t->dAm[3]));
}

#endif
