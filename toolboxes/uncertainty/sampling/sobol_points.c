/* Sobol' points: their digits are sums modulo 2 of direction numbers. */
#include "sampling_impl.h"

#include <ridgewalk/random.h>

enum { DIGITS = 32, MOST_DEGREE = 8 };

/* Of all primitive polynomials modulo 2 up to degree 8, x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1: s, the
 * digits a_1 to a_(s-1) as a number, and the first s direction numbers, from the table new-joe-kuo-6 of S.
 * Joe and F. Y. Kuo, SIAM J. Sci. Comput. 30 (2008) 2635. */
static const struct {
    unsigned degree, digits, first[MOST_DEGREE];
} polynomial[RDG_SOBOL_MOST - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
    {7, 7, {1, 1, 3, 13, 7, 35, 63}},
    {7, 8, {1, 3, 5, 9, 1, 25, 53}},
    {7, 14, {1, 3, 1, 13, 9, 35, 107}},
    {7, 19, {1, 3, 1, 5, 27, 61, 31}},
    {7, 21, {1, 1, 5, 11, 19, 41, 61}},
    {7, 28, {1, 3, 5, 3, 3, 13, 69}},
    {7, 31, {1, 1, 7, 13, 1, 19, 1}},
    {7, 32, {1, 3, 7, 5, 13, 19, 59}},
    {7, 37, {1, 1, 3, 9, 25, 29, 41}},
    {7, 41, {1, 3, 5, 13, 23, 1, 55}},
    {7, 42, {1, 3, 7, 3, 13, 59, 17}},
    {7, 50, {1, 3, 1, 3, 5, 53, 69}},
    {7, 55, {1, 1, 5, 5, 23, 33, 13}},
    {7, 56, {1, 1, 7, 7, 1, 61, 123}},
    {7, 59, {1, 1, 7, 9, 13, 61, 49}},
    {7, 62, {1, 3, 3, 5, 3, 55, 33}},
    {8, 14, {1, 3, 1, 15, 31, 13, 49, 245}},
    {8, 21, {1, 3, 5, 15, 31, 59, 63, 97}},
    {8, 22, {1, 3, 1, 11, 11, 11, 77, 249}},
    {8, 38, {1, 3, 1, 11, 27, 43, 71, 9}},
    {8, 47, {1, 1, 7, 15, 21, 11, 81, 45}},
    {8, 49, {1, 3, 7, 3, 25, 31, 65, 79}},
    {8, 50, {1, 3, 1, 1, 19, 11, 3, 205}},
    {8, 52, {1, 1, 5, 9, 19, 21, 29, 157}},
    {8, 56, {1, 3, 7, 11, 1, 33, 89, 185}},
    {8, 67, {1, 3, 3, 3, 15, 9, 79, 71}},
    {8, 70, {1, 3, 7, 11, 15, 39, 119, 27}},
    {8, 84, {1, 1, 3, 1, 11, 31, 97, 225}},
    {8, 97, {1, 1, 1, 3, 23, 43, 57, 177}},
    {8, 103, {1, 3, 7, 7, 17, 17, 37, 71}},
    {8, 115, {1, 3, 1, 5, 27, 63, 123, 213}},
    {8, 122, {1, 1, 3, 5, 11, 43, 53, 133}},
};

/* Direction numbers of a dimension, as 32 binary digits behind the point. The first one is van der Corput's.
 */
static void find_directions(rdg_index dimension, uint32_t direction[DIGITS])
{
    const unsigned degree = dimension == 0 ? DIGITS : polynomial[dimension - 1].degree;
    for (unsigned k = 0; k < DIGITS; k++) {
        if (k < degree) {
            const uint32_t first = dimension == 0 ? 1 : polynomial[dimension - 1].first[k];
            direction[k] = first << (DIGITS - 1 - k);
            continue;
        }
        direction[k] = direction[k - degree] ^ (direction[k - degree] >> degree);
        for (unsigned l = 1; l < degree; l++) {
            if (polynomial[dimension - 1].digits >> (degree - 1 - l) & 1) {
                direction[k] ^= direction[k - l];
            }
        }
    }
}

/* In the order of Gray's code, as I. A. Antonov and V. M. Saleev, USSR Comput. Math. Math. Phys. 19 (1979)
 * 252. */
double rdg_sobol_number(rdg_index dimension, uint64_t i, uint64_t seed)
{
    uint32_t direction[DIGITS] = {0};
    uint32_t number =
        (uint32_t)(rdg_random_bits(seed, (uint64_t)dimension) >> DIGITS); /* the shift of its digits */
    const uint64_t code = i ^ (i >> 1);
    find_directions(dimension, direction);
    for (int k = 0; k < DIGITS; k++) {
        if (code >> k & 1) {
            number ^= direction[k];
        }
    }
    return ((double)number + 0.5) / 0x1p32;
}
