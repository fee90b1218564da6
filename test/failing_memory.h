/* An allocator in place of the library's (base/memory.c) that runs out of memory when it is told to. */
#ifndef RDG_TEST_FAILING_MEMORY_H
#define RDG_TEST_FAILING_MEMORY_H

#include "support.h"

#include <ridgewalk/core.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

/* Under the sanitizers, which make programs several times slower, every third allocation is tried. */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY_STRIDE = 3 };
#else
enum { MEMORY_STRIDE = 1 };
#endif

static long memory_left = -1; /* allocations that still succeed; < 0: all do */
static bool memory_recovers;  /* only that one allocation fails, the later ones succeed again */
static long memory_asked;     /* allocations asked for */
static long memory_held;      /* allocations not freed yet */

void *rdg_calloc(size_t count, size_t size)
{
    memory_asked++;
    if (memory_left == 0) {
        memory_left = memory_recovers ? -1 : 0;
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

/* Let each allocation of a piece of work fail in turn, and all after it, until the work succeeds: a message
 * each time, and no leak. */
static inline void exhaust_memory(void (*work)(rdg_context *ctx))
{
    bool good = false;
    for (long k = 0; !good; k += MEMORY_STRIDE) {
        assert_int_equal(memory_held, 0);
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_set_run_folder(ctx, "build/nowhere");
        memory_left = k;
        work(ctx);
        memory_left = -1;
        good = rdg_error_status(ctx) == RDG_OK;
        if (!good) {
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_NO_MEMORY);
            assert_true(strlen(rdg_error_message(ctx)) > 0);
        }
        rdg_context_free(ctx);
    }
    assert_int_equal(memory_held, 0);
}

/* Let each allocation of a piece of work fail once, those after it succeeding again, until none is left to
 * fail: the work says so, and nothing leaks. */
static inline void fail_each_allocation(rdg_status (*work)(rdg_context *ctx))
{
    rdg_status status = RDG_ERR_NO_MEMORY;
    memory_recovers = true;
    for (long k = 0; status != RDG_OK; k += MEMORY_STRIDE) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        memory_left = k;
        status = work(ctx);
        assert_true(status == (memory_left < 0 ? RDG_ERR_NO_MEMORY : RDG_OK));
        memory_left = -1;
        rdg_context_free(ctx);
        assert_int_equal(memory_held, 0);
    }
    memory_recovers = false;
}

/* What exhaust_driver() needs to know: a driver follows something on a model. */
typedef struct driver_case {
    rdg_context *(*context)(void);
    rdg_hbm *(*model)(rdg_context *ctx);
    rdg_status (*follow)(rdg_hbm *hb);
    long stride, least; /* every stride-th allocation fails; there are at least so many */
} driver_case;

/* Let allocations of a driver fail in turn, those after it too unless memory recovers. Only the driver itself
 * runs out of memory, not what it is built from. */
static inline void exhaust_driver(const driver_case *c, bool recovers)
{
    long k = 0;
    for (bool good = false; !good; k += MEMORY_STRIDE * c->stride) {
        const long before = memory_held;
        rdg_context *ctx = c->context();
        rdg_hbm *hb = c->model(ctx);
        assert_ok(ctx, rdg_error_status(ctx));
        memory_recovers = recovers;
        memory_left = k;
        good = c->follow(hb) == RDG_OK;
        memory_left = -1;
        if (!good && rdg_error_status(ctx) != RDG_ERR_NO_MEMORY) {
            print_error("allocation %ld: %s\n", k, rdg_error_message(ctx));
        }
        assert_int_equal(rdg_error_status(ctx), good ? RDG_OK : RDG_ERR_NO_MEMORY);
        assert_int_equal(strlen(rdg_error_message(ctx)) > 0, !good);
        rdg_context_free(ctx);
        assert_int_equal(memory_held, before);
    }
    assert_true(k > c->least);
    memory_recovers = false;
}

#endif
