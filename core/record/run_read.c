/* Reading a run: facts, blocks, columns and rows, all of one moment. */
#include "run_data_impl.h"

#include "csv_impl.h"
#include "run_schema_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_run_open";

sqlite3 *rdg_run_database(rdg_run *run, const char *who)
{
    return run->memory ? run->memory->database : rdg_shelf_reader(run->ctx, who, run->path);
}

rdg_status rdg_run_damaged(rdg_run *run, const char *who, sqlite3 *database, int code)
{
    return rdg_database_failure(run->ctx, who, run->memory ? NULL : run->path, database, code);
}

/* --- texts */

/* A copy that lives as long as the run; NULL after a failure. */
static const char *keep_text(rdg_run *run, const char *text)
{
    char *copy = rdg_context_strdup(run->ctx, text);
    if (!copy || rdg_context_reserve(run->ctx, &run->texts, &run->texts_capacity, run->n_texts + 1,
                                     sizeof *run->texts) != RDG_OK) {
        rdg_free(copy);
        return NULL;
    }
    run->texts[run->n_texts++] = copy;
    return copy;
}

/* "" where there is none. */
static const char *text_of(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text ? text : "";
}

static double number_of(sqlite3_stmt *s, int column)
{
    return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
}

/* Numbers as they are written elsewhere. */
static const char *keep_value(rdg_run *run, sqlite3_stmt *s, int column)
{
    char chars[RDG_NUMBER_SIZE];
    rdg_text text = rdg_text_in(chars, sizeof chars);
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_INTEGER:
        rdg_text_addf(&text, "%" PRId64, (int64_t)sqlite3_column_int64(s, column));
        return keep_text(run, chars);
    case SQLITE_FLOAT:
    case SQLITE_NULL:
        rdg_text_number(&text, number_of(s, column), 17);
        return keep_text(run, chars);
    default:
        return keep_text(run, text_of(s, column));
    }
}

/* --- one table after the other */

typedef rdg_status (*take_row)(rdg_run *run, sqlite3_stmt *s);

/* Each row of an answer is taken in. */
static rdg_status take_all(rdg_run *run, sqlite3 *database, const char *statement, take_row take)
{
    int code = SQLITE_OK;
    rdg_status status = RDG_OK;
    sqlite3_stmt *s = rdg_database_prepare(database, statement, &code);
    while (s && status == RDG_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = take(run, s);
    }
    sqlite3_finalize(s);
    return status != RDG_OK || code == SQLITE_DONE ? status : rdg_run_damaged(run, where, database, code);
}

static rdg_status take_fact(rdg_run *run, sqlite3_stmt *s)
{
    RDG_TRY(rdg_context_reserve(run->ctx, &run->facts, &run->facts_capacity, run->n_facts + 1,
                                sizeof *run->facts));
    rdg_run_fact *fact = &run->facts[run->n_facts];
    fact->name = keep_text(run, text_of(s, 0));
    fact->text = keep_value(run, s, 1);
    run->n_facts += fact->name && fact->text;
    return rdg_error_status(run->ctx);
}

static rdg_status odd(rdg_run *run, const char *what)
{
    return rdg_fail(run->ctx, RDG_ERR_FORMAT, where, "%s is damaged: %s", run->memory ? run->name : run->path,
                    what);
}

/* One behind the other, of a size that can be. */
static rdg_status take_block(rdg_run *run, sqlite3_stmt *s)
{
    const rdg_index most = (rdg_index)1 << 40;
    const rdg_run_block *before = run->n_blocks > 0 ? &run->blocks[run->n_blocks - 1] : NULL;
    const rdg_run_block block = {keep_text(run, text_of(s, 0)), sqlite3_column_int64(s, 1),
                                 sqlite3_column_int64(s, 2)};
    RDG_TRY(rdg_context_reserve(run->ctx, &run->blocks, &run->blocks_capacity, run->n_blocks + 1,
                                sizeof *run->blocks));
    run->blocks[run->n_blocks++] = block;
    const bool fits =
        block.n >= 0 && block.n < most && block.first < most &&
        block.first == (before ? run->blocks[run->n_blocks - 2].first + run->blocks[run->n_blocks - 2].n : 0);
    return fits ? RDG_OK : odd(run, "its blocks of variables do not follow each other");
}

