/* How many damaged inputs, and which: FUZZ_INPUTS and FUZZ_SEED, which `make fuzz` sets, go before those of
 * the program. */
#ifndef RDG_TEST_FUZZ_H
#define RDG_TEST_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t fuzz_number(const char *name, uint64_t otherwise)
{
    const char *set = getenv(name);
    return set && *set ? strtoull(set, NULL, 10) : otherwise;
}

static inline int fuzz_inputs(int otherwise)
{
    return (int)fuzz_number("FUZZ_INPUTS", (uint64_t)otherwise);
}

/* Printed, so that what goes wrong can be done again. */
static inline uint64_t fuzz_seed(uint64_t otherwise)
{
    const uint64_t seed = fuzz_number("FUZZ_SEED", otherwise);
    printf("FUZZ_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

#endif
