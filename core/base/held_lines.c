/* Lines of a context that wait until what they report of is safe. */
#include "held_lines_impl.h"

#include "context_impl.h"
#include "toolbox.h"

#include <string.h>

/* The writer may write to the context itself: the lines are taken away from it first. */
static void write_held(rdg_context *ctx, bool tables)
{
    const rdg_held held = ctx->held;
    ctx->held = (rdg_held){.holder = NULL};
    for (rdg_index at = 0; at < held.used && ctx->writer;) {
        const char *text = held.lines + at + 1;
        const rdg_channel channel = (rdg_channel)held.lines[at];
        if (tables || channel != RDG_CHANNEL_TABLE) {
            ctx->writer(channel, text, ctx->writer_data);
        }
        at += 2 + (rdg_index)strlen(text);
    }
    rdg_free(held.lines);
}

static bool reserve(rdg_held *held, rdg_index more)
{
    if (held->used + more <= held->capacity) {
        return true;
    }
    const rdg_index capacity = 2 * (held->used + more);
    char *wider = rdg_calloc((size_t)capacity, 1);
    if (!wider) {
        return false;
    }
    if (held->used > 0) {
        memcpy(wider, held->lines, (size_t)held->used);
    }
    rdg_free(held->lines);
    held->lines = wider;
    held->capacity = capacity;
    return true;
}

void rdg_hold_lines(rdg_context *ctx, const void *holder)
{
    if (ctx && !ctx->held.holder) {
        ctx->held.holder = holder;
    }
}

void rdg_let_lines_go(rdg_context *ctx, const void *holder)
{
    if (ctx && holder && ctx->held.holder == holder) {
        write_held(ctx, true);
    }
}

void rdg_drop_lines(rdg_context *ctx, const void *holder)
{
    if (ctx && holder && ctx->held.holder == holder) {
        write_held(ctx, false);
    }
}

void rdg_write_line(rdg_context *ctx, rdg_channel channel, const char *line)
{
    const rdg_index size = (rdg_index)strlen(line) + 1;
    rdg_held *held = &ctx->held;
    if (!held->holder) {
        ctx->writer(channel, line, ctx->writer_data);
    } else if (reserve(held, size + 1)) {
        held->lines[held->used] = (char)channel;
        memcpy(held->lines + held->used + 1, line, (size_t)size);
        held->used += size + 1;
    } else { /* no memory to wait in */
        write_held(ctx, true);
        ctx->writer(channel, line, ctx->writer_data);
    }
}
