/* The first failure of a context, which sticks, and its message. */
#include "context_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <stdarg.h>
#include <stdio.h>

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

bool rdg_is_no_solution(rdg_status status)
{
    return status == RDG_ERR_NO_CONVERGENCE || status == RDG_ERR_SINGULAR || status == RDG_ERR_NOT_FINITE;
}

void rdg_error_forgive(rdg_context *ctx)
{
    if (ctx && rdg_is_no_solution(ctx->status)) {
        rdg_error_clear(ctx);
    }
}

rdg_status rdg_fail(rdg_context *ctx, rdg_status status, const char *where, const char *format, ...)
{
    if (!ctx || ctx->status != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    ctx->status = status;
    ctx->journal->failure_is_known = false;
    int used = snprintf(ctx->message, sizeof ctx->message, "%s: ", where);
    if (used < 0 || used >= RDG_MESSAGE_SIZE) {
        used = 0;
    }
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(ctx->message + used, sizeof ctx->message - (size_t)used, format, arguments);
    va_end(arguments);
    rdg_replace_controls(ctx->message, "\n");
    rdg_tell_hertz(ctx->message, sizeof ctx->message);
    rdg_tell_nearest(ctx->message, sizeof ctx->message);
    return status;
}

rdg_status rdg_same_context(rdg_context *a, rdg_context *b, const char *where, const char *format, ...)
{
    if (a == b) {
        return RDG_OK;
    }
    char what[RDG_MESSAGE_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(what, sizeof what, format, arguments);
    va_end(arguments);
    static const char reason[] = "%s belong to two contexts: create both with the same one";
    rdg_fail(b, RDG_ERR_ARGUMENT, where, reason, what);
    rdg_fail(a, RDG_ERR_ARGUMENT, where, reason, what);
    return RDG_ERR_ARGUMENT;
}

void rdg_context_tell_failure(rdg_context *ctx, bool at_exit)
{
    if (ctx->status == RDG_OK || ctx->journal->failure_is_known) {
        return;
    }
    ctx->journal->failure_is_known = true;
    if (at_exit && ctx->writer) {
        rdg_set_writer(ctx, rdg_write_to_standard_streams, ctx->journal);
        ctx->held.holder = NULL; /* lines that wait report of what is not kept now */
    }
    rdg_write(ctx, RDG_CHANNEL_ERROR, "%s\n", ctx->message);
}
