/* Dense output read back: quantities at any place between two rows. */
#include "run_data_impl.h"

#include "checksum_impl.h"
#include "run_schema_impl.h"
#include "run_store_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { POINT, EDGE, VALUE, ERROR, CHECKSUM, ID, LIST_SIZE = 400 };

enum { HALF_LEAF = RDG_LEAF_INTERVALS / 2 };

static rdg_index width_of(const rdg_run *run)
{
    return 1 + run->n_quantities;
}

void rdg_run_free_dense(rdg_run *run)
{
    for (rdg_index i = 0; run->gap && i < run->n_rows; i++) {
        rdg_free(run->gap[i].edge);
    }
    rdg_free(run->gap);
    run->gap = NULL;
}

static rdg_status damaged(rdg_run *run, const char *where, rdg_index point)
{
    return rdg_fail(run->ctx, RDG_ERR_FORMAT, where,
                    "%s is damaged: the curve at point %" PRId64 " is not what was written",
                    run->memory ? run->name : run->path, point);
}

static bool is_whole(sqlite3_stmt *s, rdg_index leaves, rdg_index width)
{
    const rdg_index values = leaves > 0 ? (RDG_LEAF_INTERVALS * leaves + 1) * width : 0;
    const rdg_index count[] = {leaves > 0 ? leaves + 1 : 0, values, leaves * width};
    uint32_t checksum = 0;
    bool is = true;
    for (int k = 0; k < 3; k++) {
        const size_t bytes = (size_t)sqlite3_column_bytes(s, EDGE + k);
        is = is && bytes == (size_t)count[k] * sizeof(double);
        checksum =
            is && bytes > 0 ? rdg_checksum(checksum, sqlite3_column_blob(s, EDGE + k), bytes) : checksum;
    }
    return is && sqlite3_column_int64(s, CHECKSUM) == (sqlite3_int64)checksum;
}

/* The row behind which the curve to a point lies, which comes from the start; -1: the point is not known. */
static rdg_index row_before(rdg_run *run, rdg_index point)
{
    const rdg_index row = point == 0 ? -1 : rdg_run_row_of_point(run, point);
    return row < 0 || point < 0 ? row : row - 1;
}

static rdg_status take_gap(rdg_run *run, const char *where, sqlite3_stmt *s)
{
    const rdg_index point = sqlite3_column_int64(s, POINT);
    const rdg_index row = row_before(run, point);
    if (row < 0 || row + 1 >= run->n_rows || run->gap[row].is_described) {
        return RDG_OK; /* it was written after the rows were read */
    }
    const rdg_index edges = sqlite3_column_bytes(s, EDGE) / (rdg_index)sizeof(double);
    const rdg_index leaves = edges > 0 ? edges - 1 : 0;
    if (!is_whole(s, leaves, width_of(run))) {
        return damaged(run, where, point);
    }
    rdg_run_gap *gap = run->gap + row;
    *gap = (rdg_run_gap){.is_described = true, .is_backwards = point < 0, .n_leaves = leaves};
    double *to[3] = {NULL};
    size_t bytes = 0;
    for (int k = EDGE; k <= ERROR; k++) {
        bytes += (size_t)sqlite3_column_bytes(s, k);
    }
    gap->edge = rdg_context_calloc(run->ctx, bytes + 1, 1);
    if (!gap->edge) {
        return RDG_ERR_NO_MEMORY;
    }
    double *next = gap->edge;
    for (int k = EDGE; k <= ERROR; k++) {
        const size_t size = (size_t)sqlite3_column_bytes(s, k);
        to[k - EDGE] = next;
        if (size > 0) {
            memcpy(next, sqlite3_column_blob(s, k), size);
        }
        next += size / sizeof *next;
    }
    gap->value = to[1];
    gap->error = to[2];
    return RDG_OK;
}

static rdg_status take_all(rdg_run *run, const char *where, sqlite3 *database)
{
    int code = SQLITE_OK;
    rdg_status status = RDG_OK;
    sqlite3_stmt *s = rdg_database_prepare(
        database,
        "select point, edge, value, error, checksum, (select value from run where key = 'id') "
        "from (select 1) left join dense", /* one row at least */
        &code);
    while (s && status == RDG_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        status = rdg_run_require_id(run, where, (const char *)sqlite3_column_text(s, ID));
        if (status == RDG_OK && sqlite3_column_type(s, POINT) != SQLITE_NULL) {
            status = take_gap(run, where, s);
        }
    }
    sqlite3_finalize(s);
    return status != RDG_OK || code == SQLITE_DONE ? status : rdg_run_damaged(run, where, database, code);
}

/* The table comes with the second row. */
static rdg_status read_gaps(rdg_run *run, const char *where)
{
    sqlite3 *database = rdg_run_database(run, where);
    sqlite3_int64 tables = 0;
    const int code =
        database
            ? rdg_database_ask(database, "select count(*) from sqlite_master where name = 'dense'", &tables)
            : SQLITE_OK;
    if (!database || code) {
        return database ? rdg_run_damaged(run, where, database, code) : rdg_error_status(run->ctx);
    }
    run->gap = rdg_context_calloc(run->ctx, (size_t)run->n_rows, sizeof *run->gap);
    const rdg_status status = !run->gap ? RDG_ERR_NO_MEMORY
                              : tables  ? take_all(run, where, database)
                                        : RDG_OK;
    if (status != RDG_OK) {
        rdg_run_free_dense(run);
    }
    return status;
}

