/* An allocator in place of the library's (base/memory.c) that runs out of memory on request.
 *
 * What a failure leads to depends on the calls that the allocation stands in. Work repeats most of them: of
 * those with the same calls, from main() on, the first and the last one fail, each in turn. */
#ifndef RDG_TEST_FAILING_MEMORY_H
#define RDG_TEST_FAILING_MEMORY_H

#include "support.h"

#include <ridgewalk/core.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/toolbox.h>

#include <execinfo.h>
#include <string.h>

static long memory_left = -1; /* allocations that still succeed; < 0: all do */
static bool memory_recovers;  /* only that one allocation fails, the later ones
                                 succeed again */
static bool memory_failed;    /* one has failed since it was last set */
static long memory_asked;     /* allocations asked for */
static long memory_held;      /* allocations not freed yet */

/* The calls of each allocation of a piece of work, as hashes */
typedef struct memory_calls {
    uint64_t *hash;
    long count, room;
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
    if (c->count == c->room) {
        c->room = 2 * c->room + 1024;
        c->hash = realloc(c->hash, (size_t)c->room * sizeof *c->hash);
        assert_non_null(c->hash);
    }
    c->hash[c->count++] = hash;
}

void *rdg_calloc(size_t count, size_t size)
{
    memory_asked++;
    if (memory_notes) {
        memory_note(memory_notes);
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

/* Whether each of the allocations is to fail: the first two and the last one of
 * those with the same calls. For free(). */
static inline bool *memory_choose(memory_calls *c)
{
    bool *fails = calloc((size_t)c->count + 1, sizeof *fails);
    memory_place *place = calloc((size_t)c->count + 1, sizeof *place);
    assert_true(fails && place);
    for (long k = 0; k < c->count; k++) {
        place[k] = (memory_place){c->hash[k], k};
    }
    qsort(place, (size_t)c->count, sizeof *place, memory_by_calls);
    for (long i = 0; i < c->count; i++) {
        fails[place[i].k] = i == 0 || place[i - 1].hash != place[i].hash || i + 1 == c->count ||
                            place[i + 1].hash != place[i].hash;
    }
    free(place);
    free(c->hash);
    return fails;
}

/* One run of a piece of work in a context that says nothing. */
static inline rdg_status memory_run(rdg_status (*work)(rdg_context *ctx), long left, memory_calls *notes)
{
    assert_int_equal(memory_held, 0);
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_set_run_folder(ctx, "build/nowhere");
    memory_failed = false;
    memory_left = left;
    memory_notes = notes;
    const rdg_status status = work(ctx);
    memory_notes = NULL;
    memory_left = -1;
    assert_int_equal(status, memory_failed ? RDG_ERR_NO_MEMORY : RDG_OK);
    assert_int_equal(strlen(rdg_error_message(ctx)) > 0, memory_failed);
    rdg_context_free(ctx);
    assert_int_equal(memory_held, 0);
    return status;
}

/* Let allocations of a piece of work fail in turn, with all those after it, or
 * once: the work says so, and nothing leaks. */
static inline void memory_exhaust(rdg_status (*work)(rdg_context *ctx), bool recovers)
{
    memory_calls calls = {.count = 0};
    memory_run(work, -1, &calls);
    bool *fails = memory_choose(&calls);
    memory_recovers = recovers;
    for (long k = 0; k < calls.count; k++) {
        if (fails[k]) {
            memory_run(work, k, NULL);
        }
    }
    memory_recovers = false;
    free(fails);
}

static void (*memory_work)(rdg_context *ctx);

static inline rdg_status memory_work_of(rdg_context *ctx)
{
    memory_work(ctx);
    return rdg_error_status(ctx);
}

static inline void exhaust_memory(void (*work)(rdg_context *ctx))
{
    memory_work = work;
    memory_exhaust(memory_work_of, false);
}

static inline void fail_each_allocation(rdg_status (*work)(rdg_context *ctx))
{
    memory_exhaust(work, true);
}

/* What exhaust_driver() needs to know: a driver follows something on a model. */
typedef struct driver_case {
    rdg_context *(*context)(void);
    rdg_hbm *(*model)(rdg_context *ctx);
    rdg_status (*follow)(rdg_hbm *hb);
    long least; /* there are at least so many allocations */
} driver_case;

static inline void memory_drive(const driver_case *c, long left, memory_calls *notes)
{
    const long before = memory_held;
    rdg_context *ctx = c->context();
    rdg_hbm *hb = c->model(ctx);
    assert_ok(ctx, rdg_error_status(ctx));
    memory_failed = false;
    memory_left = left;
    memory_notes = notes;
    const bool good = c->follow(hb) == RDG_OK;
    memory_notes = NULL;
    memory_left = -1;
    if (!good && rdg_error_status(ctx) != RDG_ERR_NO_MEMORY) {
        print_error("allocation %ld: %s\n", left, rdg_error_message(ctx));
    }
    assert_int_equal(good, !memory_failed);
    assert_int_equal(rdg_error_status(ctx), good ? RDG_OK : RDG_ERR_NO_MEMORY);
    assert_int_equal(strlen(rdg_error_message(ctx)) > 0, !good);
    rdg_context_free(ctx);
    assert_int_equal(memory_held, before);
}

/* Let allocations of a driver fail in turn, those after it too unless memory
 * recovers. Only the driver itself runs out of memory, not what it is built
 * from. */
static inline void exhaust_driver(const driver_case *c, bool recovers)
{
    memory_calls calls = {.count = 0};
    memory_drive(c, -1, &calls);
    assert_true(calls.count > c->least);
    bool *fails = memory_choose(&calls);
    memory_recovers = recovers;
    for (long k = 0; k < calls.count; k++) {
        if (fails[k]) {
            memory_drive(c, k, NULL);
        }
    }
    memory_recovers = false;
    free(fails);
}

#endif
