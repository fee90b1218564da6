/* The 0-1 test. Of p(n) = sum_{j <= n} f_j cos(j c), q(n) with the sine, f without its mean:
 *
 *     M(n) = mean over j of (p(j + n) - p(j))^2 + (q(j + n) - q(j))^2,   n = 1 .. N / 10,
 *
 * and K_c the correlation of M with n. Without its mean the series has no part in M that oscillates. */
#include "simulation_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/zero_one.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct trial {
    rdg_index count;
    const double *series;
    double mean;
    double *K;    /* [draws] */
    double *c;    /* [draws] */
    double *work; /* [draws 2 (count + 1)] p, q */
} trial;

/* A number in (0, 1) that belongs to a seed and a draw alone. */
static double draw(uint64_t seed, uint64_t i)
{
    uint64_t z = (seed + 1) * 0x9E3779B97F4A7C15ULL + i * 0xD1B54A32D192ED03ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

/* Correlation with 1, 2, ... */
static double correlation(const double *M, rdg_index count)
{
    double mean = 0.0, with = 0.0, own = 0.0, times = 0.0;
    for (rdg_index n = 0; n < count; n++) {
        mean += M[n] / (double)count;
    }
    for (rdg_index n = 0; n < count; n++) {
        const double t = (double)n - 0.5 * (double)(count - 1);
        with += t * (M[n] - mean);
        own += (M[n] - mean) * (M[n] - mean);
        times += t * t;
    }
    return own > 0.0 ? with / sqrt(own * times) : 0.0;
}

static void try_one(rdg_index i, int worker, void *data)
{
    const trial *t = data;
    const rdg_index N = t->count, most = N / 10;
    double *p = t->work + i * (2 * (N + 1) + most), *q = p + N + 1, *M = q + N + 1;
    (void)worker;
    p[0] = q[0] = 0.0;
    for (rdg_index j = 0; j < N; j++) {
        const double angle = fmod((double)(j + 1) * t->c[i], 2.0 * RDG_PI), f = t->series[j] - t->mean;
        p[j + 1] = p[j] + f * cos(angle);
        q[j + 1] = q[j] + f * sin(angle);
    }
    for (rdg_index n = 1; n <= most; n++) {
        double sum = 0.0;
        for (rdg_index j = 1; j <= N - most; j++) {
            const double dp = p[j + n] - p[j], dq = q[j + n] - q[j];
            sum += dp * dp + dq * dq;
        }
        M[n - 1] = sum / (double)(N - most);
    }
    t->K[i] = correlation(M, most);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Mean; false where the series is constant to rounding. */
static bool varies(trial *t)
{
    double largest = 0.0, off = 0.0;
    for (rdg_index j = 0; j < t->count; j++) {
        t->mean += t->series[j] / (double)t->count;
    }
    for (rdg_index j = 0; j < t->count; j++) {
        largest = fmax(largest, fabs(t->series[j]));
        off = fmax(off, fabs(t->series[j] - t->mean));
    }
    return off > 1e-12 * largest;
}

static rdg_status check(rdg_context *ctx, rdg_index count, const double *series,
                        const rdg_zero_one_options *o)
{
    static const char where[] = "rdg_zero_one";
    if (count < 100 || o->draws < 0 || o->draws > 1000000 || o->threads < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%" PRId64 " values, draws = %" PRId64
                        ", threads = %d: at least 100 values are required, and no negative numbers",
                        count, o->draws, o->threads);
    }
    for (rdg_index j = 0; j < count; j++) {
        if (!isfinite(series[j])) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "value %" PRId64 " of the series is %g", j,
                            series[j]);
        }
    }
    return RDG_OK;
}

rdg_status rdg_zero_one(rdg_context *ctx, rdg_index count, const double *series,
                        const rdg_zero_one_options *options, double *K)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(ctx, series, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, K, RDG_ERR_ARGUMENT);
    const rdg_zero_one_options o = options ? *options : (rdg_zero_one_options){.draws = 0};
    RDG_TRY(check(ctx, count, series, &o));
    const rdg_index draws = o.draws > 0 ? o.draws : 100;
    trial t = {.count = count, .series = series};
    *K = 0.0;
    if (!varies(&t)) {
        return RDG_OK;
    }
    t.K = rdg_context_calloc(ctx, (size_t)draws, sizeof *t.K);
    t.c = rdg_context_calloc(ctx, (size_t)draws, sizeof *t.c);
    t.work = rdg_context_calloc(ctx, (size_t)(draws * (2 * (count + 1) + count / 10)), sizeof *t.work);
    if (t.K && t.c && t.work) {
        for (rdg_index i = 0; i < draws; i++) {
            t.c[i] = RDG_PI * (0.2 + 0.6 * draw(o.seed, (uint64_t)i));
        }
        rdg_parallel_for(ctx, o.threads, 0, draws, 1, try_one, &t);
        qsort(t.K, (size_t)draws, sizeof *t.K, compare);
        *K = 0.5 * (t.K[(draws - 1) / 2] + t.K[draws / 2]);
    }
    rdg_free(t.K);
    rdg_free(t.c);
    rdg_free(t.work);
    return rdg_error_status(ctx);
}
