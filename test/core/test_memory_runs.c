/* link: -Wl,--wrap=open -Wl,--wrap=openat -Wl,--wrap=mkdir -Wl,--wrap=stat -Wl,--wrap=fopen */
/* Runs that are kept in memory: read as those of folders are, to the last bit, and without a file system. */
#define _XOPEN_SOURCE 700

#include "problems.h"
#include "run_fixture.h"
#include "same_run.h"
#include "scratch.h"

#include "run_data_impl.h"
#include "run_mesh_impl.h"

#include <ridgewalk/diagram.h>
#include <ridgewalk/plot.h>
#include <ridgewalk/run_data.h>

#include <fcntl.h>

/* --- calls to the file system */

static long disk_calls;

int __real_open(const char *path, int flags, mode_t mode);
int __real_openat(int folder, const char *path, int flags, mode_t mode);
int __real_mkdir(const char *path, mode_t mode);
int __real_stat(const char *path, struct stat *about);
FILE *__real_fopen(const char *path, const char *mode);
int __wrap_open(const char *path, int flags, mode_t mode);
int __wrap_openat(int folder, const char *path, int flags, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_stat(const char *path, struct stat *about);
FILE *__wrap_fopen(const char *path, const char *mode);

int __wrap_open(const char *path, int flags, mode_t mode)
{
    disk_calls++;
    return __real_open(path, flags, mode);
}

int __wrap_openat(int folder, const char *path, int flags, mode_t mode)
{
    disk_calls++;
    return __real_openat(folder, path, flags, mode);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    disk_calls++;
    return __real_mkdir(path, mode);
}

int __wrap_stat(const char *path, struct stat *about)
{
    disk_calls++;
    return __real_stat(path, about);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    disk_calls++;
    return __real_fopen(path, mode);
}

/* --- problems */

/* (x^2 + 4 y^2 - 1) (x - y) = 0: an ellipse, and a line that crosses it twice */
static int crossing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = (u[0] * u[0] + 4 * u[1] * u[1] - 1) * (u[0] - u[1]);
    return 0;
}

static rdg_problem *crossing_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 2, (double[]){1.0, 0.0});
    rdg_add_zero(p, &(rdg_function){.name = "crossing", .n = 2, .m = 1, .f = crossing}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    rdg_set_unit(p, "y", "m/s^2");
    return p;
}

/* More variables than the table has columns for */
enum { LARGE = 12 };

static int winding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)data;
    const double s = u[m];
    y[0] = u[0] - sin(s) - 0.1 * s;
    for (rdg_index i = 1; i < m; i++) {
        y[i] = u[i] - u[i - 1] * cos(0.3 * u[i]) * 0.9;
    }
    return 0;
}

static rdg_problem *winding_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x, \"first\"", LARGE - 1, NULL); /* a name that needs quotes */
    rdg_add_variables(p, "s", 1, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "winding", .n = LARGE, .m = LARGE - 1, .f = winding}, RDG_ALL);
    rdg_add_parameter(p, "x0", "x, \"first\"", 0);
    rdg_add_parameter(p, "s", "s", 0);
    return p;
}

static int sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1;
    return 0;
}

static rdg_problem *sphere_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 0.0, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = sphere}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

#define CROSSING                                                                                             \
    RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_WINDOW("y", -0.6, 0.6), RDG_UZ("x", 0.25), RDG_NO_TABLE
#define WINDING RDG_RELEASE("x0"), RDG_RELEASE("s"), RDG_WINDOW("s", -3, 3), RDG_LABEL_EVERY(4), RDG_NO_TABLE

/* The same run in a folder and in memory, both open. */
typedef struct pair {
    rdg_run *folder, *memory;
} pair;

static rdg_run *open_of_folder(rdg_context *ctx, const char *name)
{
    assert_failed(ctx, (rdg_run_forget(ctx, name), RDG_ERR_NAME), "in memory"); /* it is not there */
    rdg_run *run = rdg_run_open(ctx, name);
    assert_non_null(run);
    return run;
}

static bool lies_on_disk(const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return access(path, F_OK) == 0;
}

/* --- tests */

