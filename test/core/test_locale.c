/* A program may have any locale: what the library reads and writes has a decimal point. */
#define _XOPEN_SOURCE 700

#include "comma_locale.h"
#include "run_fixture.h"

#include "text_impl.h"

#include <ridgewalk/core.h>

#define WITH_COMMAS                                                                                          \
    if (!comma_locale_begin()) {                                                                             \
        skip();                                                                                              \
    }

static void numbers_are_read_and_written_with_a_point(void **state)
{
    (void)state;
    double value = 0;
    char chars[64];
    WITH_COMMAS
    rdg_text text = rdg_text_in(chars, sizeof chars);
    rdg_text_number(&text, 2.385, 17);
    assert_string_equal(chars, "2.3849999999999998");
    rdg_format(chars, sizeof chars, "%.3f", 1234.5);
    assert_string_equal(chars, "1234.500");
    assert_true(rdg_number_read("0.404", &value));
    assert_true(value == 0.404);
    assert_false(rdg_number_read("0,405", &value));
    assert_true(value == 0.404);
    /* the program's own locale is as it was */
    snprintf(chars, sizeof chars, "%g", 1.5);
    assert_string_equal(chars, "1,5");
    comma_locale_end();
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    double value = 7;
    const char *const refused[] = {"", " ", "1.5 ", "1.5x", "1.5.2", "1,5", "one", "1.5D+03", "--1"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(rdg_number_read(refused[i], &value));
    }
    assert_false(rdg_number_read(NULL, &value));
    assert_false(rdg_number_read("1", NULL));
    assert_true(value == 7);
}

static void messages_have_points(void **state)
{
    (void)state;
    WITH_COMMAS
    rdg_context *ctx = rdg_context_create();
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, NULL);
    rdg_add_parameter(p, "x", "x", 0);
    assert_int_equal(rdg_continue(p, "none", RDG_RELEASE("x"), RDG_WINDOW("x", 2.5, 1.5), RDG_NO_FOLDER),
                     RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "domain [2.5, 1.5]");
    rdg_context_free(ctx);
    comma_locale_end();
}

static int parabola(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] - 0.5 * u[1] * u[1];
    return 0;
}

static void run_parabola(fixture *f, const char *name)
{
    rdg_problem *p = rdg_problem_create(f->ctx);
    rdg_add_variables(p, "u", 2, (double[]){0.125, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = parabola, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "y", "u", 0);
    rdg_add_parameter(p, "x", "u", 1);
    assert_ok(f->ctx, rdg_continue(p, name, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_WINDOW("x", 0.25, 0.75),
                                   RDG_STEP(0.02, 1e-3, 0.02), RDG_LABEL_EVERY(3)));
}

/* The table's lines without the last column, the time, and without the summary */
static void assert_same_table(char *a, char *b)
{
    char *rest[2] = {a, b}, *line[2];
    int lines = 0;
    for (;; lines++) {
        for (int k = 0; k < 2; k++) {
            line[k] = strtok_r(NULL, "\n", &rest[k]);
            if (line[k] && strrchr(line[k], ' ')) {
                *strrchr(line[k], ' ') = '\0';
            }
        }
        if (!line[0] || !line[1] || strstr(line[0], " ms")) {
            break;
        }
        if (strstr(line[0], "run ") == NULL) {
            assert_string_equal(line[0], line[1]);
        }
    }
    assert_true(lines > 5);
}

static void a_run_is_written_and_read_as_without_it(void **state)
{
    fixture *f = *state;
    static char table[2][sizeof f->text];
    run_parabola(f, "points");
    memcpy(table[0], f->text, sizeof table[0]);
    f->text[0] = '\0';
    WITH_COMMAS
    run_parabola(f, "commas");
    memcpy(table[1], f->text, sizeof table[1]);
    rdg_run *points = rdg_run_open(f->ctx, "points"), *commas = rdg_run_open(f->ctx, "commas");
    assert_ok(f->ctx, rdg_error_status(f->ctx));
    const rdg_index n = rdg_run_count(points);
    assert_int_equal(rdg_run_count(commas), n);
    const char *const columns[] = {"x", "y", "u[0]", "step", "residual", "norm"};
    for (int c = 0; c < 6; c++) {
        assert_memory_equal(rdg_run_column(points, columns[c]), rdg_run_column(commas, columns[c]),
                            (size_t)n * sizeof(double));
    }
    assert_true(rdg_run_number(commas, "h_max") == rdg_run_number(points, "h_max"));
    char path[2][128], *bytes[2];
    size_t size[2];
    for (int k = 0; k < 2; k++) {
        if (k == 1) {
            comma_locale_end();
        }
        snprintf(path[k], sizeof path[k], "%s/%d.csv", f->folder, k);
        assert_ok(f->ctx, rdg_run_export(k ? points : commas, path[k], RDG_COLUMN("x", NULL, 1 / 3.0)));
        bytes[k] = fixture_read(path[k], &size[k]);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    assert_same_table(table[0], table[1]);
}

/* The run of the fixture has numbers of all sizes. */
static void numbers_of_all_sizes_come_back_to_the_last_bit(void **state)
{
    fixture *f = *state;
    WITH_COMMAS
    fixture_write(f, "komma");
    rdg_run *run = rdg_run_open(f->ctx, "komma");
    fixture_chart c;
    fixture_fill(&c, 2, 0, "");
    assert_ok(f->ctx, rdg_error_status(f->ctx));
    assert_true(rdg_run_column(run, "omega")[4] == c.mu[0]);
    assert_true(rdg_run_number(run, "h_max") == 0.1);
    comma_locale_end();
    run = rdg_run_open(f->ctx, "komma");
    assert_true(rdg_run_column(run, "omega")[4] == c.mu[0]);
}

static void a_picture_is_drawn_as_without_it(void **state)
{
    fixture *f = *state;
    char path[2][128], *bytes[2];
    size_t size[2];
    run_parabola(f, "points");
    for (int k = 0; k < 2; k++) {
        if (k == 1) {
            WITH_COMMAS
        }
        snprintf(path[k], sizeof path[k], "%s/%d.svg", f->folder, k);
        assert_ok(f->ctx, rdg_plot(f->ctx, path[k], RDG_CURVE("points", "x", "y"), RDG_LOGLOG,
                                   RDG_XRANGE(0.25, 0.625)));
        bytes[k] = fixture_read(path[k], &size[k]);
    }
    comma_locale_end();
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_setup, fixture_teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_and_written_with_a_point),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(messages_have_points),
        TEST(a_run_is_written_and_read_as_without_it),
        TEST(numbers_of_all_sizes_come_back_to_the_last_bit),
        TEST(a_picture_is_drawn_as_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
