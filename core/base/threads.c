/* How many threads a context may use.
 *
 * GNU's OpenMP cannot be used in a process that fork() has made of one that has used it: the child waits for
 * ever for threads that it does not have. */
#include "context_impl.h"
#include "toolbox.h"

#include <stdatomic.h>
#include <unistd.h>

/* The process that has been allowed threads; 0: none has. */
static atomic_long owner;

/* Is this a child of the process that has been allowed threads? */
static bool is_child(void)
{
    const long first = atomic_load(&owner);
    return first != 0 && first != (long)getpid();
}

rdg_status rdg_threads(rdg_context *ctx, int n)
{
    enum { MOST = 256 };
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (n < 1 || n > MOST) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "%d threads: give 1 to %d", n, MOST);
    }
    if (n > 1 && is_child()) {
        return RDG_FAIL(
            ctx, RDG_ERR_ARGUMENT,
            "%d threads: this process comes from fork(), and its parent was allowed threads, which do "
            "not work here: give 1, call fork() first, or start a program by exec()",
            n);
    }
    if (n > 1) {
        atomic_store(&owner, (long)getpid());
    }
    ctx->threads = n;
    return RDG_OK;
}

int rdg_thread_count(const rdg_context *ctx)
{
    return ctx && !is_child() ? ctx->threads : 1;
}
