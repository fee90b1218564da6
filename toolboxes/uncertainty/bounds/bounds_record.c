/* The lower and the upper end of a band as runs. */
#include "bounds_impl.h"

#include <ridgewalk/loads.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>

enum { FIRST = 4, COLUMNS = FIRST + 2 * RDG_BOUNDS_MOST, NAME = RDG_PARAMETER_NAME + 16 };

typedef struct bounds_columns {
    char name[2 * RDG_BOUNDS_MOST][NAME];
    rdg_written_column column[COLUMNS];
} bounds_columns;

static void list_columns(const bounds_track *t, bounds_columns *c)
{
    const rdg_bounds_search *s = t->s;
    c->column[0] = (rdg_written_column){"alpha", rdg_forcing_amplitude_unit(rdg_hbm_structure(s->hb)), true};
    c->column[1] = (rdg_written_column){"omega", "rad/s", true};
    c->column[2] = (rdg_written_column){s->sensor, "m", true};
    c->column[3] = (rdg_written_column){"width", "", true};
    for (rdg_index k = 0; k < s->n; k++) {
        snprintf(c->name[2 * k], NAME, "%.280s.v", rdg_bounds_contact_name(s, k));
        snprintf(c->name[2 * k + 1], NAME, "%.280s.slope", rdg_bounds_contact_name(s, k));
        c->column[FIRST + 2 * k] = (rdg_written_column){c->name[2 * k], "N", s->n <= 4};
        c->column[FIRST + 2 * k + 1] = (rdg_written_column){c->name[2 * k + 1], "m/N", false};
    }
}

static rdg_status write_rows(const bounds_track *t, int e, rdg_run_writer *writer)
{
    for (rdg_index i = 0; i < t->rows[e]; i++) {
        const bounds_row *row = &t->row[e][i];
        double column[COLUMNS] = {row->level, row->end.omega, row->end.amplitude, row->width};
        for (rdg_index k = 0; k < t->s->n; k++) {
            column[FIRST + 2 * k] = row->end.slider[k].v;
            column[FIRST + 2 * k + 1] = row->end.slider[k].slope;
        }
        const bool is_end = i == 0 || i == t->rows[e] - 1;
        RDG_TRY(rdg_run_writer_add(writer, &(rdg_written_row){.point = i,
                                                              .type = *row->type ? row->type
                                                                      : is_end   ? "EP"
                                                                                 : "",
                                                              .labelled = *row->type || is_end,
                                                              .shown = true,
                                                              .column = column,
                                                              .norm = row->end.amplitude}));
    }
    return RDG_OK;
}

/* Ranges of forcing amplitudes without a band, and why. */
static void list_levels_without_band(const bounds_track *t, char *text, size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (rdg_index k = 0; k < t->n && used < size; k++) {
        const rdg_index first = k;
        while (k + 1 < t->n && t->reason[k + 1] == t->reason[first]) {
            k++;
        }
        const char *why = rdg_bounds_why(t->reason[first]);
        const int wrote = why ? snprintf(text + used, size - used, "; no band for alpha = %.6g to %.6g: %s",
                                         t->level[first], t->level[k], why)
                              : 0;
        used += wrote > 0 ? (size_t)wrote : 0;
    }
}

static rdg_status record(const bounds_track *t, int e, const char *name, const rdg_option *options)
{
    bounds_columns columns;
    char run[NAME];
    char said[1024];
    list_columns(t, &columns);
    snprintf(run, sizeof run, "%.280s.%s", name, e == 0 ? "low" : "high");
    list_levels_without_band(t, said, sizeof said);
    rdg_run_writer *writer = rdg_run_writer_open(
        t->s->ctx,
        &(rdg_run_writer_options){.name = run,
                                  .headline = e == 0 ? "least peak over all residual stresses"
                                                     : "greatest peak over all residual stresses",
                                  .in_memory = rdg_option_find(options, RDG_OPTION_IN_MEMORY, NULL) != NULL,
                                  .silent = rdg_option_find(options, RDG_OPTION_NO_TABLE, NULL) != NULL,
                                  .columns = FIRST + 2 * t->s->n,
                                  .column = columns.column});
    rdg_status status = writer ? write_rows(t, e, writer) : rdg_error_status(t->s->ctx);
    return status == RDG_OK ? rdg_run_writer_close(writer, "end of the domain", said) : status;
}

rdg_status rdg_bounds_record(const bounds_track *t, const char *name, const rdg_option *options)
{
    if (rdg_option_find(options, RDG_OPTION_NO_FOLDER, NULL)) {
        return RDG_OK;
    }
    RDG_TRY(record(t, 0, name, options));
    return record(t, 1, name, options);
}
