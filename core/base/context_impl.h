/* Inside of a context. */
#ifndef RDG_CONTEXT_IMPL_H
#define RDG_CONTEXT_IMPL_H

#include "context.h"
#include "journal_impl.h"
#include "toolbox.h"

enum { RDG_MESSAGE_SIZE = 1024 };

typedef struct rdg_owned {
    void *object;
    void (*free_object)(void *object);
    struct rdg_owned *older;
} rdg_owned;

/* Lines that are written when what they report of is safe, one after the other: the channel in a byte, then
 * the text with its terminating zero. */
typedef struct rdg_held {
    const void *holder; /* who holds them back; NULL: nobody */
    char *lines;
    rdg_index used, capacity;
} rdg_held;

typedef struct rdg_thread_pool rdg_thread_pool;

struct rdg_context {
    rdg_status status;
    char message[RDG_MESSAGE_SIZE];
    rdg_owned *newest;
    rdg_writer writer;
    void *writer_data;
    rdg_held held;
    struct rdg_listener *listener; /* the innermost one; NULL: none */
    char *run_folder;              /* NULL: the default */
    long iterations;               /* of Newton's method */
    int runs;                      /* under way */
    int threads;                   /* to work in, at most */
    rdg_thread_pool *pool;         /* NULL: no loop has been shared out yet */
    rdg_journal *journal;          /* it also takes note where the context is not to be changed */
    rdg_journal own_journal;
};

/* --- failure.c */

/* Print the failure of a context that nobody requested. at_exit: a writer that is not ours may be gone. */
void rdg_context_tell_failure(rdg_context *ctx, bool at_exit);

/* --- threads.c */

void rdg_thread_pool_free(rdg_thread_pool *pool);

/* --- at_exit.c */

/* Contexts that are not freed when the process ends have their failure printed then. */
void rdg_remember_until_exit(rdg_journal *journal);
void rdg_forget_at_exit(const rdg_journal *journal);

#endif
