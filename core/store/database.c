/* Opening, closing, statements. */
#define _POSIX_C_SOURCE 200809L

#include "database_impl.h"

#include "toolbox.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A reader waits as long for a writer that gives the file its last form. */
enum { PATIENCE_MS = 5000 };

rdg_place rdg_database_place(const char *path, int *error)
{
    struct stat about;
    *error = 0;
    if (lstat(path, &about) == 0) {
        return S_ISREG(about.st_mode) ? RDG_PLACE_FILE : RDG_PLACE_OTHER;
    }
    if (errno == ENOENT || errno == ENOTDIR) {
        return RDG_PLACE_FREE;
    }
    *error = errno;
    return RDG_PLACE_OTHER;
}

/* What the system stated, where it was the system that refused. */
static const char *reason_of_system(sqlite3 *database, int code)
{
    const int error = database && sqlite3_system_errno(database) ? sqlite3_system_errno(database) : errno;
    if ((code & 0xFF) == SQLITE_FULL) {
        return strerror(ENOSPC);
    }
    return error ? strerror(error) : sqlite3_errstr(code);
}

rdg_status rdg_database_failure(rdg_context *ctx, const char *where, const char *path, sqlite3 *database,
                                int code)
{
    const char *what = path ? path : "a run in memory";
    switch (code & 0xFF) {
    case SQLITE_NOMEM:
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "%s: no memory", what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return rdg_fail(ctx, RDG_ERR_BUSY, where, "%s is in use by another program", what);
    case SQLITE_CANTOPEN:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_PERM:
    case SQLITE_READONLY:
        return rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", what, reason_of_system(database, code));
    case SQLITE_NOTADB:
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is no run: it is no SQLite file", what);
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_ERROR: /* as "no such table": our statements are right */
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is damaged: %s", what,
                        database && sqlite3_errcode(database) != SQLITE_OK ? sqlite3_errmsg(database)
                                                                           : sqlite3_errstr(code));
    default:
        return rdg_fail(ctx, RDG_ERR_LIBRARY, where, "%s: SQLite: %s", what,
                        database ? sqlite3_errmsg(database) : sqlite3_errstr(code));
    }
}

int rdg_database_run(sqlite3 *database, const char *statements)
{
    errno = 0;
    return sqlite3_exec(database, statements, NULL, NULL, NULL);
}

sqlite3_stmt *rdg_database_prepare(sqlite3 *database, const char *statement, int *code)
{
    sqlite3_stmt *made = NULL;
    *code = sqlite3_prepare_v2(database, statement, -1, &made, NULL);
    return made;
}

/* There are few of them. */
sqlite3_stmt *rdg_database_statement(sqlite3 *database, const char *statement, int *code)
{
    sqlite3_stmt *kept = sqlite3_next_stmt(database, NULL);
    while (kept && (sqlite3_stmt_busy(kept) || strcmp(sqlite3_sql(kept), statement) != 0)) {
        kept = sqlite3_next_stmt(database, kept);
    }
    *code = SQLITE_OK;
    if (!kept) {
        *code = sqlite3_prepare_v3(database, statement, -1, SQLITE_PREPARE_PERSISTENT, &kept, NULL);
    } else {
        sqlite3_clear_bindings(kept);
    }
    return kept;
}

int rdg_database_do(sqlite3_stmt *statement)
{
    errno = 0; /* SQLite does not store it when a transaction fails to end */
    const int code = sqlite3_step(statement);
    const int error = errno;
    const int reset = sqlite3_reset(statement);
    errno = error;
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : reset ? reset : code;
}

int rdg_database_ask(sqlite3 *database, const char *statement, sqlite3_int64 *answer)
{
    int code = SQLITE_OK;
    sqlite3_stmt *made = rdg_database_prepare(database, statement, &code);
    if (made) {
        code = sqlite3_step(made);
        *answer = code == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
        code = code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
        sqlite3_finalize(made);
    }
    return code;
}

int rdg_database_count(sqlite3 *database, const char *statement, int columns, sqlite3_int64 *rows)
{
    sqlite3_int64 bytes = 0; /* a row takes one a column at least */
    int code = rdg_database_ask(
        database, "select page_count * page_size from pragma_page_count, pragma_page_size", &bytes);
    code = code ? code : rdg_database_ask(database, statement, rows);
    return code ? code : *rows > bytes / columns ? SQLITE_CORRUPT : SQLITE_OK;
}

/* The first table or view that is not SQLite's own, as a statement that drops it. */
static int drop_one(sqlite3 *database, bool *dropped)
{
    int code = SQLITE_OK;
    sqlite3_stmt *next = rdg_database_prepare(
        database,
        "select printf('drop %s \"%w\"', type, name) from sqlite_master "
        "where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' limit 1",
        &code);
    *dropped = next && sqlite3_step(next) == SQLITE_ROW;
    char *statement = *dropped ? sqlite3_mprintf("%s", sqlite3_column_text(next, 0)) : NULL;
    const int stepped = sqlite3_finalize(next);
    if (*dropped) {
        code = statement ? rdg_database_run(database, statement) : SQLITE_NOMEM;
        sqlite3_free(statement);
        return code;
    }
    return code ? code : stepped;
}

int rdg_database_empty(sqlite3 *database)
{
    bool dropped = true;
    int code = SQLITE_OK;
    while (code == SQLITE_OK && dropped) {
        code = drop_one(database, &dropped);
    }
    return code;
}

