/* Axes of pictures: which numbers stand at them, to the last constant; texts of labels. */
#define _POSIX_C_SOURCE 200809L

#include "support.h"

#include "plot_impl.h"

static char script[4096];

static FILE *begin(void)
{
    memset(script, 0, sizeof script);
    FILE *file = fmemopen(script, sizeof script - 1, "w");
    assert_non_null(file);
    return file;
}

static void assert_tics(double length, const char *expected)
{
    for (int given = 0; given < 2; given++) {
        /* the same from a range that is given and from the data */
        const rdg_plot_axis axis = {.has_range = given,
                                    .from = -2.0,
                                    .to = given ? length - 2.0 : 1e9,
                                    .least = given ? 17.0 : 3.0,
                                    .most = given ? 1e9 : 3.0 + length};
        FILE *file = begin();
        rdg_plot_few_tics(&axis, 'y', file);
        fclose(file);
        assert_string_equal(script, expected);
    }
}

static void about_five_steps_of_1_2_or_5_fill_an_axis(void **state)
{
    (void)state;
    assert_tics(5.0 * 1.49, "set ytics 1\n");
    assert_tics(5.0 * 1.51, "set ytics 2\n");
    assert_tics(5.0 * 3.49, "set ytics 2\n");
    assert_tics(5.0 * 3.51, "set ytics 5\n");
    assert_tics(5.0 * 7.49, "set ytics 5\n");
    assert_tics(5.0 * 7.51, "set ytics 10\n");
    assert_tics(5.0 * 9.99, "set ytics 10\n");
    assert_tics(5e4 * 2.0, "set ytics 20000\n");
    assert_tics(5.0 * 4e3, "set ytics 5000\n");
}

static void an_axis_without_length_keeps_the_tics_of_gnuplot(void **state)
{
    (void)state;
    const double most[] = {1.0, 0.5, INFINITY, NAN};
    for (int i = 0; i < 4; i++) {
        FILE *file = begin();
        rdg_plot_few_tics(&(rdg_plot_axis){.least = 1.0, .most = most[i]}, 'x', file);
        fclose(file);
        assert_string_equal(script, "");
    }
}

static void assert_log(const rdg_plot_axis *axis, const char *expected)
{
    FILE *file = begin();
    rdg_plot_log_axis(axis, 'x', file);
    fclose(file);
    assert_string_equal(script, expected);
}

static rdg_plot_axis ranged(double from, double to)
{
    return (rdg_plot_axis){.has_range = true, .from = from, .to = to, .least = 1e-9, .most = 1e9};
}

#define TICS "set format x '%h'\nunset mxtics\nset xtics ("

static void a_long_logarithmic_axis_has_whole_decades(void **state)
{
    (void)state;
    const rdg_plot_axis two = ranged(0.5, 50.0), less = ranged(0.5, 49.99);
    assert_log(&two, "set logscale x\nset xrange [0.5:50]\nset format x '10^{%T}'\n");
    assert_log(&less, "set logscale x\nset xrange [0.5:49.99]\n" TICS "0.5, 1, 2, 5, 10, 20)\n");
}

static void a_short_one_has_1_2_and_5_or_even_steps(void **state)
{
    (void)state;
    const rdg_plot_axis one = ranged(1.0, 10.0), less = ranged(1.0, 9.99), eight = ranged(1.0, 8.45);
    const rdg_plot_axis small = ranged(0.003, 0.031), within = ranged(299.0, 335.5);
    assert_log(&one, "set logscale x\nset xrange [1:10]\n" TICS "1, 2, 5, 10)\n");
    assert_log(&less, "set logscale x\nset xrange [1:9.99]\n" TICS "2, 4, 6, 8)\n");
    assert_log(&eight, "set logscale x\nset xrange [1:8.45]\n" TICS "1, 2, 3, 4, 5, 6, 7, 8)\n");
    assert_log(&small, "set logscale x\nset xrange [0.003:0.031]\n" TICS "0.005, 0.01, 0.02)\n");
    assert_log(&within,
               "set logscale x\nset xrange [299:335.5]\n" TICS "300, 305, 310, 315, 320, 325, 330, 335)\n");
}

/* The data fill 1 / 1.08 of the axis; all is in powers of ten. */
static void data_do_not_touch_the_ends(void **state)
{
    (void)state;
    const rdg_plot_axis decade = {.least = 1.0, .most = 10.0}, three = {.least = 0.01, .most = 10.0};
    assert_log(&decade, "set logscale x\nset xrange [0.9120108394:10.96478196]\n" TICS "1, 2, 5, 10)\n");
    assert_log(&three, "set logscale x\nset xrange [0.00758577575:13.18256739]\nset format x '10^{%T}'\n");
}

static void a_single_value_stands_in_the_middle_of_half_a_decade(void **state)
{
    (void)state;
    const rdg_plot_axis one = {.least = 10.0, .most = 10.0},
                        nearly = {.least = 10.0, .most = 10.0 * (1 + 0.9e-6)};
    const rdg_plot_axis apart = {.least = 10.0, .most = 10.0 * (1 + 1.1e-6)};
    assert_log(&one, "set logscale x\nset xrange [5.623413252:17.7827941]\n" TICS "6, 8, 10, 12, 14, 16)\n");
    assert_log(&nearly,
               "set logscale x\nset xrange [5.623413252:17.7828101]\n" TICS "6, 8, 10, 12, 14, 16)\n");
    FILE *file = begin();
    rdg_plot_log_axis(&apart, 'x', file);
    fclose(file);
    assert_non_null(strstr(script, "set xrange [9.99999956:10.00001144]\n"));
}

/* As they may stand in a file that somebody else has written. */
static void lines_in_units_are_not_obeyed(void **state)
{
    (void)state;
    FILE *file = begin();
    rdg_plot_text(file, "N'\n!touch planted\r\n#");
    fclose(file);
    assert_string_equal(script, "'N'' !touch planted  #'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(about_five_steps_of_1_2_or_5_fill_an_axis),
        cmocka_unit_test(an_axis_without_length_keeps_the_tics_of_gnuplot),
        cmocka_unit_test(a_long_logarithmic_axis_has_whole_decades),
        cmocka_unit_test(a_short_one_has_1_2_and_5_or_even_steps),
        cmocka_unit_test(data_do_not_touch_the_ends),
        cmocka_unit_test(a_single_value_stands_in_the_middle_of_half_a_decade),
        cmocka_unit_test(lines_in_units_are_not_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
