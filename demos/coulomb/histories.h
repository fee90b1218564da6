/* Half a period of continuous slip from the maximum of z on: by the closed form, and by the motion from event
 * to event that starts at rest. */
#ifndef COULOMB_HISTORIES_H
#define COULOMB_HISTORIES_H

#include "systems.h"

#include <ridgewalk/coulomb_march.h>

#include <math.h>

enum { HISTORY_POINTS = 65, HISTORY_MASSES = 5, HISTORY_PERIODS = 2000 };

typedef struct history {
    const char *name, *title;
    rdg_index n;
    double second_mass, second_spring;
    rdg_coulomb_options system;
    double r1, beta;
} history;

typedef struct history_table {
    double tau[HISTORY_POINTS], drive[HISTORY_POINTS];
    double closed[HISTORY_MASSES][HISTORY_POINTS], events[HISTORY_MASSES][HISTORY_POINTS];
    double X[HISTORY_MASSES], phase[HISTORY_MASSES];
    double worst; /* difference of the two */
} history_table;

static inline rdg_coulomb *history_system(rdg_context *ctx, const history *h)
{
    return chain_of(ctx, h->n, h->second_mass, h->second_spring, h->system);
}

/* The motion from rest after so many periods, at the maximum of z. */
static inline rdg_status fill_history(rdg_coulomb *c, const history *h, history_table *t)
{
    static const double half = RDG_PI;
    double x[2 * HISTORY_MASSES];
    double y[2 * HISTORY_MASSES] = {0.0};
    double tau = 0.0;
    rdg_coulomb_response r;
    rdg_status status = rdg_coulomb_closed(c, h->r1, h->beta, &r, t->X, t->phase);
    t->worst = 0.0;
    for (int k = 0; status == RDG_OK && k < HISTORY_POINTS; k++) {
        t->tau[k] = half * k / (HISTORY_POINTS - 1);
        t->drive[k] = cos(t->tau[k] + r.phase);
        const double until = 2.0 * half * HISTORY_PERIODS + r.phase + t->tau[k];
        const rdg_coulomb_march_options march = {.r1 = h->r1, .beta = h->beta, .until = until};
        rdg_coulomb_march(c, &march, &tau, y, NULL);
        status = rdg_coulomb_closed_motion(c, &r, t->tau[k], x);
        for (rdg_index i = 0; i < h->n; i++) {
            t->closed[i][k] = x[i];
            t->events[i][k] = y[i];
            t->worst = fmax(t->worst, fabs(x[i] - y[i]));
        }
    }
    return status;
}

static inline void export_history(rdg_context *ctx, const history *h, const history_table *t)
{
    static const char *const header[2][HISTORY_MASSES] = {
        {"x1_closed", "x2_closed", "x3_closed", "x4_closed", "x5_closed"},
        {"x1_events", "x2_events", "x3_events", "x4_events", "x5_events"}};
    char path[96];
    rdg_column item[2 * HISTORY_MASSES + 3];
    int items = 0;
    item[items++] = RDG_COLUMN_ARRAY("tau", t->tau);
    for (int kind = 0; kind < 2; kind++) {
        for (rdg_index i = 0; i < h->n; i++) {
            item[items++] = RDG_COLUMN_ARRAY(header[kind][i], kind == 0 ? t->closed[i] : t->events[i]);
        }
    }
    item[items++] = RDG_COLUMN_ARRAY("drive", t->drive);
    item[items] = (rdg_column){.kind = RDG_EXPORT_END};
    snprintf(path, sizeof path, "%s.csv", h->name);
    rdg_export_items(ctx, path, HISTORY_POINTS, item);
}

static inline void draw_history(rdg_context *ctx, const history *h, const history_table *t)
{
    static const char *const colors[HISTORY_MASSES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"};
    static const char *const legend[HISTORY_MASSES] = {"x_1", "x_2", "x_3", "x_4", "x_5"};
    char path[96];
    rdg_plot_item item[2 * HISTORY_MASSES + 6];
    int items = 0;
    for (rdg_index i = 0; i < h->n; i++) {
        item[items++] = RDG_POINTS(HISTORY_POINTS, t->tau, t->closed[i], legend[i], .width = 2,
                                   .style = RDG_LINE, .color = colors[i]);
        item[items++] =
            RDG_POINTS(HISTORY_POINTS, t->tau, t->events[i], i == 0 ? "from event to event, from rest" : "",
                       .style = RDG_DOTS, .color = colors[i]);
    }
    item[items++] =
        RDG_POINTS(HISTORY_POINTS, t->tau, t->drive, "load over P", .style = RDG_DASHED, .color = "#666666");
    item[items++] = RDG_TITLE(h->title);
    item[items++] = RDG_XLABEL("$\\tau$ = $\\omega$ t from the maximum in the contact on");
    item[items++] = RDG_YLABEL("displacement over P/$k_1$");
    item[items++] = RDG_XRANGE(0.0, 3.1416);
    item[items] = (rdg_plot_item){.kind = RDG_PLOT_END};
    snprintf(path, sizeof path, "%s.png", h->name);
    rdg_plot_items(ctx, path, item);
}

static inline int draw_histories(int count, const history *h)
{
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < count; k++) {
        history_table t;
        if (fill_history(history_system(ctx, &h[k]), &h[k], &t) == RDG_OK) {
            export_history(ctx, &h[k], &t);
            draw_history(ctx, &h[k], &t);
            printf("%s: closed form and events differ by %.1e\n", h[k].name, t.worst);
        }
    }
    return rdg_exit(ctx);
}

#endif
