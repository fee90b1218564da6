/* What a run is while it is written. */
#ifndef RDG_RUN_WRITING_IMPL_H
#define RDG_RUN_WRITING_IMPL_H

#include "run_lock_impl.h"
#include "run_store_impl.h"
#include "shelf_impl.h"
#include "toolbox.h"

enum { RDG_BEGIN, RDG_COMMIT, RDG_ADD_POINT, RDG_ADD_SOLUTION, RDG_N_STATEMENTS };

struct rdg_run_store {
    rdg_context *ctx;
    const rdg_layout *layout;
    rdg_memory_run *memory; /* NULL: into a file */
    sqlite3 *database;      /* the memory's, or our own */
    char *title;            /* "run <name>", for messages */
    char *path;             /* of the file */
    rdg_run_lock lock;
    rdg_shelf_writer shown; /* to readers of the same context */
    rdg_listener listener;  /* to notes and warnings */
    sqlite3_stmt *statement[RDG_N_STATEMENTS];
    bool is_open;    /* a transaction */
    bool has_points; /* what was committed is this run, and not an older one */
    bool is_lost;    /* its tables were taken back: nothing more can be written */
    bool was_there;  /* the file, before */
    bool waits_for_disk;
    bool is_durable;                         /* each point is on the disk before the next one */
    rdg_index n_points, last_point, n_notes; /* that this writer has written */
    double begun, committed;                 /* seconds */
    rdg_solution_more more;
};

/* What is written is committed after this at latest. */
#define RDG_LONGEST_TRANSACTION_S 0.05

/* A listener of the run. */
void rdg_run_note(rdg_channel channel, const char *text, void *object);

/* The failure of a call of SQLite's that answered `code`. */
rdg_status rdg_store_failure(const rdg_run_store *store, int code);

/* Open a transaction, if none is; SQLite's code. */
int rdg_store_begin(rdg_run_store *store);

/* From here on what SQLite moves into the file is on the disk before it goes on: the machine may end at any
 * moment. SQLite's code. */
int rdg_store_wait_for_disk(rdg_run_store *store);

/* What was not committed goes. */
void rdg_store_roll_back(rdg_run_store *store);

/* End a step of several statements, of which the first that failed answered `code`: all of it stays, or
 * nothing. */
rdg_status rdg_store_end_step(rdg_run_store *store, int code);

#endif
