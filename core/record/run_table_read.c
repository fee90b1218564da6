/* Reading bd.csv: lines into columns, sorted by point. */
#include "run_data_impl.h"

#include "file_impl.h"
#include "run_line_impl.h"
#include "text_impl.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 1, TYPE = 2 };

/* The field at *cursor, unquoted in place; *cursor goes on to the next one, or to NULL after the last. */
static char *next_field(char **cursor)
{
    char *in = *cursor, *start = in, *out = in;
    bool quoted = false;
    while (*in && (quoted || *in != ',')) {
        if (*in != '"') {
            *out++ = *in;
        } else if (quoted && in[1] == '"') {
            *out++ = *in++;
        } else {
            quoted = !quoted;
        }
        in++;
    }
    *cursor = *in ? in + 1 : NULL;
    *out = '\0';
    return start;
}

/* The next complete line, or NULL: what then is left at *text was cut off. */
static char *next_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');
    if (!end) {
        return NULL;
    }
    *text = end + 1;
    *end = '\0';
    if (end > line && end[-1] == '\r') {
        end[-1] = '\0';
    }
    return line;
}

static rdg_index count_lines(const char *text)
{
    rdg_index n = 0;
    for (const char *c = strchr(text, '\n'); c; c = strchr(c + 1, '\n')) {
        n++;
    }
    return n;
}

static rdg_index count_fields(const char *line)
{
    rdg_index n = 1;
    bool quoted = false;
    for (const char *c = line; *c; c++) {
        quoted = *c == '"' ? !quoted : quoted;
        n += !quoted && *c == ',';
    }
    return n;
}

/* Name and unit of parameter i, as run.json has them; "" where it does not. */
static void parameter_of_json(const rdg_run *run, rdg_index i, const char **name, const char **unit)
{
    const rdg_json *json = &run->json;
    const rdg_index list = rdg_json_member(json, 0, "parameters");
    rdg_index item = rdg_json_next(json, list, -1);
    for (; item >= 0 && i > 0; i--) {
        item = rdg_json_next(json, list, item);
    }
    const rdg_index name_at = rdg_json_member(json, item, "name");
    const rdg_index unit_at = rdg_json_member(json, item, "unit");
    *name = name_at >= 0 ? json->value[name_at].text : "";
    *unit = unit_at >= 0 ? json->value[unit_at].text : "";
}

static rdg_status read_header(rdg_run *run, char *line)
{
    static const char first[] = RDG_FIRST_COLUMNS;
    if (strncmp(line, first, sizeof first - 1) != 0) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_run_open",
                        "%s/bd.csv does not begin with the columns %s", run->path, first);
    }
    run->n_fields = count_fields(line);
    run->field = rdg_context_calloc(run->ctx, (size_t)run->n_fields, sizeof *run->field);
    if (!run->field) {
        return RDG_ERR_NO_MEMORY;
    }
    char *cursor = line;
    for (rdg_index i = 0; i < run->n_fields; i++) {
        rdg_run_field *field = run->field + i;
        const char *name, *unit;
        field->header = field->name = cursor ? next_field(&cursor) : "";
        field->unit = "";
        parameter_of_json(run, i - RDG_N_FIRST_COLUMNS, &name, &unit);
        if (i >= RDG_N_FIRST_COLUMNS && *name && rdg_run_header_is(field->header, name, unit)) {
            field->name = name;
            field->unit = unit;
        }
    }
    run->field[RDG_N_FIRST_COLUMNS - 1].name = "time";
    run->field[RDG_N_FIRST_COLUMNS - 1].unit = "s";
    return RDG_OK;
}

/* Points and labels: whole numbers that a double holds exactly. */
static bool is_whole(double value)
{
    return fabs(value) < 9e15 && floor(value) == value;
}

/* A row that has been read, before rows are sorted. */
typedef struct row {
    double point;
    rdg_index line;
    char *text; /* NULL: in memory */
} row;

/* Points in order; lines of the same point as they were written. */
static int by_point(const void *left, const void *right)
{
    const row *a = left, *b = right;
    if (a->point != b->point) {
        return a->point < b->point ? -1 : 1;
    }
    return (a->line > b->line) - (a->line < b->line);
}

static rdg_status bad_line(rdg_run *run, rdg_index line, const char *reason, const char *field)
{
    return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_run_open", "%s/bd.csv, line %" PRId64 ": %s \"%.40s\"",
                    run->path, line, reason, field);
}

