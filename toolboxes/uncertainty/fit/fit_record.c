/* The runs of a fit: its points, and the profile of each parameter. */
#include "fit_impl.h"
#include "least_squares_impl.h"

#include <ridgewalk/option_list.h>
#include <ridgewalk/run_writer.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of a measured quantity: value, standard deviation, fit, its standard error, residual. */
enum { EACH = 5, COLUMNS = 1 + EACH * FIT_OUTPUTS, NAME = 64 };
/* Places of a profile on either side of the optimum, up to so many half intervals from it. */
enum { PLACES = 12, AWAY = 2 };

const double *rdg_fit_abscissa(const fit_model *m)
{
    return m->measured->value[m->mode ? RDG_MEASURED_AMPLITUDE : RDG_MEASURED_LEVEL];
}

/* Standard error of the fitted value of a residual's row, in standard deviations of the point: J cov J^T.
 * Directions that are not determined do not change it. */
static double error_of(const fit_model *m, const rdg_fit_result *r, rdg_index row)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < r->n; i++) {
        for (rdg_index j = 0; j < r->n; j++) {
            const double a = r->parameter[i].error;
            const double b = r->parameter[j].error;
            if (isfinite(a) && isfinite(b)) {
                sum += m->jacobian[row + m->fit.m * i] * a * r->correlation[i + RDG_FIT_MOST * j] * b *
                       m->jacobian[row + m->fit.m * j];
            }
        }
    }
    return sqrt(fmax(sum, 0.0));
}

static rdg_status write_rows(const fit_model *m, const rdg_fit_result *r, rdg_run_writer *writer)
{
    const double *abscissa = rdg_fit_abscissa(m);
    for (rdg_index i = 0; i < m->measured->n; i++) {
        double column[COLUMNS] = {abscissa[i]};
        for (rdg_index k = 0; k < m->n_outputs; k++) {
            const fit_output *o = &m->output[k];
            double *at = column + 1 + EACH * k;
            at[0] = o->value[i];
            at[1] = o->error[i];
            at[2] = m->fitted[k][i];
            at[3] = error_of(m, r, i + k * m->measured->n) * o->error[i];
            at[4] = (m->fitted[k][i] - o->value[i]) / o->error[i];
        }
        RDG_TRY(rdg_run_writer_add(
            writer, &(rdg_written_row){
                        .point = i, .type = "", .shown = false, .column = column, .norm = abscissa[i]}));
    }
    return RDG_OK;
}

static rdg_run_writer *open_run(const fit_model *m, const rdg_option *options, const char *name,
                                const char *headline, rdg_index columns, const rdg_written_column *column)
{
    const bool in_memory = rdg_option_find(options, RDG_OPTION_IN_MEMORY, NULL) != NULL;
    return rdg_run_writer_open(m->ctx, &(rdg_run_writer_options){.name = name,
                                                                 .headline = headline,
                                                                 .in_memory = in_memory,
                                                                 .silent = true,
                                                                 .columns = columns,
                                                                 .column = column});
}

static rdg_status record_points(const fit_model *m, const rdg_fit_result *r, const rdg_option *options)
{
    static const char *const suffix[EACH] = {"", ".deviation", ".fit", ".error", ".residual"};
    char name[EACH * FIT_OUTPUTS][NAME];
    rdg_written_column column[COLUMNS] = {{m->mode ? "u" : "alpha", m->mode ? "m" : "N", true}};
    for (rdg_index k = 0; k < EACH * m->n_outputs; k++) {
        snprintf(name[k], NAME, "%s%s", m->output[k / EACH].name, suffix[k % EACH]);
        column[1 + k] = (rdg_written_column){name[k], "", true};
    }
    rdg_run_writer *writer =
        open_run(m, options, m->name, "measured points and fit", 1 + EACH * m->n_outputs, column);
    const rdg_status status = writer ? write_rows(m, r, writer) : rdg_error_status(m->ctx);
    return status == RDG_OK ? rdg_run_writer_close(writer, "all points", NULL) : status;
}

