/* The context: its life, what it owns, and the exit status of a program. */
#include "context_impl.h"
#include "interrupt_impl.h"
#include "toolbox.h"
#include "version.h"

const char *rdg_version(void)
{
    return RDG_VERSION;
}

rdg_context *rdg_context_create(void)
{
    rdg_context *ctx = rdg_calloc(1, sizeof *ctx);
    if (ctx) {
        ctx->threads = 1;
        ctx->journal = &ctx->own_journal;
        ctx->journal->ctx = ctx;
        ctx->writer = rdg_write_to_standard_streams;
        ctx->writer_data = ctx->journal;
        rdg_remember_until_exit(ctx->journal);
    }
    return ctx;
}

void rdg_context_count_runs(rdg_context *ctx, int more)
{
    (more > 0 ? rdg_interrupts_watch : rdg_interrupts_leave)();
    ctx->runs += more;
}

/* What a run stands on cannot be freed by one of its callbacks. */
static bool refuses_to_go(rdg_context *ctx, const char *where)
{
    if (ctx->runs > 0) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                 "a run is under way: the context cannot be freed before the run ends");
    }
    return ctx->runs > 0;
}

void rdg_context_free(rdg_context *ctx)
{
    if (!ctx || refuses_to_go(ctx, __func__)) {
        return;
    }
    rdg_context_tell_failure(ctx, false);
    rdg_forget_at_exit(ctx->journal);
    while (ctx->newest) {
        rdg_owned *record = ctx->newest;
        ctx->newest = record->older;
        record->free_object(record->object);
        rdg_free(record);
    }
    rdg_thread_pool_free(ctx->pool);
    rdg_free(ctx->held.lines);
    rdg_free(ctx->run_folder);
    rdg_free(ctx);
}

rdg_status rdg_set_run_folder(rdg_context *ctx, const char *path)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!path || !*path) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the path is empty; \".\" is the current directory");
    }
    char *copy = rdg_strdup(path);
    if (!copy) {
        return RDG_FAIL(ctx, RDG_ERR_NO_MEMORY, "no memory for the path \"%s\"", path);
    }
    rdg_free(ctx->run_folder);
    ctx->run_folder = copy;
    return RDG_OK;
}

const char *rdg_run_folder(const rdg_context *ctx)
{
    return ctx && ctx->run_folder ? ctx->run_folder : "runs";
}

long rdg_newton_iterations(const rdg_context *ctx)
{
    return ctx ? ctx->iterations : 0;
}

void rdg_count_iterations(rdg_context *ctx, long more)
{
    if (ctx) {
        ctx->iterations += more;
    }
}

rdg_journal *rdg_context_journal(const rdg_context *ctx)
{
    return ctx ? ctx->journal : NULL;
}

/* What the exit status states besides a failure, as text. */
static bool tell_the_rest(rdg_context *ctx)
{
    const rdg_journal *journal = ctx->journal;
    const bool whole = ctx->writer != rdg_write_to_standard_streams || rdg_standard_output_is_whole(journal);
    if (!whole) {
        rdg_write(ctx, RDG_CHANNEL_ERROR, "standard output could not be written: the table is not whole\n");
    }
    if (journal->shortfalls > 0) {
        rdg_write(ctx, RDG_CHANNEL_ERROR, "not all requests were fulfilled: %ld warning%s above, %s %s\n",
                  journal->shortfalls, journal->shortfalls > 1 ? "s" : "",
                  journal->shortfalls > 1 ? "the first by" : "by", journal->first);
    }
    if (rdg_interrupted()) {
        rdg_write(ctx, RDG_CHANNEL_ERROR, "interrupted (Ctrl-C): not all requests were fulfilled\n");
    }
    return whole && journal->shortfalls == 0 && !rdg_interrupted();
}

int rdg_exit(rdg_context *ctx)
{
    if (!ctx || refuses_to_go(ctx, __func__)) {
        return 1;
    }
    const bool failed = ctx->status != RDG_OK;
    if (failed) {
        ctx->journal->failure_is_known = false; /* it is shown once more, if the program requested it */
        rdg_context_tell_failure(ctx, false);
    }
    const bool whole = tell_the_rest(ctx);
    rdg_context_free(ctx);
    return failed || !whole;
}

rdg_status rdg_context_own(rdg_context *ctx, void *object, void (*free_object)(void *object))
{
    RDG_NEED(ctx, free_object, RDG_ERR_ARGUMENT);
    rdg_owned *record = rdg_context_calloc(ctx, 1, sizeof *record);
    if (!record) {
        free_object(object);
        return RDG_ERR_NO_MEMORY;
    }
    *record = (rdg_owned){.object = object, .free_object = free_object, .older = ctx->newest};
    ctx->newest = record;
    return RDG_OK;
}

void rdg_context_disown(rdg_context *ctx, const void *object)
{
    if (!ctx || !object) {
        return;
    }
    for (rdg_owned **link = &ctx->newest; *link; link = &(*link)->older) {
        if ((*link)->object == object) {
            rdg_owned *record = *link;
            *link = record->older;
            rdg_free(record);
            return;
        }
    }
}

void *rdg_context_find(const rdg_context *ctx, void (*free_object)(void *object))
{
    for (const rdg_owned *record = ctx ? ctx->newest : NULL; record; record = record->older) {
        if (record->free_object == free_object) {
            return record->object;
        }
    }
    return NULL;
}
