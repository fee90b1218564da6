/* Memory: the one door to the allocator. In a file of its own so that a test can put a failing one here. */
#include "toolbox.h"

#include <stdlib.h>

void *rdg_calloc(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

void rdg_free(void *memory)
{
    free(memory);
}
