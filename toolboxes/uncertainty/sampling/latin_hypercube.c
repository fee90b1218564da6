/* Latin hypercube: in each dimension a permutation of the intervals, of which any single place can be
 * computed. */
#include "sampling_impl.h"

#include <ridgewalk/random.h>

#include <math.h>

/* A bijection of the numbers below 2^(2 half), other for each key: four rounds of a Feistel network. */
static uint64_t shuffle(uint64_t x, int half, uint64_t key)
{
    const uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < 4; round++) {
        const uint64_t next = left ^ (rdg_random_bits(key + round, right) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

double rdg_latin_number(rdg_index dimension, uint64_t i, uint64_t samples, uint64_t seed)
{
    const uint64_t key = rdg_random_bits(seed, (uint64_t)dimension);
    int half = 1;
    while (UINT64_C(1) << 2 * half < samples) {
        half++;
    }
    uint64_t interval = i;
    do { /* what lies above the intervals is shuffled on: still a bijection, of the numbers below samples */
        interval = shuffle(interval, half, key);
    } while (interval >= samples);
    const double p = ((double)interval + rdg_random_unit(rdg_random_bits(key + 4, i))) / (double)samples;
    return fmin(p, 1.0 - 0x1p-53); /* rounded to 1 it would have no quantile */
}
