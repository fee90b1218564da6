/* An allocator in place of the library's (base/memory.c) that runs out of memory on request.
 *
 * What a failure leads to depends on the calls that the allocation stands in. Work repeats most of them: of
 * those with the same calls, from main() on, the first and the last one fail, each in turn.
 *
 * Each fails in a child of the process that is forked there, so that what comes before it is computed once.
 * Work that writes files, which a child would share with its parent, or has threads begins anew for each. So
 * does all work where the end of a process counts, to tools that look for leaks or for lines reached. */
#ifndef RDG_TEST_FAILING_MEMORY_H
#define RDG_TEST_FAILING_MEMORY_H

#include "support.h"

#include <ridgewalk/core.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/toolbox.h>

#include <execinfo.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long memory_left = -1; /* allocations that still succeed; < 0: all do */
static bool memory_recovers;  /* only that one allocation fails, the later ones
                                 succeed again */
static bool memory_failed;    /* one has failed since it was last set */
static long memory_asked;     /* allocations asked for */
static long memory_held;      /* allocations not freed yet */

/* The calls of each allocation of a piece of work, as hashes */
typedef struct memory_calls {
    uint64_t *hash;
    long count, capacity;
} memory_calls;

static memory_calls *memory_notes; /* NULL: nothing is noted */

static inline void memory_note(memory_calls *c)
{
    void *frame[64];
    const int frames = backtrace(frame, 64);
    uint64_t hash = 14695981039346656037u;
    for (int i = 1; i < frames; i++) {
        hash = (hash ^ (uint64_t)(uintptr_t)frame[i]) * 1099511628211u;
    }
    if (c->count == c->capacity) {
        c->capacity = 2 * c->capacity + 1024;
        c->hash = realloc(c->hash, (size_t)c->capacity * sizeof *c->hash);
        assert_non_null(c->hash);
    }
    c->hash[c->count++] = hash;
}

/* The allocations of a piece of work that are to fail in a child */
typedef struct memory_failures {
    bool *fails;   /* [count] whether each does */
    long count, k; /* k: the next one */
    long bad;      /* children that have not reported it, or leak */
} memory_failures;

static memory_failures *memory_forks; /* NULL: none fails in a child */
static bool memory_is_child;

/* The next allocation fails, if it is to, in a child that memory_run() ends. */
static inline void memory_fork(memory_failures *f)
{
    const long k = f->k++;
    if (k >= f->count || !f->fails[k]) {
        return;
    }
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        memory_is_child = true;
        memory_forks = NULL;
        memory_left = 0;
        return;
    }
    int status = 1;
    waitpid(child, &status, 0);
    if (status != 0) {
        print_error("allocation %ld\n", k);
        f->bad++;
    }
}

void *rdg_calloc(size_t count, size_t size)
{
    memory_asked++;
    if (memory_notes) {
        memory_note(memory_notes);
    }
    if (memory_forks) {
        memory_fork(memory_forks);
    }
    if (memory_left == 0) {
        memory_left = memory_recovers ? -1 : 0;
        memory_failed = true;
        return NULL;
    }
    memory_left -= memory_left > 0;
    memory_held++;
    return calloc(count ? count : 1, size);
}

void rdg_free(void *memory)
{
    memory_held -= memory != NULL;
    free(memory);
}

typedef struct memory_place {
    uint64_t hash;
    long k;
} memory_place;

static inline int memory_by_calls(const void *a, const void *b)
{
    const memory_place *x = a, *y = b;
    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : (x->k > y->k) - (x->k < y->k);
}

/* Which allocations are to fail: the first and the last one of those with the same calls. */
static inline memory_failures memory_choose(memory_calls *c)
{
    memory_failures f = {.count = c->count, .fails = calloc((size_t)c->count + 1, sizeof *f.fails)};
    memory_place *place = calloc((size_t)c->count + 1, sizeof *place);
    assert_true(f.fails && place);
    for (long k = 0; k < c->count; k++) {
        place[k] = (memory_place){c->hash[k], k};
    }
    qsort(place, (size_t)c->count, sizeof *place, memory_by_calls);
    for (long i = 0; i < c->count; i++) {
        f.fails[place[i].k] = i == 0 || place[i - 1].hash != place[i].hash || i + 1 == c->count ||
                              place[i + 1].hash != place[i].hash;
    }
    free(place);
    free(c->hash);
    return f;
}

