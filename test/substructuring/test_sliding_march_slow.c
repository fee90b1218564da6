/* The beam on the beam over its whole way by the central difference of the paper, against an independent
 * program: bins of 20 ms, spectrogram and lines of the bursts. */
#include "fresh_context.h"

#include "beam-on-beam/transients.h"

static void make_motion(rdg_context *ctx, int k, transient *m)
{
    rdg_march_options o = transient_options(&beam_case[k]);
    o.scheme = RDG_MARCH_CENTRAL;
    o.h = BEAM_CENTRAL;
    o.from = 0;
    o.until = BEAM_END;
    assert_ok(ctx, transient_follow(sliding_beams(ctx, beam_case[k].mu), ctx, "case", &o, m));
    assert_int_equal(m->sum.stop, RDG_MARCH_DONE);
}

/* Records of one bin against its line */
static void compare_bin(const transient *m, double from, const double known[6])
{
    rdg_index count = 0, at = 0;
    const rdg_index first = transient_between(m, from - 1e-9, from + 0.02 - 1e-9, &count);
    double mean = 0, low = INFINITY, high = 0, v = INFINITY;
    for (rdg_index i = first; i < first + count; i++) {
        mean += m->lambda[i] / (double)count;
        low = fmin(low, m->lambda[i]);
        high = fmax(high, m->lambda[i]);
        v = fmin(v, m->v[i]);
    }
    const double found[6] = {
        deviation(count, m->acc + first), greatest(count, m->acc + first, &at), mean, low, high, v};
    static const double rtol[6] = {5e-5, 2e-4, 5e-6, 2e-4, 3e-5, 1e-5};
    for (int k = 0; k < 6; k++) {
        assert_near(found[k], known[k], rtol[k], 0);
    }
}

static int compare_bins(const transient *m, const char *name)
{
    FILE *file = fopen("test/data/sliding_transient.csv", "r");
    char line[256];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double t, known[6];
        const char *numbers = strchr(line, ',');
        if (strncmp(line, name, strlen(name)) == 0 &&
            sscanf(numbers, ",%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &known[0], &known[1], &known[2], &known[3],
                   &known[4], &known[5]) == 7) {
            compare_bin(m, t, known);
            rows++;
        }
    }
    fclose(file);
    return rows;
}

static void compare_bursts(rdg_context *ctx, const transient *m)
{
    FILE *file = fopen("test/data/sliding_bursts.csv", "r");
    char line[256];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double from, to, f, known, at = 0;
        if (sscanf(line, "%lf,%lf,%lf,%lf", &from, &to, &f, &known) == 4) {
            rdg_spectral_map map;
            rdg_index count = 0;
            const rdg_index first = transient_between(m, from, to, &count);
            assert_ok(ctx, rdg_spectrum(ctx, count, m->acc + first, m->fs, RDG_WINDOW_HANN, &map));
            const double found = rdg_spectral_peak(&map, 0, f - 2, f + 2, &at);
            assert_near(found, known, 5e-5, 0);
            assert_near(at, f, 0, 0.01);
            rdg_spectral_map_release(&map);
            rows++;
        }
    }
    fclose(file);
    assert_int_equal(rows, 20);
}

static void compare_spectrogram(rdg_context *ctx, const transient *m)
{
    FILE *file = fopen("test/data/sliding_spectrogram.csv", "r");
    char line[256];
    rdg_index rows = 0;
    rdg_spectral_map map;
    assert_non_null(file);
    assert_ok(ctx, rdg_spectrogram(ctx, m->rows, m->acc, m->fs, 4096, 2048, RDG_WINDOW_HANN, &map));
    double worst = 0;
    while (fgets(line, sizeof line, file)) {
        static const double band[3][2] = {{3300, 3750}, {6800, 7200}, {10300, 10800}};
        double t, known[3];
        if (sscanf(line, "%lf,%lf,%lf,%lf", &t, &known[0], &known[1], &known[2]) == 4) {
            assert_true(rows < map.times);
            assert_near(map.t[rows * map.lines], t, 0, 1e-4);
            for (int k = 0; k < 3; k++) {
                worst = fmax(
                    worst, fabs(rdg_spectral_peak(&map, rows, band[k][0], band[k][1], NULL) / known[k] - 1));
            }
            rows++;
        }
    }
    fclose(file);
    assert_true(worst < 1e-3);
    assert_int_equal(rows, map.times);
    rdg_spectral_map_release(&map);
}

static void the_stable_rough_case_is_that_of_an_independent_program(void **state)
{
    transient m;
    make_motion(*state, 1, &m);
    assert_near(m.sum.lambda_mean, 0.09986048, 1e-6, 0);
    assert_near(m.sum.lambda_min, 0.0964141, 1e-5, 0);
    assert_near(m.sum.lambda_max, 0.1032556, 1e-5, 0);
    assert_near(m.sum.v_min, 0.029422, 0, 6e-7);
    assert_near(deviation(m.rows, m.acc), 7.5742, 1e-4, 0);
    assert_int_equal(compare_bins(&m, "2"), 156);
}

static void the_unstable_rough_case_is_that_of_an_independent_program(void **state)
{
    transient m;
    make_motion(*state, 3, &m);
    assert_near(m.sum.lambda_mean, 0.09964580, 1e-6, 0);
    assert_near(m.sum.lambda_min, 0.0193308, 1e-4, 0);
    assert_near(m.sum.lambda_max, 0.1791954, 1e-5, 0);
    assert_near(m.sum.v_min, 0.023785, 0, 6e-7);
    assert_near(deviation(m.rows, m.acc), 36.80, 3e-4, 0);
    assert_int_equal(compare_bins(&m, "4"), 156);
    compare_bursts(*state, &m);
    compare_spectrogram(*state, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(the_stable_rough_case_is_that_of_an_independent_program),
                                       TEST(the_unstable_rough_case_is_that_of_an_independent_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