static void a_run_in_memory_reads_like_its_folder(void **state)
{
    rdg_context *ctx = *state;
    pair branches, large;
    assert_ok(ctx, rdg_continue(crossing_problem(ctx), "a/b", CROSSING));
    branches.folder = open_of_folder(ctx, "a/b");
    assert_ok(ctx, rdg_continue(crossing_problem(ctx), "a/b", CROSSING, RDG_IN_MEMORY));
    branches.memory = rdg_run_open(ctx, "a/b");
    assert_true(rdg_run_find(branches.memory, "BP", 1) >= 0);
    assert_true(rdg_run_find(branches.memory, "UZ", 0) >= 0);
    assert_same_run(ctx, branches.folder, branches.memory, BLOCKS("u"));
    assert_ok(ctx, rdg_continue(winding_problem(ctx), "w", WINDING));
    large.folder = open_of_folder(ctx, "w");
    assert_ok(ctx, rdg_continue(winding_problem(ctx), "w", WINDING, RDG_IN_MEMORY));
    large.memory = rdg_run_open(ctx, "w");
    assert_true(rdg_run_find(large.memory, "FP", 1) >= 0);
    assert_same_run(ctx, large.folder, large.memory, BLOCKS("x, \"first\"", "s"));
    double low = 0, high = 0;
    assert_ok(ctx, rdg_run_window(large.memory, "s", &low, &high));
    assert_near(low, -3, 0, 0);
    assert_near(high, 3, 0, 0);
}

static void a_surface_in_memory_has_its_triangles_and_curves(void **state)
{
    rdg_context *ctx = *state;
    rdg_run *run[2];
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_continue(sphere_problem(ctx), "sphere", RDG_DIMENSION(2), RDG_RELEASE("x"),
                                    RDG_RELEASE("y"), RDG_STEP(0.3, 1e-3, 0.3), RDG_MAX_POINTS(2000),
                                    RDG_UZ("x", 0.3), RDG_NO_TABLE, k ? RDG_IN_MEMORY : RDG_LABEL_EVERY(10)));
        run[k] = rdg_run_open(ctx, "sphere");
        assert_ok(ctx, rdg_error_status(ctx));
    }
    rdg_index count[2][2];
    for (int table = 0; table < 2; table++) {
        const rdg_index *values[2];
        for (int k = 0; k < 2; k++) {
            values[k] = table ? rdg_run_event_curves(run[k], &count[table][k])
                              : rdg_run_triangles(run[k], &count[table][k]);
            assert_non_null(values[k]);
        }
        assert_true(count[table][0] > 10);
        assert_int_equal(count[table][0], count[table][1]);
        assert_memory_equal(values[0], values[1],
                            (size_t)(count[table][0] * (table ? 2 : 3)) * sizeof *values[0]);
    }
    assert_near(rdg_run_number(run[1], "euler"), 2, 0, 0);
    rdg_continue(circle_problem(ctx), "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE,
                 RDG_IN_MEMORY);
    assert_null(rdg_run_triangles(rdg_run_open(ctx, "circle"), &count[0][0]));
    assert_failed(ctx, RDG_ERR_IO, "is it the run of a surface");
}

/* From a point, from a label, and on the other branch: all of it with the file system out of reach. */
static void no_file_is_touched(void **state)
{
    rdg_context *ctx = *state;
    char here[512];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/proc"), 0); /* not even the administrator writes there */
    assert_ok(ctx, rdg_set_run_folder(ctx, "runs"));
    rdg_problem *p = crossing_problem(ctx);
    disk_calls = 0;
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY));
    assert_ok(ctx, rdg_continue(p, "b", CROSSING, RDG_IN_MEMORY, RDG_FROM_POINT("a", "UZ", 0)));
    rdg_run *a = rdg_run_open(ctx, "a");
    const rdg_index label = rdg_run_label(a, rdg_run_find(a, "BP", 0));
    assert_ok(ctx, rdg_continue(p, "c", CROSSING, RDG_IN_MEMORY, RDG_SWITCH("a", label)));
    rdg_run *c = rdg_run_open(ctx, "c");
    const double *x = rdg_run_column(c, "x");
    const double *y = rdg_run_column(c, "y_m_s_2");
    for (rdg_index i = 0; i < rdg_run_count(c); i++) {
        assert_near(x[i] - y[i], 0, 0, 1e-9); /* the line */
    }
    rdg_index n = 0;
    assert_ok(ctx, rdg_diagram(p, "all", 10, &n, CROSSING, RDG_IN_MEMORY));
    assert_int_equal(n, 2);
    assert_non_null(rdg_run_open(ctx, "all/1"));
    assert_non_null(rdg_run_open(ctx, "all/2"));
    rdg_resume(p, "c", CROSSING, RDG_IN_MEMORY); /* refused, without a file */
    assert_failed(ctx, RDG_ERR_ARGUMENT, "run \"c\" was begun with");
    assert_ok(ctx, rdg_run_forget(ctx, "a"));
    assert_int_equal(disk_calls, 0);
    rdg_continue(p, "d", CROSSING);
    assert_failed(ctx, RDG_ERR_IO, "cannot be made");
    assert_int_equal(chdir(here), 0);
    assert_true(disk_calls > 0); /* they are counted */
}

