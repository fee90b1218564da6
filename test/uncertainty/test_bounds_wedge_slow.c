/* Bands of the wedge damper at all forcing amplitudes of the tables of an independent program. */
#define _XOPEN_SOURCE 700

#include "bounds_table.h"
#include "hbm/wedge.h"

#include <ridgewalk/mechanics.h>

static void band_at(double level, rdg_bounds_result *b)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = wedge_create(ctx, RDG_SLIDER_ZERO);
    rdg_sensor_harmonic_add(s, "A1", "y2", 1);
    assert_ok(ctx, rdg_bounds_at(rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5)), "A1", level, RDG_HZ(135),
                                 RDG_HZ(160), b));
    rdg_context_free(ctx);
}

/* One end: 12 digits of the amplitude, and 8 of the frequency. */
static void compare_end(const rdg_bounds_end *end, double amplitude, double hertz)
{
    assert_near(end->amplitude, amplitude, 5e-13, 0.0);
    assert_near(end->omega, RDG_HZ(hertz), 2e-8, 0.0);
}

static void bands_over_the_level_have_all_digits(void **state)
{
    char line[256];
    int rows = 0;
    (void)state;
    FILE *file = fopen("test/data/band_over_level.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double v[6];
        if (read_values(line, v, 6) < 6 || v[0] == 0.0) {
            continue;
        }
        rdg_bounds_result b;
        band_at(v[0], &b);
        print_message("alpha %g: %ld responses, %.6f %% wide\n", v[0], b.responses,
                      100.0 * (b.high.amplitude / b.low.amplitude - 1.0));
        compare_end(&b.low, v[1], v[2]);
        compare_end(&b.high, v[3], v[4]);
        assert_near(100.0 * (b.high.amplitude / b.low.amplitude - 1.0), v[5], 0.0, 1e-6);
        assert_true(b.outside == 0.0 && b.open == 0);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 11);
}

/* With the positions and slopes of both sliders. */
static void wedges_of_the_table_of_bands_have_all_digits(void **state)
{
    char line[1024];
    int rows = 0;
    (void)state;
    FILE *file = fopen("test/data/bounds.csv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *cell[14];
        rdg_bounds_result b;
        if (*line == '#' || strncmp(line, "wedge2_", 7) != 0 || parse_row(line, cell) < 12) {
            continue;
        }
        band_at(strtod(cell[0] + strlen("wedge2_"), NULL), &b);
        compare_end(&b.low, strtod(cell[1], NULL), strtod(cell[2], NULL));
        compare_end(&b.high, strtod(cell[6], NULL), strtod(cell[7], NULL));
        assert_sliders(&b.low, 2, cell[3], cell[5]);
        assert_sliders(&b.high, 2, cell[8], cell[10]);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bands_over_the_level_have_all_digits),
                                       cmocka_unit_test(wedges_of_the_table_of_bands_have_all_digits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
