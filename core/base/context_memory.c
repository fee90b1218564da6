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

char *rdg_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = rdg_calloc(size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}
