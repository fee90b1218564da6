/* What is written of a run: rows, labelled solutions, surfaces, and how it ended. */
#include "run_writing_impl.h"

#include "checksum_impl.h"
#include "run_schema_impl.h"
#include "timing.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "solutions are stored as they lie in memory");

void rdg_run_store_keep(rdg_run_store *store, const rdg_solution_more *more)
{
    store->more = *more;
}

/* In the order of the columns as they are read. */
static uint32_t checksum_of_point(const rdg_layout *layout, const rdg_chart *chart)
{
    const double numbers[] = {chart->step,     chart->next_step, chart->iterations,
                              chart->residual, chart->norm,      chart->seconds};
    uint32_t checksum = rdg_seal_number(0, (double)chart->point);
    checksum = rdg_seal_number(checksum, chart->label > 0 ? (double)chart->label : 0.0);
    checksum = rdg_seal_text(checksum, chart->type);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        checksum = rdg_seal_number(checksum, numbers[k]);
    }
    for (rdg_index k = 0; k < layout->n_parameters; k++) {
        checksum = rdg_seal_number(checksum, chart->mu[k]);
    }
    for (rdg_index k = 0; k < rdg_layout_small(layout); k++) {
        checksum = rdg_seal_number(checksum, chart->u[k]);
    }
    return checksum;
}

static int write_point(const rdg_run_store *store, const rdg_chart *chart)
{
    sqlite3_stmt *s = store->statement[RDG_ADD_POINT];
    int i = 1;
    sqlite3_bind_int64(s, i++, checksum_of_point(store->layout, chart));
    sqlite3_bind_int64(s, i++, chart->point);
    sqlite3_bind_text(s, i++, chart->type, -1, SQLITE_STATIC);
    if (chart->label > 0) {
        sqlite3_bind_int64(s, i++, chart->label);
    } else {
        sqlite3_bind_null(s, i++);
    }
    sqlite3_bind_double(s, i++, chart->step);
    sqlite3_bind_double(s, i++, chart->next_step);
    sqlite3_bind_int(s, i++, chart->iterations);
    sqlite3_bind_double(s, i++, chart->residual);
    sqlite3_bind_double(s, i++, chart->norm);
    sqlite3_bind_double(s, i++, chart->seconds);
    for (rdg_index k = 0; k < store->layout->n_parameters; k++) {
        sqlite3_bind_double(s, i++, chart->mu[k]);
    }
    for (rdg_index k = 0; k < rdg_layout_small(store->layout); k++) {
        sqlite3_bind_double(s, i++, chart->u[k]);
    }
    return rdg_database_do(s);
}

static int bind_numbers(sqlite3_stmt *s, int place, const double *numbers, rdg_index n, uint32_t *checksum)
{
    const size_t bytes = (size_t)n * sizeof *numbers;
    *checksum = rdg_checksum(*checksum, numbers, bytes);
    return sqlite3_bind_blob64(s, place, bytes > 0 ? (const void *)numbers : "", bytes, SQLITE_STATIC);
}

