/* A run as it is written. Rows and solutions go into a transaction that is committed at every label, before a
 * line of the table is printed, and 50 ms after the last time at latest: a kill loses no more work than that.
 */
#define _POSIX_C_SOURCE 200809L

#include "run_store_impl.h"

#include "checksum_impl.h"
#include "run_folder_impl.h"
#include "run_lock_impl.h"
#include "run_schema_impl.h"
#include "shelf_impl.h"
#include "timing.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "solutions are stored as they lie in memory");

/* A run that takes less than this is not worth waiting for the disk: what the machine's end takes away is
 * soon computed again. */
static const double long_run_s = 1.0;
static const double longest_transaction_s = 0.05;

enum { BEGIN, COMMIT, POINT, SOLUTION, N_STATEMENTS };

struct rdg_run_store {
    rdg_context *ctx;
    const rdg_layout *layout;
    rdg_memory_run *memory; /* NULL: into a file */
    sqlite3 *database;      /* the memory's, or our own */
    char *title;            /* "run <name>", for messages */
    char *path;             /* of the file */
    rdg_run_lock lock;
    rdg_shelf_writer shown; /* to readers of the same context */
    sqlite3_stmt *statement[N_STATEMENTS];
    bool is_open;    /* a transaction */
    bool has_points; /* what was committed is this run, and not an older one */
    bool is_lost;    /* its tables were taken back: nothing more can be written */
    bool was_there;  /* the file, before */
    bool waits_for_disk;
    double begun, committed; /* seconds */
    rdg_solution_more more;
};

static rdg_status failure(const rdg_run_store *store, int code)
{
    return rdg_database_failure(store->ctx, store->title, store->memory ? NULL : store->path, store->database,
                                code);
}

/* --- transactions */

static int begin(rdg_run_store *store)
{
    int code = SQLITE_OK;
    if (!store->is_open) {
        code = store->is_lost ? SQLITE_ABORT : rdg_database_do(store->statement[BEGIN]);
        store->is_open = code == SQLITE_OK;
    }
    return code;
}

static void roll_back(rdg_run_store *store)
{
    if (store->is_open && !sqlite3_get_autocommit(store->database)) {
        rdg_database_run(store->database, "rollback");
    }
    store->is_open = false;
    store->is_lost = !store->has_points;
}

/* A file that was removed or renamed would take what goes nowhere. */
static bool has_moved(const rdg_run_store *store)
{
    int moved = 0;
    return !store->memory &&
           sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
           moved;
}

rdg_status rdg_run_store_commit(rdg_run_store *store)
{
    if (!store->is_open) {
        return RDG_OK;
    }
    if (has_moved(store)) {
        roll_back(store);
        return rdg_fail(store->ctx, RDG_ERR_IO, store->title, "%s: %s", store->path, strerror(ENOENT));
    }
    const int code = rdg_database_do(store->statement[COMMIT]);
    if (code) {
        const rdg_status status = failure(store, code);
        roll_back(store);
        return status;
    }
    store->is_open = false;
    store->has_points = true;
    store->committed = rdg_seconds();
    if (!store->waits_for_disk && !store->memory && store->committed - store->begun > long_run_s) {
        rdg_database_run(store->database, "pragma synchronous = normal");
        store->waits_for_disk = true;
    }
    return RDG_OK;
}

/* For a reader of the same context. A new run is not there before its first point. */
static void commit_for_reader(void *object)
{
    rdg_run_store *store = object;
    if (store->has_points) {
        rdg_run_store_commit(store);
    }
}

/* --- opening */

/* What cannot be shown or told apart later is refused before anything is written. */
static rdg_status check_layout(const rdg_run_store *store)
{
    const rdg_layout *layout = store->layout;
    for (rdg_index i = 0; i < layout->n_blocks; i++) {
        if (rdg_name_is_unfit(layout->block[i])) {
            return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                            "block of variables %" PRId64
                            " cannot be stored: its name is empty or has control "
                            "characters in it",
                            i);
        }
    }
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        if (rdg_name_is_unfit(layout->parameter[i])) {
            return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                            "parameter %" PRId64 " cannot be stored: its name is empty or has control "
                            "characters in it",
                            i);
        }
    }
    if (layout->n_parameters > RDG_MOST_QUANTITIES) {
        return rdg_fail(store->ctx, RDG_ERR_SIZE, store->title,
                        "%" PRId64 " parameters cannot be stored: %d are the most", layout->n_parameters,
                        RDG_MOST_QUANTITIES);
    }
    return RDG_OK;
}