static const char *header_of(rdg_run *run, const char *name, const char *unit)
{
    rdg_text text = rdg_text_in(NULL, 0);
    rdg_csv_header(&text, name, unit);
    const size_t size = text.length + 1;
    char *chars = rdg_context_calloc(run->ctx, size, 1);
    if (!chars) {
        return NULL;
    }
    text = rdg_text_in(chars, size);
    rdg_csv_header(&text, name, unit);
    const char *kept = keep_text(run, chars);
    rdg_free(chars);
    return kept;
}

static rdg_status take_quantity(rdg_run *run, sqlite3_stmt *s)
{
    RDG_TRY(rdg_context_reserve(run->ctx, &run->field, &run->fields_capacity, run->n_fields + 1,
                                sizeof *run->field));
    rdg_run_field *field = &run->field[run->n_fields++];
    *field = (rdg_run_field){.values = NULL};
    field->name = keep_text(run, text_of(s, 0));
    field->unit = keep_text(run, text_of(s, 1));
    field->header = field->name && field->unit ? header_of(run, field->name, field->unit) : NULL;
    run->n_quantities++;
    run->n_parameters += strcmp(text_of(s, 4), "variable") != 0;
    field->low = number_of(s, 2);
    field->high = number_of(s, 3);
    return rdg_error_status(run->ctx);
}

/* The first columns, in the order in which they are shown. */
static const char *const first_columns[] = {"point",      "label",    "type", "step", "next_step",
                                            "iterations", "residual", "norm", "time"};

static rdg_status read_columns(rdg_run *run, sqlite3 *database)
{
    RDG_TRY(rdg_context_reserve(run->ctx, &run->field, &run->fields_capacity, RDG_N_POINT_COLUMNS,
                                sizeof *run->field));
    for (int k = 0; k < RDG_N_POINT_COLUMNS; k++) {
        const bool is_time = k + 1 == RDG_N_POINT_COLUMNS;
        run->field[k] = (rdg_run_field){.header = is_time ? "time_s" : first_columns[k],
                                        .name = first_columns[k],
                                        .unit = is_time ? "s" : "",
                                        .low = NAN,
                                        .high = NAN};
    }
    run->n_fields = RDG_N_POINT_COLUMNS;
    return take_all(run, database, "select name, unit, low, high, kind from quantity order by id",
                    take_quantity);
}

/* --- rows */

enum { POINT, LABEL, TYPE };

/* The checksum of the row stands behind its columns. */
static bool is_as_written(const rdg_run *run, sqlite3_stmt *s, rdg_index row)
{
    uint32_t checksum = 0;
    for (rdg_index k = 0; k < run->n_fields; k++) {
        checksum = k == TYPE ? rdg_seal_text(checksum, run->type[row])
                             : rdg_seal_number(checksum, run->field[k].values[row]);
    }
    return sqlite3_column_int64(s, (int)run->n_fields) == (sqlite3_int64)checksum;
}

/* Types are few: each is kept once. */
static const char *keep_type(rdg_run *run, const char *type, rdg_index first)
{
    if (!*type) {
        return "";
    }
    for (rdg_index i = first; i < run->n_texts; i++) {
        if (strcmp(run->texts[i], type) == 0) {
            return run->texts[i];
        }
    }
    return keep_text(run, type);
}

/* Column k of the answer for each field. */
static rdg_status take_point(rdg_run *run, sqlite3_stmt *s, rdg_index row, rdg_index first_type)
{
    static const int place[] = {[POINT] = 0, [LABEL] = 2, [TYPE] = RDG_TYPE_COLUMN};
    run->type[row] = keep_type(run, text_of(s, RDG_TYPE_COLUMN), first_type);
    for (int k = 0; k < run->n_fields; k++) {
        const int column = k <= TYPE ? place[k] : k;
        const int type = sqlite3_column_type(s, column);
        if (k != TYPE && type != SQLITE_FLOAT && type != SQLITE_INTEGER && type != SQLITE_NULL) {
            return odd(run, "its table holds what is no number");
        }
        if (k != TYPE) {
            run->field[k].values[row] =
                k == LABEL ? (double)sqlite3_column_int64(s, column) : number_of(s, column);
        }
    }
    const double *point = run->field[POINT].values + row;
    if (row > 0 && point[0] <= point[-1]) {
        return odd(run, "its points are not in their order");
    }
    if (!run->type[row]) {
        return RDG_ERR_NO_MEMORY;
    }
    return is_as_written(run, s, row) ? RDG_OK : odd(run, "a row of its table is not what was written");
}

