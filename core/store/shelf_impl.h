/* What a context has of databases: its runs in memory, by name; the writers under way; a file that is being
 * read. */
#ifndef RDG_SHELF_IMPL_H
#define RDG_SHELF_IMPL_H

#include "database_impl.h"
#include "text_impl.h"

/* A run in memory belongs to the context, by name; who writes or reads one holds it as well, so that it stays
 * as it is when a new run takes its name. */
typedef struct rdg_memory_run rdg_memory_run;
struct rdg_memory_run {
    rdg_memory_run *older; /* of the same context */
    int holders;
    char *name;
    sqlite3 *database;
};

/* A new run without tables, held by who requests it; it can be found once it is published. NULL after a
 * failure. */
rdg_memory_run *rdg_memory_run_create(rdg_context *ctx, const char *where, const char *name);

/* Let the context keep it, in place of an older one of its name. */
rdg_status rdg_memory_run_publish(rdg_context *ctx, rdg_memory_run *run);

/* The run of this name, to be held by who needs it; NULL: there is none. */
rdg_memory_run *rdg_memory_run_find(const rdg_context *ctx, const char *name);

void rdg_memory_run_hold(rdg_memory_run *run);

/* Hold it no more; the last one frees it. NULL is allowed. */
void rdg_memory_run_release(rdg_memory_run *run);

/* The context keeps the run of this name no longer. false: there is none. */
bool rdg_memory_run_forget(rdg_context *ctx, const char *name);

/* Names of the runs that the context keeps. */
void rdg_memory_run_list(const rdg_context *ctx, rdg_text *list);

/* A writer, part of what it belongs to: what it has in hand is to be seen by who reads in the same context.
 */
typedef struct rdg_shelf_writer rdg_shelf_writer;
struct rdg_shelf_writer {
    void (*commit)(void *store);
    void *store;
    const char *path; /* of its file; NULL: it has none */
    rdg_shelf_writer *next;
};

rdg_status rdg_shelf_add_writer(rdg_context *ctx, rdg_shelf_writer *writer);
void rdg_shelf_remove_writer(rdg_context *ctx, const rdg_shelf_writer *writer);

/* Let who writes this file commit what it has in hand; NULL: every writer. */
void rdg_shelf_commit(rdg_context *ctx, const char *path);

/* A run's file, to be read; it stays open until another one is requested, or a writer begins or ends.
 * Borrowed; NULL after a failure. */
sqlite3 *rdg_shelf_reader(rdg_context *ctx, const char *where, const char *path);

/* Close that file: an open file is in the way of who gives it its last form. */
void rdg_shelf_close_reader(rdg_context *ctx);

#endif
