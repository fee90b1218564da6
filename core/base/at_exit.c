/* The end of the process: contexts that were not freed have their failure printed. */
#define _POSIX_C_SOURCE 200809L

#include "context_impl.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static rdg_journal *newest; /* of the contexts that live */
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
