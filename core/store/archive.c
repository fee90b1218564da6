/* Arrays by name in a file of SQLite's. Long arrays are cut into parts, since SQLite limits the size of one.
 */
#define _POSIX_C_SOURCE 200809L

#include "archive.h"

#include "checksum_impl.h"
#include "database_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ARCHIVE_FILE 0x52444741 /* "RDGA" */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

enum { PART_BYTES = 1 << 26 };

static const char byte_order[] = "byte order";

struct rdg_archive {
    rdg_context *ctx;
    const char *where, *path;
    char *part; /* path while it is written; NULL: it is read */
    sqlite3 *database;
};

static size_t item_size(rdg_archive_kind kind)
{
    return kind == RDG_ARCHIVE_NUMBERS   ? sizeof(double)
           : kind == RDG_ARCHIVE_INDICES ? sizeof(rdg_index)
                                         : sizeof(char);
}

static rdg_status fail_by(rdg_archive *a, int code)
{
    return rdg_database_failure(a->ctx, a->where, a->part ? a->part : a->path, a->database, code);
}

static rdg_status damaged(rdg_archive *a, const char *name, const char *how)
{
    return rdg_fail(a->ctx, RDG_ERR_FORMAT, a->where, "%s: \"%s\" %s: write the file anew", a->path, name,
                    how);
}

/* Frees it; an unfinished file goes. */
static void release(rdg_archive *a)
{
    rdg_database_close(a->database);
    if (a->part) {
        unlink(a->part);
    }
    rdg_free(a->part);
    rdg_free(a);
}

/* SQLite's code; *is: it is an archive. */
static int open_archive(const char *path, sqlite3 **database, bool *is)
{
    sqlite3_int64 id = 0;
    int code = rdg_database_open(path, SQLITE_OPEN_READONLY, database);
    code = code ? code : rdg_database_ask(*database, "pragma application_id", &id);
    *is = code == SQLITE_OK && id == ARCHIVE_FILE;
    return code == SQLITE_NOTADB ? SQLITE_OK : code;
}

/* An archive may be replaced, nothing else. */
static rdg_status check_place(rdg_context *ctx, const char *where, const char *path)
{
    int error = 0;
    switch (rdg_database_place(path, &error)) {
    case RDG_PLACE_FREE:
        return RDG_OK;
    case RDG_PLACE_FILE: {
        sqlite3 *database = NULL;
        bool may = false;
        open_archive(path, &database, &may);
        rdg_database_close(database);
        return may ? RDG_OK
                   : rdg_fail(ctx, RDG_ERR_IO, where,
                              "%s is there and was not written by this function: give another name", path);
    }
    default:
        return rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", path, error ? strerror(error) : "is no file");
    }
}

static rdg_archive *begin(rdg_context *ctx, const char *where, const char *path)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return NULL;
    }
    if (!path || !*path) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the path of the file is %s", path ? "empty" : "NULL");
        return NULL;
    }
    rdg_archive *a = rdg_context_calloc(ctx, 1, sizeof *a);
    if (a) {
        *a = (rdg_archive){.ctx = ctx, .where = where, .path = path};
    }
    return a;
}

/* The file under another name, with its table, in one transaction */
static rdg_status start(rdg_archive *a)
{
    const size_t size = strlen(a->path) + sizeof ".part";
    a->part = rdg_context_calloc(a->ctx, size, 1);
    if (!a->part) {
        return RDG_ERR_NO_MEMORY;
    }
    snprintf(a->part, size, "%s.part", a->path);
    unlink(a->part);
    errno = 0;
    int code = rdg_database_open(a->part, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &a->database);
    code =
        code ? code
             : rdg_database_run(a->database,
                                "pragma journal_mode = off; begin;"
                                "pragma application_id = " TEXT(
                                    ARCHIVE_FILE) ";"
                                                  "create table item(name text, part integer, kind integer, "
                                                  "checksum integer, data blob, primary key(name, part))");
    return code ? fail_by(a, code) : rdg_archive_put(a, byte_order, RDG_ARCHIVE_INDICES, 1, &(rdg_index){1});
}

rdg_archive *rdg_archive_create(rdg_context *ctx, const char *where, const char *path)
{
    rdg_archive *a = begin(ctx, where, path);
    if (a && (check_place(ctx, where, path) != RDG_OK || start(a) != RDG_OK)) {
        release(a);
        return NULL;
    }
    return a;
}

/* One whose first number is 1 on this machine */
static rdg_status check_order(rdg_archive *a)
{
    rdg_index *one = rdg_archive_take(a, byte_order, RDG_ARCHIVE_INDICES, 1, NULL);
    const bool same = one && *one == 1;
    rdg_free(one);
    return same ? RDG_OK
                : rdg_fail(a->ctx, RDG_ERR_FORMAT, a->where,
                           "%s was written on a machine with another byte order", a->path);
}

rdg_archive *rdg_archive_open(rdg_context *ctx, const char *where, const char *path)
{
    rdg_archive *a = begin(ctx, where, path);
    if (!a) {
        return NULL;
    }
    int error = 0;
    bool is = false;
    const rdg_place place = rdg_database_place(path, &error);
    errno = 0;
    int code = SQLITE_OK;
    if (place != RDG_PLACE_FILE) {
        rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", path,
                 place == RDG_PLACE_FREE ? strerror(ENOENT)
                 : error                 ? strerror(error)
                                         : "is no file");
    } else if ((code = open_archive(path, &a->database, &is)) != SQLITE_OK) {
        fail_by(a, code);
    } else if (!is) {
        rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s was not written by rdg_structure_write() or the like", path);
    } else {
        check_order(a);
    }
    if (rdg_error_status(ctx) != RDG_OK) {
        release(a);
        return NULL;
    }
    return a;
}

