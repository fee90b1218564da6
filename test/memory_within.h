/* The memory of the process, limited as by `ulimit -m`, which the system itself does not enforce. Define
 * _DEFAULT_SOURCE first. */
#ifndef RDG_TEST_MEMORY_WITHIN_H
#define RDG_TEST_MEMORY_WITHIN_H

#include "support.h"

#include <sys/resource.h>

/* Bytes; the answer goes to allow_memory(). */
static inline struct rlimit limit_memory(double bytes)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_RSS, &before), 0);
    const struct rlimit limit = {.rlim_cur = (rlim_t)bytes, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_RSS, &limit), 0);
    return before;
}

static inline void allow_memory(struct rlimit before)
{
    assert_int_equal(setrlimit(RLIMIT_RSS, &before), 0);
}

#endif
