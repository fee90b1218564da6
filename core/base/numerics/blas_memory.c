/* The working memory of BLAS. OpenBLAS takes it at its first call, as one piece of address space, and tries
 * for ever where there is none: it is kept for it before, or the computation refused. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "blas_memory_impl.h"
#include "toolbox.h"

#include <lapack.h>

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

/* BUFFER_SIZE of OpenBLAS 0.3 on x86-64 (common_x86_64.h), which is the largest of all machines. */
static const size_t buffer = (size_t)32 << 22;

static const char in_use; /* where the reserve stands once BLAS has taken its memory */

/* Address space that is kept for BLAS until its first call, so that a program that never calls it need not
 * load it. NULL: none is kept. */
static _Atomic(void *) reserve;

void rdg_blas_take_memory(void)
{
    void *piece = atomic_load(&reserve);
    if (!piece || piece == &in_use || !atomic_compare_exchange_strong(&reserve, &piece, (void *)&in_use)) {
        return;
    }
    munmap(piece, buffer);
    double one = 1.0;
    lapack_int pivot = 0, size = 1, info = 0;
    LAPACK_dgetrf(&size, &size, &one, &size, &pivot, &info); /* OpenBLAS keeps it for the calls that follow */
}

rdg_status rdg_blas_provide(rdg_context *ctx, const char *where)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (atomic_load(&reserve)) {
        return RDG_OK;
    }
    void *piece = mmap(NULL, buffer, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (piece == MAP_FAILED) {
        return rdg_fail(
            ctx, RDG_ERR_NO_MEMORY, where,
            "OpenBLAS needs %zu MB of address space and would wait for it for ever: raise the limit "
            "of the process (ulimit -v)",
            buffer >> 20);
    }
    void *none = NULL;
    if (!atomic_compare_exchange_strong(&reserve, &none, piece)) {
        munmap(piece, buffer); /* another thread has kept it */
    }
    return RDG_OK;
}
