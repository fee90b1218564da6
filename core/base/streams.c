/* The outlet of a context: standard output and standard error, unless the program sets another writer. */
#include "context_impl.h"
#include "held_lines_impl.h"
#include "progress_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 4096 };

void rdg_write_to_standard_streams(rdg_channel channel, const char *text, void *data)
{
    rdg_journal *journal = data;
    const bool is_table = channel == RDG_CHANNEL_TABLE;
    rdg_progress_clear(journal);
    /* what comes first stands first, also where both streams lead to one file */
    if (!is_table && fflush(stdout) != 0) {
        journal->output_failed = true;
    }
    if (fputs(text, is_table ? stdout : stderr) < 0 && is_table) {
        journal->output_failed = true;
    }
    if (is_table && strchr(text, '\n') && fflush(stdout) != 0) {
        journal->output_failed = true;
    }
}

bool rdg_standard_output_is_whole(const rdg_journal *journal)
{
    return fflush(stdout) == 0 && !ferror(stdout) && !journal->output_failed;
}

void rdg_set_writer(rdg_context *ctx, rdg_writer writer, void *data)
{
    if (ctx) {
        ctx->writer = writer;
        ctx->writer_data = data;
    }
}

void rdg_listen_no_more(rdg_context *ctx, const rdg_listener *listener)
{
    for (rdg_listener **link = ctx ? &ctx->listener : NULL; link && *link; link = &(*link)->outer) {
        if (*link == listener) {
            *link = listener->outer;
            return;
        }
    }
}

void rdg_listen(rdg_context *ctx, rdg_listener *listener)
{
    if (ctx && listener && listener->hear) {
        rdg_listen_no_more(ctx, listener);
        listener->outer = ctx->listener;
        ctx->listener = listener;
    }
}

void rdg_hear(rdg_context *ctx, rdg_channel channel, const char *text)
{
    if (ctx && ctx->listener && channel != RDG_CHANNEL_TABLE) {
        ctx->listener->hear(channel, text, ctx->listener->data);
    }
}

void rdg_write(rdg_context *ctx, rdg_channel channel, const char *format, ...)
{
    const bool is_heard = ctx && ctx->listener && channel != RDG_CHANNEL_TABLE;
    if (!ctx || (!ctx->writer && !is_heard)) {
        return;
    }
    if (ctx->journal->quiet > 0 && (channel == RDG_CHANNEL_NOTE || channel == RDG_CHANNEL_WARNING)) {
        return;
    }
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(line, sizeof line, format, arguments);
    va_end(arguments);
    rdg_replace_controls(line, "\n\t");
    if (channel != RDG_CHANNEL_TABLE) {
        rdg_tell_hertz(line, sizeof line);
    }
    rdg_hear(ctx, channel, line);
    if (ctx->writer) {
        rdg_write_line(ctx, channel, line);
    }
}
