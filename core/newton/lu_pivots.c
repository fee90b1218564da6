/* When the pivots of a factorisation tell a singular matrix, whatever the library that found them. */
#include "lu_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <float.h>
#include <math.h>

/* Rounding errors of an elimination in n steps add up like a random walk. */
double rdg_lu_rounding(rdg_index n)
{
    return 32.0 * sqrt((double)n) * DBL_EPSILON;
}

bool rdg_lu_pivots_are_good(const rdg_lu *lu, const double *values, const rdg_index *column,
                            const double *pivot)
{
    const double rounding = rdg_lu_rounding(lu->n);
    for (rdg_index k = 0; k < lu->n; k++) {
        const rdg_index j = column[k];
        double largest = 0.0;
        for (rdg_index e = lu->pattern->start[j]; e < lu->pattern->start[j + 1]; e++) {
            largest = rdg_larger(largest, fabs(values[e]));
        }
        if (!(fabs(pivot[k]) > rounding * largest)) {
            return false;
        }
    }
    return true;
}
