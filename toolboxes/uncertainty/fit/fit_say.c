/* What a fit has found: the table, and the run of its points. */
#include "fit_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>

enum { COLUMNS = 1 + 3 * FIT_OUTPUTS, NAME = 64 };
/* Share of a parameter in a direction from which on it is named. */
#define NAMED 0.1

static void write_parameter(const fit_model *m, const rdg_fit_result *r, rdg_index j)
{
    const rdg_fitted *f = &r->parameter[j];
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %-24s %16.9e", m->fit.parameter[j].name, f->value);
    if (f->at_bound) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  at its bound");
    } else if (!f->determined) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  not determined");
    } else {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  +- %.2e", f->error);
    }
    if (m->fit.profiles) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  %s%.6e .. %.6e%s", f->open_low ? "<= " : "", f->low, f->high,
                  f->open_high ? " and more" : "");
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
}

static void write_directions(const fit_model *m, const rdg_fit_result *r)
{
    for (rdg_index k = r->rank; k < r->n; k++) {
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  not determined by the points:");
        for (rdg_index j = 0; j < r->n; j++) {
            const double v = r->direction[j + RDG_FIT_MOST * k];
            if (!r->parameter[j].at_bound && fabs(v) > NAMED) {
                rdg_write(m->ctx, RDG_CHANNEL_TABLE, " %+.3f %s%s", v,
                          m->fit.parameter[j].low > 0.0 ? "ln " : "", m->fit.parameter[j].name);
            }
        }
        rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
    }
}

/* The point farthest from the fit. */
static void write_worst(const fit_model *m)
{
    double worst = 0.0;
    rdg_index point = 0;
    rdg_index output = 0;
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        for (rdg_index i = 0; i < m->measured->n; i++) {
            const double off = fabs(m->fitted[k][i] - m->output[k].value[i]) / m->output[k].error[i];
            if (off > worst) {
                worst = off;
                point = i;
                output = k;
            }
        }
    }
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "  greatest residual: %s of point %lld, %.2f standard deviations\n",
              m->output[output].name, (long long)point + 1, worst);
}

void rdg_fit_say(const fit_model *m, const rdg_fit_result *r)
{
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "fit %s: %lld parameters, %lld measured values\n  %-24s %16s  %s\n",
              m->name, (long long)r->n, (long long)m->fit.m, "parameter", "value", "standard error");
    for (rdg_index j = 0; j < r->n; j++) {
        write_parameter(m, r, j);
    }
    write_directions(m, r);
    rdg_write(m->ctx, RDG_CHANNEL_TABLE,
              "  chi^2 = %.6g, %lld degrees of freedom; %lld iterations, %lld of %lld starts\n", r->chi2,
              (long long)r->freedom, (long long)r->iterations, (long long)r->converged,
              (long long)m->fit.starts + 1);
    write_worst(m);
    rdg_write(m->ctx, RDG_CHANNEL_TABLE, "\n");
}

static rdg_status write_rows(const fit_model *m, rdg_run_writer *writer)
{
    const double *abscissa = m->measured->value[m->mode ? RDG_MEASURED_AMPLITUDE : RDG_MEASURED_LEVEL];
    for (rdg_index i = 0; i < m->measured->n; i++) {
        double column[COLUMNS] = {abscissa[i]};
        for (rdg_index k = 0; k < m->n_outputs; k++) {
            const fit_output *o = &m->output[k];
            column[1 + 3 * k] = o->value[i];
            column[2 + 3 * k] = m->fitted[k][i];
            column[3 + 3 * k] = (m->fitted[k][i] - o->value[i]) / o->error[i];
        }
        RDG_TRY(rdg_run_writer_add(
            writer, &(rdg_written_row){
                        .point = i, .type = "", .shown = false, .column = column, .norm = abscissa[i]}));
    }
    return RDG_OK;
}

rdg_status rdg_fit_record(const fit_model *m, const rdg_option *options)
{
    char name[3 * FIT_OUTPUTS][NAME];
    rdg_written_column column[COLUMNS] = {{m->mode ? "u" : "alpha", m->mode ? "m" : "N", true}};
    if (rdg_option_find(options, RDG_OPTION_NO_FOLDER, NULL)) {
        return RDG_OK;
    }
    for (rdg_index k = 0; k < m->n_outputs; k++) {
        const char *quantity = m->output[k].name;
        snprintf(name[3 * k], NAME, "%s", quantity);
        snprintf(name[3 * k + 1], NAME, "%s.fit", quantity);
        snprintf(name[3 * k + 2], NAME, "%s.residual", quantity);
        for (int i = 0; i < 3; i++) {
            column[1 + 3 * k + i] = (rdg_written_column){name[3 * k + i], "", true};
        }
    }
    rdg_run_writer *writer = rdg_run_writer_open(
        m->ctx,
        &(rdg_run_writer_options){.name = m->name,
                                  .headline = "measured points and fit",
                                  .in_memory = rdg_option_find(options, RDG_OPTION_IN_MEMORY, NULL) != NULL,
                                  .silent = true,
                                  .columns = 1 + 3 * m->n_outputs,
                                  .column = column});
    rdg_status status = writer ? write_rows(m, writer) : rdg_error_status(m->ctx);
    return status == RDG_OK ? rdg_run_writer_close(writer, "all points", NULL) : status;
}
