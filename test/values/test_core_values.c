/* What the core answers to the authors of toolboxes: files of arrays, functions of a problem, rows of its
 * Jacobian, runs under way. */
#define _GNU_SOURCE

#include "fresh_context.h"
#include "scratch.h"
#include "support.h"

#include <ridgewalk/archive.h>
#include <ridgewalk/assembly.h>
#include <ridgewalk/bordered_scalar.h>
#include <ridgewalk/core.h>
#include <ridgewalk/event.h>
#include <ridgewalk/option_list.h>
#include <ridgewalk/planner.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>

static void arrays_come_back_from_their_file(void **state)
{
    char path[96];
    snprintf(path, sizeof path, "%s/arrays", scratch_folder);
    rdg_context *ctx = *state;
    const double numbers[] = {0.1, -INFINITY, 5e-324, 1.0 / 3.0};
    const rdg_index indices[] = {-1, INT64_MAX};
    rdg_archive *a = rdg_archive_create(ctx, "test", path);
    assert_ok(ctx, rdg_archive_put(a, "numbers", RDG_ARCHIVE_NUMBERS, 4, numbers));
    assert_ok(ctx, rdg_archive_put(a, "indices", RDG_ARCHIVE_INDICES, 2, indices));
    assert_ok(ctx, rdg_archive_put(a, "none", RDG_ARCHIVE_INDICES, 0, indices));
    assert_ok(ctx, rdg_archive_put(a, "text", RDG_ARCHIVE_TEXT, 8, "one\0two"));
    assert_ok(ctx, rdg_archive_close(a, RDG_OK));

    a = rdg_archive_open(ctx, "test", path);
    rdg_index n = -1;
    rdg_index *whole = rdg_archive_take(a, "indices", RDG_ARCHIVE_INDICES, 2, NULL);
    double *real = rdg_archive_take(a, "numbers", RDG_ARCHIVE_NUMBERS, -1, &n);
    char *text = rdg_archive_take(a, "text", RDG_ARCHIVE_TEXT, 8, NULL);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(n, 4);
    assert_memory_equal(real, numbers, sizeof numbers);
    assert_true(whole[0] == -1 && whole[1] == INT64_MAX);
    assert_string_equal(text + 4, "two");
    rdg_free(whole);
    rdg_free(real);
    rdg_free(text);
    rdg_free(rdg_archive_take(a, "none", RDG_ARCHIVE_INDICES, -1, &n));
    assert_int_equal(n, 0);
    assert_null(rdg_archive_take(a, "numbers", RDG_ARCHIVE_NUMBERS, 3, NULL));
    assert_failed(ctx, RDG_ERR_FORMAT, "numbers");
    assert_null(rdg_archive_take(a, "numbers", RDG_ARCHIVE_INDICES, -1, NULL));
    assert_failed(ctx, RDG_ERR_FORMAT, "numbers");
    rdg_archive_close(a, RDG_OK);
}

/* --- x^2 + y^2 = 1 and z = x y; later with p: p x^2 + y^2 = 1 */

static int circle(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m, (void)data;
    y[0] = (n > 2 ? u[2] : 1.0) * u[0] * u[0] + u[1] * u[1] - 1.0;
    return 0;
}

static int product(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[2] - u[0] * u[1];
    return 0;
}

/* Variables x, y, z, p. */
static rdg_problem *make(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 4, (const double[]){0.6, 0.8, 0.48, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "circle", .n = 2, .m = 1, .f = circle, .by_differences = true},
                 (const rdg_index[]){0, 1});
    rdg_add_zero(p, &(rdg_function){.name = "product", .n = 3, .m = 1, .f = product, .by_differences = true},
                 (const rdg_index[]){0, 1, 2});
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "p", "u", 3);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

static double entry(const rdg_pattern *p, const double *values, rdg_index i, rdg_index j)
{
    double sum = 0.0;
    for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
        sum += p->row[e] == i ? values[e] : 0.0;
    }
    return sum;
}

static void rows_that_are_not_wanted_are_zero(void **state)
{
    rdg_assembly *a = rdg_assembly_create(make(*state));
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(a);
    const double u[4] = {0.6, 0.8, 0.48, 1.0}, expected[2][4] = {{1.2, 1.6, 0, 0}, {-0.8, -0.6, 1, 0}};
    double values[64];
    const bool wanted[3][4] = {{true, false}, {false, true}, {true, true}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(rdg_assembly_jacobian_of(a, u, wanted[k], values), 0);
        for (rdg_index i = 0; i < 2; i++) {
            for (rdg_index j = 0; j < 4; j++) {
                assert_near(entry(p, values, i, j), wanted[k][i] ? expected[i][j] : 0.0, 0.0, 1e-8);
            }
        }
    }
    rdg_assembly_free(a);
}

/* 3 x + 5 y, and 1 more where x is beyond an edge */
static int jumping(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    y[0] = 3.0 * u[0] + 5.0 * u[1] + (u[0] > *(const double *)data ? 1.0 : 0.0);
    return 0;
}

