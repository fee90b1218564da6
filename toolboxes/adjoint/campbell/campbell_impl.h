/* A Campbell diagram from inside. */
#ifndef RDG_CAMPBELL_IMPL_H
#define RDG_CAMPBELL_IMPL_H

#include "campbell.h"

/* One sector in the wave of an engine order, with the stiffness of one speed. */
typedef struct rdg_campbell_wave {
    rdg_structure *stiffened; /* NULL: the given one */
    rdg_sector *sector;
    rdg_structure *wave; /* what sectors and user have made of it */
    rdg_hbm *hb;         /* NULL: no balance is wanted */
} rdg_campbell_wave;

/* A row of the table. */
typedef struct rdg_campbell_row {
    rdg_index order, diameter, mode; /* mode from 0 */
    double alpha, speed, omega, amplitude;
} rdg_campbell_row;

typedef struct rdg_campbell {
    rdg_context *ctx;
    rdg_structure *standing;
    const char *name;
    const rdg_campbell_options *o;
    rdg_index speeds;
    double *omega;          /* [modes * speeds * n_orders] */
    rdg_campbell_row *row;  /* [n_rows] */
    rdg_index n_rows, room; /* of row */
} rdg_campbell_work;

static inline double rdg_campbell_speed(const rdg_campbell_work *w, rdg_index i)
{
    return i == w->speeds - 1 ? w->o->high
                              : w->o->low + (w->o->high - w->o->low) * (double)i / (double)(w->speeds - 1);
}

static inline double *rdg_campbell_omega(const rdg_campbell_work *w, rdg_index order, rdg_index speed)
{
    return w->omega + w->o->modes * (speed + w->speeds * order);
}

/* campbell_wave.c: the nodal diameter of an engine order. */
rdg_index rdg_campbell_diameter(const rdg_campbell_work *w, rdg_index order);

/* campbell_wave.c: the wave of an engine order at a speed; to be released in every case. */
rdg_status rdg_campbell_wave_make(const rdg_campbell_work *w, rdg_index order, double speed,
                                  rdg_campbell_wave *made);
void rdg_campbell_wave_release(rdg_campbell_wave *made);

/* campbell_wave.c: the modes of a wave, omega [modes]. */
rdg_status rdg_campbell_frequencies(const rdg_campbell_work *w, rdg_index order, double speed, double *omega);

/* campbell_lines.c: all lines. */
rdg_status rdg_campbell_follow_lines(rdg_campbell_work *w);

/* campbell_lines.c: where a mode's line meets engine order orders[i] between two speeds of the grid. */
rdg_status rdg_campbell_resonate(const rdg_campbell_work *w, rdg_index i, rdg_index mode, rdg_index from,
                                 rdg_campbell_row *resonance, bool *is_there);

/* campbell_peaks.c: rows of the peaks of a resonance. */
rdg_status rdg_campbell_find_peaks(rdg_campbell_work *w, const rdg_campbell_row *resonance);

/* campbell_record.c: one more row. */
rdg_status rdg_campbell_add_row(rdg_campbell_work *w, const rdg_campbell_row *row);

/* campbell_record.c: both runs, table and picture. */
rdg_status rdg_campbell_record(const rdg_campbell_work *w);

/* campbell_draw.c: the picture. */
rdg_status rdg_campbell_draw(const rdg_campbell_work *w);

/* campbell_ridges.c: the picture of amplitudes over the forcing amplitude. */
rdg_status rdg_campbell_draw_ridges(const rdg_campbell_work *w);

#endif
