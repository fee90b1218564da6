/* Columns in words: behind the parameters, of copies as well, and refused if they cannot be printed. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/core.h>
#include <ridgewalk/toolbox.h>

static char text[20000];

static void keep(rdg_channel channel, const char *line, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_TABLE) {
        strncat(text, line, sizeof text - strlen(text) - 1);
    }
}

static void write_side(const rdg_problem *p, const rdg_chart *chart, char *words, size_t size, void *data)
{
    (void)p;
    snprintf(words, size, "%s %s", chart->u[1] > 0.0 ? "above" : "below", (const char *)data);
}

static void write_nothing(const rdg_problem *p, const rdg_chart *chart, char *words, size_t size, void *data)
{
    (void)p, (void)chart, (void)words, (void)size, (void)data;
}

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static rdg_problem *half_circle(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (const double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle, .by_differences = true},
                 RDG_ALL);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

static rdg_table_column side = {.header = "where", .width = 9, .write = write_side, .data = "it"};

static void check_table(rdg_context *ctx, rdg_problem *p)
{
    text[0] = '\0';
    rdg_set_writer(ctx, keep, NULL);
    rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_WINDOW("y", -0.5, 0.5), RDG_LABEL_EVERY(1),
                 RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(strstr(text, "             y  where      empty      time\n"));
    assert_non_null(strstr(text, "    5.0000e-01  above it              "));
    assert_non_null(strstr(text, "   -5.0000e-01  below it              "));
}

static void words_stand_behind_the_parameters(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = half_circle(ctx);
    assert_ok(ctx, rdg_add_table_column(p, &side));
    assert_ok(ctx, rdg_add_table_column(
                       p, &(rdg_table_column){.header = "empty", .width = 1, .write = write_nothing}));
    check_table(ctx, p);
    check_table(ctx, rdg_problem_copy(p));
}

static void what_cannot_be_printed_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = half_circle(ctx);
    for (int k = 0; k < 4; k++) {
        rdg_table_column bad = side;
        bad.header = k == 0 ? NULL : bad.header;
        bad.write = k == 1 ? NULL : bad.write;
        bad.width = k == 2 ? 0 : k == 3 ? RDG_TABLE_COLUMN_WIDTH + 1 : bad.width;
        assert_int_equal(rdg_add_table_column(p, &bad), RDG_ERR_ARGUMENT);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "width of 1 to 60");
        rdg_error_clear(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(words_stand_behind_the_parameters),
        SCRATCH_TEST(what_cannot_be_printed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
