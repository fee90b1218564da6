/* Figures 15 and 16 as the paper has them: for several stiffnesses, at which preloads and speeds motion has a
 * period. What takes minutes is computed by FULL=1 and stands in data/. Preset CH, 1 rad/s, 35 N. */
#ifndef DISC_BRAKE_RANGES_H
#define DISC_BRAKE_RANGES_H

#include "../stored.h"
#include "chaos.h"

enum { RANGE_LOADS = 34, RANGE_SPEEDS = 25, RANGE_CASES = 3, FATES = 3 };

/* One of the two stiffnesses varies, the other is as in the preset. */
typedef struct range_study {
    const char *figure;
    const char *label; /* of the stiffness */
    int stiffness;     /* KIR or KPR */
    double value[RANGE_CASES];
} range_study;

static inline void ranges_find(rdg_context *ctx, const range_study *r, chaos_table *t)
{
    double load[RANGE_LOADS], speed[RANGE_SPEEDS];
    for (int i = 0; i < RANGE_LOADS; i++) {
        load[i] = 5.0 + 2.5 * i;
    }
    for (int i = 0; i < RANGE_SPEEDS; i++) {
        speed[i] = 0.2 * (i + 1);
    }
    for (int c = 0; c < RANGE_CASES; c++) {
        disc_brake b = preset_ch();
        b.value[r->stiffness] = r->value[c];
        b.value[OMEGA] = 1.0;
        b.value[N0] = load[0];
        chaos_along(ctx, b, N0, RANGE_LOADS, load, t);
        b.value[OMEGA] = speed[0];
        b.value[N0] = 35.0;
        chaos_along(ctx, b, OMEGA, RANGE_SPEEDS, speed, t);
    }
}

/* From data/, as chaos_write() writes it; a line that begins with # states its origin. */
static inline bool ranges_read(const range_study *r, chaos_table *t)
{
    static char fate[CHAOS_ROWS][32];
    char path[128], text[256];
    snprintf(path, sizeof path, "demos/disc-brake/data/%s_ranges.csv", r->figure);
    stored_table file;
    if (!stored_open(&file, path)) {
        return false;
    }
    bool is_whole = true;
    while (is_whole && t->rows < CHAOS_ROWS && stored_next(&file, text, sizeof text)) {
        const rdg_index k = t->rows;
        is_whole = sscanf(text, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%31[^,],%lf", &t->N0[k], &t->kir[k],
                          &t->kpr[k], &t->period[k], &t->least[k], &t->most[k], &t->exponent[k], &t->error[k],
                          &t->K[k], fate[k], &t->Omega[k]) == 11;
        t->fate[k] = fate[k];
        t->rows += is_whole;
    }
    return stored_close(&file, is_whole && t->rows > 0, "a row of eleven");
}

/* Rows over the preload at 1 rad/s, or over the speed at 35 N: a row of marks for each stiffness. */
static inline void ranges_draw(rdg_context *ctx, const range_study *r, bool over_speed, const chaos_table *t)
{
    static const char *const name[FATES] = {"periodic", "quasi-periodic", "chaotic"};
    static const char *const color[FATES] = {"#60a0e0", "#e08000", "#b02020"};
    static double x[FATES][CHAOS_ROWS], y[FATES][CHAOS_ROWS];
    static picture p;
    char path[64];
    const double *stiffness = r->stiffness == KIR ? t->kir : t->kpr;
    p.n = 0;
    for (int f = 0; f < FATES; f++) {
        rdg_index n = 0;
        for (rdg_index k = 0; k < t->rows; k++) {
            const bool is_here = over_speed ? t->N0[k] == 35.0 : t->Omega[k] == 1.0;
            if (is_here && strcmp(t->fate[k], name[f]) == 0) {
                x[f][n] = over_speed ? t->Omega[k] : t->N0[k];
                y[f][n++] = stiffness[k];
            }
        }
        if (n > 0) {
            picture_add(&p, RDG_POINTS(n, x[f], y[f], name[f], .color = color[f], .width = 2));
        }
    }
    picture_add(&p, RDG_TITLE(over_speed ? "Steady motion at 35 N" : "Steady motion at 1 rad/s"));
    picture_add(&p, RDG_XLABEL(over_speed ? "speed / (rad/s)" : "preload / N"));
    picture_add(&p, RDG_YLABEL(r->label));
    picture_add(&p, RDG_YRANGE(0.5 * r->value[0], 1.25 * r->value[RANGE_CASES - 1]));
    snprintf(path, sizeof path, "%s%c.png", r->figure, over_speed ? 'b' : 'a');
    rdg_plot_items(ctx, path, p.item);
}

/* The largest Lyapunov exponents where motion has no period, over the preload at 1 rad/s. */
static inline void ranges_draw_exponents(rdg_context *ctx, const range_study *r, const chaos_table *t)
{
    static const char *const color[RANGE_CASES] = {"#0050b0", "#c00060", "#108040"};
    static double x[RANGE_CASES][CHAOS_ROWS], y[RANGE_CASES][CHAOS_ROWS];
    static char legend[RANGE_CASES][64];
    static picture p;
    char path[64];
    const double *stiffness = r->stiffness == KIR ? t->kir : t->kpr;
    p.n = 0;
    for (int c = 0; c < RANGE_CASES; c++) {
        rdg_index n = 0;
        for (rdg_index k = 0; k < t->rows; k++) {
            if (t->Omega[k] == 1.0 && stiffness[k] == r->value[c] && t->period[k] == 0.0) {
                x[c][n] = t->N0[k];
                y[c][n++] = t->exponent[k];
            }
        }
        snprintf(legend[c], sizeof legend[c], "%g N/m", r->value[c]);
        if (n > 0) {
            picture_add(&p, RDG_POINTS(n, x[c], y[c], legend[c], .color = color[c], .width = 2));
        }
    }
    picture_add(&p, RDG_TITLE("Largest Lyapunov exponent of motions without a period"));
    picture_add(&p, RDG_XLABEL("preload / N"));
    picture_add(&p, RDG_YLABEL("exponent / (1/s)"));
    snprintf(path, sizeof path, "%s_exponents.png", r->figure);
    rdg_plot_items(ctx, path, p.item);
}

/* All pictures; false: the points are not there. */
static inline bool ranges_show(rdg_context *ctx, const range_study *r)
{
    static chaos_table t;
    t.rows = t.dots = 0;
    t.ranges_only = true;
    bool is_there = true;
    if (form_is_full()) {
        char path[64];
        ranges_find(ctx, r, &t);
        snprintf(path, sizeof path, "%s_ranges.csv", r->figure);
        chaos_write(ctx, path, &t);
    } else {
        is_there = ranges_read(r, &t);
    }
    for (int k = 0; is_there && k < 2; k++) {
        ranges_draw(ctx, r, k == 1, &t);
    }
    if (is_there) {
        ranges_draw_exponents(ctx, r, &t);
    }
    return is_there;
}

#endif