/* The whole of a file; to be freed. */
static char *content(const char *path)
{
    enum { MOST = 400000 };
    char *text = calloc(MOST, 1);
    FILE *file = __real_fopen(path, "r");
    assert_non_null(text);
    assert_non_null(file);
    assert_true(fread(text, 1, MOST - 1, file) > 1000);
    fclose(file);
    return text;
}

static void exports_and_pictures_of_runs_in_memory_are_those_of_folders(void **state)
{
    rdg_context *ctx = *state;
    char path[2][160];
    char *text[2][2];
    snprintf(path[0], sizeof path[0], "%s/a.csv", scratch_folder);
    snprintf(path[1], sizeof path[1], "%s/a.svg", scratch_folder);
    for (int k = 0; k < 2; k++) {
        assert_ok(ctx, rdg_continue(crossing_problem(ctx), "a", CROSSING, k ? RDG_IN_MEMORY : RDG_NO_TABLE));
        assert_ok(ctx, rdg_run_export(rdg_run_open(ctx, "a"), path[0], RDG_COLUMN("y", "y", 2),
                                      RDG_COLUMN("type", NULL, 1), RDG_COLUMN("u[0]", NULL, 1)));
        assert_ok(ctx, rdg_plot(ctx, path[1], RDG_CURVE("a", "y", "x")));
        text[k][0] = content(path[0]);
        text[k][1] = content(path[1]);
    }
    for (int file = 0; file < 2; file++) {
        assert_string_equal(text[0][file], text[1][file]);
        free(text[0][file]);
        free(text[1][file]);
    }
}

static void the_last_run_of_a_name_is_the_one_that_is_found(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(3)));
    rdg_run *first = rdg_run_open(ctx, "a");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(4), RDG_IN_MEMORY));
    rdg_run *second = rdg_run_open(ctx, "a");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(5), RDG_IN_MEMORY, RDG_FROM("a", 1)));
    rdg_run *third = rdg_run_open(ctx, "a");
    assert_true(rdg_run_count(first) < rdg_run_count(second));
    assert_true(rdg_run_count(second) < rdg_run_count(third));
    double u[2];
    assert_ok(ctx, rdg_run_solution(second, 1, "u", 2, u, NULL)); /* replaced, and yet as it was read */
    assert_near(u[0], 1, 1e-12, 0);
    /* Nothing is kept: the older run stays. */
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_NO_FOLDER));
    rdg_run *again = rdg_run_open(ctx, "a");
    assert_int_equal(rdg_run_count(again), rdg_run_count(third));
    /* The folder lies under it, as it was. */
    assert_ok(ctx, rdg_run_forget(ctx, "a"));
    again = rdg_run_open(ctx, "a");
    assert_int_equal(rdg_run_count(again), rdg_run_count(first));
    assert_ok(ctx, rdg_run_solution(third, 1, "u", 2, u, NULL));
    /* A folder that is written takes the name from a run in memory. */
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_MAX_POINTS(2)));
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_MAX_POINTS(6)));
    again = rdg_run_open(ctx, "a");
    assert_true(rdg_run_count(again) > rdg_run_count(third));
    rdg_run_forget(ctx, "a");
    assert_failed(ctx, RDG_ERR_NAME, "there is no run \"a\" in memory; there are: none");
}

