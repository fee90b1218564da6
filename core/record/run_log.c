/* SQLite's log beside the file of a run that is written. */
#include "run_writing_impl.h"

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

void rdg_store_watch_log(rdg_run_store *store)
{
    sqlite3_wal_hook(store->database, move_log, NULL);
}

int rdg_store_begin_log(rdg_run_store *store)
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
    const int code = rdg_store_begin_log(store);
    return code ? rdg_fail(store->ctx, RDG_ERR_IO, store->title,
                           "%s-wal was removed while the run was written, and another program reads the run: "
                           "what was computed since is lost",
                           store->path)
                : RDG_OK;
}
