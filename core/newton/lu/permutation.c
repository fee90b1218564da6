/* The sign of a permutation. */
#include "permutation_impl.h"

#include <string.h>

double rdg_permutation_sign(rdg_index n, const rdg_index *permutation, bool *seen)
{
    double sign = 1.0;
    memset(seen, 0, (size_t)n * sizeof *seen);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index at = permutation[i]; !seen[i] && at != i; at = permutation[at]) {
            seen[at] = true;
            sign = -sign;
        }
    }
    return sign;
}
