/* The context: first failure, ownership, outlet of text. */
#include "context.h"
#include "journal_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 1024, LINE_SIZE = 4096 };

typedef struct owned {
    void *object;
    void (*free_object)(void *object);
    struct owned *older;
} owned;

struct rdg_context {
    rdg_status status;
    char message[MESSAGE_SIZE];
    owned *newest;
    rdg_writer writer;
    void *writer_data;
    char *run_folder;     /* NULL: the default */
    long iterations;      /* of Newton's method */
    int runs;             /* under way */
    rdg_journal *journal; /* it also takes note where the context is not to be changed */
    rdg_journal own_journal;
};

const char *rdg_status_text(rdg_status status)
{
    switch (status) {
#define X(code, text)                                                                                        \
    case code:                                                                                               \
        return text;
        RDG_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

const char *rdg_version(void)
{
    return RDG_VERSION;
}

rdg_context *rdg_context_create(void)
{
    rdg_context *ctx = rdg_calloc(1, sizeof *ctx);
    if (ctx) {
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
        owned *record = ctx->newest;
        ctx->newest = record->older;
        record->free_object(record->object);
        rdg_free(record);
    }
    rdg_free(ctx->run_folder);
    rdg_free(ctx);
}

void rdg_set_writer(rdg_context *ctx, rdg_writer writer, void *data)
{
    if (ctx) {
        ctx->writer = writer;
        ctx->writer_data = data;
    }
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

rdg_status rdg_error_status(const rdg_context *ctx)
{
    return ctx ? ctx->status : RDG_ERR_NO_MEMORY;
}

const char *rdg_error_message(const rdg_context *ctx)
{
    if (ctx) {
        ctx->journal->failure_is_known = true;
    }
    return ctx ? ctx->message : "no context: memory is exhausted, or an object is NULL after a failure";
}

void rdg_error_clear(rdg_context *ctx)
{
    if (ctx) {
        ctx->status = RDG_OK;
        ctx->message[0] = '\0';
    }
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

void rdg_context_tell_failure(rdg_context *ctx, bool at_exit)
{
    if (ctx->status == RDG_OK || ctx->journal->failure_is_known) {
        return;
    }
    ctx->journal->failure_is_known = true;
    if (at_exit && ctx->writer) {
        rdg_set_writer(ctx, rdg_write_to_standard_streams, ctx->journal);
    }
    rdg_write(ctx, RDG_CHANNEL_ERROR, "%s\n", ctx->message);
}

/* What the exit status says besides a failure, in words. */
static bool tell_the_rest(rdg_context *ctx)
{
    const rdg_journal *journal = ctx->journal;
    const bool whole = ctx->writer != rdg_write_to_standard_streams || rdg_standard_output_is_whole(journal);
    if (!whole) {
        rdg_write(ctx, RDG_CHANNEL_ERROR, "standard output could not be written: the table is not whole\n");
    }
    if (journal->shortfalls > 0) {
        rdg_write(ctx, RDG_CHANNEL_ERROR, "not all was done that was asked for: %ld warning%s above, %s %s\n",
                  journal->shortfalls, journal->shortfalls > 1 ? "s" : "",
                  journal->shortfalls > 1 ? "the first by" : "by", journal->first);
    }
    return whole && journal->shortfalls == 0;
}

int rdg_exit(rdg_context *ctx)
{
    if (!ctx || refuses_to_go(ctx, __func__)) {
        return 1;
    }
    const bool failed = ctx->status != RDG_OK;
    if (failed) {
        ctx->journal->failure_is_known = false; /* it is shown once more, if the program asked for it */
        rdg_context_tell_failure(ctx, false);
    }
    const bool whole = tell_the_rest(ctx);
    rdg_context_free(ctx);
    return failed || !whole;
}

rdg_status rdg_fail(rdg_context *ctx, rdg_status status, const char *where, const char *format, ...)
{
    if (!ctx || ctx->status != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    ctx->status = status;
    ctx->journal->failure_is_known = false;
    int used = snprintf(ctx->message, sizeof ctx->message, "%s: ", where);
    if (used < 0 || used >= MESSAGE_SIZE) {
        used = 0;
    }
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(ctx->message + used, sizeof ctx->message - (size_t)used, format, arguments);
    va_end(arguments);
    return status;
}

rdg_status rdg_same_context(rdg_context *a, rdg_context *b, const char *where, const char *format, ...)
{
    if (a == b) {
        return RDG_OK;
    }
    char what[MESSAGE_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(what, sizeof what, format, arguments);
    va_end(arguments);
    static const char reason[] = "%s belong to two contexts: create both with the same one";
    rdg_fail(b, RDG_ERR_ARGUMENT, where, reason, what);
    rdg_fail(a, RDG_ERR_ARGUMENT, where, reason, what);
    return RDG_ERR_ARGUMENT;
}

rdg_status rdg_context_own(rdg_context *ctx, void *object, void (*free_object)(void *object))
{
    RDG_NEED(ctx, free_object, RDG_ERR_ARGUMENT);
    owned *record = rdg_context_calloc(ctx, 1, sizeof *record);
    if (!record) {
        free_object(object);
        return RDG_ERR_NO_MEMORY;
    }
    *record = (owned){.object = object, .free_object = free_object, .older = ctx->newest};
    ctx->newest = record;
    return RDG_OK;
}

void rdg_context_disown(rdg_context *ctx, const void *object)
{
    if (!ctx || !object) {
        return;
    }
    for (owned **link = &ctx->newest; *link; link = &(*link)->older) {
        if ((*link)->object == object) {
            owned *record = *link;
            *link = record->older;
            rdg_free(record);
            return;
        }
    }
}

void *rdg_context_find(const rdg_context *ctx, void (*free_object)(void *object))
{
    for (const owned *record = ctx ? ctx->newest : NULL; record; record = record->older) {
        if (record->free_object == free_object) {
            return record->object;
        }
    }
    return NULL;
}

void rdg_write(rdg_context *ctx, rdg_channel channel, const char *format, ...)
{
    if (!ctx || !ctx->writer) {
        return;
    }
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(line, sizeof line, format, arguments);
    va_end(arguments);
    ctx->writer(channel, line, ctx->writer_data);
}
