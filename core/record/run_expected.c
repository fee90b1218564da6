/* A run is read before its lock is taken: is what lies there under the lock still what was read? */
#include "run_data_impl.h"
#include "run_schema_impl.h"
#include "run_writing_impl.h"

static rdg_status changed_meanwhile(const rdg_run_store *store)
{
    return rdg_fail(store->ctx, RDG_ERR_BUSY, store->title,
                    "%s was changed by another program while this one was about to go on with it",
                    store->path);
}

rdg_status rdg_store_require_none(const rdg_run_store *store, const rdg_run_plan *plan)
{
    if (!rdg_run_has_begun(store->ctx, plan->name, false)) {
        return RDG_OK;
    }
    rdg_run *run = rdg_run_open_in(store->ctx, plan->name, false);
    const rdg_index points = rdg_run_count(run);
    rdg_run_free(run);
    return !run ? rdg_error_status(store->ctx) : points > 0 ? changed_meanwhile(store) : RDG_OK;
}

rdg_status rdg_store_require_tables(rdg_run_store *store, const rdg_run_plan *plan)
{
    sqlite3_int64 columns = 0, points = 0, same = 0;
    char *is_same = sqlite3_mprintf("select count(*) from run where key = 'id' and value = %Q", plan->id);
    int code = is_same ? rdg_database_ask(store->database, is_same, &same) : SQLITE_NOMEM;
    code = code ? code : rdg_database_ask(store->database, "select count(*) from quantity", &columns);
    code = code ? code : rdg_database_ask(store->database, "select count(*) from point", &points);
    sqlite3_free(is_same);
    if (code) {
        return rdg_store_failure(store, code);
    }
    if (columns != plan->layout->n_parameters + rdg_layout_small(plan->layout)) {
        return rdg_fail(store->ctx, RDG_ERR_FORMAT, store->title,
                        "%s has other columns than this problem: start a run of another name", store->path);
    }
    const bool is_as_read = (plan->n_points < 0 || points == plan->n_points) && (!plan->id || same == 1);
    return is_as_read ? RDG_OK : changed_meanwhile(store);
}
