/* An allocator in place of the library's (base/memory.c) that runs out of memory when it is told to. */
#ifndef RDG_TEST_FAILING_MEMORY_H
#define RDG_TEST_FAILING_MEMORY_H

#include "support.h"

#include <ridgewalk/toolbox.h>

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

#endif
