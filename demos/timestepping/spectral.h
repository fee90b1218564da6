/* Spectral radius and period error of a scheme for q'' + q = 0, over the step: curves and their pictures. */
#ifndef RDG_DEMO_SPECTRAL_H
#define RDG_DEMO_SPECTRAL_H

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

#include <math.h>
#include <stdio.h>

enum { SPECTRAL_POINTS = 141, SPECTRAL_MOST = 6 };

/* A curve: a scheme, and its name in pictures and tables */
typedef struct spectral_curve {
    const char *legend, *column;
    rdg_timestepping_options scheme;
} spectral_curve;

static inline int spectral_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                                 void *data)
{
    (void)t, (void)q, (void)v, (void)data;
    to->M[0] = 1.0;
    to->K[0] = 1.0;
    return 0;
}

/* Largest size of the eigenvalues; the relative error of the period, NaN where the pair is real */
static inline double spectral_radius(rdg_mechanism *m, rdg_timestepping_options o, double share,
                                     double *period_error)
{
    double re[4] = {0}, im[4] = {0}, most = 0.0, pair = 0.0, angle = 0.0;
    o.h = 2.0 * RDG_PI * share; /* the period is 2 pi */
    rdg_timestepping *ts = rdg_timestepping_create(m, &o);
    rdg_timestepping_spectrum(ts, re, im);
    rdg_timestepping_free(ts);
    for (int i = 0; i < 4; i++) {
        const double size = hypot(re[i], im[i]);
        most = fmax(most, size);
        if (im[i] > 1e-12 && size > pair) {
            pair = size;
            angle = atan2(im[i], re[i]);
        }
    }
    *period_error = angle > 0.0 ? o.h / angle - 1.0 : (double)NAN;
    return most;
}

static inline rdg_mechanism *spectral_oscillator(rdg_context *ctx)
{
    return rdg_mechanism_create(ctx,
                                &(rdg_mechanism_options){.n = 1, .terms = spectral_terms, .constant = true});
}

/* One point of each curve; what is no number is not drawn */
typedef struct spectral_table {
    double share[SPECTRAL_POINTS];
    double radius[SPECTRAL_MOST][SPECTRAL_POINTS], error[SPECTRAL_MOST][SPECTRAL_POINTS];
    char header[2 * SPECTRAL_MOST][40];
} spectral_table;

static inline void spectral_fill(rdg_context *ctx, int n, const spectral_curve *curve, spectral_table *t)
{
    rdg_mechanism *m = spectral_oscillator(ctx);
    for (int k = 0; k < SPECTRAL_POINTS; k++) {
        t->share[k] = pow(10.0, -3.0 + 6.0 * k / (SPECTRAL_POINTS - 1));
        for (int c = 0; c < n; c++) {
            t->radius[c][k] = spectral_radius(m, curve[c].scheme, t->share[k], &t->error[c][k]);
        }
    }
}

/* Table and both pictures, name.csv, name_radius.png, name_period.png */
static inline void spectral_figure(rdg_context *ctx, const char *name, int n, const spectral_curve *curve)
{
    static spectral_table t;
    char path[64];
    rdg_column column[2 * SPECTRAL_MOST + 2] = {RDG_COLUMN_ARRAY("dt_over_T", t.share)};
    rdg_plot_item radius[SPECTRAL_MOST + 6], period[SPECTRAL_MOST + 6];
    spectral_fill(ctx, n, curve, &t);
    for (int c = 0; c < n; c++) {
        snprintf(t.header[2 * c], sizeof t.header[0], "rho_%s", curve[c].column);
        snprintf(t.header[2 * c + 1], sizeof t.header[0], "pe_%s", curve[c].column);
        column[2 * c + 1] = RDG_COLUMN_ARRAY(t.header[2 * c], t.radius[c]);
        column[2 * c + 2] = RDG_COLUMN_ARRAY(t.header[2 * c + 1], t.error[c]);
        /* dashed: it may lie upon another one */
        const rdg_plot_style style = curve[c].scheme.scheme == RDG_BATHE ? RDG_DASHED : RDG_LINE;
        const rdg_plot_item r =
            RDG_POINTS(SPECTRAL_POINTS, t.share, t.radius[c], curve[c].legend, .style = style);
        const rdg_plot_item p =
            RDG_POINTS(SPECTRAL_POINTS, t.share, t.error[c], curve[c].legend, .style = style);
        radius[c] = r;
        period[c] = p;
    }
    const rdg_plot_item rest_r[] = {RDG_LOGX,
                                    RDG_XLABEL("Δt / T"),
                                    RDG_YLABEL("spectral radius"),
                                    RDG_YRANGE(0.0, 1.2),
                                    {.kind = RDG_PLOT_END}};
    const rdg_plot_item rest_p[] = {RDG_XLABEL("Δt / T"),
                                    RDG_YLABEL("relative error of the period"),
                                    RDG_XRANGE(0.0, 0.4),
                                    RDG_YRANGE(-0.15, 0.5),
                                    {.kind = RDG_PLOT_END}};
    for (int i = 0; i < 5; i++) {
        radius[n + i] = rest_r[i];
        period[n + i] = rest_p[i];
    }
    column[2 * n + 1] = (rdg_column){.kind = RDG_EXPORT_END};
    snprintf(path, sizeof path, "%s.csv", name);
    rdg_export_items(ctx, path, SPECTRAL_POINTS, column);
    snprintf(path, sizeof path, "%s_radius.png", name);
    rdg_plot_items(ctx, path, radius);
    snprintf(path, sizeof path, "%s_period.png", name);
    rdg_plot_items(ctx, path, period);
}

#endif
