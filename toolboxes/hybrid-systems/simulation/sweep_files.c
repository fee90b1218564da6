/* The files of a sweep. */
#include "sweep_impl.h"

#include <ridgewalk/run_data.h>

#include <stdio.h>
#include <string.h>

/* Rows become columns. */
typedef struct columns {
    double *number;    /* [5 rows] value, direction, period, T, min, max */
    const char **text; /* [3 rows] modes, fate, reason */
} columns;

enum { NUMBERS = 6, TEXTS = 3 };

static const char *fate_text(rdg_sweep_fate fate)
{
    static const char *const text[] = {"periodic", "none", "slow", "rest", "lost"};
    return text[fate];
}

/* The parameter with its unit as in tables of runs: omega_rad_s. */
static void name_parameter(const rdg_sweeping *s, char *name, size_t size)
{
    const char *unit = rdg_hybrid_parameters_of(s->h).unit[s->parameter];
    int used = snprintf(name, size, "%s%s", s->o.parameter, *unit ? "_" : "");
    for (; *unit && used > 0 && (size_t)used + 1 < size; unit++) {
        const bool kept = strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *unit);
        name[used++] = kept ? *unit : '_';
        name[used] = '\0';
    }
}

static rdg_status write_table(const rdg_sweeping *s, columns *c, const char *name)
{
    const rdg_index rows = s->table->rows;
    c->number = rdg_context_calloc(s->ctx, (size_t)(NUMBERS * rows), sizeof *c->number);
    c->text = rdg_context_calloc(s->ctx, (size_t)(TEXTS * rows), sizeof *c->text);
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index i = 0; i < rows; i++) {
        const rdg_sweep_row *row = &s->table->row[i];
        const double number[NUMBERS] = {row->value, row->direction, (double)row->period,
                                        row->T,     row->min,       row->max};
        const char *const text[TEXTS] = {row->modes, fate_text(row->fate), row->reason};
        for (int k = 0; k < NUMBERS; k++) {
            c->number[k * rows + i] = number[k];
        }
        for (int k = 0; k < TEXTS; k++) {
            c->text[k * rows + i] = text[k];
        }
    }
    return rdg_export(
        s->ctx, s->o.path, rows, RDG_COLUMN_ARRAY(name, c->number),
        RDG_COLUMN_ARRAY("direction", c->number + rows), RDG_COLUMN_ARRAY("period", c->number + 2 * rows),
        RDG_COLUMN_ARRAY("T", c->number + 3 * rows), RDG_COLUMN_ARRAY("min", c->number + 4 * rows),
        RDG_COLUMN_ARRAY("max", c->number + 5 * rows), RDG_COLUMN_TEXTS("phases", c->text),
        RDG_COLUMN_TEXTS("fate", c->text + rows), RDG_COLUMN_TEXTS("reason", c->text + 2 * rows));
}

static rdg_status write_samples(const rdg_sweeping *s, columns *c, const char *name)
{
    rdg_index count = 0, k = 0;
    for (rdg_index i = 0; i < s->table->rows; i++) {
        count += s->table->row[i].samples;
    }
    c->number = rdg_context_calloc(s->ctx, (size_t)(3 * count), sizeof *c->number);
    RDG_TRY(rdg_error_status(s->ctx));
    for (rdg_index i = 0; i < s->table->rows; i++) {
        const rdg_sweep_row *row = &s->table->row[i];
        for (rdg_index j = 0; j < row->samples; j++, k++) {
            c->number[k] = row->value;
            c->number[count + k] = row->direction;
            c->number[2 * count + k] = row->sample[j];
        }
    }
    return rdg_export(s->ctx, s->o.samples_path, count, RDG_COLUMN_ARRAY(name, c->number),
                      RDG_COLUMN_ARRAY("direction", c->number + count),
                      RDG_COLUMN_ARRAY("sample", c->number + 2 * count));
}

typedef rdg_status file_writer(const rdg_sweeping *s, columns *c, const char *name);

static rdg_status write_one(const rdg_sweeping *s, file_writer *writer, const char *path, const char *name)
{
    columns c = {.number = NULL};
    const rdg_status status = path ? writer(s, &c, name) : RDG_OK;
    rdg_free(c.number);
    rdg_free((void *)c.text);
    return status;
}

rdg_status rdg_sweep_write(rdg_sweeping *s)
{
    char name[192];
    name_parameter(s, name, sizeof name);
    RDG_TRY(write_one(s, write_table, s->o.path, name));
    return write_one(s, write_samples, s->o.samples_path, name);
}
