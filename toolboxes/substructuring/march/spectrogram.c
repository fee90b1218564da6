/* Amplitudes over the frequency: A = 2 |X| / sum(w) of x w, without the mean of x. */
#include "spectrogram.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/planner.h>
#include <ridgewalk/toolbox.h>

#include <fftw3.h>
#include <inttypes.h>
#include <math.h>

/* Transforms of segments */
typedef struct transform {
    rdg_index segment, lines;
    double *window, *x; /* [segment], [2 lines]: samples, then real and imaginary parts */
    double sum;         /* of the window */
    fftw_plan plan;
} transform;

void rdg_spectral_map_release(rdg_spectral_map *map)
{
    if (map) {
        rdg_free(map->t);
        rdg_free(map->f);
        rdg_free(map->amplitude);
        rdg_free(map->level);
        *map = (rdg_spectral_map){0};
    }
}

static void free_transform(const transform *t)
{
    rdg_planner_lock();
    if (t->plan) {
        fftw_destroy_plan(t->plan);
    }
    rdg_planner_unlock();
    rdg_free(t->window);
    rdg_free(t->x);
}

static rdg_status make_transform(rdg_context *ctx, const char *where, rdg_index segment, rdg_window window,
                                 transform *t)
{
    *t = (transform){.segment = segment, .lines = segment / 2 + 1};
    t->window = rdg_context_calloc(ctx, (size_t)segment, sizeof *t->window);
    t->x = rdg_context_calloc(ctx, (size_t)(2 * t->lines), sizeof *t->x);
    const size_t each = 64; /* bytes of a plan for a sample, at most */
    if (!t->window || !t->x || !rdg_context_has_memory(ctx, each * (size_t)segment)) {
        return rdg_error_status(ctx);
    }
    for (rdg_index i = 0; i < segment; i++) {
        const double wave = sin(RDG_PI * (double)i / (double)segment);
        t->window[i] = window == RDG_WINDOW_HANN ? wave * wave : 1.0;
        t->sum += t->window[i];
    }
    rdg_planner_lock();
    t->plan = fftw_plan_dft_r2c_1d((int)segment, t->x, (fftw_complex *)t->x, FFTW_ESTIMATE);
    rdg_planner_unlock();
    return t->plan
               ? RDG_OK
               : rdg_fail(ctx, RDG_ERR_LIBRARY, where, "FFTW makes no plan for %" PRId64 " samples", segment);
}

/* A segment's lines */
static void fill(const transform *t, const double *x, double fs, double middle, rdg_index first,
                 rdg_spectral_map *map)
{
    double mean = 0.0;
    for (rdg_index i = 0; i < t->segment; i++) {
        mean += x[i] / (double)t->segment;
    }
    for (rdg_index i = 0; i < t->segment; i++) {
        t->x[i] = (x[i] - mean) * t->window[i];
    }
    fftw_execute(t->plan);
    for (rdg_index k = 0; k < t->lines; k++) {
        const double amplitude = 2.0 * hypot(t->x[2 * k], t->x[2 * k + 1]) / t->sum;
        map->t[first + k] = middle;
        map->f[first + k] = fs * (double)k / (double)t->segment;
        map->amplitude[first + k] = amplitude;
        map->level[first + k] = 20.0 * log10(fmax(amplitude, 1e-15));
    }
}

static rdg_status allocate(rdg_context *ctx, rdg_spectral_map *map)
{
    double **const array[] = {&map->t, &map->f, &map->amplitude, &map->level};
    map->n = map->times * map->lines;
    for (int i = 0; i < 4; i++) {
        *array[i] = rdg_context_calloc(ctx, (size_t)map->n, sizeof(double));
    }
    return rdg_error_status(ctx);
}

static rdg_status check(rdg_context *ctx, const char *where, rdg_index n, const double *x, double fs,
                        rdg_index segment, rdg_index overlap, rdg_window window)
{
    if (segment < 2 || segment > n || segment > INT32_MAX || overlap < 0 || overlap >= segment) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "segments of %" PRId64 " of %" PRId64 " samples, which share %" PRId64
                        ": 2 samples or more, and less shared, are needed",
                        segment, n, overlap);
    }
    if (!(fs > 0.0) || !isfinite(fs) || (window != RDG_WINDOW_HANN && window != RDG_WINDOW_NONE)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "fs = %g Hz, taper %d", fs, (int)window);
    }
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(x[i])) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "sample %" PRId64 " is %g", i, x[i]);
        }
    }
    return RDG_OK;
}

static rdg_status make_map(rdg_context *ctx, const char *where, rdg_index n, const double *x, double fs,
                           rdg_index segment, rdg_index overlap, rdg_window window, rdg_spectral_map *map)
{
    RDG_TRY(check(ctx, where, n, x, fs, segment, overlap, window));
    transform t;
    rdg_status status = make_transform(ctx, where, segment, window, &t);
    const rdg_index hop = segment - overlap;
    *map = (rdg_spectral_map){.times = (n - segment) / hop + 1, .lines = segment / 2 + 1};
    status = status == RDG_OK ? allocate(ctx, map) : status;
    for (rdg_index k = 0; status == RDG_OK && k < map->times; k++) {
        const double middle = ((double)(k * hop) + 0.5 * (double)segment) / fs;
        fill(&t, x + k * hop, fs, middle, k * map->lines, map);
    }
    free_transform(&t);
    if (status != RDG_OK) {
        rdg_spectral_map_release(map);
    }
    return status;
}

rdg_status rdg_spectrogram(rdg_context *ctx, rdg_index n, const double *x, double fs, rdg_index segment,
                           rdg_index overlap, rdg_window window, rdg_spectral_map *map)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, x, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, map, RDG_ERR_ARGUMENT);
    return make_map(ctx, __func__, n, x, fs, segment, overlap, window, map);
}

rdg_status rdg_spectrum(rdg_context *ctx, rdg_index n, const double *x, double fs, rdg_window window,
                        rdg_spectral_map *map)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, x, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, map, RDG_ERR_ARGUMENT);
    return make_map(ctx, __func__, n, x, fs, n, 0, window, map);
}

double rdg_spectral_peak(const rdg_spectral_map *map, rdg_index time, double from, double to, double *at)
{
    double most = -1.0;
    for (rdg_index k = 0; map && time >= 0 && time < map->times && k < map->lines; k++) {
        const rdg_index i = time * map->lines + k;
        if (isgreaterequal(map->f[i], from) && islessequal(map->f[i], to) && map->amplitude[i] > most) {
            most = map->amplitude[i];
            if (at) {
                *at = map->f[i];
            }
        }
    }
    return most >= 0.0 ? most : NAN;
}
