/* The files of a motion. */
#include "simulate_impl.h"

#include <ridgewalk/run_data.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 96 }; /* characters of a column's name */

/* Columns of a file; all memory of it. */
typedef struct sheet {
    rdg_context *ctx;
    rdg_index columns;
    rdg_column *column; /* [columns + 1] */
    double *values;     /* of all columns of numbers */
    const char **texts; /* of all columns of texts */
    char (*name)[NAME]; /* [columns] */
} sheet;

static rdg_status sheet_begin(sheet *s, rdg_context *ctx, rdg_index columns, rdg_index numbers,
                              rdg_index texts)
{
    *s = (sheet){.ctx = ctx};
    s->column = rdg_context_calloc(ctx, (size_t)columns + 1, sizeof *s->column);
    s->values = rdg_context_calloc(ctx, (size_t)numbers, sizeof *s->values);
    s->texts = rdg_context_calloc(ctx, (size_t)texts, sizeof *s->texts);
    s->name = rdg_context_calloc(ctx, (size_t)columns, sizeof *s->name);
    return rdg_error_status(ctx);
}

static void sheet_release(sheet *s)
{
    rdg_free(s->column);
    rdg_free(s->values);
    rdg_free((void *)s->texts);
    rdg_free(s->name);
}

static void add_numbers(sheet *s, const char *name, const double *values)
{
    s->column[s->columns++] = RDG_COLUMN_ARRAY(name, values);
}

static void add_texts(sheet *s, const char *name, const char *const *texts)
{
    s->column[s->columns++] = RDG_COLUMN_TEXTS(name, texts);
}

/* "x_m", "x[3]", with what goes before it. */
static const char *state_name(sheet *s, const char *before, const char *const *names, rdg_index i)
{
    rdg_index known = 0;
    while (names && known <= i && names[known]) {
        known++;
    }
    char *name = s->name[s->columns];
    if (known > i) {
        snprintf(name, NAME, "%s%s", before, names[i]);
    } else {
        snprintf(name, NAME, "%sx[%" PRId64 "]", before, i);
    }
    return name;
}

/* Time is in seconds where the forcing's omega is in rad/s. */
static const char *time_name(const rdg_hybrid *h)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    return p.omega >= 0 && strcmp(p.unit[p.omega], "rad/s") == 0 ? "t_s" : "t";
}

static rdg_status write_motion(rdg_hybrid *h, const rdg_trajectory *to, const rdg_simulate_options *o)
{
    sheet s;
    rdg_status status =
        sheet_begin(&s, rdg_hybrid_context(h), to->states + 2, to->rows * to->states, to->rows);
    if (status == RDG_OK) {
        for (rdg_index r = 0; r < to->rows; r++) {
            s.texts[r] = rdg_hybrid_phase_at(h, to->mode[r])->name;
        }
        add_numbers(&s, time_name(h), to->t);
        add_texts(&s, "phase", s.texts);
        for (rdg_index i = 0; i < to->states; i++) {
            double *column = s.values + i * to->rows;
            for (rdg_index r = 0; r < to->rows; r++) {
                column[r] = to->x[r * to->states + i];
            }
            add_numbers(&s, state_name(&s, "", o->names, i), column);
        }
        status = rdg_export_items(s.ctx, o->path, to->rows, s.column);
    }
    sheet_release(&s);
    return status;
}

static void fill_event_texts(rdg_hybrid *h, const rdg_trajectory *to, sheet *s)
{
    for (rdg_index e = 0; e < to->events; e++) {
        const rdg_index row = to->before[e];
        s->texts[e] = rdg_hybrid_event_surface_at(h, to->surface[e], NULL, NULL)->name;
        s->texts[to->events + e] = rdg_hybrid_phase_at(h, to->mode[row])->name;
        s->texts[2 * to->events + e] = rdg_hybrid_phase_at(h, to->mode[row + 1])->name;
        s->values[e] = to->t[row];
    }
    add_numbers(s, time_name(h), s->values);
    add_texts(s, "event_surface", s->texts);
    add_texts(s, "from", s->texts + to->events);
    add_texts(s, "to", s->texts + 2 * to->events);
}

static rdg_status write_events(rdg_hybrid *h, const rdg_trajectory *to, const rdg_simulate_options *o)
{
    static const char *const side[] = {"before ", "behind "};
    sheet s;
    rdg_status status = sheet_begin(&s, rdg_hybrid_context(h), 2 * to->states + 4,
                                    (2 * to->states + 1) * to->events, 3 * to->events);
    if (status == RDG_OK) {
        fill_event_texts(h, to, &s);
        for (rdg_index k = 0; k < 2 * to->states; k++) {
            const rdg_index behind = k / to->states, i = k % to->states;
            double *column = s.values + (k + 1) * to->events;
            for (rdg_index e = 0; e < to->events; e++) {
                column[e] = to->x[(to->before[e] + behind) * to->states + i];
            }
            add_numbers(&s, state_name(&s, side[behind], o->names, i), column);
        }
        status = rdg_export_items(s.ctx, o->events, to->events, s.column);
    }
    sheet_release(&s);
    return status;
}

rdg_status rdg_trajectory_write(rdg_hybrid *h, const rdg_trajectory *trajectory,
                                const rdg_simulate_options *options)
{
    rdg_status status = options->path ? write_motion(h, trajectory, options) : RDG_OK;
    return status == RDG_OK && options->events ? write_events(h, trajectory, options) : status;
}
