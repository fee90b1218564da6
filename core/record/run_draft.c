/* A run as it begins: an in-memory database in memory. One that ends within 50 ms is written as one piece,
 * which takes a fortieth of the time that SQLite takes to make a file, its log and its tables; a longer one
 * gets its file then, and goes on in it. Nothing is shown of an in-memory database. */
#include "run_writing_impl.h"

#include "file_impl.h"
#include "held_lines_impl.h"
#include "run_schema_impl.h"

#include <errno.h>
#include <string.h>

rdg_status rdg_store_open_draft(rdg_run_store *store)
{
    char *tables = rdg_run_schema_tables(store->layout);
    if (!tables) {
        return rdg_store_failure(store, SQLITE_NOMEM);
    }
    store->draft = rdg_draft_take(store->ctx, store->title, tables);
    sqlite3_free(tables);
    if (!store->draft) {
        return rdg_error_status(store->ctx);
    }
    store->database = store->draft->database;
    store->leave_draft = rdg_store_leave_draft;
    return RDG_OK;
}

void rdg_store_drop_draft(rdg_run_store *store)
{
    rdg_draft *draft = store->draft;
    store->draft = NULL;
    store->database = NULL;
    store->is_open = false;
    rdg_draft_give_back(store->ctx, draft);
}

rdg_status rdg_store_leave_draft(rdg_run_store *store, bool ends)
{
    rdg_shelf_close_reader(store->ctx); /* of an older run of this name */
    const int code_of_seal = store->is_sealed ? SQLITE_OK : rdg_store_seal(store);
    const int error = code_of_seal ? ENOMEM : rdg_draft_publish(store->draft, store->file);
    rdg_store_drop_draft(store);
    if (error) {
        rdg_drop_lines(store->ctx, store);
        return rdg_fail(store->ctx, rdg_file_status(error), store->title, "%s: %s", store->path,
                        strerror(error));
    }
    store->has_points = true;
    store->was_there = false; /* nothing is left of an older run */
    if (ends) {
        return RDG_OK;
    }
    RDG_TRY(rdg_store_open_file(store));
    int code = rdg_store_prepare_transactions(store);
    code = code ? code : rdg_store_prepare_inserts(store);
    return code ? rdg_store_failure(store, code) : RDG_OK;
}