/* Differences at a place close to a jump, on its left and right, are the slope of that side. */
static void differences_keep_to_one_side_of_a_jump(void **state)
{
    const double distance[] = {-1e-3, -1e-6, 1e-6, 1e-3}; /* the step is 6e-6 */
    for (int k = 0; k < 4; k++) {
        double edge = 0.6 + distance[k], values[2];
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "u", 2, (const double[]){0.6, 0.8});
        rdg_add_zero(
            p,
            &(rdg_function){
                .name = "jumping", .n = 2, .m = 1, .f = jumping, .by_differences = true, .data = &edge},
            (const rdg_index[]){0, 1});
        assert_ok(*state, rdg_set_typical(p, "u", 1.0, false));
        rdg_assembly *a = rdg_assembly_create(p);
        assert_int_equal(rdg_assembly_jacobian(a, (const double[]){0.6, 0.8}, values), 0);
        assert_near(entry(rdg_assembly_jacobian_pattern(a), values, 0, 0), 3.0, 1e-8, 0.0);
        assert_near(entry(rdg_assembly_jacobian_pattern(a), values, 0, 1), 5.0, 1e-8, 0.0);
        assert_int_equal(rdg_set_typical(p, "u", 0.0, false), RDG_ERR_ARGUMENT);
        assert_failed(*state, RDG_ERR_ARGUMENT, "typical size of \"u\" is 0");
        rdg_assembly_free(a);
        rdg_problem_free(p);
    }
}

static void functions_are_listed_and_widened(void **state)
{
    rdg_problem *p = make(*state);
    assert_string_equal(rdg_function_at(p, 0)->name, "circle");
    assert_string_equal(rdg_function_at(p, 1)->name, "product");
    assert_null(rdg_function_at(p, 100));
    const rdg_function wider = {.name = "wider", .n = 3, .m = 1, .f = circle, .by_differences = true};
    assert_ok(*state, rdg_widen_function(p, "circle", &wider, (const rdg_index[]){3}));
    rdg_assembly *a = rdg_assembly_create(p);
    double y[4];
    assert_int_equal(rdg_assembly_values(a, (const double[]){0.5, 1.0, 0.25, 3.0}, y), 0);
    assert_near(y[0], 0.75, 1e-15, 0.0);
    assert_near(y[1], -0.25, 1e-15, 0.0);
    assert_int_equal(
        rdg_widen_function(
            p, "circle",
            &(rdg_function){.name = "narrow", .n = 1, .m = 1, .f = circle, .by_differences = true}, NULL),
        RDG_ERR_SIZE);
    assert_failed(*state, RDG_ERR_SIZE, "circle");
    rdg_assembly_free(a);
}

/* --- a run under way */

typedef struct seen {
    long number;
    bool holds_p, holds_x, saddles;
    int count;
} seen;

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)chart;
    seen *s = data;
    s->number = rdg_run_under_way(p);
    s->holds_p = rdg_run_holds(p, rdg_parameter_index(p, "p"));
    s->holds_x = rdg_run_holds(p, rdg_parameter_index(p, "x"));
    s->saddles = rdg_run_locates_neutral_saddles(p);
    s->count++;
    return false;
}

static void a_run_under_way_is_known(void **state)
{
    rdg_problem *p = make(*state);
    seen s[2] = {{0}};
    assert_int_equal(rdg_run_under_way(p), 0);
    for (int k = 0; k < 2; k++) {
        assert_ok(*state, rdg_continue(p, "a", RDG_RELEASE("x"), RDG_WINDOW("x", 0.5, 0.7), RDG_NO_TABLE,
                                       RDG_NO_FOLDER, RDG_OBSERVE(look, &s[k]),
                                       k ? RDG_NEUTRAL_SADDLES : RDG_DIRECTION(0)));
    }
    assert_true(s[0].count > 2 && s[0].number > 0 && s[1].number > s[0].number);
    assert_true(s[0].holds_p && !s[0].holds_x && !s[0].saddles && s[1].saddles);
    assert_int_equal(rdg_run_under_way(p), 0);
    assert_false(rdg_run_holds(p, 0));
    assert_false(rdg_is_steady(p, 0));
}

static void two_contexts_are_not_brought_together(void **state)
{
    rdg_context *other = rdg_context_create();
    assert_ok(*state, rdg_same_context(*state, *state, "test", "two %s", "springs"));
    assert_int_equal(rdg_same_context(*state, other, "test", "two %s", "springs"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "two springs");
    assert_int_equal(rdg_error_status(other), RDG_ERR_ARGUMENT);
    rdg_context_free(other);
    assert_ok(*state, rdg_blas_provide(*state, "test"));
    assert_true(rdg_context_has_memory(*state, 1000));
#ifndef __SANITIZE_ADDRESS__ /* which ends the program at such a size */
    assert_false(rdg_context_has_memory(*state, SIZE_MAX / 2));
    assert_failed(*state, RDG_ERR_NO_MEMORY, "");
#endif
}

static void keep_text(rdg_channel channel, const char *text, void *data)
{
    char *all = data;
    (void)channel;
    strncat(all, text, 16383 - strlen(all));
}

/* Once round the circle: folds at x = 1 and x = -1, no branch point, no warning */
static void the_closing_line_counts(void **state)
{
    rdg_context *ctx = *state;
    static char all[16384];
    rdg_set_writer(ctx, keep_text, all);
    assert_ok(ctx, rdg_continue(make(ctx), "circle", RDG_RELEASE("x"), RDG_IN_MEMORY));
    assert_non_null(strstr(all, " points: 2 FP, 0 BP; "));
    assert_non_null(strstr(all, " ms; in memory\n"));
    assert_null(strstr(all, "warning"));
    rdg_run *run = rdg_run_open(ctx, "circle");
    assert_near(fabs(rdg_run_column(run, "x")[rdg_run_find(run, "FP", 0)]), 1.0, 1e-9, 0.0);
    rdg_run_free(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_closing_line_counts),
        SCRATCH_TEST(arrays_come_back_from_their_file),
        TEST(rows_that_are_not_wanted_are_zero),
        TEST(functions_are_listed_and_widened),
        TEST(a_run_under_way_is_known),
        TEST(two_contexts_are_not_brought_together),
        TEST(differences_keep_to_one_side_of_a_jump),
    };
    return cmocka_run_group_tests_name("values of the core", tests, NULL, NULL);
}
