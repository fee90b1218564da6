/* The files of basins. */
#include "basins_impl.h"

#include <ridgewalk/run_data.h>

#include <inttypes.h>
#include <stdio.h>

enum { NAME = 32 };

/* Columns of a file. */
typedef struct sheet {
    rdg_column *column;
    double *number;
    const char **text;
    char (*name)[NAME];
} sheet;

static rdg_status make(sheet *s, rdg_context *ctx, rdg_index columns, rdg_index numbers, rdg_index texts)
{
    s->column = rdg_context_calloc(ctx, (size_t)columns + 1, sizeof *s->column);
    s->number = rdg_context_calloc(ctx, (size_t)numbers, sizeof *s->number);
    s->text = rdg_context_calloc(ctx, (size_t)texts, sizeof *s->text);
    s->name = rdg_context_calloc(ctx, (size_t)columns, sizeof *s->name);
    return rdg_error_status(ctx);
}

static void discard(sheet *s)
{
    rdg_free(s->column);
    rdg_free(s->number);
    rdg_free((void *)s->text);
    rdg_free(s->name);
}

static rdg_status write_map(rdg_basining *b, sheet *s)
{
    const rdg_basins_map *map = b->map;
    const rdg_index starts = map->starts, axes = b->axes;
    RDG_TRY(make(s, b->ctx, axes + 2, (axes + 1) * starts, 1));
    for (rdg_index k = 0; k < axes; k++) {
        snprintf(s->name[k], NAME, "x[%" PRId64 "]", b->o.axis[k].state);
        s->column[k] = RDG_COLUMN_ARRAY(s->name[k], s->number + k * starts);
        for (rdg_index i = 0; i < starts; i++) {
            s->number[k * starts + i] = rdg_basins_value(b, k, i);
        }
    }
    for (rdg_index i = 0; i < starts; i++) {
        s->number[axes * starts + i] = (double)map->number[i];
    }
    s->column[axes] = RDG_COLUMN_ARRAY("attractor", s->number + axes * starts);
    s->column[axes + 1] = RDG_COLUMN_TEXTS("reason", map->reason);
    return rdg_export_items(b->ctx, b->o.path, starts, s->column);
}

enum { FACTS = 5 }; /* attractor, period, T, starts, point */

static void fill_point(const rdg_basining *b, sheet *s, rdg_index row, rdg_index rows, rdg_index number,
                       rdg_index point)
{
    static const char *const fate[] = {"periodic", "none", "slow", "rest", "lost"};
    const rdg_attractor *a = &b->map->attractor[number];
    const double facts[FACTS] = {(double)(number + 1), (double)a->period, a->T, (double)a->starts,
                                 (double)point};
    for (int k = 0; k < FACTS; k++) {
        s->number[k * rows + row] = facts[k];
    }
    for (rdg_index k = 0; k < b->map->states; k++) {
        s->number[(FACTS + k) * rows + row] = a->x[point * b->map->states + k];
    }
    s->text[row] = fate[a->fate];
    s->text[rows + row] = rdg_hybrid_phase_at(b->h, a->mode[point])->name;
}

static rdg_status write_attractors(rdg_basining *b, sheet *s)
{
    static const char *const header[FACTS] = {"attractor", "period", "T", "starts", "point"};
    const rdg_basins_map *map = b->map;
    rdg_index rows = 0, row = 0;
    for (rdg_index k = 0; k < map->attractors; k++) {
        rows += map->attractor[k].points;
    }
    RDG_TRY(make(s, b->ctx, FACTS + 2 + map->states, (FACTS + map->states) * rows, 2 * rows));
    for (rdg_index k = 0; k < map->attractors; k++) {
        for (rdg_index i = 0; i < map->attractor[k].points; i++, row++) {
            fill_point(b, s, row, rows, k, i);
        }
    }
    rdg_column *column = s->column;
    for (int k = 0; k < FACTS; k++) {
        *column++ = RDG_COLUMN_ARRAY(header[k], s->number + k * rows);
    }
    *column++ = RDG_COLUMN_TEXTS("fate", s->text);
    *column++ = RDG_COLUMN_TEXTS("phase", s->text + rows);
    for (rdg_index k = 0; k < map->states; k++) {
        snprintf(s->name[k], NAME, "x[%" PRId64 "]", k);
        *column++ = RDG_COLUMN_ARRAY(s->name[k], s->number + (FACTS + k) * rows);
    }
    return rdg_export_items(b->ctx, b->o.attractors, rows, s->column);
}

rdg_status rdg_basins_write(rdg_basining *b)
{
    sheet map = {.column = NULL}, attractors = {.column = NULL};
    rdg_status status = b->o.path ? write_map(b, &map) : RDG_OK;
    status = status == RDG_OK && b->o.attractors ? write_attractors(b, &attractors) : status;
    discard(&map);
    discard(&attractors);
    return status;
}
