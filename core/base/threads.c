/* Loops that are shared out among threads.
 *
 * A context keeps its helpers from loop to loop. Between two loops, and where nothing is left to take, they
 * sleep: on cores that others use, too, a thread that waits actively takes the time of the one that it waits
 * for. The caller works as well and waits for pieces that are under way, not for helpers that come late. */
#define _POSIX_C_SOURCE 200809L
#include "context_impl.h"
#include "toolbox.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

typedef struct loop {
    rdg_loop_body *body; /* NULL: no loop */
    void *data;
    rdg_index next, end, piece;
} loop;

struct rdg_thread_pool {
    pthread_mutex_t mutex; /* of all below */
    pthread_cond_t begun;  /* a loop, or the end */
    pthread_cond_t left;   /* the last helper has left the loop */
    pthread_t *helper;     /* [helpers] */
    int helpers;
    pid_t owner; /* a child made by fork() has none of its threads */
    bool closing;
    loop loop;   /* under way */
    int workers; /* may join it */
    int joined;  /* the caller is the first */
    int inside;  /* helpers */
};

/* With the mutex, before and after. */
static void take_pieces(rdg_thread_pool *pool, int worker)
{
    loop *l = &pool->loop;
    while (l->next < l->end) {
        const rdg_index first = l->next;
        const rdg_index end = l->end - first > l->piece ? first + l->piece : l->end;
        l->next = end;
        pthread_mutex_unlock(&pool->mutex);
        for (rdg_index i = first; i < end; i++) {
            l->body(i, worker, l->data);
        }
        pthread_mutex_lock(&pool->mutex);
    }
}

static void *help(void *argument)
{
    rdg_thread_pool *pool = argument;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->closing) {
        if (pool->loop.next < pool->loop.end && pool->joined < pool->workers) {
            const int worker = pool->joined++;
            pool->inside++;
            take_pieces(pool, worker);
            if (--pool->inside == 0) {
                pthread_cond_signal(&pool->left);
            }
        } else {
            pthread_cond_wait(&pool->begun, &pool->mutex);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Signals that a user or a scheduler sends, as Ctrl-C, go to the threads of the program. */
static bool start_helper(rdg_thread_pool *pool, pthread_t *helper)
{
    sigset_t all, before;
    sigfillset(&all);
    const int own_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof own_faults / sizeof *own_faults; i++) {
        sigdelset(&all, own_faults[i]);
    }
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = pthread_create(helper, NULL, help, pool) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static rdg_thread_pool *make_pool(void)
{
    rdg_thread_pool *pool = rdg_calloc(1, sizeof *pool);
    if (pool) {
        pthread_mutex_init(&pool->mutex, NULL);
        pthread_cond_init(&pool->begun, NULL);
        pthread_cond_init(&pool->left, NULL);
        pool->owner = getpid();
    }
    return pool;
}

void rdg_thread_pool_free(rdg_thread_pool *pool)
{
    if (pool && pool->owner == getpid()) {
        pthread_mutex_lock(&pool->mutex);
        pool->closing = true;
        pthread_cond_broadcast(&pool->begun);
        pthread_mutex_unlock(&pool->mutex);
        for (int k = 0; k < pool->helpers; k++) {
            pthread_join(pool->helper[k], NULL);
        }
        pthread_cond_destroy(&pool->left);
        pthread_cond_destroy(&pool->begun);
        pthread_mutex_destroy(&pool->mutex);
    }
    if (pool) {
        rdg_free(pool->helper);
        rdg_free(pool);
    }
}

/* With the mutex. Where the system has no more of them, fewer threads give the same results. False: no
 * memory. */
static bool grow(rdg_thread_pool *pool, int helpers)
{
    if (helpers <= pool->helpers) {
        return true;
    }
    pthread_t *more = rdg_calloc((size_t)helpers, sizeof *more);
    if (!more) {
        return false;
    }
    for (int k = 0; k < pool->helpers; k++) {
        more[k] = pool->helper[k];
    }
    rdg_free(pool->helper);
    pool->helper = more;
    while (pool->helpers < helpers && start_helper(pool, &more[pool->helpers])) {
        pool->helpers++;
    }
    return true;
}

static rdg_thread_pool *pool_of(rdg_context *ctx)
{
    if (ctx->pool && ctx->pool->owner != getpid()) {
        rdg_thread_pool_free(ctx->pool);
        ctx->pool = NULL;
    }
    if (!ctx->pool) {
        ctx->pool = make_pool();
    }
    return ctx->pool;
}

rdg_status rdg_threads_provide(rdg_context *ctx, const char *where, int n)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_thread_pool *pool = n > 1 ? pool_of(ctx) : NULL;
    bool good = n <= 1 || pool;
    if (pool) {
        pthread_mutex_lock(&pool->mutex);
        good = grow(pool, n - 1);
        pthread_mutex_unlock(&pool->mutex);
    }
    return good ? RDG_OK : rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for %d threads", n);
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
    RDG_TRY(rdg_threads_provide(ctx, __func__, n));
    ctx->threads = n;
    return RDG_OK;
}

int rdg_thread_count(const rdg_context *ctx)
{
    return ctx ? ctx->threads : 1;
}

/* With the mutex afterwards. False: a loop is under way, and this one is called within it. */
static bool begin(rdg_thread_pool *pool, const loop *next, int threads)
{
    pthread_mutex_lock(&pool->mutex);
    if (pool->loop.body) {
        pthread_mutex_unlock(&pool->mutex);
        return false;
    }
    grow(pool, threads - 1);
    pool->loop = *next;
    pool->workers = threads;
    pool->joined = 1;
    pthread_cond_broadcast(&pool->begun);
    return true;
}

void rdg_parallel_for(rdg_context *ctx, int threads, rdg_index first, rdg_index end, rdg_index piece,
                      rdg_loop_body *body, void *data)
{
    if (!body) {
        return;
    }
    const bool pays = ctx && threads > 1 && piece > 0 && end - first > piece;
    rdg_thread_pool *pool = pays ? pool_of(ctx) : NULL;
    if (!pool || !begin(pool, &(loop){body, data, first, end, piece}, threads)) {
        for (rdg_index i = first; i < end; i++) {
            body(i, 0, data);
        }
        return;
    }
    take_pieces(pool, 0);
    while (pool->inside > 0) {
        pthread_cond_wait(&pool->left, &pool->mutex);
    }
    pool->loop.body = NULL;
    pthread_mutex_unlock(&pool->mutex);
}
