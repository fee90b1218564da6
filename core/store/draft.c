/* Databases in memory that become files as one piece. */
#define _POSIX_C_SOURCE 200809L

#include "draft_impl.h"

#include "empty_database_impl.h"
#include "file_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(rdg_draft *draft)
{
    if (draft) {
        rdg_database_close(draft->database);
        rdg_free(draft->tables);
        rdg_free(draft);
    }
}

static rdg_draft *make(rdg_context *ctx, const char *where, const char *tables)
{
    rdg_draft *draft = rdg_context_calloc(ctx, 1, sizeof *draft);
    if (!draft) {
        return NULL;
    }
    draft->tables = rdg_context_strdup(ctx, tables);
    if (!draft->tables || rdg_database_open_memory(ctx, where, &draft->database) != RDG_OK) {
        release(draft);
        return NULL;
    }
    const int code = rdg_empty_database_make(draft->database, tables);
    if (code) {
        rdg_database_failure(ctx, where, NULL, draft->database, code);
        release(draft);
        return NULL;
    }
    return draft;
}

/* --- the one that a context keeps */

typedef struct drawer {
    rdg_draft *draft; /* NULL: it is in use, or there is none */
} drawer;

static void free_drawer(void *object)
{
    drawer *d = object;
    release(d->draft);
    rdg_free(d);
}

/* NULL after a failure. */
static drawer *provide_drawer(rdg_context *ctx)
{
    drawer *d = rdg_context_find(ctx, free_drawer);
    if (!d) {
        d = rdg_context_calloc(ctx, 1, sizeof *d);
        d = d && rdg_context_own(ctx, d, free_drawer) == RDG_OK ? d : NULL;
    }
    return d;
}

/* Of two the younger one: it has the tables that were requested last. */
static void keep(rdg_context *ctx, rdg_draft *draft)
{
    drawer *d = rdg_context_find(ctx, free_drawer);
    if (d) {
        release(d->draft);
        d->draft = draft;
    } else {
        release(draft);
    }
}

rdg_draft *rdg_draft_take(rdg_context *ctx, const char *where, const char *tables)
{
    drawer *d = provide_drawer(ctx);
    if (!d) {
        return NULL;
    }
    rdg_draft *kept = d->draft;
    d->draft = NULL;
    if (kept && strcmp(kept->tables, tables) == 0) {
        return kept;
    }
    release(kept);
    return make(ctx, where, tables);
}

/* SQLite takes a transaction back by itself where its memory fails. */
static bool is_whole(const rdg_draft *draft)
{
    return !sqlite3_get_autocommit(draft->database);
}

void rdg_draft_give_back(rdg_context *ctx, rdg_draft *draft)
{
    if (is_whole(draft) && rdg_database_run(draft->database, "rollback") == SQLITE_OK) {
        keep(ctx, draft);
    } else {
        release(draft);
    }
}

/* --- its file */

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* As SQLite's file format has it. */
static bool is_our_run(const char *path)
{
    enum { SIZE = 72, VERSION_AT = 60, KIND_AT = 68 };
    unsigned char head[SIZE];
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool is_read = file >= 0 && pread(file, head, sizeof head, 0) == (ssize_t)sizeof head;
    if (file >= 0) {
        close(file);
    }
    return is_read && big_endian(head + KIND_AT) == RDG_RUN_FILE &&
           big_endian(head + VERSION_AT) == RDG_RUN_TABLES;
}

static bool is_beside(const char *path, const char *ending)
{
    struct stat about;
    char *name = sqlite3_mprintf("%s%s", path, ending);
    const bool is_there = !name || lstat(name, &about) == 0;
    sqlite3_free(name);
    return is_there;
}

bool rdg_draft_may_replace(const char *path)
{
    int error = 0;
    const rdg_place place = rdg_database_place(path, &error);
    return (place == RDG_PLACE_FREE || (place == RDG_PLACE_FILE && is_our_run(path))) &&
           !is_beside(path, "-wal") && !is_beside(path, "-shm") && !is_beside(path, "-journal");
}

int rdg_draft_publish(rdg_draft *draft, const char *path)
{
    sqlite3_int64 size = 0;
    unsigned char *image = is_whole(draft) ? sqlite3_serialize(draft->database, "main", &size, 0) : NULL;
    rdg_aside file;
    int error = image ? rdg_aside_open(&file, AT_FDCWD, path) : ENOMEM;
    if (!error) {
        rdg_aside_write(&file, image, (size_t)size);
        rdg_aside_take_mode(&file);
        error = rdg_aside_commit(&file);
    }
    sqlite3_free(image);
    return error;
}