static void a_start_that_fails_keeps_the_older_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY));
    const rdg_index rows = rdg_run_count(rdg_run_open(ctx, "a"));
    rdg_continue(circle_problem(ctx), "a", RDG_HOLD_AT("x", 3), RDG_RELEASE("y"), RDG_DIMENSION(0),
                 RDG_IN_MEMORY, RDG_NO_TABLE);
    assert_int_not_equal(rdg_error_status(ctx), RDG_OK);
    rdg_error_clear(ctx);
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "a")), rows);
}

static void contexts_do_not_see_each_others_runs(void **state)
{
    rdg_context *ctx = *state;
    rdg_context *other = rdg_context_create();
    assert_ok(other, rdg_set_run_folder(other, scratch_folder));
    assert_ok(ctx, rdg_continue(crossing_problem(ctx), "mine", CROSSING, RDG_IN_MEMORY));
    assert_null(rdg_run_open(other, "mine"));
    assert_failed(other, RDG_ERR_NAME, "there is no run \"mine\"");
    rdg_context_free(other);
    assert_null(rdg_run_open(ctx, "Mine"));
    assert_failed(ctx, RDG_ERR_NAME, "in memory: mine");
    assert_false(lies_on_disk("mine"));
}

static void what_is_not_there_is_refused_with_what_there_is(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = crossing_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "a");
    double u[3];
    rdg_run_solution(run, 1, "v", 2, u, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "\"v\" is no block of variables in run \"a\"; it has: u");
    rdg_run_solution(run, 1, "u", 3, u, NULL);
    assert_failed(ctx, RDG_ERR_SIZE, "has 2 variables, asked for were 3");
    rdg_run_solution(run, 999, "u", 2, u, NULL);
    assert_failed(ctx, RDG_ERR_NAME, "no label 999");
    rdg_run_column(run, "z");
    assert_failed(ctx, RDG_ERR_NAME, "it has: point, label");
    rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_NO_FOLDER);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one of them");
    rdg_continue(p, "a", CROSSING, RDG_NO_FOLDER, RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "give one of them");
    rdg_continue(p, "../a", CROSSING, RDG_IN_MEMORY);
    assert_failed(ctx, RDG_ERR_NAME, "is no name for a run");
    assert_ok(ctx, rdg_continue(p, "a", CROSSING, RDG_IN_MEMORY, RDG_IN_MEMORY)); /* twice is once */
}

/* The run reads itself from its observer, and replaces itself from there. */
static bool look_at_itself(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_context *ctx = rdg_problem_context(p);
    rdg_run *run = rdg_run_open(ctx, "self");
    assert_ok(ctx, rdg_error_status(ctx));
    assert_false(rdg_run_finished(run));
    assert_int_equal(rdg_run_count(run), ++*(rdg_index *)data);
    assert_true(rdg_run_find(run, chart->type, 0) >= 0);
    rdg_run_free(run);
    if (chart->point == 5) {
        assert_ok(ctx, rdg_continue(circle_problem(ctx), "other", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                    RDG_IN_MEMORY, RDG_NO_TABLE));
        assert_ok(ctx, rdg_run_forget(ctx, "other"));
    }
    return false;
}

static bool lose_itself(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)data;
    if (chart->point == 3) {
        assert_ok(rdg_problem_context(p), rdg_run_forget(rdg_problem_context(p), "self"));
    }
    return false;
}

static void a_run_may_be_read_and_forgotten_while_it_is_under_way(void **state)
{
    rdg_context *ctx = *state;
    rdg_index rows = 0;
    assert_ok(ctx, rdg_continue(crossing_problem(ctx), "self", CROSSING, RDG_IN_MEMORY,
                                RDG_OBSERVE(look_at_itself, &rows), RDG_DIRECTION(1)));
    assert_true(rows > 10);
    assert_true(rdg_run_finished(rdg_run_open(ctx, "self")));
    assert_ok(ctx, rdg_continue(crossing_problem(ctx), "self", CROSSING, RDG_IN_MEMORY,
                                RDG_OBSERVE(lose_itself, NULL), RDG_DIRECTION(1)));
    assert_null(rdg_run_open(ctx, "self"));
    assert_failed(ctx, RDG_ERR_NAME, "there is no run");
}

