/* A window is a request: what of it was not reached is said, in one message, in the record and by the exit
 * status; and warnings are one a kind and run, with a count. */
#define _XOPEN_SOURCE 700
#include "problems.h"
#include "scratch.h"
#include "toolbox.h"

#include "diagram.h"
#include "run_data.h"

#include <string.h>

typedef struct heard {
    int warnings, notes, errors;
    char warning[1024], table[4096], error[512];
} heard;

static void listen(rdg_channel channel, const char *text, void *data)
{
    heard *h = data;
    if (channel == RDG_CHANNEL_TABLE) {
        strncat(h->table, text, sizeof h->table - strlen(h->table) - 1);
    } else if (channel == RDG_CHANNEL_WARNING) {
        h->warnings++;
        snprintf(h->warning, sizeof h->warning, "%s", text);
    } else if (channel == RDG_CHANNEL_NOTE) {
        h->notes += !strstr(text, "differences");
    } else {
        h->errors++;
        snprintf(h->error, sizeof h->error, "%s", text);
    }
}

/* y = x / 1000, along which 500 steps of one half do not lead far */
static int line_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double *wall = data; /* no value beyond it */
    y[0] = u[1] - 1e-3 * u[0];
    return wall && u[0] > *wall ? 1 : 0;
}

static rdg_problem *line(rdg_context *ctx, double *wall)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 1e-3});
    rdg_add_zero(p, &(rdg_function){.name = "line", .n = 2, .m = 1, .f = line_f, .data = wall}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_set_unit(p, "x", "N");
    return p;
}

#define QUIET RDG_NO_FOLDER, RDG_NO_TABLE

static void default_maximum_of_points_before_the_window_ends_falls_short(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_run_summary s;
    rdg_set_writer(ctx, listen, &h);
    assert_ok(ctx, rdg_continue(line(ctx, NULL), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 1e4), QUIET,
                                RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_MAX_POINTS);
    assert_false(s.covered);
    assert_int_equal(s.warnings, 1);
    assert_int_equal(h.warnings, 1);
    assert_non_null(strstr(h.warning, "warning: run l: x from "));
    assert_non_null(strstr(h.warning, " to 10000 N was not reached: the default maximum of points"));
    assert_int_equal(rdg_shortfalls(ctx), 1);
    *state = NULL;
    assert_int_equal(rdg_exit(ctx), 1);
    assert_int_equal(h.errors, 1);
    assert_non_null(strstr(h.error, "run l"));
}

static void maximum_of_points_of_the_program_s_own_is_what_it_asked_for(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    assert_ok(ctx, rdg_continue(line(ctx, NULL), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 1e4), QUIET,
                                RDG_MAX_POINTS(500), RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_MAX_POINTS);
    assert_false(s.covered);
    *state = NULL;
    assert_int_equal(rdg_exit(ctx), 0);
}

static void early_end_that_is_expected_is_a_note(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_run_summary s;
    double wall = 3.0;
    rdg_set_writer(ctx, listen, &h);
    assert_ok(ctx, rdg_continue(line(ctx, &wall), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 10), QUIET,
                                RDG_EXPECT_EARLY_END, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_MIN_STEP);
    assert_false(s.covered);
    assert_int_equal(h.notes, 1);
    assert_int_equal(h.warnings, 0);
    *state = NULL;
    assert_int_equal(rdg_exit(ctx), 0);
}

