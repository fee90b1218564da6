/* What the programs of this folder share: motions of labelled solutions for pictures. */
#ifndef COLLOCATION_SHAPES_H
#define COLLOCATION_SHAPES_H

#include <ridgewalk/collocation.h>

enum { SHAPE_POINTS = 2001, SHAPE_STATES = 4 };

/* One state over time, or over another one. */
typedef struct shape {
    double tau[SHAPE_POINTS], t[SHAPE_POINTS], x[SHAPE_STATES][SHAPE_POINTS], T;
} shape;

/* The motion of the label that has the value nearest to a given one in a column. */
static inline void take_shape(rdg_context *ctx, const char *run, const char *column, double value,
                              rdg_index n, shape *s)
{
    static double x[SHAPE_STATES * SHAPE_POINTS];
    rdg_run *r = rdg_run_open(ctx, run);
    const double *values = rdg_run_column(r, column);
    rdg_index best = -1;
    for (rdg_index row = 0; values && row < rdg_run_count(r); row++) {
        const double off = values[row] > value ? values[row] - value : value - values[row];
        const double least = best < 0               ? 0.0
                             : values[best] > value ? values[best] - value
                                                    : value - values[best];
        best = rdg_run_label(r, row) > 0 && (best < 0 || off < least) ? row : best;
    }
    for (int k = 0; k < SHAPE_POINTS; k++) {
        s->tau[k] = (double)k / (double)(SHAPE_POINTS - 1);
    }
    if (best >= 0 && rdg_segment_motion_of(ctx, run, rdg_run_label(r, best), NULL, SHAPE_POINTS, s->tau, x,
                                           &s->T) == RDG_OK) {
        for (int k = 0; k < SHAPE_POINTS; k++) {
            s->t[k] = s->T * s->tau[k];
            for (rdg_index a = 0; a < n; a++) {
                s->x[a][k] = x[k * n + a];
            }
        }
    }
    rdg_run_free(r);
}

#endif
