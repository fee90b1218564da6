/* The points of a bifurcation diagram: peaks of steady motions (curves 0 and 1, upwards and
 * downwards) and branches of limit cycles (from curve 2 on), each in lines of one stability. What takes
 * minutes is computed by FULL=1 and stands in data/, written by drawn_write(). */
#ifndef DISC_BRAKE_DRAWN_H
#define DISC_BRAKE_DRAWN_H

#include "../stored.h"
#include "branches.h"
#include "sweeps.h"

enum { DRAWN_ROWS = 4 * MOST_VALUES * PEAKS, DRAWN_CURVES = 5 };

typedef struct drawn {
    const char *parameter;
    rdg_index rows;
    double curve[DRAWN_ROWS], line[DRAWN_ROWS], unstable[DRAWN_ROWS];
    double x[DRAWN_ROWS], y[DRAWN_ROWS]; /* the parameter; rad */
} drawn;

static inline void drawn_add(drawn *d, int curve, double line, double unstable, double x, double y)
{
    if (d->rows < DRAWN_ROWS) {
        const rdg_index k = d->rows++;
        d->curve[k] = curve, d->line[k] = line, d->unstable[k] = unstable, d->x[k] = x, d->y[k] = y;
    }
}

static inline void drawn_add_sweep(drawn *d, const brake_sweep *s)
{
    for (int way = 0; way < 2; way++) {
        for (rdg_index k = 0; k < s->drawn[way]; k++) {
            drawn_add(d, way, 0.0, 0.0, s->at[way][k], s->peak[way][k]);
        }
    }
}

/* A line ends where the branch goes the other way from its start, and where the stability changes: both
 * lines have that point. */
static inline void drawn_add_branch(drawn *d, int curve, const branch *b)
{
    double line = 0.0;
    for (rdg_index k = 0; k < b->rows; k++) {
        const double unstable = b->unstable[k] > 0.0;
        if (k == b->turned) {
            line++;
        } else if (k > 0 && unstable != (b->unstable[k - 1] > 0.0)) {
            drawn_add(d, curve, line, 1.0 - unstable, b->value[k], b->peak[k]);
            line++;
        }
        drawn_add(d, curve, line, unstable, b->value[k], b->peak[k]);
    }
}

static inline void drawn_write(rdg_context *ctx, const char *path, const drawn *d)
{
    rdg_export(ctx, path, d->rows, RDG_COLUMN_ARRAY("curve", d->curve), RDG_COLUMN_ARRAY("line", d->line),
               RDG_COLUMN_ARRAY("unstable", d->unstable), RDG_COLUMN_ARRAY(d->parameter, d->x),
               RDG_COLUMN_ARRAY("theta_peak", d->y));
}

/* From a file in data/, as drawn_write() writes it; a line that begins with # tells its origin. */
static inline bool drawn_read(drawn *d, const char *name)
{
    char path[128], text[256];
    double v[5];
    snprintf(path, sizeof path, "demos/disc-brake/data/%s", name);
    stored_table t;
    if (!stored_open(&t, path)) {
        return false;
    }
    bool is_whole = true;
    while (is_whole && stored_next(&t, text, sizeof text)) {
        is_whole = sscanf(text, "%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4) == 5;
        if (is_whole) {
            drawn_add(d, (int)v[0], v[1], v[2], v[3], v[4]);
        }
    }
    return stored_close(&t, is_whole && d->rows > 0, "five numbers");
}

/* The picture; names: of the branches. Lines that are unstable are dashed. */
static inline void drawn_picture_of(rdg_context *ctx, const char *path, const char *title, const char *x,
                                    const char *y, const drawn *d, const char *const *names)
{
    static const char *const color[DRAWN_CURVES] = {"#e08000", "#60a0e0", "#0050b0", "#b02020", "#108040"};
    static picture p;
    bool is_named[DRAWN_CURVES] = {false};
    rdg_index to = 0;
    p.n = 0;
    for (rdg_index from = 0; from < d->rows; from = to) {
        const int curve = (int)d->curve[from];
        for (to = from; to < d->rows && d->curve[to] == curve && d->line[to] == d->line[from]; to++) {
        }
        const char *name = curve == 0   ? "simulation, upwards"
                           : curve == 1 ? "simulation, downwards"
                                        : names[curve - 2];
        picture_add(&p, RDG_POINTS(to - from, d->x + from, d->y + from, is_named[curve] ? "" : name,
                                   .style = curve < 2                 ? RDG_DOTS
                                            : d->unstable[from] > 0.0 ? RDG_DASHED
                                                                      : RDG_LINE,
                                   .color = color[curve],
                                   .width = curve == 0   ? 1.5
                                            : curve == 1 ? 1.0
                                                         : 2.0));
        is_named[curve] = true;
    }
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL(x));
    picture_add(&p, RDG_YLABEL(y));
    rdg_plot_items(ctx, path, p.item);
}

static inline void drawn_picture(rdg_context *ctx, const char *path, const char *title, const char *x,
                                 const drawn *d, const char *const *names)
{
    drawn_picture_of(ctx, path, title, x, "greatest $\\theta$ / rad", d, names);
}

#endif