static rdg_status find_rows(rdg_run *run, char *text, row *rows)
{
    for (rdg_index i = 0; i < run->n_rows; i++) {
        char *line = next_line(&text), number[RDG_NUMBER_SIZE];
        rows[i] = (row){.line = i + 2, .text = line};
        rdg_text point = rdg_text_in(number, sizeof number);
        rdg_text_addf(&point, "%.*s", (int)strcspn(line, ","), line);
        if (!rdg_number_read(number, &rows[i].point) || !is_whole(rows[i].point)) {
            return bad_line(run, rows[i].line, "no number of a point:", number);
        }
    }
    if (*text) {
        rdg_write(run->ctx, RDG_CHANNEL_NOTE,
                  "run %s: the last line of its table is cut off (the run was killed, or is just being "
                  "written) and is left out\n",
                  run->name);
    }
    qsort(rows, (size_t)run->n_rows, sizeof *rows, by_point);
    return RDG_OK;
}

static rdg_status read_row(rdg_run *run, const row *from, rdg_index to)
{
    const rdg_index n = count_fields(from->text);
    if (n != run->n_fields) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_run_open",
                        "%s/bd.csv, line %" PRId64 ": %" PRId64 " fields, the header has %" PRId64, run->path,
                        from->line, n, run->n_fields);
    }
    char *cursor = from->text;
    for (rdg_index i = 0; i < n; i++) {
        const char *text = cursor ? next_field(&cursor) : "";
        if (i == TYPE) {
            run->type[to] = text;
        } else if (!rdg_number_read(text, run->field[i].values + to) ||
                   (i == LABEL && !is_whole(run->field[i].values[to]))) {
            return bad_line(run, from->line, "no number:", text);
        }
    }
    return RDG_OK;
}

/* Memory for n rows; *rows is to be freed in any case. */
static rdg_status provide_rows(rdg_run *run, rdg_index n, row **rows)
{
    run->n_rows = n;
    run->values = rdg_context_calloc(run->ctx, (size_t)run->n_rows * (size_t)run->n_fields, sizeof(double));
    run->type = rdg_context_calloc(run->ctx, (size_t)run->n_rows, sizeof *run->type);
    *rows = rdg_context_calloc(run->ctx, (size_t)run->n_rows, sizeof **rows);
    if (!run->values || !run->type || !*rows) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < run->n_fields; i++) {
        run->field[i].values = i == TYPE ? NULL : run->values + i * run->n_rows;
    }
    return RDG_OK;
}

static rdg_status read_rows(rdg_run *run, char *text)
{
    row *rows = NULL;
    rdg_status status = provide_rows(run, count_lines(text), &rows);
    status = status == RDG_OK ? find_rows(run, text, rows) : status;
    for (rdg_index i = 0; i < run->n_rows && status == RDG_OK; i++) {
        status = read_row(run, rows + i, i);
    }
    rdg_free(rows);
    return status;
}

static rdg_status read_rows_in_memory(rdg_run *run)
{
    const rdg_memory_run *kept = run->memory;
    row *rows = NULL;
    const rdg_status status = provide_rows(run, kept->n_rows, &rows);
    for (rdg_index i = 0; status == RDG_OK && i < run->n_rows; i++) {
        rows[i] = (row){.point = kept->numbers[i * kept->n_fields], .line = i};
    }
    if (status == RDG_OK && run->n_rows > 0) {
        qsort(rows, (size_t)run->n_rows, sizeof *rows, by_point);
    }
    for (rdg_index i = 0; status == RDG_OK && i < run->n_rows; i++) {
        const double *from = kept->numbers + rows[i].line * kept->n_fields;
        run->type[i] = kept->type[rows[i].line];
        for (rdg_index k = 0; k < run->n_fields; k++) {
            run->values[k * run->n_rows + i] = from[k];
        }
    }
    rdg_free(rows);
    return status;
}

static rdg_status read_table_in_memory(rdg_run *run)
{
    run->table = rdg_strdup(run->memory->header);
    if (!run->table) {
        return rdg_fail(run->ctx, RDG_ERR_NO_MEMORY, "rdg_run_open", "no memory for run \"%s\"", run->name);
    }
    char *text = run->table;
    RDG_TRY(read_header(run, next_line(&text)));
    return read_rows_in_memory(run);
}

rdg_status rdg_run_read_table(rdg_run *run)
{
    if (run->memory) {
        return read_table_in_memory(run);
    }
    size_t size = 0;
    const int error = rdg_file_read_in(run->path, "bd.csv", &run->table, &size);
    if (error) {
        return rdg_fail(run->ctx, rdg_file_status(error), "rdg_run_open", "%s/bd.csv: %s", run->path,
                        strerror(error));
    }
    char *text = run->table, *header = next_line(&text);
    if (!header) {
        return rdg_fail(run->ctx, RDG_ERR_FORMAT, "rdg_run_open",
                        "%s/bd.csv has no complete line: the run was killed at its start", run->path);
    }
    RDG_TRY(read_header(run, header));
    return read_rows(run, text);
}
