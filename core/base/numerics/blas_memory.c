/* The working memory of BLAS. OpenBLAS takes it at its first call, as one piece of address space, and tries
 * for ever where there is none: it is taken before, or the computation refused. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "toolbox.h"

#include <lapacke.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

/* BUFFER_SIZE of OpenBLAS 0.3 on x86-64 (common_x86_64.h), which is the largest of all machines. */
static const size_t buffer = (size_t)32 << 22;

static atomic_bool is_taken;

static bool is_there(void)
{
    void *piece = mmap(NULL, buffer, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) {
        return false;
    }
    munmap(piece, buffer);
    return true;
}

/* OpenBLAS keeps it for the calls that follow. */
static void take(void)
{
    double one = 1.0;
    lapack_int pivot = 0;
    RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, 1, 1, &one, 1, &pivot));
}

rdg_status rdg_blas_provide(rdg_context *ctx, const char *where)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (atomic_load(&is_taken)) {
        return RDG_OK;
    }
    if (!is_there()) {
        return rdg_fail(
            ctx, RDG_ERR_NO_MEMORY, where,
            "OpenBLAS needs %zu MB of address space and would wait for it for ever: raise the limit "
            "of the process (ulimit -v)",
            buffer >> 20);
    }
    take();
    atomic_store(&is_taken, true);
    return RDG_OK;
}
