/* Rows of a Campbell diagram, as two runs and as a file. */
#include "campbell_impl.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>

enum { LINE_COLUMNS = 5, COLUMNS = 7, NAME_SIZE = 300 };

static const double pi = 3.14159265358979323846;

rdg_status rdg_campbell_add_row(rdg_campbell_work *w, const rdg_campbell_row *row)
{
    RDG_TRY(rdg_context_reserve(w->ctx, &w->row, &w->room, w->n_rows + 1, sizeof *w->row));
    w->row[w->n_rows++] = *row;
    return RDG_OK;
}

static rdg_status write_line(const rdg_campbell_work *w, rdg_run_writer *writer, rdg_index i, rdg_index mode)
{
    const rdg_index order = w->o->orders[i];
    for (rdg_index k = 0; k < w->speeds; k++) {
        const rdg_index point = k + w->speeds * (mode + w->o->modes * i);
        const double omega = rdg_campbell_omega(w, i, k)[mode];
        const double column[LINE_COLUMNS] = {(double)order, (double)rdg_campbell_diameter(w, order),
                                             (double)(mode + 1), rdg_campbell_speed(w, k), omega};
        RDG_TRY(
            rdg_run_writer_add(writer, &(rdg_written_row){.point = point, .column = column, .norm = omega}));
    }
    return RDG_OK;
}

static rdg_status write_lines(const rdg_campbell_work *w, rdg_run_writer *writer)
{
    for (rdg_index i = 0; i < w->o->n_orders; i++) {
        for (rdg_index mode = 0; mode < w->o->modes; mode++) {
            RDG_TRY(write_line(w, writer, i, mode));
        }
    }
    return RDG_OK;
}

static rdg_status write_rows(const rdg_campbell_work *w, rdg_run_writer *writer)
{
    for (rdg_index k = 0; k < w->n_rows; k++) {
        const rdg_campbell_row *row = &w->row[k];
        const double column[COLUMNS] = {
            (double)row->order, (double)row->diameter, (double)(row->mode + 1), row->alpha, row->speed,
            row->omega,         row->amplitude};
        RDG_TRY(rdg_run_writer_add(writer, &(rdg_written_row){.point = k,
                                                              .type = row->alpha > 0.0 ? "PM" : "RES",
                                                              .labelled = true,
                                                              .shown = true,
                                                              .column = column,
                                                              .norm = row->omega}));
    }
    return RDG_OK;
}

static rdg_status record_lines(const rdg_campbell_work *w)
{
    static const rdg_written_column column[LINE_COLUMNS] = {{"order", "", true},
                                                            {"diameter", "", true},
                                                            {"mode", "", true},
                                                            {"speed", "rad/s", true},
                                                            {"omega", "rad/s", true}};
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%.280s/lines", w->name);
    rdg_run_writer *writer =
        rdg_run_writer_open(w->ctx, &(rdg_run_writer_options){.name = name,
                                                              .headline = "frequencies over the speed",
                                                              .silent = true,
                                                              .columns = LINE_COLUMNS,
                                                              .column = column});
    const rdg_status status = writer ? write_lines(w, writer) : rdg_error_status(w->ctx);
    return status == RDG_OK ? rdg_run_writer_close(writer, "all speeds", NULL) : status;
}

static rdg_status export_table(const rdg_campbell_work *w)
{
    rdg_run *run = rdg_run_open(w->ctx, w->name);
    const rdg_status status =
        rdg_run_export(run, w->o->table, RDG_COLUMN("order", "engine_order", 1.0),
                       RDG_COLUMN("diameter", "nodal_diameter", 1.0), RDG_COLUMN("mode", "mode", 1.0),
                       RDG_COLUMN("alpha", "alpha_N", 1.0), RDG_COLUMN("speed", "speed_rpm", 30.0 / pi),
                       RDG_COLUMN("omega", "f_Hz", 0.5 / pi), RDG_COLUMN("amplitude", "amplitude", 1.0));
    rdg_run_free(run);
    return status;
}

rdg_status rdg_campbell_record(const rdg_campbell_work *w)
{
    static const rdg_written_column column[COLUMNS] = {
        {"order", "", true},      {"diameter", "", true},   {"mode", "", true},      {"alpha", "N", true},
        {"speed", "rad/s", true}, {"omega", "rad/s", true}, {"amplitude", "m", true}};
    RDG_TRY(record_lines(w));
    rdg_run_writer *writer = rdg_run_writer_open(
        w->ctx, &(rdg_run_writer_options){.name = w->name,
                                          .headline = "resonances of engine orders (RES), "
                                                      "and peaks there (PM)",
                                          .columns = COLUMNS,
                                          .column = column});
    rdg_status status = writer ? write_rows(w, writer) : rdg_error_status(w->ctx);
    status = status == RDG_OK ? rdg_run_writer_close(writer, "all resonances", NULL) : status;
    return status == RDG_OK && w->o->table ? export_table(w) : status;
}