static rdg_status provide_rows(rdg_run *run, rdg_index n)
{
    run->values = rdg_context_calloc(run->ctx, (size_t)n * (size_t)run->n_fields, sizeof(double));
    run->type = rdg_context_calloc(run->ctx, (size_t)n, sizeof *run->type);
    if (!run->values || !run->type) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index i = 0; i < run->n_fields; i++) {
        run->field[i].values = i == TYPE ? NULL : run->values + i * n;
    }
    return RDG_OK;
}

static rdg_status read_rows(rdg_run *run, sqlite3 *database)
{
    sqlite3_int64 n = 0;
    int code = rdg_database_count(database, "select count(*) from point", (int)run->n_fields, &n);
    if (code) {
        return rdg_run_damaged(run, where, database, code);
    }
    RDG_TRY(provide_rows(run, n));
    char *columns = rdg_run_schema_columns(run->n_fields - RDG_N_POINT_COLUMNS);
    char *text =
        columns ? sqlite3_mprintf("select %s, row_checksum from point order by point", columns) : NULL;
    code = SQLITE_NOMEM;
    sqlite3_stmt *s = text ? rdg_database_prepare(database, text, &code) : NULL;
    sqlite3_free(text);
    sqlite3_free(columns);
    rdg_status status = RDG_OK;
    const rdg_index first_type = run->n_texts;
    while (s && status == RDG_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = run->n_rows < n ? take_point(run, s, run->n_rows, first_type)
                                 : odd(run, "it has more points than it counts");
        run->n_rows += status == RDG_OK;
    }
    sqlite3_finalize(s);
    return status != RDG_OK || code == SQLITE_DONE ? status : rdg_run_damaged(run, where, database, code);
}

/* Views and tables that compute what they hold could do so for ever. */
static rdg_status require_tables(rdg_run *run, sqlite3 *database)
{
    enum { N_TABLES = 6 };
    sqlite3_int64 n = 0;
    const int code = rdg_database_ask(database,
                                      "select count(*) from sqlite_master where type = 'table' and "
                                      "name in ('run', 'quantity', 'block', 'point', 'solution', 'seal') and "
                                      "sql like 'create table %'",
                                      &n);
    return code            ? rdg_run_damaged(run, where, database, code)
           : n == N_TABLES ? RDG_OK
                           : odd(run, "it lacks one of its tables");
}

static rdg_status require_facts(rdg_run *run, sqlite3 *database)
{
    bool is_whole = false;
    const int code = rdg_seal_check(database, &rdg_seal_of_facts, &is_whole);
    return code       ? rdg_run_damaged(run, where, database, code)
           : is_whole ? RDG_OK
                      : odd(run, "its facts are not what was written");
}

/* A page that has lost rows does not add up. What is in memory is nobody else's. */
static rdg_status require_points(rdg_run *run, sqlite3 *database)
{
    sqlite3_int64 is_whole = 1;
    const int code =
        run->memory ? SQLITE_OK
                    : rdg_database_ask(database, "select quick_check = 'ok' from pragma_quick_check('point')",
                                       &is_whole);
    return code       ? rdg_run_damaged(run, where, database, code)
           : is_whole ? RDG_OK
                      : odd(run, "its table of points is not whole");
}

static rdg_status read_all(rdg_run *run, sqlite3 *database)
{
    RDG_TRY(require_tables(run, database));
    RDG_TRY(take_all(run, database, "select key, value from run order by key", take_fact));
    RDG_TRY(take_all(run, database, "select name, first, n from block order by id", take_block));
    RDG_TRY(read_columns(run, database));
    RDG_TRY(require_facts(run, database));
    RDG_TRY(require_points(run, database));
    return read_rows(run, database);
}

/* A writer in another process goes on meanwhile; one of this context shares the run in memory, and may have a
 * transaction open there already. */
rdg_status rdg_run_read(rdg_run *run)
{
    sqlite3 *database = rdg_run_database(run, where);
    if (!database) {
        return rdg_error_status(run->ctx);
    }
    if (run->memory) {
        return read_all(run, database);
    }
    const int code = rdg_database_run(database, "begin");
    const rdg_status status = code ? rdg_run_damaged(run, where, database, code) : read_all(run, database);
    rdg_database_run(database, "rollback");
    return status;
}
