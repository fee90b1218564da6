/** @file random.h
 *  @brief Pseudorandom numbers that are the same on each machine: splitmix64.
 *
 *  G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014. Number i
 * of a seed can be had without those before it. */
#ifndef RDG_RANDOM_H
#define RDG_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number i of a seed.
 *  @param seed any number
 *  @param i    from 0
 *  @return 64 bits */
static inline uint64_t rdg_random_bits(uint64_t seed, uint64_t i)
{
    uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/** A number of the open interval (0, 1).
 *  @param bits of rdg_random_bits()
 *  @return (the first 52 bits + 1/2) / 2^52 */
static inline double rdg_random_unit(uint64_t bits)
{
    return ((double)(bits >> 12) + 0.5) / 4503599627370496.0;
}

#ifdef __cplusplus
}
#endif
#endif
