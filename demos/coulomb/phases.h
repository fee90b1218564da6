/* Phases of all masses over the frequency at one friction: the closed form, and markers from the motion from
 * event to event that starts at rest; grey where the contact does not slip all the time. */
#ifndef COULOMB_PHASES_H
#define COULOMB_PHASES_H

#include "../forms.h"
#include "histories.h"

#include <stdlib.h>

enum { PHASE_GRID = 2301, PHASE_MARKS = 46, PHASE_SAMPLES = 256, PHASE_ITEMS = 120 };

typedef struct phase_picture {
    double x[PHASE_GRID], y[HISTORY_MASSES][PHASE_GRID];
    double grey_x[2 * PHASE_GRID], grey_y[2 * PHASE_GRID];
    double mark_x[HISTORY_MASSES][PHASE_MARKS], mark_y[HISTORY_MASSES][PHASE_MARKS];
    rdg_index marks, unsettled;
    double worst; /* difference of the two, degrees */
    rdg_plot_item item[PHASE_ITEMS];
    int items;
} phase_picture;

static const char *const phase_colors[HISTORY_MASSES] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                         "#e69f00"};

static inline double phase_r1(int k)
{
    return 0.2 + 0.001 * k;
}

/* Closed form; NaN where there is none. */
static inline void fill_phases(rdg_coulomb *c, const history *h, phase_picture *p)
{
    for (int k = 0; k < PHASE_GRID; k++) {
        double X[HISTORY_MASSES];
        double phase[HISTORY_MASSES];
        rdg_coulomb_limits l = {.continuous = 0.0};
        rdg_coulomb_response r;
        p->x[k] = phase_r1(k);
        rdg_coulomb_limits_at(c, p->x[k], &l);
        const bool slips =
            h->beta <= l.continuous && rdg_coulomb_closed(c, p->x[k], h->beta, &r, X, phase) == RDG_OK;
        for (rdg_index i = 0; i < h->n; i++) {
            p->y[i][k] = slips ? 57.29577951308232 * phase[i] : NAN;
        }
    }
}

/* Where x_i of the settled motion is greatest over a period: the parabola through the greatest samples. */
static inline void mark_phases(rdg_coulomb *c, const history *h, int k, phase_picture *p)
{
    static const double turn = 6.28318530717958648;
    double y[2 * HISTORY_MASSES] = {0.0};
    double x[HISTORY_MASSES][PHASE_SAMPLES + 2];
    double tau = 0.0;
    for (int j = 0; j < PHASE_SAMPLES + 2; j++) {
        const rdg_coulomb_march_options march = {
            .r1 = p->x[k], .beta = h->beta, .until = turn * (HISTORY_PERIODS + (j - 1.0) / PHASE_SAMPLES)};
        rdg_coulomb_march(c, &march, &tau, y, NULL);
        for (rdg_index i = 0; i < h->n; i++) {
            x[i][j] = y[i];
        }
    }
    double change = 0.0; /* in the last period, over the amplitudes */
    for (rdg_index i = 0; i < h->n; i++) {
        double size = 1e-9;
        for (int j = 0; j < PHASE_SAMPLES; j++) {
            size = fmax(size, fabs(x[i][j]));
        }
        change =
            fmax(change,
                 fmax(fabs(x[i][PHASE_SAMPLES] - x[i][0]), fabs(x[i][PHASE_SAMPLES + 1] - x[i][1])) / size);
    }
    if (change > 1e-5) { /* rest is not forgotten yet */
        p->unsettled++;
        return;
    }
    for (rdg_index i = 0; i < h->n; i++) {
        int most = 1;
        for (int j = 2; j <= PHASE_SAMPLES; j++) {
            most = x[i][j] > x[i][most] ? j : most;
        }
        const double bend = x[i][most - 1] - 2.0 * x[i][most] + x[i][most + 1];
        const double way = bend < 0.0 ? 0.5 * (x[i][most - 1] - x[i][most + 1]) / bend : 0.0;
        const double degrees = remainder(360.0 * (most - 1.0 + way) / PHASE_SAMPLES, 360.0);
        p->mark_x[i][p->marks] = p->x[k];
        p->mark_y[i][p->marks] = degrees;
        /* where another maximum becomes the greatest both are right */
        const bool jumps =
            k > 0 && k + 1 < PHASE_GRID && isgreater(fabs(p->y[i][k + 1] - p->y[i][k - 1]), 90.0);
        p->worst = jumps ? p->worst : fmax(p->worst, fabs(remainder(degrees - p->y[i][k], 360.0)));
    }
    p->marks++;
}

