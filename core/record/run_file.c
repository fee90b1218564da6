/* The file of a run that is written, and the statements of its database. */
#include "run_writing_impl.h"

#include "run_folder_impl.h"
#include "run_schema_impl.h"

#include <sys/stat.h>

/* SQLite's log goes into the file when it has become twice as large as that; so does the log of a short run
 * when it has some pages. Where somebody reads just now it waits. */
static int move_log(void *unused, sqlite3 *database, const char *name, int pages_of_log)
{
    enum { FEW = 32 };
    sqlite3_int64 pages = 0;
    (void)unused;
    if (pages_of_log > FEW && rdg_database_ask(database, "pragma page_count", &pages) == SQLITE_OK &&
        pages_of_log > 2 * pages) {
        sqlite3_wal_checkpoint_v2(database, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
    return SQLITE_OK;
}

static int begin_log(rdg_run_store *store)
{
    sqlite3_int64 is_wal = 0;
    int code = rdg_database_run(store->database, "pragma journal_mode = memory; pragma journal_mode = wal");
    code = code ? code
                : rdg_database_ask(store->database, "select journal_mode = 'wal' from pragma_journal_mode",
                                   &is_wal);
    store->has_log = is_wal != 0;
    store->log_file = 0;
    return code;
}

/* The number of the log on the disk; 0: there is none. */
static uint64_t find_log(const rdg_run_store *store)
{
    struct stat about;
    char *name = sqlite3_mprintf("%s-wal", store->file);
    const bool is_there = name && stat(name, &about) == 0;
    sqlite3_free(name);
    return is_there ? (uint64_t)about.st_ino : 0;
}

rdg_status rdg_store_keep_log(rdg_run_store *store)
{
    const uint64_t found = store->has_log && !store->memory ? find_log(store) : 0;
    const bool is_kept =
        !store->has_log || store->memory || (found && (!store->log_file || found == store->log_file));
    if (is_kept) {
        store->log_file = found;
        return RDG_OK;
    }
    const int code = begin_log(store);
    return code ? rdg_fail(store->ctx, RDG_ERR_IO, store->title,
                           "%s-wal was removed while the run was written, and another program reads the run: "
                           "what was computed since is lost",
                           store->path)
                : RDG_OK;
}

/* Readers see what is committed while we write. A new file does not wait for the disk until the run has
 * lasted a while: what the machine's end takes of it lacks whole blocks, which is told. A file that was there
 * would be a mixture of both runs. */
static int prepare_file(rdg_run_store *store)
{
    sqlite3_int64 has_log = 0;
    sqlite3_wal_hook(store->database, move_log, NULL);
    int code = rdg_database_run(store->database, "pragma synchronous = off");
    code = code ? code
                : rdg_database_ask(store->database, "select journal_mode = 'wal' from pragma_journal_mode",
                                   &has_log);
    store->has_log = has_log != 0;
    store->log_file = 0;
    code = code || has_log ? code : begin_log(store);
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