/* Ascending values around the optimum, at index PLACES: twice the interval on either side, or up to a bound.
 */
static void choose_values(const rdg_fit_parameter *q, const rdg_fitted *f, double *value)
{
    const double low = rdg_fit_scaled(q, q->low);
    const double high = rdg_fit_scaled(q, q->high);
    const double best = rdg_fit_scaled(q, f->value);
    const double to[2] = {
        fmax(low, f->open_low ? low : best - AWAY * (best - rdg_fit_scaled(q, f->low))),
        fmin(high, f->open_high ? high : best + AWAY * (rdg_fit_scaled(q, f->high) - best))};
    for (int k = 0; k <= 2 * PLACES; k++) {
        const double share = fabs((double)(k - PLACES)) / PLACES;
        value[k] = rdg_fit_value(q, best + share * (to[k > PLACES] - best));
    }
    value[PLACES] = f->value;
}

/* From the optimum outwards to both sides; [2 PLACES + 1] and [n] of each. */
static rdg_status follow(fit_model *m, const rdg_fit_result *r, rdg_index j, const double *value,
                         double *chi2, double *others)
{
    double side[PLACES];
    double found[PLACES];
    double of[PLACES * RDG_FIT_MOST];
    const rdg_index n = r->n;
    chi2[PLACES] = r->chi2;
    for (rdg_index i = 0; i < n; i++) {
        others[i + n * PLACES] = r->parameter[i].value;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int k = 0; k < PLACES; k++) {
            side[k] = value[PLACES + sign * (k + 1)];
        }
        m->is_known = false;
        RDG_TRY(rdg_fit_profile(m->ctx, &m->fit, r, j, PLACES, side, found, of));
        for (int k = 0; k < PLACES; k++) {
            const int at = PLACES + sign * (k + 1);
            chi2[at] = found[k];
            memcpy(others + n * at, of + n * k, (size_t)n * sizeof *of);
        }
    }
    return RDG_OK;
}

static rdg_status record_profile(fit_model *m, const rdg_fit_result *r, rdg_index j,
                                 const rdg_option *options)
{
    enum { ROWS = 2 * PLACES + 1 };
    double value[ROWS];
    double chi2[ROWS];
    double others[ROWS * RDG_FIT_MOST];
    char name[256];
    rdg_written_column column[2 + RDG_FIT_MOST] = {{"chi2", "", true}, {"rise", "", true}};
    choose_values(&m->fit.parameter[j], &r->parameter[j], value);
    RDG_TRY(follow(m, r, j, value, chi2, others));
    for (rdg_index i = 0; i < r->n; i++) {
        column[2 + i] = (rdg_written_column){m->fit.parameter[i].name, "", true};
    }
    snprintf(name, sizeof name, "%.120s.%.120s", m->name, m->fit.parameter[j].name);
    rdg_run_writer *writer =
        open_run(m, options, name, "profile: the other parameters are optimal", 2 + r->n, column);
    rdg_status status = rdg_error_status(m->ctx);
    for (rdg_index k = 0; writer && status == RDG_OK && k < ROWS; k++) {
        double row[2 + RDG_FIT_MOST] = {chi2[k], chi2[k] - r->chi2};
        memcpy(row + 2, others + r->n * k, (size_t)r->n * sizeof *others);
        row[2 + j] = value[k];
        status = rdg_run_writer_add(
            writer,
            &(rdg_written_row){.point = k, .type = "", .shown = false, .column = row, .norm = chi2[k]});
    }
    return writer && status == RDG_OK ? rdg_run_writer_close(writer, "the whole profile", NULL) : status;
}

rdg_status rdg_fit_record(fit_model *m, const rdg_fit_result *r, const rdg_option *options)
{
    if (rdg_option_find(options, RDG_OPTION_NO_FOLDER, NULL)) {
        return RDG_OK;
    }
    RDG_TRY(record_points(m, r, options));
    for (rdg_index j = 0; m->fit.profiles && j < r->n; j++) {
        RDG_TRY(record_profile(m, r, j, options));
    }
    return RDG_OK;
}
