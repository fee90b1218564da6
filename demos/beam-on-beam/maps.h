/* Spectrograms of the acceleration of T: figures 6 and 11. */
#ifndef BEAM_ON_BEAM_MAPS_H
#define BEAM_ON_BEAM_MAPS_H

#include "transients.h"

enum { LEVEL_SEGMENT = 4096, LEVEL_ROWS = 2 * 80 * (LEVEL_SEGMENT / 2 + 1) };

#define LEVEL_HIGHEST 12e3 /* Hz, that is shown */

/* Levels of two motions, up to the highest frequency that is shown */
typedef struct level_table {
    rdg_index rows;
    const char *name[LEVEL_ROWS];
    double t[LEVEL_ROWS], f[LEVEL_ROWS], level[LEVEL_ROWS];
} level_table;

/* Times are those of the motion. */
static inline rdg_status level_map(rdg_context *ctx, const transient *m, rdg_spectral_map *map)
{
    const rdg_status status =
        rdg_spectrogram(ctx, m->rows, m->acc, m->fs, LEVEL_SEGMENT, LEVEL_SEGMENT / 2, RDG_WINDOW_HANN, map);
    for (rdg_index i = 0; status == RDG_OK && i < map->n; i++) {
        map->t[i] += m->t[0];
    }
    return status;
}

static inline void level_add(level_table *table, const rdg_spectral_map *map, const char *name)
{
    for (rdg_index i = 0; i < map->n && table->rows < LEVEL_ROWS; i++) {
        if (map->f[i] <= LEVEL_HIGHEST) {
            table->name[table->rows] = name;
            table->t[table->rows] = map->t[i];
            table->f[table->rows] = map->f[i];
            table->level[table->rows] = map->level[i];
            table->rows++;
        }
    }
}

static inline void level_write(rdg_context *ctx, const char *path, const level_table *table, const char *what)
{
    rdg_export(ctx, path, table->rows, RDG_COLUMN_TEXTS(what, table->name), RDG_COLUMN_ARRAY("t_s", table->t),
               RDG_COLUMN_ARRAY("f_Hz", table->f), RDG_COLUMN_ARRAY("dB", table->level));
}

/* The last rows of the table, of one motion: what is shown of its map, 100 dB from `low` on */
static inline void level_draw(rdg_context *ctx, const char *path, const level_table *table, rdg_index from,
                              double low, const char *title)
{
    const rdg_index n = table->rows - from;
    rdg_plot(ctx, path, RDG_MAP(n, table->t + from, table->f + from, table->level + from), RDG_TITLE(title),
             RDG_XLABEL("time / s"), RDG_YLABEL("frequency / Hz"),
             RDG_ZLABEL("acceleration of T / (dB over 1 m/s²)"), RDG_ZRANGE(low, low + 100.0));
}

/* A motion's map: picture and rows of the table */
static inline rdg_status level_of(rdg_context *ctx, const transient_case *what, rdg_index elements,
                                  const char *name, const char *path, double low, level_table *table)
{
    const rdg_index from = table->rows;
    char title[96];
    transient m;
    rdg_spectral_map map;
    rdg_status status = transient_make(ctx, what, elements, &m);
    status = status == RDG_OK ? level_map(ctx, &m, &map) : status;
    if (status == RDG_OK) {
        level_add(table, &map, name);
        snprintf(title, sizeof title, "Case %s: $\\mu$ = %g, %d elements", what->name, what->mu,
                 (int)elements);
        level_draw(ctx, path, table, from, low, title);
        rdg_spectral_map_release(&map);
    }
    return status;
}

#endif
