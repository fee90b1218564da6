/* Amplitudes of signals that are known. */
#include "fresh_context.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/spectrogram.h>

/* A sine on a line, upon a mean, has its amplitude there, and beside it half of it with Hann's window. */
static void a_sine_has_its_amplitude(void **state)
{
    const double fs = 1000, A = 2.385;
    for (int n = 50; n < 70; n++) {
        double x[70];
        for (int i = 0; i < n; i++) {
            x[i] = 17 + A * sin(2 * RDG_PI * 7 * i / n + 0.4);
        }
        for (int window = 0; window < 2; window++) {
            rdg_spectral_map map;
            double f = 0;
            assert_ok(*state,
                      rdg_spectrum(*state, n, x, fs, window ? RDG_WINDOW_NONE : RDG_WINDOW_HANN, &map));
            assert_int_equal(map.lines, n / 2 + 1);
            for (int k = 0; k < map.lines; k++) {
                const double known = k == 7 ? A : !window && (k == 6 || k == 8) ? A / 2 : 0;
                assert_near(map.amplitude[k], known, 0, 1e-13);
            }
            assert_near(rdg_spectral_peak(&map, 0, 0, 500, &f), A, 1e-13, 0);
            assert_near(f, fs * 7 / n, 1e-14, 0);
            assert_near(map.level[7], 20 * log10(A), 1e-12, 0);
            assert_near(map.t[0], 0.5 * n / fs, 1e-14, 0);
            assert_true(isnan(rdg_spectral_peak(&map, 1, 0, 500, NULL)));
            assert_true(isnan(rdg_spectral_peak(&map, 0, 501, 600, NULL)));
            rdg_spectral_map_release(&map);
            assert_null(map.t);
        }
    }
}

/* Segments are spectra of their parts; what does not fill one is left out; a signal that is silent has the
 * least level. */
static void segments_are_spectra_of_their_parts(void **state)
{
    enum { N = 1000, SEGMENT = 128, OVERLAP = 64 };
    double x[N];
    uint64_t seed = 5;
    for (int i = 0; i < N; i++) {
        x[i] = i < 300 ? 0 : random_signed(&seed);
    }
    rdg_spectral_map map, part;
    assert_ok(*state, rdg_spectrogram(*state, N, x, 50e3, SEGMENT, OVERLAP, RDG_WINDOW_HANN, &map));
    assert_int_equal(map.times, 14);
    assert_int_equal(map.n, 14 * 65);
    for (int k = 0; k < map.times; k++) {
        assert_ok(*state,
                  rdg_spectrum(*state, SEGMENT, x + k * (SEGMENT - OVERLAP), 50e3, RDG_WINDOW_HANN, &part));
        for (int i = 0; i < part.n; i++) {
            assert_near(map.amplitude[65 * k + i], part.amplitude[i], 1e-13, 1e-15);
            assert_near(map.f[65 * k + i], part.f[i], 0, 0);
        }
        assert_near(map.t[65 * k], (64 * k + 64) / 50e3, 1e-14, 0);
        rdg_spectral_map_release(&part);
    }
    assert_near(map.level[3], -300, 1e-12, 0);
    rdg_spectral_map_release(&map);
}

static void what_is_no_signal_is_refused(void **state)
{
    double x[8] = {1, 2, 3, 4, 5, 6, 7, NAN};
    rdg_spectral_map map;
    assert_int_equal(rdg_spectrum(*state, 8, x, 1, RDG_WINDOW_HANN, &map), RDG_ERR_NOT_FINITE);
    assert_failed(*state, RDG_ERR_NOT_FINITE, "sample 7 is nan");
    assert_int_equal(rdg_spectrum(*state, 1, x, 1, RDG_WINDOW_HANN, &map), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "segments of 1 of 1 samples");
    assert_int_equal(rdg_spectrogram(*state, 7, x, 1, 4, 4, RDG_WINDOW_HANN, &map), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "which share 4");
    assert_int_equal(rdg_spectrogram(*state, 7, x, 1, 8, 4, RDG_WINDOW_HANN, &map), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "segments of 8 of 7 samples");
    assert_int_equal(rdg_spectrum(*state, 7, x, -1, RDG_WINDOW_HANN, &map), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "fs = -1 Hz");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_sine_has_its_amplitude),
                                       TEST(segments_are_spectra_of_their_parts),
                                       TEST(what_is_no_signal_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
