/* One writer a run: SQLite keeps writers apart for a transaction only. */
#ifndef RDG_RUN_LOCK_IMPL_H
#define RDG_RUN_LOCK_IMPL_H

#include "objects.h"

/* A file beside that of the run, which is locked while it is open and is removed in the end; a kill leaves
 * it, but not the lock. */
typedef struct rdg_run_lock {
    char *path; /* NULL: not held */
    int file;
} rdg_run_lock;

/* RDG_ERR_BUSY names the process that holds it. `where` is for the message, `run` the path of the run's file.
 */
rdg_status rdg_run_lock_take(rdg_context *ctx, const char *where, const char *run, rdg_run_lock *lock);

void rdg_run_lock_drop(rdg_run_lock *lock);

#endif