/* --- a run that a failure cuts off */

static bool break_off(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const rdg_index *at = data;
    if (chart->point == *at) {
        rdg_parameter_value(p, "no such parameter", chart->u, &(double){0});
    }
    return false;
}

static void a_run_that_failed_is_gone_on_with_in_memory(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = winding_problem(ctx);
    assert_ok(ctx, rdg_continue(p, "whole", WINDING));
    rdg_run *whole = rdg_run_open(ctx, "whole");
    for (rdg_index at = -60; at <= 60; at += 7) {
        rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY, RDG_OBSERVE(break_off, &at));
        const bool cut = rdg_error_status(ctx) != RDG_OK;
        rdg_error_clear(ctx);
        rdg_run *run = rdg_run_open(ctx, "cut");
        assert_int_equal(rdg_run_finished(run), !cut);
        assert_true(!cut || rdg_run_count(run) < rdg_run_count(whole));
        assert_ok(ctx, rdg_resume(p, "cut", WINDING, RDG_IN_MEMORY));
        run = rdg_run_open(ctx, "cut");
        assert_true(rdg_run_finished(run));
        assert_int_equal(rdg_run_count(run), rdg_run_count(whole));
        assert_same_numbers(rdg_run_column(run, "x0"), rdg_run_column(whole, "x0"), rdg_run_count(whole),
                            "x0");
        assert_same_solutions(ctx, whole, run, "s");
    }
    assert_false(lies_on_disk("cut"));
}

/* A folder that was cut off, and under its name a run in memory that is complete; then the other way round.
 */
static void each_is_gone_on_with_where_it_lies(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = winding_problem(ctx);
    rdg_index at = 5;
    assert_ok(ctx, rdg_continue(p, "whole", WINDING, RDG_IN_MEMORY));
    const rdg_index rows = rdg_run_count(rdg_run_open(ctx, "whole"));
    rdg_continue(p, "cut", WINDING, RDG_OBSERVE(break_off, &at));
    rdg_error_clear(ctx);
    assert_true(rdg_run_count(open_of_folder(ctx, "cut")) < rows);
    for (int k = 0; k < 2; k++) { /* the second time it is complete */
        assert_ok(ctx, rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY));
        assert_ok(ctx, rdg_resume(p, "cut", WINDING));
        rdg_run *folder = open_of_folder(ctx, "cut");
        assert_int_equal(rdg_run_count(folder), rows);
        assert_true(rdg_run_finished(folder));
    }
    rdg_continue(p, "cut", WINDING, RDG_IN_MEMORY, RDG_OBSERVE(break_off, &at));
    rdg_error_clear(ctx);
    assert_ok(ctx, rdg_resume(p, "cut", WINDING, RDG_IN_MEMORY));
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "cut")), rows);
    assert_ok(ctx, rdg_run_forget(ctx, "cut"));
    assert_int_equal(rdg_run_count(rdg_run_open(ctx, "cut")), rows);
}

static void keep_table(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_TABLE) {
        strncat(data, text, 8191 - strlen(data));
    }
}

static void the_table_says_where_the_run_is_kept(void **state)
{
    rdg_context *ctx = *state;
    const rdg_option how[] = {RDG_IN_MEMORY, RDG_NO_FOLDER, RDG_DIRECTION(1)};
    for (int k = 0; k < 3; k++) {
        char table[8192] = "";
        rdg_set_writer(ctx, keep_table, table);
        assert_ok(ctx, rdg_continue(circle_problem(ctx), "a", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                    RDG_MAX_POINTS(3), how[k]));
        assert_int_equal(strstr(table, "; in memory\n") != NULL, k == 0);
        assert_int_equal(strstr(table, "/a\n") != NULL, k == 2);
    }
    rdg_set_writer(ctx, NULL, NULL);
}

