/* What a run is while it is written. */
#ifndef RDG_RUN_WRITING_IMPL_H
#define RDG_RUN_WRITING_IMPL_H

#include "draft_impl.h"
#include "run_lock_impl.h"
#include "run_store_impl.h"
#include "shelf_impl.h"
#include "toolbox.h"

enum { RDG_BEGIN, RDG_COMMIT, RDG_ADD_POINT, RDG_ADD_SOLUTION, RDG_N_STATEMENTS };

struct rdg_run_store {
    rdg_context *ctx;
    const rdg_layout *layout;
    rdg_memory_run *memory; /* NULL: into a file */
    rdg_draft *draft;       /* while the run is too short to be worth SQLite's file; NULL: it has one */
    rdg_status (*leave_draft)(rdg_run_store *store, bool ends); /* rdg_store_leave_draft() */
    sqlite3
        *database; /* the memory's, the in-memory database's, or our own; NULL: nothing more can be written */
    char *title;   /* "run <name>", for messages */
    char *path;    /* of the file, for messages */
    char *file;    /* the same from the root */
    rdg_run_lock lock;
    rdg_shelf_writer shown;                    /* to readers of the same context */
    rdg_listener listener;                     /* to notes and warnings */
    sqlite3_stmt *statement[RDG_N_STATEMENTS]; /* kept by the database */
    bool is_open;                              /* a transaction */
    bool has_points;                           /* what was committed is this run, and not an older one */
    bool is_lost;                              /* its tables were taken back: nothing more can be written */
    bool was_there;                            /* the file, before */
    bool is_sealed;                            /* the seal is that of the facts as they are */
    bool is_as_it_was; /* gone on with: nothing new was found yet, the end that it had is kept till then */
    bool waits_for_disk;
    bool has_log;                            /* SQLite's, beside the file */
    uint64_t log_file;                       /* its number on the disk; 0: not known yet */
    bool is_durable;                         /* each point is on the disk before the next one */
    rdg_index n_points, last_point, n_notes; /* that this writer has written */
    rdg_index notes_before;  /* while the run passes over points that are there: their last note; else 0 */
    double begun, committed; /* seconds */
    double spent;            /* seconds, on commits */
    rdg_solution_more more;
};

/* What is written is committed after this at latest; and sooner as long as commits take a small part of the
 * time. */
#define RDG_LONGEST_TRANSACTION_S 0.05
#define RDG_PART_FOR_COMMITS 0.02

/* Prepare the statements of the store's database; the latter need its tables. SQLite's code. */
int rdg_store_prepare_transactions(rdg_run_store *store);
int rdg_store_prepare_inserts(rdg_run_store *store);

/* Open the run's file, a new one or one that was published. */
rdg_status rdg_store_open_file(rdg_run_store *store);

/* Begin with an in-memory database. */
rdg_status rdg_store_open_draft(rdg_run_store *store);

/* No run comes of it. */
void rdg_store_drop_draft(rdg_run_store *store);

/* Give the in-memory database its file, whole. ends: nothing more is to be written. */
rdg_status rdg_store_leave_draft(rdg_run_store *store, bool ends);

/* Is it time to commit what is pending? */
bool rdg_store_is_due(const rdg_run_store *store);

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

/* Seal the facts as they are; SQLite's code. */
int rdg_store_seal(rdg_run_store *store);

/* End a step of several statements, of which the first that failed answered `code`: all of it stays, or
 * nothing. */
rdg_status rdg_store_end_step(rdg_run_store *store, int code);

/* --- run_expected.c */

/* RDG_ERR_BUSY: another program has begun the run, and ended, since none was found. */
rdg_status rdg_store_require_none(const rdg_run_store *store, const rdg_run_plan *plan);

/* The columns that are there are those of the layout (RDG_ERR_FORMAT), and the run and its points those that
 * were read (RDG_ERR_BUSY). */
rdg_status rdg_store_require_tables(rdg_run_store *store, const rdg_run_plan *plan);

/* --- run_log.c */

/* Let SQLite's log stay short. */
void rdg_store_watch_log(rdg_run_store *store);

/* Write into a log from now on; SQLite's code. */
int rdg_store_begin_log(rdg_run_store *store);

/* Behind a commit: is SQLite's log, into which it went, beside the file? Where somebody has removed it a new
 * one is begun, with all that was in it. */
rdg_status rdg_store_keep_log(rdg_run_store *store);

#endif
