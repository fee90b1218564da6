/* Standard output and standard error as the outlet of a context, and the end of the process. */
#define _POSIX_C_SOURCE 200809L

#include "journal_impl.h"
#include "toolbox.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rdg_write_to_standard_streams(rdg_channel channel, const char *text, void *data)
{
    rdg_journal *journal = data;
    const bool is_table = channel == RDG_CHANNEL_TABLE;
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

/* --- contexts that live, newest first */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static rdg_journal *newest;
static bool registered;

static void tell_failures(void)
{
    pthread_mutex_lock(&lock);
    for (rdg_journal *k = newest; k; k = k->older) {
        rdg_context_tell_failure(k->ctx, true);
    }
    pthread_mutex_unlock(&lock);
}

void rdg_remember_until_exit(rdg_journal *journal)
{
    pthread_mutex_lock(&lock);
    journal->older = newest;
    newest = journal;
    if (!registered) {
        registered = atexit(tell_failures) == 0;
    }
    pthread_mutex_unlock(&lock);
}

void rdg_forget_at_exit(const rdg_journal *journal)
{
    pthread_mutex_lock(&lock);
    for (rdg_journal **link = &newest; *link; link = &(*link)->older) {
        if (*link == journal) {
            *link = journal->older;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}