static rdg_status name_it(rdg_run_store *store, const char *name)
{
    store->path = rdg_run_path(store->ctx, "run", name);
    if (!store->path) {
        return rdg_error_status(store->ctx);
    }
    const size_t size = strlen(name) + sizeof "run ";
    store->title = rdg_context_calloc(store->ctx, size, 1);
    if (!store->title) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_text title = rdg_text_in(store->title, size);
    rdg_text_addf(&title, "run %s", name);
    return check_layout(store);
}

/* Readers see what is committed while we write; until the run has lasted a while the disk is not waited for.
 */
static int prepare_file(rdg_run_store *store)
{
    sqlite3_int64 has_log = 0;
    int code =
        rdg_database_run(store->database, "pragma synchronous = off; pragma wal_autocheckpoint = 4096");
    code = code ? code
                : rdg_database_ask(store->database, "select journal_mode = 'wal' from pragma_journal_mode",
                                   &has_log);
    return code || has_log
               ? code
               : rdg_database_run(store->database, "pragma journal_mode = memory; pragma journal_mode = wal");
}

static rdg_status open_file(rdg_run_store *store)
{
    const int error = rdg_run_folder_make(store->path);
    if (error) {
        return rdg_fail(store->ctx, RDG_ERR_IO, store->title, "the folder of %s cannot be made: %s",
                        store->path, strerror(error));
    }
    RDG_TRY(rdg_run_lock_take(store->ctx, store->title, store->path, &store->lock));
    rdg_shelf_close_reader(store->ctx);
    int unknown = 0;
    store->was_there = rdg_database_place(store->path, &unknown) != RDG_PLACE_FREE;
    store->database = rdg_database_open_to_write(store->ctx, store->title, store->path);
    if (!store->database) {
        return rdg_error_status(store->ctx);
    }
    const int code = prepare_file(store);
    return code ? failure(store, code) : RDG_OK;
}

static rdg_status open_memory(rdg_run_store *store, const rdg_run_plan *plan)
{
    if (plan->goes_on) {
        store->memory = rdg_memory_run_find(store->ctx, plan->name);
        rdg_memory_run_hold(store->memory);
    } else {
        store->memory = rdg_memory_run_create(store->ctx, store->title, plan->name);
    }
    if (!store->memory) {
        return rdg_error_status(store->ctx);
    }
    store->database = store->memory->database;
    return RDG_OK;
}

/* The columns that are there are those of the layout. */
static rdg_status require_columns(rdg_run_store *store)
{
    sqlite3_int64 there = 0;
    const int code = rdg_database_ask(store->database, "select count(*) from quantity", &there);
    if (code) {
        return failure(store, code);
    }
    return there == store->layout->n_parameters + rdg_layout_small(store->layout)
               ? RDG_OK
               : rdg_fail(store->ctx, RDG_ERR_FORMAT, store->title,
                          "%s has other columns than this problem: start a run of another name", store->path);
}

/* How the run ended before is no longer true; which one it is stays. */
static int write_tables(rdg_run_store *store, const rdg_run_plan *plan)
{
    int code = begin(store);
    if (plan->goes_on) {
        code = code ? code : rdg_database_run(store->database, "delete from run where key <> 'id'");
    } else {
        code = code ? code : rdg_database_empty(store->database);
        code = code ? code : rdg_run_schema_make(store->database, plan->layout);
    }
    code = code ? code : rdg_run_facts_begin(store->database, plan->name);
    return code ? code : rdg_run_facts_write(store->database, plan->facts, plan->n_facts);
}

