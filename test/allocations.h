/* All allocations of the process, the libraries' too: counted, weighed, and made to fail. To be included
 * once; needs glibc. Under the address sanitizer they are weighed alone. */
#ifndef RDG_TEST_ALLOCATIONS_H
#define RDG_TEST_ALLOCATIONS_H

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static atomic_long allocations_asked;       /* while they are watched */
static atomic_long allocation_that_fails;   /* of these, from 1; 0: none */
static atomic_bool allocations_fail_onward; /* those after it, too */
static atomic_bool allocations_are_watched;
static char *failing_library; /* NULL: it is not asked for */
enum { LIBRARY_NAME = 64 };
static atomic_size_t bytes_held, most_bytes_held; /* since they are watched */

/* Where the name of the library goes that asks for the allocation that fails. */
static inline void name_failing_library(char to[LIBRARY_NAME])
{
    failing_library = to;
}

static inline void weigh(size_t size)
{
    const size_t held = atomic_fetch_add(&bytes_held, size) + size;
    if (held > atomic_load(&most_bytes_held) && held < SIZE_MAX / 2) {
        atomic_store(&most_bytes_held, held);
    }
}

static inline void watch_allocations(long that_fails, bool onward)
{
    allocations_asked = 0;
    bytes_held = most_bytes_held = 0;
    allocation_that_fails = that_fails;
    allocations_fail_onward = onward;
    allocations_are_watched = true;
}

static inline void leave_allocations(void)
{
    allocations_are_watched = false;
}

#ifdef __SANITIZE_ADDRESS__

enum { ALLOCATIONS_CAN_FAIL = 0 };

/* NOLINTBEGIN(bugprone-reserved-identifier) they are glibc's and the sanitizer's */
size_t __sanitizer_get_allocated_size(const volatile void *memory);
void __sanitizer_malloc_hook(const volatile void *memory, size_t size);
void __sanitizer_free_hook(const volatile void *memory);

void __sanitizer_malloc_hook(const volatile void *memory, size_t size)
{
    (void)memory;
    if (allocations_are_watched) {
        weigh(size);
    }
}

void __sanitizer_free_hook(const volatile void *memory)
{
    if (allocations_are_watched && memory) {
        atomic_fetch_sub(&bytes_held, __sanitizer_get_allocated_size(memory));
    }
}
/* NOLINTEND(bugprone-reserved-identifier) */

#else

enum { ALLOCATIONS_CAN_FAIL = 1 };

/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);
/* NOLINTEND(bugprone-reserved-identifier) */

/* caller: of malloc(), ... */
static bool allocation_fails(const void *caller)
{
    if (!allocations_are_watched) {
        return false;
    }
    const long k = ++allocations_asked, that = allocation_that_fails;
    const bool fails = that > 0 && (k == that || (allocations_fail_onward && k > that));
    Dl_info about;
    if (fails && k == that && failing_library && dladdr(caller, &about) && about.dli_fname) {
        const char *slash = strrchr(about.dli_fname, '/');
        snprintf(failing_library, LIBRARY_NAME, "%s", slash ? slash + 1 : about.dli_fname);
    }
    if (fails) {
        errno = ENOMEM;
    }
    return fails;
}

static void *weighed(void *memory)
{
    if (allocations_are_watched && memory) {
        weigh(malloc_usable_size(memory));
    }
    return memory;
}

void *malloc(size_t size)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : weighed(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : weighed(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size)
{
    if (allocation_fails(__builtin_return_address(0))) {
        return NULL;
    }
    if (allocations_are_watched && memory) {
        atomic_fetch_sub(&bytes_held, malloc_usable_size(memory));
    }
    return weighed(__libc_realloc(memory, size));
}

void *memalign(size_t alignment, size_t size)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : weighed(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails(__builtin_return_address(0)) ? NULL : weighed(__libc_memalign(alignment, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    *memory =
        allocation_fails(__builtin_return_address(0)) ? NULL : weighed(__libc_memalign(alignment, size));
    return *memory ? 0 : ENOMEM;
}

void free(void *memory)
{
    if (allocations_are_watched && memory) {
        atomic_fetch_sub(&bytes_held, malloc_usable_size(memory));
    }
    __libc_free(memory);
}

#endif
#endif
