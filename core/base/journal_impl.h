/* What a context stores of what was stated: warnings by kind, shortfalls, and whether anybody requested the
 * failure. */
#ifndef RDG_JOURNAL_IMPL_H
#define RDG_JOURNAL_IMPL_H

#include "failure.h"

#include <stdbool.h>

enum { RDG_WARNING_KINDS = 32, RDG_NAME_OF_SHORTFALL = 128 };

typedef struct rdg_warning_count {
    const char *kind;
    long count;
} rdg_warning_count;

typedef struct rdg_journal rdg_journal;
struct rdg_journal {
    rdg_warning_count warning[RDG_WARNING_KINDS]; /* of the outermost run under way */
    int n_kinds, depth;                           /* runs under way, one within the other */
    int quiet;                                    /* of these, auxiliary ones that print nothing */
    long warnings;                                /* all that were ever counted */
    long shortfalls;
    char first[RDG_NAME_OF_SHORTFALL]; /* who fell short first */
    bool failure_is_known;             /* to the program: it requested the message, or was shown it */
    bool output_failed;                /* the table could not be printed */
    bool progress_is_shown;            /* a line of progress is on the terminal */
    rdg_context *ctx;
    rdg_journal *older; /* of the contexts that live */
};

/* Runs that have begun, or ended if fewer than 0: a context is not freed under them. */
void rdg_context_count_runs(rdg_context *ctx, int more);

/* NULL without a context. */
rdg_journal *rdg_context_journal(const rdg_context *ctx);

/* --- streams.c */

/* The writer of a context unless another one is set; data: its journal. */
void rdg_write_to_standard_streams(rdg_channel channel, const char *text, void *data);

/* Report the listener, not the writer. */
void rdg_hear(rdg_context *ctx, rdg_channel channel, const char *text);

/* --- journal.c */

/* Let the listener, not the writer, know how often each kind of warning came up in the outermost run, as
 * rdg_warnings_end() will state. */
void rdg_warnings_note(rdg_context *ctx, const char *whose);

/* --- streams.c */

/* Has all of standard output been written? */
bool rdg_standard_output_is_whole(const rdg_journal *journal);

#endif