static void smallest_step_before_the_window_ends_says_which_levels_are_missing(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_run_summary s;
    double wall = 3.0;
    rdg_set_writer(ctx, listen, &h);
    assert_ok(ctx,
              rdg_continue(line(ctx, &wall), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 10), RDG_SUMMARY(&s)));
    assert_int_equal(s.backwards, RDG_STOP_BOUNDARY);
    assert_int_equal(h.warnings, 1);
    assert_int_equal(h.notes, 0); /* one message says all */
    assert_non_null(strstr(h.warning, " to 10 N was not reached"));
    assert_non_null(strstr(h.table, "1 warning;"));
    rdg_run *run = rdg_run_open(ctx, "l");
    assert_near(rdg_run_number(run, "covered"), 0.0, 0.0, 0.0);
    assert_near(rdg_run_number(run, "warnings"), 1.0, 0.0, 0.0);
    assert_non_null(strstr(rdg_run_text(run, "not_reached"), " to 10 N was not reached"));
    rdg_run_free(run);
    /* a run that is complete has not done more when it is taken up */
    assert_int_equal(rdg_shortfalls(ctx), 1);
    assert_ok(ctx,
              rdg_resume(line(ctx, &wall), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, 10), RDG_SUMMARY(&s)));
    assert_int_equal(rdg_shortfalls(ctx), 2);
    assert_false(s.covered);
}

static void windows_that_are_covered_and_closed_curves_are_all_that_was_asked_for(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", -2, 2), QUIET, RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_CLOSED);
    assert_true(s.covered);
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", 0, 0.5), QUIET, RDG_SUMMARY(&s)));
    assert_true(s.covered);
    assert_int_equal(rdg_shortfalls(ctx), 0);
}

static void window_without_an_end_ahead_asks_for_none(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    assert_ok(ctx, rdg_continue(line(ctx, NULL), "l", RDG_RELEASE("x"), RDG_WINDOW("x", 0, INFINITY), QUIET,
                                RDG_SUMMARY(&s)));
    assert_int_equal(s.forwards, RDG_STOP_MAX_POINTS);
    assert_int_equal(rdg_shortfalls(ctx), 0);
    assert_false(s.covered);
}

static bool goes_nowhere(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)direction;
    (void)u;
    (void)data;
    return false;
}

static void ends_that_are_asked_for_do_not_fall_short_but_cover_nothing(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", 0, 2), QUIET, RDG_END_AT_FOLDS, RDG_SUMMARY(&s)));
    assert_int_equal(rdg_shortfalls(ctx), 0);
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", 0, 2), QUIET, RDG_TERMINAL("A", "y", 0.5),
                                RDG_ON_STOP(goes_nowhere, NULL), RDG_SUMMARY(&s)));
    assert_int_equal(rdg_shortfalls(ctx), 0);
    assert_ok(ctx, rdg_continue(circle_problem(ctx), "c", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                RDG_WINDOW("y", 0, 2), QUIET, RDG_END_AT_FOLDS,
                                RDG_ON_STOP(goes_nowhere, NULL), RDG_SUMMARY(&s)));
    assert_int_equal(rdg_shortfalls(ctx), 0);
    assert_false(s.covered);
}

/* x^2 + y^2 + z^2 = 1 */
static int sphere_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1.0;
    return 0;
}

static void covering_that_is_not_complete_falls_short(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_summary s;
    for (int given = 0; given < 2; given++) {
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 3, (double[]){1.0, 0.0, 0.0});
        rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = sphere_f}, RDG_ALL);
        rdg_option points = {.kind = RDG_OPTION_NO_TABLE};
        if (given) {
            points = RDG_MAX_POINTS(20);
        }
        assert_ok(ctx, rdg_continue(p, "s", RDG_DIMENSION(2), RDG_SAG(1e-3), points, RDG_NO_FOLDER,
                                    RDG_NO_TABLE, RDG_SUMMARY(&s)));
        assert_int_equal(s.forwards, RDG_STOP_MAX_POINTS);
        assert_false(s.covered);
        assert_int_equal(rdg_shortfalls(ctx), 1);
    }
}

/* --- warnings */

static bool warns(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_warn(ctx, "odd points", "run l: point %d is odd", (int)chart->point);
    if (data) { /* a run within the run */
        rdg_continue((rdg_problem *)data, "inner", RDG_RELEASE("x"), RDG_MAX_POINTS(3), QUIET,
                     RDG_OBSERVE(warns, NULL));
    }
    return false;
}