/* A zigzag so fine that it fills. */
static inline void add_grey(phase_picture *p)
{
    const char *legend = "stick-slip, or stuck";
    for (int k = 0; k < PHASE_GRID; k++) {
        const int begin = k;
        while (k < PHASE_GRID && isnan(p->y[0][k])) {
            for (int side = 0; side < 2; side++) {
                p->grey_x[2 * k + side] = p->x[k];
                p->grey_y[2 * k + side] = (k + side) % 2 ? 190.0 : -190.0;
            }
            k++;
        }
        if (k > begin + 1 && p->items < PHASE_ITEMS - 60) {
            p->item[p->items++] = RDG_POINTS(2 * (k - begin), p->grey_x + 2 * begin, p->grey_y + 2 * begin,
                                             legend, .style = RDG_LINE, .width = 2, .color = "#dddddd");
            legend = "";
        }
    }
}

/* Lines between places where the phase jumps. */
static inline void add_phase_lines(phase_picture *p, rdg_index i)
{
    static const char *const legend[HISTORY_MASSES] = {"x_1", "x_2", "x_3", "x_4", "x_5"};
    bool has_legend = false;
    for (int k = 0; k < PHASE_GRID; k++) {
        const int begin = k;
        while (k < PHASE_GRID && !isnan(p->y[i][k]) &&
               (k == begin || fabs(p->y[i][k] - p->y[i][k - 1]) < 90.0)) {
            k++;
        }
        if (k > begin + 1 && p->items < PHASE_ITEMS - 10) {
            p->item[p->items++] =
                RDG_POINTS(k - begin, p->x + begin, p->y[i] + begin, has_legend ? "" : legend[i],
                           .style = RDG_LINE, .width = 2, .color = phase_colors[i]);
            has_legend = true;
        }
        k = k > begin ? k - 1 : k;
    }
}

/* <name>.png */
static inline void draw_phases(rdg_context *ctx, const history *h)
{
    rdg_coulomb *c = history_system(ctx, h);
    phase_picture *p = calloc(1, sizeof *p);
    if (!p) {
        return;
    }
    fill_phases(c, h, p);
    add_grey(p);
    const int every = form_is_quick() ? 500 : 50;
    for (int k = 0; k < PHASE_GRID && p->marks < PHASE_MARKS; k += every) {
        if (!isnan(p->y[0][k])) {
            mark_phases(c, h, k, p);
        }
    }
    for (rdg_index i = 0; i < h->n; i++) {
        add_phase_lines(p, i);
        p->item[p->items++] =
            RDG_POINTS(p->marks, p->mark_x[i], p->mark_y[i], i == 0 ? "from event to event, from rest" : "",
                       .style = RDG_DOTS, .color = phase_colors[i]);
    }
    char path[96];
    p->item[p->items++] = RDG_TITLE(h->title);
    p->item[p->items++] = RDG_XLABEL("frequency $r_1$ = $\\omega$ / sqrt($k_1$/$m_1$)");
    p->item[p->items++] = RDG_YLABEL("phase, degrees");
    p->item[p->items++] = RDG_XRANGE(0.2, 2.5);
    p->item[p->items++] = RDG_YRANGE(-190.0, 190.0);
    p->item[p->items] = (rdg_plot_item){.kind = RDG_PLOT_END};
    snprintf(path, sizeof path, "%s.png", h->name);
    rdg_plot_items(ctx, path, p->item);
    printf(
        "%s: phases by events at %ld frequencies differ by %.1e degrees; at %ld the motion is not steady\n",
        h->name, (long)p->marks, p->worst, (long)p->unsettled);
    free(p);
}

#endif
