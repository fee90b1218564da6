/* The bootstrap: rows drawn from a sample with replacement. B. Efron, R. Tibshirani, An Introduction to the
 * Bootstrap (1993), chapter 13 (percentile intervals). */
#include "sampling_impl.h"

#include <ridgewalk/random.h>

#include <stdlib.h>
#include <string.h>

void rdg_resample(rdg_index r, rdg_index n, int *times)
{
    memset(times, 0, (size_t)n * sizeof *times);
    for (rdg_index k = 0; k < n; k++) {
        const double u = rdg_random_unit(rdg_random_bits((uint64_t)r, (uint64_t)k));
        const rdg_index row = (rdg_index)(u * (double)n);
        times[row < n ? row : n - 1]++;
    }
}

int rdg_sampling_order(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

void rdg_resample_interval(double *values, double *low, double *high)
{
    qsort(values, RDG_RESAMPLES, sizeof *values, rdg_sampling_order);
    *low = values[RDG_RESAMPLES / 40];
    *high = values[RDG_RESAMPLES - 1 - RDG_RESAMPLES / 40];
}