/* Points have gaps in their numbers: triangles name points, and are read as rows. */
static void a_mesh_names_points_and_is_read_as_rows(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_store *store = NULL;
    const rdg_index triangles[] = {-3, 2, 9}, curves[] = {4, 9, 4, -3};
    const double *const mu[3] = {(double[3]){0}, (double[3]){0}, (double[3]){0}};
    fixture_chart c;
    assert_ok(ctx, rdg_run_store_create_in_memory(ctx, "mesh", &fixture_layout, NULL, 0, &store));
    for (int k = 2; k >= 0; k--) { /* not in their order */
        fixture_fill(&c, triangles[k], k + 1, "");
        c.chart.label = k == 0 ? 1 : 0;
        rdg_run_store_keep_state(store, (double[]){7, 8}, k == 0 ? 2 : 0);
        assert_ok(ctx, rdg_run_store_append(store, &c.chart));
    }
    assert_ok(ctx, rdg_run_store_mesh(store, &(rdg_mesh){.n_points = 3,
                                                         .mu = mu,
                                                         .n_triangles = 1,
                                                         .triangle = triangles,
                                                         .n_curve_points = 2,
                                                         .curve = curves}));
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(ctx, "mesh");
    rdg_index n = 0;
    double kept[3] = {0};
    assert_memory_equal(rdg_run_triangles(run, &n), ((const rdg_index[]){0, 1, 2}), 3 * sizeof n);
    assert_memory_equal(rdg_run_event_curves(run, &n), ((const rdg_index[]){4, 2, 4, 0}), 4 * sizeof n);
    assert_int_equal(n, 2);
    assert_ok(ctx, rdg_run_state(run, 1, 2, kept));
    assert_near(kept[1], 8, 0, 0);
    rdg_run_state(run, 1, 3, kept);
    assert_failed(ctx, RDG_ERR_FORMAT, "label 1 of run \"mesh\" does not hold what the run needs");
}

static void random_runs_read_alike(void **state)
{
    rdg_context *ctx = *state;
    uint64_t random = 20260;
    for (int k = 0; k < 40; k++) {
        const double h = 0.02 + 0.2 * fabs(random_signed(&random));
        const double low = -3 + random_signed(&random);
        const double value = 2 * random_signed(&random);
        const rdg_index every = (rdg_index)(6 * fabs(random_signed(&random)));
        rdg_run *run[2];
        for (int memory = 0; memory < 2; memory++) {
            rdg_problem *p = winding_problem(ctx);
            assert_ok(ctx, rdg_continue(p, "random", RDG_RELEASE("x0"), RDG_RELEASE("s"),
                                        RDG_WINDOW("s", low, low + 5), RDG_STEP(h, 1e-6, 2 * h),
                                        RDG_LABEL_EVERY(every), RDG_UZ("s", value), RDG_NO_TABLE,
                                        memory ? RDG_IN_MEMORY : RDG_DIRECTION(0)));
            run[memory] = rdg_run_open(ctx, "random");
            rdg_problem_free(p);
        }
        assert_same_run(ctx, run[0], run[1], BLOCKS("s", "x, \"first\""));
        rdg_run_free(run[0]);
        rdg_run_free(run[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_run_in_memory_reads_like_its_folder),
        SCRATCH_TEST(a_surface_in_memory_has_its_triangles_and_curves),
        SCRATCH_TEST(no_file_is_touched),
        SCRATCH_TEST(exports_and_pictures_of_runs_in_memory_are_those_of_folders),
        SCRATCH_TEST(the_last_run_of_a_name_is_the_one_that_is_found),
        SCRATCH_TEST(a_start_that_fails_keeps_the_older_run),
        SCRATCH_TEST(contexts_do_not_see_each_others_runs),
        SCRATCH_TEST(what_is_not_there_is_refused_with_what_there_is),
        SCRATCH_TEST(a_run_may_be_read_and_forgotten_while_it_is_under_way),
        SCRATCH_TEST(a_run_that_failed_is_gone_on_with_in_memory),
        SCRATCH_TEST(each_is_gone_on_with_where_it_lies),
        SCRATCH_TEST(the_table_says_where_the_run_is_kept),
        SCRATCH_TEST(a_mesh_names_points_and_is_read_as_rows),
        SCRATCH_TEST(random_runs_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
