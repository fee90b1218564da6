/* A run as it is written: opened, in place of an older one or to go on with it, and closed. A new one begins
 * as an in-memory database (run_draft.c), unless each point of it has to be on the disk. */
#define _POSIX_C_SOURCE 200809L

#include "run_writing_impl.h"

#include "file_impl.h"
#include "held_lines_impl.h"
#include "run_folder_impl.h"
#include "run_schema_impl.h"
#include "timing.h"

#include <inttypes.h>
#include <string.h>

/* For a reader of the same context. A new run is not there before its first point. */
static void commit_for_reader(void *object)
{
    rdg_run_store *store = object;
    if (store->n_points > 0 || store->has_points) {
        rdg_run_store_commit(store);
    }
}

/* What cannot be shown or distinguished later is refused before anything is written. */
static rdg_status check_layout(const rdg_run_store *store)
{
    const rdg_layout *layout = store->layout;
    for (rdg_index i = 0; i < layout->n_blocks; i++) {
        if (rdg_name_is_unfit(layout->block[i])) {
            return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                            "block of variables %" PRId64
                            " cannot be stored: its name is empty or has control "
                            "characters in it",
                            i);
        }
    }
    for (rdg_index i = 0; i < layout->n_parameters; i++) {
        if (rdg_name_is_unfit(layout->parameter[i])) {
            return rdg_fail(store->ctx, RDG_ERR_NAME, store->title,
                            "parameter %" PRId64 " cannot be stored: its name is empty or has control "
                            "characters in it",
                            i);
        }
    }
    if (layout->n_parameters > RDG_MOST_QUANTITIES) {
        return rdg_fail(store->ctx, RDG_ERR_SIZE, store->title,
                        "%" PRId64 " parameters cannot be stored: %d are the most", layout->n_parameters,
                        RDG_MOST_QUANTITIES);
    }
    return RDG_OK;
}

static rdg_status name_it(rdg_run_store *store, const char *name)
{
    store->path = rdg_run_path(store->ctx, "run", name);
    if (!store->path) {
        return rdg_error_status(store->ctx);
    }
    store->file = rdg_path_from_root(store->path);
    if (!store->file) {
        return rdg_fail(store->ctx, RDG_ERR_NO_MEMORY, "run", "no memory for the path %s", store->path);
    }
    const size_t size = strlen(name) + sizeof "run ";
    store->title = rdg_context_calloc(store->ctx, size, 1);
    if (!store->title) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_text title = rdg_text_in(store->title, size);
    rdg_text_addf(&title, "run %s", name);
    return check_layout(store);
}

static rdg_status open_place(rdg_run_store *store, const rdg_run_plan *plan)
{
    const int error = rdg_run_folder_make(store->path);
    if (error) {
        return rdg_fail(store->ctx, rdg_file_status(error), store->title,
                        "the folder of %s cannot be made: %s; rdg_set_run_folder() puts runs elsewhere",
                        store->path, strerror(error));
    }
    RDG_TRY(rdg_run_lock_take(store->ctx, store->title, store->path, &store->lock));
    RDG_TRY(plan->resumes && !plan->goes_on ? rdg_store_require_none(store, plan) : RDG_OK);
    int unknown = 0;
    store->was_there = rdg_database_place(store->file, &unknown) != RDG_PLACE_FREE;
    return !plan->goes_on && !plan->durable && rdg_draft_may_replace(store->file)
               ? rdg_store_open_draft(store)
               : rdg_store_open_file(store);
}

static rdg_status open_memory(rdg_run_store *store, const rdg_run_plan *plan)
{
    if (plan->goes_on) {
        store->memory = rdg_memory_run_find(store->ctx, plan->name);
        rdg_memory_run_hold(store->memory);
    } else {
        store->memory = rdg_memory_run_create(store->ctx, store->title, plan->name);
    }
    if (!store->memory) {
        return rdg_error_status(store->ctx);
    }
    store->database = store->memory->database;
    return RDG_OK;
}

static int describe(const rdg_run_store *store, const rdg_run_plan *plan)
{
    const int code = rdg_run_contents_write(store->database, plan->describe, plan->described);
    return rdg_error_status(store->ctx) == RDG_OK ? code : SQLITE_NOMEM;
}

/* How the run ended before is no longer true, and what it is of is stated again; which one it is stays. */
static int take_up(const rdg_run_store *store, const rdg_run_plan *plan)
{
    int code = rdg_database_run(store->database, "delete from run where key <> 'id'");
    code = code ? code : rdg_run_schema_make_words(store->database);
    return code || !plan->describe
               ? code
               : rdg_database_run(store->database, "delete from model; delete from coefficient");
}

/* An in-memory database has its tables. */
static int start_anew(const rdg_run_store *store)
{
    int code = SQLITE_OK;
    if (!store->draft) {
        code = rdg_database_empty(store->database);
        code = code ? code : rdg_run_schema_make(store->database, store->layout);
    }
    return code ? code : rdg_run_schema_fill(store->database, store->layout);
}

