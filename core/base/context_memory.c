/* What is built on rdg_calloc(): apart from memory.c, so that these calls can be made to fail in a test. */
#include "toolbox.h"

#include <string.h>

void *rdg_context_calloc(rdg_context *ctx, size_t count, size_t size)
{
    void *memory = rdg_error_status(ctx) == RDG_OK ? rdg_calloc(count, size) : NULL;
    if (!memory) {
        rdg_fail(ctx, RDG_ERR_NO_MEMORY, "memory is exhausted", "%zu bytes are not to be had", count * size);
    }
    return memory;
}

bool rdg_context_has_memory(rdg_context *ctx, size_t size)
{
    const size_t least = (size_t)256 << 10;
    void *memory = rdg_context_calloc(ctx, size + least, 1);
    rdg_free(memory);
    return memory != NULL;
}

char *rdg_context_strdup(rdg_context *ctx, const char *text)
{
    const size_t size = text ? strlen(text) + 1 : 1;
    char *copy = rdg_context_calloc(ctx, size, 1);
    if (copy && text) {
        memcpy(copy, text, size);
    }
    return copy;
}

rdg_status rdg_context_grow(rdg_context *ctx, void *array, rdg_index used, rdg_index more, size_t size)
{
    RDG_NEED(ctx, array, RDG_ERR_ARGUMENT);
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *wider = rdg_context_calloc(ctx, (size_t)used + (size_t)more, size);
    if (!wider) {
        return RDG_ERR_NO_MEMORY;
    }
    if (used > 0) {
        memcpy(wider, old, (size_t)used * size);
    }
    rdg_free(old);
    memcpy(array, &wider, sizeof wider);
    return RDG_OK;
}

rdg_status rdg_context_reserve(rdg_context *ctx, void *array, rdg_index *capacity, rdg_index count,
                               size_t size)
{
    RDG_NEED(ctx, array, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, capacity, RDG_ERR_ARGUMENT);
    if (count <= *capacity) {
        return RDG_OK;
    }
    RDG_TRY(rdg_context_grow(ctx, array, *capacity, 2 * count - *capacity, size));
    *capacity = 2 * count;
    return RDG_OK;
}

char *rdg_strdup(const char *text)
{
    if (!text) {
        return NULL;
    }
    const size_t size = strlen(text) + 1;
    char *copy = rdg_calloc(size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}