static int put_part(rdg_archive *a, const char *name, int part, rdg_archive_kind kind, size_t n,
                    const void *data)
{
    int code = SQLITE_OK;
    const size_t bytes = n * item_size(kind);
    sqlite3_stmt *s = rdg_database_statement(
        a->database, "insert into item(name, part, kind, checksum, data) values(?, ?, ?, ?, ?)", &code);
    code = code ? code : sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_int(s, 2, part);
    code = code ? code : sqlite3_bind_int(s, 3, (int)kind);
    code = code ? code : sqlite3_bind_int64(s, 4, rdg_checksum((uint32_t)part, data, bytes));
    code = code ? code : sqlite3_bind_blob64(s, 5, bytes > 0 ? data : "", bytes, SQLITE_STATIC);
    return code ? code : rdg_database_do(s);
}

rdg_status rdg_archive_put(rdg_archive *a, const char *name, rdg_archive_kind kind, rdg_index n,
                           const void *data)
{
    RDG_ENTER(a, a->ctx, RDG_ERR_EARLIER);
    RDG_NEED(a->ctx, name, RDG_ERR_ARGUMENT);
    if (n < 0 || (n > 0 && !data) || !a->part) {
        return RDG_FAIL(a->ctx, RDG_ERR_ARGUMENT, "\"%s\": %" PRId64 " items cannot be written to %s", name,
                        n, a->path);
    }
    const size_t most = PART_BYTES / item_size(kind);
    size_t left = (size_t)n;
    const char *from = data;
    for (int part = 0; part == 0 || left > 0; part++) {
        const size_t count = left < most ? left : most;
        const int code = put_part(a, name, part, kind, count, from);
        if (code != SQLITE_OK) {
            return fail_by(a, code);
        }
        from = count > 0 ? from + count * item_size(kind) : from;
        left -= count;
    }
    return RDG_OK;
}

/* Number of items of an array, in all parts; -1: it is not there, or of another kind */
static rdg_index count_items(rdg_archive *a, const char *name, rdg_archive_kind kind)
{
    int code = SQLITE_OK;
    rdg_index n = -1;
    sqlite3_stmt *s = rdg_database_statement(
        a->database, "select count(*), sum(length(data)) from item where name = ? and kind = ?", &code);
    code = code ? code : sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_int(s, 2, (int)kind);
    code = code ? code : sqlite3_step(s);
    if (code == SQLITE_ROW && sqlite3_column_int64(s, 0) > 0) {
        n = sqlite3_column_int64(s, 1) / (rdg_index)item_size(kind);
    }
    sqlite3_reset(s);
    if (code != SQLITE_ROW) {
        fail_by(a, code);
    }
    return n;
}

/* The parts in their order, checked; n items are expected. */
static rdg_status read_parts(rdg_archive *a, const char *name, size_t bytes, char *to)
{
    int code = SQLITE_OK, part = 0;
    size_t done = 0;
    sqlite3_stmt *s = rdg_database_statement(
        a->database, "select part, checksum, data from item where name = ? order by part", &code);
    code = code ? code : sqlite3_bind_text(s, 1, name, -1, SQLITE_STATIC);
    bool whole = true;
    while (!code && whole && (code = sqlite3_step(s)) == SQLITE_ROW) {
        const void *data = sqlite3_column_blob(s, 2);
        const size_t size = (size_t)sqlite3_column_bytes(s, 2);
        whole = sqlite3_column_int(s, 0) == part && (data || size == 0) && size <= bytes - done &&
                sqlite3_column_int64(s, 1) == rdg_checksum((uint32_t)part, data, size);
        if (whole && size > 0) {
            memcpy(to + done, data, size);
        }
        done += size;
        part++;
        code = SQLITE_OK;
    }
    sqlite3_reset(s);
    if (code != SQLITE_DONE && code != SQLITE_OK) {
        return fail_by(a, code);
    }
    return whole && done == bytes ? RDG_OK : damaged(a, name, "is damaged");
}

void *rdg_archive_take(rdg_archive *a, const char *name, rdg_archive_kind kind, rdg_index n, rdg_index *has)
{
    RDG_ENTER(a, a->ctx, NULL);
    RDG_NEED(a->ctx, name, NULL);
    const rdg_index there = count_items(a, name, kind);
    if (rdg_error_status(a->ctx) != RDG_OK) {
        return NULL;
    }
    if (there < 0 || (n >= 0 && n != there)) {
        damaged(a, name, there < 0 ? "is not there" : "has another size");
        return NULL;
    }
    char *items = rdg_context_calloc(a->ctx, (size_t)there, item_size(kind));
    if (items && read_parts(a, name, (size_t)there * item_size(kind), items) != RDG_OK) {
        rdg_free(items);
        return NULL;
    }
    if (has) {
        *has = there;
    }
    return items;
}

/* A new file takes its name when it is on the disk. */
static rdg_status publish(rdg_archive *a)
{
    int code = rdg_database_run(a->database, "commit");
    if (code != SQLITE_OK) {
        return fail_by(a, code);
    }
    rdg_database_close(a->database);
    a->database = NULL;
    if (rename(a->part, a->path) != 0) {
        return rdg_fail(a->ctx, RDG_ERR_IO, a->where, "%s: %s", a->path, strerror(errno));
    }
    rdg_free(a->part);
    a->part = NULL;
    return RDG_OK;
}

rdg_status rdg_archive_close(rdg_archive *a, rdg_status status)
{
    if (!a) {
        return status;
    }
    if (status == RDG_OK && a->part) {
        status = rdg_error_status(a->ctx) == RDG_OK ? publish(a) : RDG_ERR_EARLIER;
    }
    release(a);
    return status;
}
