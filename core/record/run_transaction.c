/* Transactions of a run that is written. Rows and solutions go into one that is committed 50 ms after the
 * last one at latest: a kill loses no more work than that. Lines about them are held back until then, so that
 * nothing that was shown is lost. */
#include "run_writing_impl.h"

#include "held_lines_impl.h"
#include "run_schema_impl.h"
#include "timing.h"

#include <errno.h>
#include <string.h>

/* A run that takes less than this is not worth waiting for the disk: what the machine's end takes away is
 * soon computed again. */
static const double long_run_s = 1.0;

rdg_status rdg_store_failure(const rdg_run_store *store, int code)
{
    return rdg_database_failure(store->ctx, store->title, store->memory ? NULL : store->path, store->database,
                                code);
}

int rdg_store_begin(rdg_run_store *store)
{
    int code = SQLITE_OK;
    if (!store->is_open) {
        code =
            store->is_lost || !store->database ? SQLITE_ABORT : rdg_database_do(store->statement[RDG_BEGIN]);
        store->is_open = code == SQLITE_OK;
    }
    return code;
}

void rdg_store_roll_back(rdg_run_store *store)
{
    if (store->draft) {
        return; /* what it has so far is to be published, and it is taken back as a whole */
    }
    if (store->is_open && !sqlite3_get_autocommit(store->database)) {
        rdg_database_run(store->database, "rollback");
    }
    if (store->is_open) {
        rdg_drop_lines(store->ctx, store);
    }
    store->is_open = false;
    store->is_lost = !store->has_points;
}

/* A file that was removed or renamed would take what goes nowhere. */
static bool has_moved(const rdg_run_store *store)
{
    int moved = 0;
    return !store->memory &&
           sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
           moved;
}

int rdg_store_wait_for_disk(rdg_run_store *store)
{
    store->waits_for_disk = true;
    return rdg_database_run(store->database,
                            store->is_durable ? "pragma synchronous = full" : "pragma synchronous = normal");
}

static rdg_status commit(rdg_run_store *store)
{
    if (has_moved(store)) {
        rdg_store_roll_back(store);
        return rdg_fail(store->ctx, RDG_ERR_IO, store->title, "%s: %s", store->path, strerror(ENOENT));
    }
    const int code = rdg_database_do(store->statement[RDG_COMMIT]);
    if (code) {
        const rdg_status status = rdg_store_failure(store, code);
        rdg_store_roll_back(store);
        return status;
    }
    store->is_open = false;
    store->has_points = true;
    return rdg_store_keep_log(store);
}

rdg_status rdg_run_store_commit(rdg_run_store *store)
{
    if (!store || !store->is_open) {
        return RDG_OK;
    }
    if (store->is_as_it_was) { /* killed now it ends as before */
        rdg_let_lines_go(store->ctx, store);
        return RDG_OK;
    }
    const double begin = rdg_seconds();
    RDG_TRY(store->draft ? store->leave_draft(store, false) : commit(store));
    store->committed = rdg_seconds();
    store->spent += store->committed - begin;
    rdg_let_lines_go(store->ctx, store);
    if (!store->waits_for_disk && !store->memory && store->committed - store->begun > long_run_s) {
        rdg_store_wait_for_disk(store);
    }
    return RDG_OK;
}

/* Runs in memory can be lost in no other way than what is shown of them. */
void rdg_run_store_shows(rdg_run_store *store)
{
    if (store && store->is_open && !store->memory) {
        rdg_hold_lines(store->ctx, store);
    }
}

void rdg_run_stores_show_all(rdg_context *ctx)
{
    rdg_shelf_commit(ctx, NULL);
}

bool rdg_store_is_due(const rdg_run_store *store)
{
    const double now = rdg_seconds();
    const bool is_cheap = store->spent < RDG_PART_FOR_COMMITS * (now - store->begun);
    const bool replaces = !store->draft && !store->has_points; /* an older run, which goes now */
    return store->is_durable || replaces || now - store->committed > RDG_LONGEST_TRANSACTION_S ||
           (is_cheap && !store->draft);
}

int rdg_store_seal(rdg_run_store *store)
{
    const int code = rdg_seal_write(store->database, &rdg_seal_of_facts);
    store->is_sealed = code == SQLITE_OK;
    return code;
}

rdg_status rdg_store_end_step(rdg_run_store *store, int code)
{
    if (code) {
        const rdg_status status = rdg_store_failure(store, code);
        rdg_store_roll_back(store);
        return status;
    }
    return rdg_run_store_commit(store);
}
