/* Sobol' indices from the cases of a plan, with bootstrap intervals. */
#include "sampling_impl.h"
#include "statistics.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

/* The whole samples: A, B, A with the jth quantity of B; the mean of A and B is subtracted. */
typedef struct table {
    rdg_index n, samples;
    double *y; /* [samples * (n + 2)], a sample after the other */
    int *times;
    double *first, *total; /* [RDG_RESAMPLES] */
} table;

static void take_whole_samples(table *t, rdg_index samples, const double *y)
{
    const rdg_index a_sample = t->n + 2;
    double mean = 0.0;
    for (rdg_index i = 0; i < samples; i++) {
        bool whole = true;
        for (rdg_index k = 0; k < a_sample; k++) {
            t->y[t->samples * a_sample + k] = y[i * a_sample + k];
            whole = whole && isfinite(y[i * a_sample + k]);
        }
        if (whole) {
            mean += 0.5 * (y[i * a_sample] + y[i * a_sample + 1]);
            t->samples++;
        }
    }
    for (rdg_index k = 0; k < t->samples * a_sample; k++) {
        t->y[k] -= mean / (double)t->samples;
    }
}

/* Variance of A and B, with each sample as often as it was drawn. */
static double variance(const table *t)
{
    double sum = 0.0, squares = 0.0;
    for (rdg_index i = 0; i < t->samples; i++) {
        const double *y = t->y + i * (t->n + 2), times = t->times[i];
        sum += times * (y[0] + y[1]);
        squares += times * (y[0] * y[0] + y[1] * y[1]);
    }
    const double mean = sum / (2.0 * (double)t->samples);
    return squares / (2.0 * (double)t->samples) - mean * mean;
}

/* false: the result does not vary in these samples. */
static bool estimate(const table *t, rdg_index j, double *first, double *total)
{
    const double size = variance(t) * (double)t->samples;
    double products = 0.0, squares = 0.0;
    for (rdg_index i = 0; i < t->samples; i++) {
        const double *y = t->y + i * (t->n + 2), change = y[j + 2] - y[0];
        products += t->times[i] * y[1] * change;
        squares += t->times[i] * change * change;
    }
    *first = size > 0.0 ? products / size : 0.0;
    *total = size > 0.0 ? 0.5 * squares / size : 0.0;
    return size > 0.0;
}

static bool find_index(table *t, rdg_index j, rdg_sobol_index *index)
{
    for (rdg_index i = 0; i < t->samples; i++) {
        t->times[i] = 1;
    }
    const bool varies = estimate(t, j, &index->first.value, &index->total.value);
    for (rdg_index r = 0; varies && r < RDG_RESAMPLES; r++) {
        rdg_resample(r, t->samples, t->times);
        estimate(t, j, &t->first[r], &t->total[r]);
    }
    rdg_resample_interval(t->first, &index->first.low, &index->first.high);
    rdg_resample_interval(t->total, &index->total.low, &index->total.high);
    return varies;
}

rdg_status rdg_sobol_indices(rdg_context *ctx, const rdg_sampling *plan, const double *y,
                             rdg_sobol_index *index)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, plan, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, y, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, index, RDG_ERR_ARGUMENT);
    const rdg_index cases = rdg_sampling_cases(ctx, plan);
    if (cases > 0 && !plan->indices) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the plan has one case a sample: set .indices in it");
    }
    double *memory =
        cases > 0 ? rdg_context_calloc(ctx, (size_t)cases + 2 * RDG_RESAMPLES, sizeof(double)) : NULL;
    int *times = memory ? rdg_context_calloc(ctx, (size_t)plan->samples, sizeof(int)) : NULL;
    if (times) {
        table t = {.n = plan->n,
                   .y = memory,
                   .times = times,
                   .first = memory + cases,
                   .total = memory + cases + RDG_RESAMPLES};
        take_whole_samples(&t, plan->samples, y);
        bool varies = t.samples >= 2;
        for (rdg_index j = 0; varies && j < plan->n; j++) {
            varies = find_index(&t, j, &index[j]);
        }
        if (!varies) {
            RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                     t.samples < 2 ? "%" PRId64 " of %" PRId64 " samples are whole: two are needed"
                                   : "the result is the same in the %" PRId64 " whole samples of %" PRId64,
                     t.samples, plan->samples);
        }
    }
    rdg_free(memory);
    rdg_free(times);
    return rdg_error_status(ctx);
}
