/* The printed table: digits stand under digits, units stand in the header, nothing is cut. */
#define _XOPEN_SOURCE 700

#include "run_fixture.h"

#include "table_impl.h"

static void print(fixture *f, rdg_table *table, rdg_index point, rdg_index label, const char *type,
                  double omega)
{
    double mu[N_MU] = {omega, -1.23456e-300, 314};
    const rdg_chart chart = {.mu = mu,
                             .point = point,
                             .label = label,
                             .type = type,
                             .iterations = 2,
                             .residual = 3.1e-13,
                             .norm = 1,
                             .seconds = 12.345};
    f->text[0] = '\0';
    rdg_table_row(table, &chart, "");
}

static void the_table_reads_as_in_the_manual(void **state)
{
    fixture *f = *state;
    rdg_table table;
    const rdg_index shown[] = {0, 2};
    rdg_table_begin(&table, f->ctx, &fixture_layout, 2, shown, (const double[]){1994.2, 0, 314}, "");
    assert_string_equal(
        f->text, "  step  it      |F|   label  type   omega rad/s        f Hz         A,m m      time\n");
    print(f, &table, 10, 0, "", 1994.2);
    assert_string_equal(
        f->text, "    10   2  3.1e-13                  1.9942e+03     317.387           314     12.35\n");
    print(f, &table, -7, 12, "FP", -1994.2);
    assert_string_equal(
        f->text, "    -7   2  3.1e-13      12  FP     -1.9942e+03    -317.387           314     12.35\n");
}

static void whole_numbers_have_no_digits_behind_the_point(void **state)
{
    fixture *f = *state;
    rdg_table table;
    const rdg_index shown[] = {0};
    rdg_table_begin(&table, f->ctx, &fixture_layout, 1, shown, (const double[]){1, 0, 314}, "");
    assert_null(strstr(f->text, "Hz")); /* less than one cycle a second */
    const double omega[] = {-1, 0.0, -0.0, 999999, 1e6, 0.5};
    const char *const text[] = {"           -1 ", "            0 ", "            0 ",
                                "       999999 ", "   1.0000e+06 ", "   5.0000e-01 "};
    for (int i = 0; i < 6; i++) {
        print(f, &table, 1, 0, "", omega[i]);
        assert_non_null(strstr(f->text, text[i]));
    }
}

static void headers_and_rows_are_equally_wide(void **state)
{
    fixture *f = *state;
    rdg_table table;
    const char *const parameters[] = {"a parameter with a long name", "", "\xCE\xA9"};
    rdg_layout layout = fixture_layout;
    layout.parameter = parameters;
    rdg_table_begin(&table, f->ctx, &layout, N_MU, NULL, NULL, "");
    const size_t width = strlen(f->text) - 1; /* the Greek letter has two bytes */
    const double omegas[] = {1, -1e-300, 1e300, NAN, -INFINITY};
    for (size_t i = 0; i < sizeof omegas / sizeof *omegas; i++) {
        print(f, &table, 99999 * (rdg_index)i, 123456 * (rdg_index)i, "PD", omegas[i]);
        assert_int_equal(strlen(f->text), width);
    }
}

static void a_table_without_parameters_is_a_table(void **state)
{
    fixture *f = *state;
    rdg_table table;
    rdg_table_begin(&table, f->ctx, &fixture_layout, 0, NULL, NULL, "");
    assert_string_equal(f->text, "  step  it      |F|   label  type      time\n");
    print(f, &table, 0, 1, "EP", 0);
    assert_string_equal(f->text, "     0   2  3.1e-13       1  EP       12.35\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        TEST(the_table_reads_as_in_the_manual),
        TEST(whole_numbers_have_no_digits_behind_the_point),
        TEST(headers_and_rows_are_equally_wide),
        TEST(a_table_without_parameters_is_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
