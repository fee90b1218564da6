/* Columns as a CSV file under names and in units of the caller's choice. */
#define _POSIX_C_SOURCE 200809L

#include "run_data_impl.h"

#include "csv_impl.h"
#include "file_impl.h"
#include "text_impl.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What is written: the items, with their values found. */
typedef struct export
{
    rdg_context *ctx;
    rdg_run *run;      /* NULL: arrays only */
    const char *where; /* public function */
    const char *path;
    const rdg_column *items;
    rdg_index n_items, n_columns;
    const double **values; /* [n_items]; NULL: texts, the types, or no column */
    const char *type;      /* NULL: every one */
    rdg_index first, last;
}
export;

static rdg_status check_texts(const export *job, const rdg_column *item, rdg_index i)
{
    if (!item->texts || !item->header) {
        return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where,
                        "%s: array %" PRId64 " has no texts or no header", job->path, i);
    }
    for (rdg_index row = 0; row <= job->last; row++) {
        if (!item->texts[row]) {
            return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where, "%s: text %" PRId64 " of \"%s\" is NULL",
                            job->path, row, item->header);
        }
    }
    return RDG_OK;
}

static rdg_status find_values(export *job, rdg_index i)
{
    const rdg_column *item = job->items + i;
    switch (item->kind) {
    case RDG_EXPORT_COLUMN:
        if (!job->run) {
            return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where,
                            "%s: there is no run to take columns from", job->path);
        }
        job->n_columns++;
        if (!isfinite(item->factor)) {
            return rdg_fail(job->ctx, RDG_ERR_NOT_FINITE, job->where, "%s: column \"%s\" has the factor %g",
                            job->path, item->from ? item->from : "(null)", item->factor);
        }
        if (item->from && strcmp(item->from, "type") == 0) {
            return RDG_OK;
        }
        job->values[i] = rdg_run_lookup(job->run, job->where, item->from, NULL);
        return job->values[i] ? RDG_OK : rdg_error_status(job->ctx);
    case RDG_EXPORT_ARRAY:
        job->n_columns++;
        job->values[i] = item->values;
        if (!item->values || !item->header) {
            return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where,
                            "%s: array %" PRId64 " has no values or no header", job->path, i);
        }
        return RDG_OK;
    case RDG_EXPORT_TEXTS:
        job->n_columns++;
        return check_texts(job, item, i);
    case RDG_EXPORT_TYPE:
        job->type = item->from;
        return item->from ? RDG_OK
                          : rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where, "%s: the type of rows is NULL",
                                     job->path);
    case RDG_EXPORT_ROWS:
        if (item->first < 0 || item->last > job->last || item->first > item->last) {
            return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where,
                            "%s: rows %" PRId64 " to %" PRId64 " are not among rows 0 to %" PRId64, job->path,
                            item->first, item->last, job->last);
        }
        job->first = item->first;
        job->last = item->last;
        return RDG_OK;
    default:
        return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where, "%s: item %" PRId64 " is of no known kind",
                        job->path, i);
    }
}

static bool is_column(const rdg_column *item)
{
    return item->kind == RDG_EXPORT_COLUMN || item->kind == RDG_EXPORT_ARRAY ||
           item->kind == RDG_EXPORT_TEXTS;
}

/* Without a header of its own a column keeps that of the run, which carries its unit. */
static const char *header_of(const export *job, const rdg_column *item)
{
    for (rdg_index i = 0; !item->header && i < job->run->n_fields; i++) {
        if (strcmp(job->run->field[i].name, item->from) == 0) {
            return job->run->field[i].header;
        }
    }
    return item->header ? item->header : item->from;
}

/* row < 0: the header. Fields go out one by one: there is no limit to the length of a line. */
static void write_line(const export *job, rdg_aside *file, rdg_index row)
{
    const char *comma = "";
    for (rdg_index i = 0; i < job->n_items; i++) {
        const rdg_column *item = job->items + i;
        if (!is_column(item)) {
            continue;
        }
        char chars[1024];
        rdg_text field = rdg_text_in(chars, sizeof chars);
        if (row < 0) {
            rdg_csv_field(&field, header_of(job, item));
        } else if (job->values[i] && item->may_miss && isnan(job->values[i][row])) {
            chars[0] = '\0'; /* the field stays empty */
        } else if (job->values[i]) {
            rdg_text_number(&field, job->values[i][row] * (item->factor != 0.0 ? item->factor : 1.0), 17);
        } else {
            rdg_csv_field(&field, item->texts ? item->texts[row] : job->run->type[row]);
        }
        fprintf(file->stream, "%s%s", comma, chars);
        comma = ",";
    }
    fputc('\n', file->stream);
}

static rdg_status write_file(const export *job)
{
    rdg_aside file;
    int error = rdg_aside_open(&file, AT_FDCWD, job->path);
    if (!error) {
        write_line(job, &file, -1);
        for (rdg_index row = job->first; row <= job->last; row++) {
            if (!job->type || strcmp(job->run->type[row], job->type) == 0) {
                write_line(job, &file, row);
            }
        }
        error = rdg_aside_commit(&file);
    }
    return error
               ? rdg_fail(job->ctx, rdg_file_status(error), job->where, "%s: %s", job->path, strerror(error))
               : RDG_OK;
}

static rdg_status run_export(export *job, rdg_index n_rows)
{
    if (!job->path || !job->items) {
        return rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where, "there is no path or no list of columns");
    }
    while (job->items[job->n_items].kind != RDG_EXPORT_END) {
        job->n_items++;
    }
    job->values = rdg_context_calloc(job->ctx, (size_t)job->n_items, sizeof *job->values);
    rdg_status status = job->values ? RDG_OK : RDG_ERR_NO_MEMORY;
    job->last = n_rows - 1;
    for (rdg_index i = 0; i < job->n_items && status == RDG_OK; i++) {
        status = find_values(job, i);
    }
    if (status == RDG_OK && (job->n_columns == 0 || (job->type && !job->run))) {
        status = rdg_fail(job->ctx, RDG_ERR_ARGUMENT, job->where,
                          "%s: there is no column to write, or a type is requested without a run", job->path);
    }
    if (status == RDG_OK) {
        status = write_file(job);
    }
    rdg_free(job->values);
    return status;
}

rdg_status rdg_run_export_items(rdg_run *run, const char *path, const rdg_column *items)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    export job = {.ctx = run->ctx, .run = run, .where = "rdg_run_export", .path = path, .items = items};
    return run_export(&job, run->n_rows);
}

rdg_status rdg_export_items(rdg_context *ctx, const char *path, rdg_index n_rows, const rdg_column *items)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    export job = {.ctx = ctx, .where = "rdg_export", .path = path, .items = items};
    return run_export(&job, n_rows);
}