/* insert into point(...) values(?, ?, ...) */
static sqlite3_stmt *prepare_point(rdg_run_store *store, int *code)
{
    const rdg_index n = store->layout->n_parameters + rdg_layout_small(store->layout);
    char *columns = rdg_run_schema_columns(n);
    sqlite3_str *text = sqlite3_str_new(store->database);
    sqlite3_str_appendf(text, "insert into point(%s) values(?", columns ? columns : "");
    for (rdg_index i = 1; i < n + RDG_N_POINT_COLUMNS; i++) {
        sqlite3_str_appendall(text, ", ?");
    }
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    *code = SQLITE_NOMEM;
    sqlite3_stmt *made = columns && statement ? rdg_database_prepare(store->database, statement, code) : NULL;
    sqlite3_free(statement);
    sqlite3_free(columns);
    return made;
}

static int prepare_transactions(rdg_run_store *store)
{
    int code = SQLITE_OK;
    store->statement[BEGIN] = rdg_database_prepare(store->database, "begin immediate", &code);
    if (!code) {
        store->statement[COMMIT] = rdg_database_prepare(store->database, "commit", &code);
    }
    return code;
}

static rdg_status prepare_inserts(rdg_run_store *store)
{
    int code = SQLITE_OK;
    store->statement[POINT] = prepare_point(store, &code);
    if (!code) {
        store->statement[SOLUTION] = rdg_database_prepare(
            store->database,
            "insert into solution(point, u, tangent, state, kept, checksum) values(?, ?, ?, ?, ?, ?)", &code);
    }
    return code ? failure(store, code) : RDG_OK;
}

static rdg_status start(rdg_run_store *store, const rdg_run_plan *plan)
{
    RDG_TRY(name_it(store, plan->name));
    RDG_TRY(plan->in_memory ? open_memory(store, plan) : open_file(store));
    if (plan->goes_on) {
        RDG_TRY(require_columns(store));
        store->has_points = true;
    }
    int code = prepare_transactions(store);
    code = code ? code : write_tables(store, plan);
    if (code) {
        return failure(store, code);
    }
    RDG_TRY(prepare_inserts(store));
    store->shown = (rdg_shelf_writer){.commit = commit_for_reader, .store = store};
    RDG_TRY(rdg_shelf_add_writer(store->ctx, &store->shown));
    return store->memory ? rdg_run_store_commit(store) : RDG_OK; /* no older run is to be kept */
}

rdg_status rdg_run_store_open(rdg_context *ctx, const rdg_run_plan *plan, rdg_run_store **store)
{
    *store = NULL;
    rdg_run_store *made = rdg_context_calloc(ctx, 1, sizeof *made);
    if (!made) {
        return rdg_error_status(ctx) == RDG_ERR_NO_MEMORY ? RDG_ERR_NO_MEMORY : RDG_ERR_EARLIER;
    }
    made->ctx = ctx;
    made->layout = plan->layout;
    made->begun = made->committed = rdg_seconds();
    rdg_status status = start(made, plan);
    if (status == RDG_OK && plan->in_memory && !plan->goes_on) {
        status = rdg_memory_run_publish(ctx, made->memory);
    }
    if (status != RDG_OK) {
        rdg_run_store_free(made);
        return status;
    }
    if (!made->memory) {
        rdg_memory_run_forget(ctx, plan->name); /* what is written last is what is found under the name */
    }
    *store = made;
    return RDG_OK;
}

/* --- rows */

void rdg_run_store_keep(rdg_run_store *store, const rdg_solution_more *more)
{
    store->more = *more;
}

static int write_point(const rdg_run_store *store, const rdg_chart *chart)
{
    sqlite3_stmt *s = store->statement[POINT];
    int i = 1;
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
    sqlite3_stmt *s = store->statement[SOLUTION];
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

/* Neither this nor rdg_run_store_finish() asks whether the context is in failure: what was computed before
 * the failure is to be kept. */
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
    int code = begin(store);
    code = code ? code : write_point(store, chart);
    if (!code && chart->label > 0) {
        code = write_solution(store, chart);
    }
    if (code) {
        const rdg_status status = failure(store, code);
        roll_back(store);
        return status;
    }
    const bool is_due =
        chart->label > 0 || !store->has_points || rdg_seconds() - store->committed > longest_transaction_s;
    return is_due ? rdg_run_store_commit(store) : RDG_OK;
}