static int write_solution(const rdg_run_store *store, const rdg_chart *chart)
{
    const rdg_solution_more *more = &store->more;
    const rdg_index n = store->layout->block_start[store->layout->n_blocks];
    sqlite3_stmt *s = store->statement[RDG_ADD_SOLUTION];
    uint32_t checksum = 0;
    int code = sqlite3_bind_int64(s, 1, chart->point);
    code = code ? code : bind_numbers(s, 2, chart->u, n, &checksum);
    code = code ? code : bind_numbers(s, 3, chart->tangent, n, &checksum);
    code = code ? code : bind_numbers(s, 4, more->state, more->n_state, &checksum);
    checksum = more->kept ? rdg_checksum(checksum, more->kept, strlen(more->kept)) : checksum;
    code = code ? code : sqlite3_bind_text(s, 5, more->kept, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_int64(s, 6, checksum);
    return code ? code : rdg_database_do(s);
}

/* Of a gap without leaves there are no numbers. */
static int write_gap(const rdg_run_store *store, rdg_index point)
{
    const rdg_dense_gap *gap = store->more.gap;
    const rdg_index edges = gap->n_leaves > 0 ? gap->n_leaves + 1 : 0;
    const rdg_index values = gap->n_leaves > 0 ? RDG_LEAF_INTERVALS * gap->n_leaves + 1 : 0;
    uint32_t checksum = 0;
    int code = rdg_run_schema_make_dense(store->database);
    sqlite3_stmt *s = code ? NULL
                           : rdg_database_statement(store->database,
                                                    "insert into dense(point, edge, value, error, checksum) "
                                                    "values(?, ?, ?, ?, ?)",
                                                    &code);
    code = code ? code : sqlite3_bind_int64(s, 1, point);
    code = code ? code : bind_numbers(s, 2, gap->edge, edges, &checksum);
    code = code ? code : bind_numbers(s, 3, gap->value, values * gap->width, &checksum);
    code = code ? code : bind_numbers(s, 4, gap->error, gap->n_leaves * gap->width, &checksum);
    code = code ? code : sqlite3_bind_int64(s, 5, checksum);
    return code ? code : rdg_database_do(s);
}

/* Neither this nor rdg_run_store_finish() requests whether the context is in failure: what was computed
 * before the failure is to be kept. */
rdg_status rdg_run_store_append(rdg_run_store *store, const rdg_chart *chart)
{
    if (!store) {
        return RDG_ERR_EARLIER;
    }
    if (strlen(chart->type) > RDG_TYPE_LENGTH || (*chart->type && rdg_name_is_unfit(chart->type))) {
        return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                        "the event \"%.80s\" cannot be stored: at most %d characters, no control characters",
                        chart->type, RDG_TYPE_LENGTH);
    }
    int code = rdg_store_begin(store);
    code = code ? code : write_point(store, chart);
    if (!code && (chart->label > 0 || store->more.without_label)) {
        code = write_solution(store, chart);
    }
    code = code || !store->more.gap ? code : write_gap(store, chart->point);
    if (code) {
        const rdg_status status = rdg_store_failure(store, code);
        if ((code & 0xFF) != SQLITE_CONSTRAINT) { /* a point that is there already leaves the others alone */
            rdg_store_roll_back(store);
        }
        return status;
    }
    store->n_points++;
    store->is_as_it_was = false;
    store->last_point = chart->point;
    store->notes_before = 0;
    return rdg_store_is_due(store) ? rdg_run_store_commit(store) : RDG_OK;
}

/* --- surfaces, and the end */

static int write_rows(sqlite3 *database, const char *insert, rdg_index rows, int columns,
                      const rdg_index *values)
{
    int code = SQLITE_OK;
    sqlite3_stmt *s = rdg_database_statement(database, insert, &code);
    for (rdg_index i = 0; code == SQLITE_OK && i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            sqlite3_bind_int64(s, j + 1, values[i * columns + j]);
        }
        code = rdg_database_do(s);
    }
    return code;
}

/* Facts change together with their seal, or not at all: an in-memory database is published as it is, whatever
 * failed. */
static int begin_facts(rdg_run_store *store)
{
    const int code = rdg_store_begin(store);
    return code ? code : rdg_database_run(store->database, "savepoint facts");
}

static int end_facts(rdg_run_store *store, int code)
{
    code = code ? code : rdg_store_seal(store);
    code = code ? code : rdg_database_run(store->database, "release facts");
    if (code) {
        rdg_database_run(store->database, "rollback to facts; release facts");
        store->is_sealed = false;
    }
    return code;
}

rdg_status rdg_run_store_mesh(rdg_run_store *store, const rdg_mesh *mesh)
{
    const rdg_fact axes = {.name = "axes", .text = mesh->axes};
    store->is_as_it_was = false;
    int code = begin_facts(store);
    code = code ? code : rdg_run_schema_make_mesh(store->database);
    code = code ? code : rdg_run_facts_write(store->database, &axes, mesh->axes ? 1 : 0);
    code =
        code ? code
             : write_rows(store->database, "insert into triangle(point_1, point_2, point_3) values(?, ?, ?)",
                          mesh->n_triangles, 3, mesh->triangle);
    code = code ? code
                : write_rows(store->database, "insert into curve_point(curve, point) values(?, ?)",
                             mesh->n_curve_points, 2, mesh->curve);
    code = code ? code : rdg_seal_write(store->database, &rdg_seal_of_mesh);
    return rdg_store_end_step(store, end_facts(store, code));
}

rdg_status rdg_run_store_finish(rdg_run_store *store, const rdg_fact *facts, rdg_index n_facts)
{
    if (!store) {
        return RDG_ERR_EARLIER;
    }
    int code = begin_facts(store);
    code = code ? code : rdg_run_facts_write(store->database, facts, n_facts);
    code = code ? code : rdg_run_facts_end(store->database);
    code = end_facts(store, code);
    store->is_as_it_was = false;
    return store->draft && !code ? rdg_store_leave_draft(store, true) : rdg_store_end_step(store, code);
}
