/* Whether a factorisation serves, whatever the library that made it. */
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

double rdg_lu_least_pivot(const rdg_lu *lu, const double *values, const double *scale,
                          const rdg_index *column, const double *pivot)
{
    double least = INFINITY;
    for (rdg_index k = 0; k < lu->n; k++) {
        const rdg_index j = column ? column[k] : k;
        double largest = 0.0;
        for (rdg_index e = lu->pattern->start[j]; e < lu->pattern->start[j + 1]; e++) {
            const double entry = fabs(values[e]);
            largest = rdg_larger(largest, scale ? scale[lu->pattern->row[e]] * entry : entry);
        }
        if (!(fabs(pivot[k]) > 0.0) || !(largest > 0.0)) {
            return 0.0;
        }
        least = fmin(least, fabs(pivot[k]) / largest);
    }
    return least;
}

/* b - A x into b; what each row adds up to at most, at the end. */
static double subtract_product(const rdg_lu *lu, const double *values, const double *x, double *b)
{
    double size = 0.0;
    for (rdg_index j = 0; j < lu->n; j++) {
        for (rdg_index e = lu->pattern->start[j]; e < lu->pattern->start[j + 1]; e++) {
            const double term = values[e] * x[j];
            b[lu->pattern->row[e]] -= term;
            size = rdg_larger(size, fabs(term));
        }
    }
    return size;
}

static double largest_of(rdg_index n, const double *x)
{
    double largest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        largest = rdg_larger(largest, fabs(x[i]));
    }
    return largest;
}

bool rdg_lu_solves(const rdg_lu *lu, const double *values, bool well)
{
    static const double regular = 1e-2, backward = 1e-11;
    double *b = lu->probe;
    double *x = lu->probe + lu->n;
    for (rdg_index i = 0; i < lu->n; i++) {
        b[i] = rdg_general(i);
    }
    const double asked = largest_of(lu->n, b);
    lu->ops->solve(lu, false, 1, lu->n, b, x);
    const double size = rdg_larger(asked, subtract_product(lu, values, x, b));
    const double left = largest_of(lu->n, b);
    return left <= regular * asked && (!well || left <= backward * size);
}