/* What a file states may not make SQLite do more than read it. */
static int settle(sqlite3 *database)
{
    sqlite3_extended_result_codes(database, 1);
    sqlite3_busy_timeout(database, PATIENCE_MS);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return rdg_database_run(database, "pragma secure_delete = off");
}

int rdg_database_open(const char *path, int flags, sqlite3 **database)
{
    const int code = sqlite3_open_v2(path, database, flags | SQLITE_OPEN_NOMUTEX, NULL);
    return code ? code : settle(*database);
}

rdg_status rdg_database_open_memory(rdg_context *ctx, const char *where, sqlite3 **database)
{
    const int code = rdg_database_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, database);
    return code ? rdg_database_failure(ctx, where, NULL, *database, code) : RDG_OK;
}

void rdg_database_close(sqlite3 *database)
{
    sqlite3_stmt *kept = database ? sqlite3_next_stmt(database, NULL) : NULL;
    while (kept) {
        sqlite3_finalize(kept);
        kept = sqlite3_next_stmt(database, NULL);
    }
    sqlite3_close_v2(database);
}

bool rdg_database_has_tables(const char *path)
{
    sqlite3 *database = NULL;
    sqlite3_int64 tables = 0;
    int code = rdg_database_open(path, SQLITE_OPEN_READONLY, &database);
    code = code ? code : rdg_database_ask(database, "select count(*) from sqlite_master", &tables);
    rdg_database_close(database);
    return code || tables > 0;
}

/* SQLite takes what is missing of the last page as zeros. What is not in the file yet may lie beside it. */
static bool is_cut(const char *path)
{
    enum { PAGE = 4096 };
    struct stat about, beside;
    char *log = sqlite3_mprintf("%s-wal", path);
    const bool has_log = log && stat(log, &beside) == 0 && beside.st_size > 0;
    sqlite3_free(log);
    return !has_log && stat(path, &about) == 0 && about.st_size % PAGE != 0;
}

/* Is it a run, and one whose tables we know? A file without any table is a new one. */
static rdg_status require_run(rdg_context *ctx, const char *where, const char *path, sqlite3 *database,
                              bool may_be_new)
{
    sqlite3_int64 kind = 0, tables = 0, entries = 0;
    int code = rdg_database_ask(database, "pragma application_id", &kind);
    code = code ? code : rdg_database_ask(database, "pragma user_version", &tables);
    code = code ? code : rdg_database_ask(database, "select count(*) from sqlite_master", &entries);
    if (code) {
        return rdg_database_failure(ctx, where, path, database, code);
    }
    if (entries == 0 && kind == 0) {
        return may_be_new ? RDG_OK
                          : rdg_fail(ctx, RDG_ERR_FORMAT, where,
                                     "%s has no points: the run was killed at its start", path);
    }
    if (kind != RDG_RUN_FILE) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is no run, but another program's SQLite file", path);
    }
    if (!may_be_new && is_cut(path)) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is damaged: it is cut off", path);
    }
    return tables == RDG_RUN_TABLES ? RDG_OK
                                    : rdg_fail(ctx, RDG_ERR_FORMAT, where,
                                               "%s has tables of version %lld; this library knows version %d",
                                               path, (long long)tables, RDG_RUN_TABLES);
}

static rdg_status require_place(rdg_context *ctx, const char *where, const char *path, bool may_be_new)
{
    int error = 0;
    const rdg_place place = rdg_database_place(path, &error);
    if (place == RDG_PLACE_FILE || (place == RDG_PLACE_FREE && may_be_new)) {
        return RDG_OK;
    }
    if (place == RDG_PLACE_FREE || error) {
        return rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", path, strerror(error ? error : ENOENT));
    }
    return rdg_fail(ctx, RDG_ERR_IO, where,
                    "%s is no file, but a folder, a link, a pipe or a device: it is left alone", path);
}

static const char *odd_beside(const char *path)
{
    static const char *const ending[] = {"-wal", "-shm", "-journal"};
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++) {
        char beside[PATH_MAX + 1];
        struct stat about;
        snprintf(beside, sizeof beside, "%s%s", path, ending[k]);
        if (lstat(beside, &about) == 0 && (!S_ISREG(about.st_mode) || about.st_nlink > 1)) {
            return ending[k];
        }
    }
    return NULL;
}

bool rdg_database_is_file(const char *path)
{
    int error = 0;
    return rdg_database_place(path, &error) == RDG_PLACE_FILE && !odd_beside(path);
}

static sqlite3 *open_run(rdg_context *ctx, const char *where, const char *path, int flags)
{
    const bool may_be_new = (flags & SQLITE_OPEN_CREATE) != 0;
    sqlite3 *database = NULL;
    rdg_status status = require_place(ctx, where, path, may_be_new);
    const char *odd = odd_beside(path);
    if (status == RDG_OK && odd) {
        status = rdg_fail(ctx, RDG_ERR_IO, where,
                          "%s%s is no file of this run, but a folder, a link, a pipe or a device: remove it",
                          path, odd);
    }
    if (status == RDG_OK) {
        const int code = rdg_database_open(path, flags, &database);
        status = code ? rdg_database_failure(ctx, where, path, database, code)
                      : require_run(ctx, where, path, database, may_be_new);
    }
    if (status != RDG_OK) {
        rdg_database_close(database);
        return NULL;
    }
    return database;
}

sqlite3 *rdg_database_open_to_read(rdg_context *ctx, const char *where, const char *path)
{
    return open_run(ctx, where, path, SQLITE_OPEN_READONLY);
}

sqlite3 *rdg_database_open_to_write(rdg_context *ctx, const char *where, const char *path)
{
    return open_run(ctx, where, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}