static int write_tables(rdg_run_store *store, const rdg_run_plan *plan)
{
    int code = rdg_store_begin(store);
    code = code ? code : plan->goes_on ? take_up(store, plan) : start_anew(store);
    code = code ? code : rdg_run_facts_begin(store->database, plan->name);
    code = code || !plan->describe ? code : describe(store, plan);
    code = code ? code : rdg_run_facts_write(store->database, plan->facts, plan->n_facts);
    return code || store->draft ? code : rdg_store_seal(store); /* a file is sealed when it is one */
}

static int find_last_note(rdg_run_store *store)
{
    sqlite3_int64 last = 0;
    const int code = rdg_database_ask(store->database, "select coalesce(max(id), 0) from note", &last);
    store->notes_before = last;
    return code;
}

static rdg_status start(rdg_run_store *store, const rdg_run_plan *plan)
{
    RDG_TRY(name_it(store, plan->name));
    RDG_TRY(plan->in_memory ? open_memory(store, plan) : open_place(store, plan));
    if (plan->goes_on) {
        RDG_TRY(rdg_store_require_tables(store, plan));
        store->has_points = true;
        store->is_as_it_was = !store->memory;
    }
    int code = rdg_store_prepare_transactions(store);
    code = code ? code : write_tables(store, plan);
    code = code || !plan->goes_on ? code : find_last_note(store);
    code = code ? code : rdg_store_prepare_inserts(store);
    if (code) {
        return rdg_store_failure(store, code);
    }
    store->shown = (rdg_shelf_writer){
        .commit = commit_for_reader, .store = store, .path = store->memory ? NULL : store->path};
    RDG_TRY(rdg_shelf_add_writer(store->ctx, &store->shown));
    return store->memory ? rdg_run_store_commit(store) : RDG_OK; /* no older run is to be kept */
}

rdg_status rdg_run_store_open(rdg_context *ctx, const rdg_run_plan *plan, rdg_run_store **store)
{
    *store = NULL;
    rdg_run_store *made = rdg_context_calloc(ctx, 1, sizeof *made);
    if (!made) {
        return rdg_error_status(ctx) == RDG_ERR_NO_MEMORY ? RDG_ERR_NO_MEMORY : RDG_ERR_EARLIER;
    }
    made->ctx = ctx;
    made->layout = plan->layout;
    made->is_durable = plan->durable;
    made->begun = made->committed = rdg_seconds();
    rdg_status status = start(made, plan);
    if (status == RDG_OK && plan->in_memory && !plan->goes_on) {
        status = rdg_memory_run_publish(ctx, made->memory);
    }
    if (status != RDG_OK) {
        rdg_run_store_free(made);
        return status;
    }
    if (!made->memory) {
        rdg_memory_run_forget(ctx, plan->name); /* what is written last is what is found under the name */
    }
    made->listener = (rdg_listener){.hear = rdg_run_note, .data = made};
    rdg_listen(ctx, &made->listener);
    *store = made;
    return RDG_OK;
}

/* --- the end */

/* An older run that was larger leaves space that nobody needs. */
static void give_capacity_back(const rdg_run_store *store)
{
    const sqlite3_int64 few = 256;
    sqlite3_int64 pages = 0, empty = 0;
    if (rdg_database_ask(store->database, "pragma page_count", &pages) == SQLITE_OK &&
        rdg_database_ask(store->database, "pragma freelist_count", &empty) == SQLITE_OK && empty > few &&
        2 * empty > pages) {
        rdg_database_run(store->database, "vacuum");
    }
}

/* One file, readable in a folder that is not writable, too. Where somebody reads just now, or the disk is
 * full, it stays two, which is as good. */
static void close_file(rdg_run_store *store)
{
    rdg_shelf_close_reader(store->ctx);
    if (store->has_points) {
        sqlite3_busy_timeout(store->database, 0);
        give_capacity_back(store);
        rdg_database_run(store->database, "pragma wal_checkpoint(truncate); pragma synchronous = off;"
                                          "pragma journal_mode = memory");
    }
    rdg_database_close(store->database);
    if (!store->has_points && !store->was_there) {
        rdg_run_file_remove(store->file);
    }
}

static void close_database(rdg_run_store *store)
{
    if (store->has_points) {
        rdg_run_store_commit(store);
    }
    rdg_store_roll_back(store);
    if (!store->memory) {
        close_file(store);
    }
}

void rdg_run_store_free(rdg_run_store *store)
{
    if (!store) {
        return;
    }
    rdg_listen_no_more(store->ctx, &store->listener);
    rdg_shelf_remove_writer(store->ctx, &store->shown);
    if (store->draft && store->n_points > 0) {
        rdg_store_leave_draft(store, true);
    } else if (store->draft) {
        rdg_store_drop_draft(store);
    } else if (store->database) {
        close_database(store);
    }
    rdg_let_lines_go(store->ctx, store);
    rdg_memory_run_release(store->memory);
    rdg_run_lock_drop(&store->lock);
    rdg_free(store->title);
    rdg_free(store->path);
    rdg_free(store->file);
    rdg_free(store);
}