/* --- surfaces, and the end */

static int write_rows(sqlite3 *database, const char *insert, rdg_index rows, int columns,
                      const rdg_index *values)
{
    int code = SQLITE_OK;
    sqlite3_stmt *s = rdg_database_prepare(database, insert, &code);
    for (rdg_index i = 0; code == SQLITE_OK && i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            sqlite3_bind_int64(s, j + 1, values[i * columns + j]);
        }
        code = rdg_database_do(s);
    }
    sqlite3_finalize(s);
    return code;
}

/* All of it, or nothing: `code` is how the statements went. */
static rdg_status close_step(rdg_run_store *store, int code)
{
    if (code) {
        const rdg_status status = failure(store, code);
        roll_back(store);
        return status;
    }
    return rdg_run_store_commit(store);
}

rdg_status rdg_run_store_mesh(rdg_run_store *store, const rdg_mesh *mesh)
{
    const rdg_fact axes = {.name = "axes", .text = mesh->axes};
    int code = begin(store);
    code = code ? code : rdg_run_schema_make_mesh(store->database);
    code = code ? code : rdg_run_facts_write(store->database, &axes, mesh->axes ? 1 : 0);
    code =
        code ? code
             : write_rows(store->database, "insert into triangle(point_1, point_2, point_3) values(?, ?, ?)",
                          mesh->n_triangles, 3, mesh->triangle);
    code = code ? code
                : write_rows(store->database, "insert into curve_point(curve, point) values(?, ?)",
                             mesh->n_curve_points, 2, mesh->curve);
    return close_step(store, code);
}

rdg_status rdg_run_store_finish(rdg_run_store *store, const rdg_fact *facts, rdg_index n_facts)
{
    if (!store) {
        return RDG_ERR_EARLIER;
    }
    int code = begin(store);
    code = code ? code : rdg_run_facts_write(store->database, facts, n_facts);
    code = code ? code : rdg_run_facts_end(store->database);
    return close_step(store, code);
}

/* An older run that was larger leaves room that nobody needs. */
static void give_room_back(const rdg_run_store *store)
{
    const sqlite3_int64 few = 256;
    sqlite3_int64 pages = 0, empty = 0;
    if (rdg_database_ask(store->database, "pragma page_count", &pages) == SQLITE_OK &&
        rdg_database_ask(store->database, "pragma freelist_count", &empty) == SQLITE_OK && empty > few &&
        2 * empty > pages) {
        rdg_database_run(store->database, "vacuum");
    }
}

/* One file, readable in a folder that is not writable, too. Where somebody reads just now, or the disk is
 * full, it stays two, which is as good. */
static void close_file(rdg_run_store *store)
{
    rdg_shelf_close_reader(store->ctx);
    if (store->has_points) {
        sqlite3_busy_timeout(store->database, 0);
        give_room_back(store);
        rdg_database_run(store->database, "pragma wal_checkpoint(truncate); pragma synchronous = off;"
                                          "pragma journal_mode = memory");
    }
    rdg_database_close(store->database);
    if (!store->has_points && !store->was_there) {
        rdg_run_file_remove(store->path);
    }
}

void rdg_run_store_free(rdg_run_store *store)
{
    if (!store) {
        return;
    }
    rdg_shelf_remove_writer(store->ctx, &store->shown);
    if (store->database) {
        if (store->has_points) {
            rdg_run_store_commit(store);
        }
        roll_back(store);
        for (int k = 0; k < N_STATEMENTS; k++) {
            sqlite3_finalize(store->statement[k]);
        }
        if (!store->memory) {
            close_file(store);
        }
    }
    rdg_memory_run_release(store->memory);
    rdg_run_lock_drop(&store->lock);
    rdg_free(store->title);
    rdg_free(store->path);
    rdg_free(store);
}
