/* Warnings of one kind are stated once a run and counted; what a run did not do though it was requested to is
 * kept for the exit status. */
#include "context.h"
#include "journal_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 2048 };

/* Count a warning. False: one of its kind was printed before. */
static bool is_first_of_kind(rdg_journal *journal, const char *kind)
{
    journal->warnings++;
    if (journal->depth == 0) {
        return true;
    }
    for (int i = 0; i < journal->n_kinds; i++) {
        if (strcmp(journal->warning[i].kind, kind) == 0) {
            journal->warning[i].count++;
            return false;
        }
    }
    if (journal->n_kinds < RDG_WARNING_KINDS) {
        journal->warning[journal->n_kinds++] = (rdg_warning_count){.kind = kind, .count = 1};
    }
    return true;
}

void rdg_warn(rdg_context *ctx, const char *kind, const char *format, ...)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (!journal || journal->quiet > 0 || !kind || !format) {
        return;
    }
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    rdg_replace_controls(text, "\n");
    if (is_first_of_kind(journal, kind)) {
        rdg_write(ctx, RDG_CHANNEL_WARNING, "warning: %s\n", text);
    } else {
        rdg_hear(ctx, RDG_CHANNEL_WARNING, text);
    }
}

long rdg_warnings(const rdg_context *ctx)
{
    const rdg_journal *journal = rdg_context_journal(ctx);
    return journal ? journal->warnings : 0;
}

void rdg_warnings_begin(rdg_context *ctx)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (journal) {
        journal->depth++;
    }
}

void rdg_warnings_note(rdg_context *ctx, const char *whose)
{
    const rdg_journal *journal = rdg_context_journal(ctx);
    for (int i = 0; journal && journal->depth == 1 && i < journal->n_kinds; i++) {
        char text[TEXT_SIZE];
        const rdg_warning_count *k = &journal->warning[i];
        rdg_format(text, sizeof text, "%s: %s: %ld times in all", whose, k->kind, k->count);
        if (k->count > 1) {
            rdg_hear(ctx, RDG_CHANNEL_WARNING, text);
        }
    }
}

void rdg_warnings_end(rdg_context *ctx, const char *whose)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (!journal || journal->depth == 0 || --journal->depth > 0) {
        return;
    }
    for (int i = 0; i < journal->n_kinds; i++) {
        const rdg_warning_count *k = &journal->warning[i];
        if (k->count > 1) {
            rdg_write(ctx, RDG_CHANNEL_WARNING, "warning: %s: %s: %ld times in all\n", whose, k->kind,
                      k->count);
        }
    }
    journal->n_kinds = 0;
}

void rdg_quiet_begin(rdg_context *ctx)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (journal) {
        journal->quiet++;
    }
}

void rdg_quiet_end(rdg_context *ctx)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (journal && journal->quiet > 0) {
        journal->quiet--;
    }
}

void rdg_fall_short(rdg_context *ctx, const char *who, const char *format, ...)
{
    rdg_journal *journal = rdg_context_journal(ctx);
    if (!journal || journal->quiet > 0 || !who || !format || journal->depth > 1) {
        return;
    }
    if (journal->shortfalls++ == 0) {
        snprintf(journal->first, sizeof journal->first, "%s", who);
    }
    journal->warnings++;
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    rdg_write(ctx, RDG_CHANNEL_WARNING, "warning: %s: %s\n", who, text);
}

long rdg_shortfalls(const rdg_context *ctx)
{
    const rdg_journal *journal = rdg_context_journal(ctx);
    return journal ? journal->shortfalls : 0;
}
