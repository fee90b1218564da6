/** @file spectrogram.h
 *  @brief Amplitudes of a measured or computed signal over the frequency, of all of it or over time.
 *
 *  A sine of amplitude A whose frequency is one of the lines has the amplitude A there, with any taper. */
#ifndef RDG_SPECTROGRAM_H
#define RDG_SPECTROGRAM_H

#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a segment is multiplied by. */
typedef enum rdg_window {
    RDG_WINDOW_HANN, /**< sin^2: lines beyond two beside a sine's frequency vanish */
    RDG_WINDOW_NONE  /**< nothing */
} rdg_window;

/** Amplitudes over the frequency, or over time and frequency, line by line. */
typedef struct rdg_spectral_map {
    rdg_index times;   /**< number of segments, one after the other; of a spectrum 1 */
    rdg_index lines;   /**< number of frequencies, 0 .. fs/2 */
    rdg_index n;       /**< times lines: the length of what follows, all lines of a segment together */
    double *t;         /**< middle of the segment, s, from the first sample on */
    double *f;         /**< Hz */
    double *amplitude; /**< 2 |X| / sum of the taper, in the signal's unit */
    double *level;     /**< 20 log10 of the amplitude, dB; -300 at least */
} rdg_spectral_map;

/** Spectrum of a signal, its mean removed.
 *  @param ctx      context
 *  @param n        samples, >= 2
 *  @param x        shape [n]
 *  @param fs       samples a second, Hz
 *  @param window   of all samples
 *  @param[out] map one time, n/2 + 1 lines. To be released
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY, RDG_ERR_LIBRARY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_spectrum(rdg_context *ctx, rdg_index n, const double *x, double fs, rdg_window window,
                        rdg_spectral_map *map);

/** Spectra of segments of a signal, the mean of each removed; samples behind the last whole segment are left
 * out.
 *  @param ctx      context
 *  @param n        samples
 *  @param x        shape [n]
 *  @param fs       samples a second, Hz
 *  @param segment  samples of a segment, 2 .. n
 *  @param overlap  samples that a segment shares with the next one, 0 .. segment - 1
 *  @param window   of a segment
 *  @param[out] map to be released
 *  @return as rdg_spectrum() */
rdg_status rdg_spectrogram(rdg_context *ctx, rdg_index n, const double *x, double fs, rdg_index segment,
                           rdg_index overlap, rdg_window window, rdg_spectral_map *map);

/** Greatest amplitude between two frequencies of a segment.
 *  @param map       of rdg_spectrum() or rdg_spectrogram()
 *  @param time      number of the segment
 *  @param from      Hz
 *  @param to        Hz
 *  @param[out] at   Hz. NULL: not requested
 *  @return the amplitude; NaN where there is no line between, or no such segment */
double rdg_spectral_peak(const rdg_spectral_map *map, rdg_index time, double from, double to, double *at);

/** Free what a map holds and empty it.
 *  @param map NULL is allowed */
void rdg_spectral_map_release(rdg_spectral_map *map);

#ifdef __cplusplus
}
#endif
#endif
