/* When the factors report a singular matrix, whatever the library that found them.
 *
 * Rounding errors of a column are as large as its entries have been, and these may grow during elimination:
 * libraries take a pivot from the diagonal, where it keeps the factors sparse, though it is small beside
 * others. So a pivot is measured by the largest entry before elimination and behind it, above the pivot. */
#include "lu_impl.h"

#include <float.h>
#include <math.h>

/* Rounding errors of an elimination in n steps add up like a random walk. */
double rdg_lu_rounding(rdg_index n)
{
    return 32.0 * sqrt((double)n) * DBL_EPSILON;
}

double rdg_lu_doubtful(rdg_index n)
{
    return 1e3 * rdg_lu_rounding(n);
}