static void warnings_of_one_kind_are_said_once_and_counted(void **state)
{
    rdg_context *ctx = *state;
    heard h = {0};
    rdg_run_summary s;
    rdg_set_writer(ctx, listen, &h);
    for (int run = 0; run < 2; run++) {
        h = (heard){0};
        assert_ok(ctx,
                  rdg_continue(line(ctx, NULL), "l", RDG_RELEASE("x"), RDG_MAX_POINTS(5), RDG_DIRECTION(1),
                               QUIET, RDG_OBSERVE(warns, run ? line(ctx, NULL) : NULL), RDG_SUMMARY(&s)));
        assert_int_equal(s.warnings, run ? 6 + 6 * 7 : 6);
        assert_int_equal(h.warnings, 2);
        assert_string_equal(h.warning, run ? "warning: run l: odd points: 48 times in all\n"
                                           : "warning: run l: odd points: 6 times in all\n");
    }
}

static int breaks_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const double *wall = data;
    line_f(n, u, m, y, NULL);
    return fabs(u[0]) > *wall ? -1 : 0;
}

static bool stops_at_once(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)chart;
    (void)data;
    return true;
}

static void run_that_fails_has_covered_nothing(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 8;
    for (int k = 0; k < 100; k++) {
        rdg_run_summary s = {.covered = true, .points = 77};
        double wall = 1.1 + fabs(random_signed(&seed));
        rdg_problem *p = rdg_problem_create(ctx);
        rdg_add_variables(p, "u", 2, (double[]){1.0, 1e-3});
        rdg_add_zero(p, &(rdg_function){.name = "breaks", .n = 2, .m = 1, .f = breaks_f, .data = &wall},
                     RDG_ALL);
        rdg_add_parameter(p, "x", "u", 0);
        if (k % 4 == 0) { /* a start outside of its window */
            rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", 1.01, 3.0), QUIET, RDG_SUMMARY(&s));
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
        } else if (k % 4 == 1) { /* a callback in the middle, forwards or backwards */
            rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", -3.0, 3.0), QUIET, RDG_SUMMARY(&s));
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_CALLBACK);
            assert_true(s.points > 0);
        } else if (k % 4 == 2) { /* a list that cannot be read, and what comes after a failure */
            rdg_continue(p, "r", RDG_RELEASE("z"), QUIET, RDG_SUMMARY(&s));
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_NAME);
            assert_int_equal(s.points, 0);
            s = (rdg_run_summary){.covered = true};
            rdg_diagram(p, "r", 3, NULL, RDG_RELEASE("x"), QUIET, RDG_SUMMARY(&s));
        } else { /* a diagram */
            rdg_diagram(p, "r", 3, NULL, RDG_RELEASE("x"), RDG_WINDOW("x", -3.0, 3.0), QUIET,
                        RDG_SUMMARY(&s));
            assert_int_equal(rdg_error_status(ctx), RDG_ERR_CALLBACK);
        }
        assert_false(s.covered);
        rdg_error_clear(ctx);
        s.covered = true;
        assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", 0.99, 1.01), QUIET,
                                    RDG_SUMMARY(&s), RDG_OBSERVE(stops_at_once, NULL)));
        assert_false(s.covered);
        assert_ok(
            ctx, rdg_continue(p, "r", RDG_RELEASE("x"), RDG_WINDOW("x", 0.99, 1.01), QUIET, RDG_SUMMARY(&s)));
        assert_true(s.covered);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(default_maximum_of_points_before_the_window_ends_falls_short),
        TEST(maximum_of_points_of_the_program_s_own_is_what_it_asked_for),
        TEST(early_end_that_is_expected_is_a_note),
        SCRATCH_TEST(smallest_step_before_the_window_ends_says_which_levels_are_missing),
        TEST(windows_that_are_covered_and_closed_curves_are_all_that_was_asked_for),
        TEST(window_without_an_end_ahead_asks_for_none),
        TEST(ends_that_are_asked_for_do_not_fall_short_but_cover_nothing),
        TEST(covering_that_is_not_complete_falls_short),
        TEST(run_that_fails_has_covered_nothing),
        TEST(warnings_of_one_kind_are_said_once_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
