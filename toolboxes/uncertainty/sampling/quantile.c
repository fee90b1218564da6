/* Quantiles with bootstrap intervals. */
#include "sampling_impl.h"
#include "statistics.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The numbers among the values, in order. */
static rdg_index put_in_order(rdg_index n, const double *y, double *ordered)
{
    rdg_index m = 0;
    for (rdg_index i = 0; i < n; i++) {
        if (!isnan(y[i])) {
            ordered[m++] = y[i];
        }
    }
    qsort(ordered, (size_t)m, sizeof *ordered, rdg_sampling_order);
    return m;
}

/* Place (from 0) among ordered values of which value i is there times[i] times; NULL: once. */
static double value_at(rdg_index place, const double *ordered, const int *times)
{
    if (!times) {
        return ordered[place];
    }
    rdg_index i = 0;
    for (rdg_index below = times[0]; below <= place; below += times[i]) {
        i++;
    }
    return ordered[i];
}

static double interpolate(rdg_index n, const double *ordered, const int *times, double share)
{
    const double place = share * (double)(n - 1);
    const rdg_index i = (rdg_index)place;
    const double low = value_at(i, ordered, times);
    return i + 1 < n ? low + (place - (double)i) * (value_at(i + 1, ordered, times) - low) : low;
}

double rdg_quantile_of(rdg_index n, double *y, double share)
{
    if (n < 1 || !y || !isgreaterequal(share, 0.0) || !islessequal(share, 1.0)) {
        return NAN;
    }
    const rdg_index m = put_in_order(n, y, y);
    return m > 0 ? interpolate(m, y, NULL, share) : NAN;
}

static void estimate(rdg_index n, const double *ordered, double share, int *times, double *resampled,
                     rdg_estimate *found)
{
    found->value = interpolate(n, ordered, NULL, share);
    for (rdg_index r = 0; r < RDG_RESAMPLES; r++) {
        rdg_resample(r, n, times);
        resampled[r] = interpolate(n, ordered, times, share);
    }
    rdg_resample_interval(resampled, &found->low, &found->high);
}

rdg_status rdg_quantile(rdg_context *ctx, rdg_index n, const double *y, double share, rdg_estimate *found)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, y, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, found, RDG_ERR_ARGUMENT);
    if (!isgreaterequal(share, 0.0) || !islessequal(share, 1.0)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "share %g: it must be between 0 and 1", share);
    }
    if (n < 1) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "%" PRId64 " values: give at least one", n);
    }
    double *ordered = rdg_context_calloc(ctx, (size_t)n + RDG_RESAMPLES, sizeof(double));
    int *times = rdg_context_calloc(ctx, (size_t)n, sizeof(int));
    const rdg_index m = ordered && times ? put_in_order(n, y, ordered) : 0;
    if (m > 0) {
        estimate(m, ordered, share, times, ordered + n, found);
    } else if (ordered && times) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "none of the %" PRId64 " values is a number: no case has a result",
                 n);
    }
    rdg_free(ordered);
    rdg_free(times);
    return rdg_error_status(ctx);
}
