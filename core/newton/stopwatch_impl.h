/* What a run spends on its functions, on factors and on solutions: calls of less than a microsecond, which
 * the system's clock would make half as long again. */
#ifndef RDG_STOPWATCH_IMPL_H
#define RDG_STOPWATCH_IMPL_H

#include "timing.h"

#include <stdint.h>

typedef struct rdg_stopwatch {
    double begin_s;
    uint64_t begin;
    uint64_t function, factor, solve; /* ticks */
} rdg_stopwatch;

/* The processor's counter, where there is one that runs evenly. */
static inline uint64_t rdg_ticks(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return (uint64_t)(1e9 * rdg_seconds());
#endif
}

void rdg_stopwatch_begin(rdg_stopwatch *watch);

/* Seconds a tick, as they were since the beginning. */
double rdg_stopwatch_tick(const rdg_stopwatch *watch);

#endif