bool rdg_run_read_dense(rdg_run *run, const char *where)
{
    const char *fact = rdg_run_find_fact(run, "dense_output");
    const bool is_there = fact && strcmp(fact, "1") == 0;
    return is_there && (run->gap || read_gaps(run, where) == RDG_OK);
}

rdg_index rdg_run_dense_quantity(const rdg_run *run, const double *values)
{
    const rdg_index first = run->n_fields - run->n_quantities;
    for (rdg_index k = 0; k < run->n_quantities; k++) {
        if (run->field[first + k].values == values) {
            return 1 + k;
        }
    }
    return run->field[RDG_NORM_COLUMN].values == values ? 0 : -1;
}

bool rdg_run_has_dense(const rdg_run *run, rdg_index row, rdg_index *leaves)
{
    *leaves = run->gap[row].n_leaves;
    return run->gap[row].is_described;
}

double rdg_run_dense_edge(const rdg_run *run, rdg_index row, rdg_index i)
{
    const rdg_run_gap *gap = run->gap + row;
    return gap->is_backwards ? 1.0 - gap->edge[gap->n_leaves - i] : gap->edge[i];
}

/* --- a value */

/* The polynomial of degree 4 through the five values of one half of a leaf, y intervals behind the first. */
static double through_five(const double *value, rdg_index width, double y)
{
    static const double scale[] = {24.0, -6.0, 4.0, -6.0, 24.0}; /* product of the distances to the others */
    double sum = 0.0;
    for (int i = 0; i < 5; i++) {
        double weight = 1.0;
        for (int j = 0; j < 5; j++) {
            weight *= j == i ? 1.0 : y - j;
        }
        sum += weight / scale[i] * value[i * width];
    }
    return sum;
}

double rdg_run_dense_value(const rdg_run *run, rdg_index quantity, rdg_index row, double fraction,
                           double *error)
{
    const rdg_run_gap *gap = run->gap + row;
    const rdg_run_field *field =
        run->field + (quantity > 0 ? run->n_fields - run->n_quantities + quantity - 1 : RDG_NORM_COLUMN);
    const double *rows = field->values + row;
    *error = 0.0;
    if (fraction == 0.0 || (!gap->is_described && rows[0] == rows[1])) {
        return rows[0];
    }
    if (gap->n_leaves == 0) {
        *error = NAN;
        return NAN;
    }
    const rdg_index width = width_of(run);
    const double x = gap->is_backwards ? 1.0 - fraction : fraction;
    rdg_index leaf = 0;
    while (leaf + 1 < gap->n_leaves && x >= gap->edge[leaf + 1]) {
        leaf++;
    }
    const double y = RDG_LEAF_INTERVALS * (x - gap->edge[leaf]) / (gap->edge[leaf + 1] - gap->edge[leaf]);
    const rdg_index half = y < HALF_LEAF ? 0 : HALF_LEAF;
    const double *from = gap->value + (RDG_LEAF_INTERVALS * leaf + half) * width + quantity;
    const double value = through_five(from, width, y - (double)half);
    *error = gap->error[leaf * width + quantity];
    if (isfinite(value)) {
        return value;
    }
    *error = fabs(rows[1] - rows[0]); /* a monitor that may jump has jumped somewhere in between */
    return rows[fraction >= 0.5];
}

static rdg_status no_such_quantity(rdg_run *run, const char *where, const char *column)
{
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    rdg_text_item(&list, "norm");
    for (rdg_index k = run->n_fields - run->n_quantities; k < run->n_fields; k++) {
        rdg_text_item(&list, run->field[k].name);
    }
    return rdg_fail(run->ctx, RDG_ERR_ARGUMENT, where,
                    "run \"%s\": \"%s\" has values on rows only; between them there are: %s", run->name,
                    column, rdg_text_list(&list));
}

#undef rdg_run_interpolate /* the macro, with which an argument may be left out */

rdg_status rdg_run_interpolate(rdg_run *run, const char *column, double place, double *value, double *error)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!column || !value) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT, "run \"%s\": it needs a column and a place for the value",
                        run->name);
    }
    const double *values = rdg_run_lookup(run, __func__, column, NULL);
    if (!values) {
        return rdg_error_status(run->ctx);
    }
    if (!isgreaterequal(place, 0.0) || !islessequal(place, (double)(run->n_rows - 1))) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT, "run \"%s\" has no place %g: its rows are 0 to %" PRId64,
                        run->name, place, run->n_rows - 1);
    }
    if (!rdg_run_read_dense(run, __func__)) {
        return rdg_error_status(run->ctx) != RDG_OK
                   ? rdg_error_status(run->ctx)
                   : RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT,
                              "run \"%s\" has no dense output: give RDG_DENSE_OUTPUT when it is computed",
                              run->name);
    }
    const rdg_index quantity = rdg_run_dense_quantity(run, values);
    if (quantity < 0) {
        return no_such_quantity(run, __func__, column);
    }
    const double row = floor(place);
    double ignored = 0.0;
    *value = rdg_run_dense_value(run, quantity, (rdg_index)row, place - row, error ? error : &ignored);
    return RDG_OK;
}
