/* Runs in memory, writers under way, and the one file that is open for reading. */
#define _POSIX_C_SOURCE 200809L

#include "shelf_impl.h"

#include "toolbox.h"

#include <string.h>
#include <sys/stat.h>

/* One for each context, which frees it. */
typedef struct shelf {
    rdg_memory_run *newest;
    rdg_shelf_writer *writers;
    sqlite3 *reader; /* NULL: none is open */
    char *path;      /* of its file */
    struct stat about;
} shelf;

/* --- the run registry of a context */

static void close_reader(shelf *s)
{
    rdg_database_close(s->reader);
    rdg_free(s->path);
    s->reader = NULL;
    s->path = NULL;
}

static void free_shelf(void *object)
{
    shelf *s = object;
    while (s->newest) {
        rdg_memory_run *run = s->newest;
        s->newest = run->older;
        rdg_memory_run_release(run);
    }
    close_reader(s);
    rdg_free(s);
}

static shelf *shelf_of(const rdg_context *ctx)
{
    return rdg_context_find(ctx, free_shelf);
}

/* NULL after a failure. */
static shelf *provide_shelf(rdg_context *ctx)
{
    shelf *s = shelf_of(ctx);
    if (!s) {
        s = rdg_context_calloc(ctx, 1, sizeof *s);
        if (!s || rdg_context_own(ctx, s, free_shelf) != RDG_OK) {
            return NULL;
        }
    }
    return s;
}

/* --- runs in memory */

rdg_memory_run *rdg_memory_run_create(rdg_context *ctx, const char *where, const char *name)
{
    rdg_memory_run *run = rdg_context_calloc(ctx, 1, sizeof *run);
    if (!run) {
        return NULL;
    }
    run->holders = 1;
    run->name = rdg_context_strdup(ctx, name);
    if (!run->name || rdg_database_open_memory(ctx, where, &run->database) != RDG_OK) {
        rdg_memory_run_release(run);
        return NULL;
    }
    return run;
}

void rdg_memory_run_hold(rdg_memory_run *run)
{
    run->holders++;
}

void rdg_memory_run_release(rdg_memory_run *run)
{
    if (run && --run->holders == 0) {
        rdg_database_close(run->database);
        rdg_free(run->name);
        rdg_free(run);
    }
}

rdg_memory_run *rdg_memory_run_find(const rdg_context *ctx, const char *name)
{
    const shelf *s = shelf_of(ctx);
    rdg_memory_run *run = s && name ? s->newest : NULL;
    while (run && strcmp(run->name, name) != 0) {
        run = run->older;
    }
    return run;
}

bool rdg_memory_run_forget(rdg_context *ctx, const char *name)
{
    shelf *s = shelf_of(ctx);
    for (rdg_memory_run **link = s ? &s->newest : NULL; link && *link; link = &(*link)->older) {
        rdg_memory_run *run = *link;
        if (strcmp(run->name, name) == 0) {
            *link = run->older;
            rdg_memory_run_release(run);
            return true;
        }
    }
    return false;
}

void rdg_memory_run_list(const rdg_context *ctx, rdg_text *list)
{
    const shelf *s = shelf_of(ctx);
    for (const rdg_memory_run *run = s ? s->newest : NULL; run; run = run->older) {
        rdg_text_item(list, run->name);
    }
}

rdg_status rdg_memory_run_publish(rdg_context *ctx, rdg_memory_run *run)
{
    shelf *s = provide_shelf(ctx);
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_memory_run_forget(ctx, run->name);
    rdg_memory_run_hold(run);
    run->older = s->newest;
    s->newest = run;
    return RDG_OK;
}

/* --- writers and the reader */

rdg_status rdg_shelf_add_writer(rdg_context *ctx, rdg_shelf_writer *writer)
{
    shelf *s = provide_shelf(ctx);
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    writer->next = s->writers;
    s->writers = writer;
    return RDG_OK;
}

void rdg_shelf_remove_writer(rdg_context *ctx, const rdg_shelf_writer *writer)
{
    shelf *s = shelf_of(ctx);
    for (rdg_shelf_writer **link = s ? &s->writers : NULL; link && *link; link = &(*link)->next) {
        if (*link == writer) {
            *link = writer->next;
            return;
        }
    }
}

void rdg_shelf_commit(rdg_context *ctx, const char *path)
{
    const shelf *s = shelf_of(ctx);
    for (const rdg_shelf_writer *w = s ? s->writers : NULL; w; w = w->next) {
        if (!path || (w->path && strcmp(w->path, path) == 0)) {
            w->commit(w->store);
        }
    }
}

/* The file that is open has this name still, and no other one has taken it. */
static bool is_open(const shelf *s, const char *path)
{
    struct stat about;
    return s->reader && strcmp(s->path, path) == 0 && lstat(path, &about) == 0 &&
           about.st_ino == s->about.st_ino && about.st_dev == s->about.st_dev;
}

sqlite3 *rdg_shelf_reader(rdg_context *ctx, const char *where, const char *path)
{
    shelf *s = provide_shelf(ctx);
    if (!s) {
        return NULL;
    }
    rdg_shelf_commit(ctx, path);
    if (!is_open(s, path)) {
        close_reader(s);
        s->path = rdg_context_strdup(ctx, path);
        s->reader = s->path ? rdg_database_open_to_read(ctx, where, path) : NULL;
        if (!s->reader || lstat(path, &s->about) != 0) {
            close_reader(s);
        }
    }
    return s->reader;
}

void rdg_shelf_close_reader(rdg_context *ctx)
{
    shelf *s = shelf_of(ctx);
    if (s) {
        close_reader(s);
    }
}
