/* In-memory databases: databases in memory with tables of their own, all of whose rows are in one transaction
 * that is never committed. What becomes of an in-memory database is its image, which is written into a file
 * as one piece, and the same in-memory database serves again: tables cost 0.1 ms to make, and a file that
 * SQLite writes from the start 2 ms. */
#ifndef RDG_DRAFT_IMPL_H
#define RDG_DRAFT_IMPL_H

#include "database_impl.h"

typedef struct rdg_draft {
    sqlite3 *database;
    char *tables;
} rdg_draft;

/* An in-memory database without rows, with the tables that these lines make (empty_database_impl.h): the one
 * that the context has kept, if it has these, or a new one. NULL after a failure. */
rdg_draft *rdg_draft_take(rdg_context *ctx, const char *where, const char *tables);

/* Can the file be replaced by another one that takes its name? Not what is no run of this version, nor a run
 * that a process left behind without closing it: that is for SQLite to sort out. */
bool rdg_draft_may_replace(const char *path);

/* Let the in-memory database's image take the name of the file, all at once; 0, or an errno. */
int rdg_draft_publish(rdg_draft *draft, const char *path);

/* Its rows go; the context keeps it for the next one. */
void rdg_draft_give_back(rdg_context *ctx, rdg_draft *draft);

#endif
