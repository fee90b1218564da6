/* The file of a run that is written, and the statements of its database. */
#include "run_writing_impl.h"

#include "run_folder_impl.h"
#include "run_schema_impl.h"

/* Readers see what is committed while we write. A new file does not wait for the disk until the run has
 * lasted a while: what the machine's end takes of it lacks whole blocks, which is reported. A file that was
 * there would be a mixture of both runs. */
static int prepare_file(rdg_run_store *store)
{
    sqlite3_int64 has_log = 0;
    rdg_store_watch_log(store);
    int code = rdg_database_run(store->database, "pragma synchronous = off");
    code = code ? code
                : rdg_database_ask(store->database, "select journal_mode = 'wal' from pragma_journal_mode",
                                   &has_log);
    store->has_log = has_log != 0;
    store->log_file = 0;
    code = code || has_log ? code : rdg_store_begin_log(store);
    return code || !(store->was_there || store->is_durable) ? code : rdg_store_wait_for_disk(store);
}

rdg_status rdg_store_open_file(rdg_run_store *store)
{
    rdg_shelf_close_reader(store->ctx);
    store->database = rdg_database_open_to_write(store->ctx, store->title, store->file);
    if (!store->database) {
        if (!store->was_there && !store->has_points) {
            rdg_run_file_remove(store->file); /* it was made, but could not be opened */
        }
        return rdg_error_status(store->ctx);
    }
    const int code = prepare_file(store);
    return code ? rdg_store_failure(store, code) : RDG_OK;
}

/* insert into point(row_checksum, ...) values(?, ?, ...) */
static sqlite3_stmt *prepare_point(rdg_run_store *store, int *code)
{
    const rdg_index n = store->layout->n_parameters + rdg_layout_small(store->layout);
    char *columns = rdg_run_schema_columns(n);
    sqlite3_str *text = sqlite3_str_new(store->database);
    sqlite3_str_appendf(text, "insert into point(row_checksum, %s) values(?, ?", columns ? columns : "");
    for (rdg_index i = 1; i < n + RDG_N_POINT_COLUMNS; i++) {
        sqlite3_str_appendall(text, ", ?");
    }
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    *code = SQLITE_NOMEM;
    sqlite3_stmt *made =
        columns && statement ? rdg_database_statement(store->database, statement, code) : NULL;
    sqlite3_free(statement);
    sqlite3_free(columns);
    return made;
}

int rdg_store_prepare_transactions(rdg_run_store *store)
{
    int code = SQLITE_OK;
    store->statement[RDG_BEGIN] = rdg_database_statement(store->database, "begin immediate", &code);
    if (!code) {
        store->statement[RDG_COMMIT] = rdg_database_statement(store->database, "commit", &code);
    }
    return code;
}

int rdg_store_prepare_inserts(rdg_run_store *store)
{
    int code = SQLITE_OK;
    store->statement[RDG_ADD_POINT] = prepare_point(store, &code);
    if (!code) {
        store->statement[RDG_ADD_SOLUTION] = rdg_database_statement(
            store->database,
            "insert into solution(point, u, tangent, state, kept, checksum) values(?, ?, ?, ?, ?, ?)", &code);
    }
    return code;
}
