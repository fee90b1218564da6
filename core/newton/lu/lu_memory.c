/* What the engines state when memory is exhausted in the library that they call. */
#include "lu_impl.h"
#include "toolbox.h"

bool rdg_lu_no_memory(const rdg_lu *lu)
{
    rdg_fail(lu->ctx, RDG_ERR_NO_MEMORY, "rdg_continue", "no memory for the factors of %lld unknowns",
             (long long)lu->n);
    return false;
}
