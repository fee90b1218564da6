/* An allocator in place of the library's (base/memory.c) that runs out of memory when it is told to. */
#ifndef RDG_TEST_FAILING_MEMORY_H
#define RDG_TEST_FAILING_MEMORY_H

#include "support.h"

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

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
    for (long k = 0; !good; k++) {
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

#endif