/* A piece of work, or a driver that follows something on a model: only the driver itself runs out of memory,
 * not what it is built from. */
typedef struct driver_case {
    rdg_context *(*context)(void);
    rdg_hbm *(*model)(rdg_context *ctx);
    rdg_status (*follow)(rdg_hbm *hb);
    rdg_status (*work)(rdg_context *ctx); /* NULL: a driver */
    void (*use)(rdg_context *ctx);        /* NULL: as well */
    long least;                           /* there are at least so many allocations */
    bool anew;                            /* it begins anew for each failure */
} driver_case;

static inline rdg_context *memory_context(void)
{
    assert_int_equal(memory_held, 0);
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, "build/nowhere");
    return ctx;
}

static inline bool memory_work_is_good(const driver_case *c, rdg_context *ctx, rdg_hbm *hb)
{
    if (c->use) {
        c->use(ctx);
        return rdg_error_status(ctx) == RDG_OK;
    }
    return (c->work ? c->work(ctx) : c->follow(hb)) == RDG_OK;
}

/* One run in which allocation `left` fails, if that is not below 0, or some fail in children. */
static inline void memory_run(const driver_case *c, long left, memory_calls *notes, memory_failures *forks)
{
    assert_false(memory_is_child); /* an assertion within its work has failed */
    const long held = memory_held;
    rdg_context *ctx = c->context ? c->context() : memory_context();
    rdg_hbm *hb = c->model ? c->model(ctx) : NULL;
    assert_ok(ctx, rdg_error_status(ctx));
    memory_failed = false;
    memory_left = left;
    memory_notes = notes;
    memory_forks = forks;
    const bool good = memory_work_is_good(c, ctx, hb);
    memory_notes = NULL;
    memory_forks = NULL;
    memory_left = -1;
    if (!good && rdg_error_status(ctx) != RDG_ERR_NO_MEMORY) {
        print_error("%s\n", rdg_error_message(ctx));
    }
    assert_int_equal(good, !memory_failed);
    assert_int_equal(rdg_error_status(ctx), good ? RDG_OK : RDG_ERR_NO_MEMORY);
    assert_int_equal(strlen(rdg_error_message(ctx)) > 0, !good);
    rdg_context_free(ctx);
    assert_int_equal(memory_held, held);
    if (memory_is_child) {
        _exit(0);
    }
}

/* NULL: the program does not note which lines are reached, nor look for leaks at its end. */
extern void memory_coverage(void) __asm__("__gcov_init") __attribute__((weak));
extern void memory_leaks(void) __asm__("__lsan_do_leak_check") __attribute__((weak));

/* Let allocations of a driver fail in turn, those after it too unless memory recovers: it says so, and
 * nothing leaks. */
static inline void exhaust_driver(const driver_case *c, bool recovers)
{
    memory_calls calls = {.count = 0};
    memory_run(c, -1, &calls, NULL);
    assert_true(calls.count > c->least);
    memory_failures failures = memory_choose(&calls);
    memory_recovers = recovers;
    if (!c->anew && !memory_coverage && !memory_leaks) {
        memory_run(c, -1, NULL, &failures);
    } else {
        for (long k = 0; k < failures.count; k++) {
            if (failures.fails[k]) {
                memory_run(c, k, NULL, NULL);
            }
        }
    }
    memory_recovers = false;
    free(failures.fails);
    assert_int_equal(failures.bad, 0);
}

/* The same of work that stays in memory and in one thread. */
static inline void exhaust_memory(void (*work)(rdg_context *ctx))
{
    exhaust_driver(&(driver_case){.use = work}, false);
}

static inline void fail_each_allocation(rdg_status (*work)(rdg_context *ctx))
{
    exhaust_driver(&(driver_case){.work = work, .anew = true}, true);
}

#endif
