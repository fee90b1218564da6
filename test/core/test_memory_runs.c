/* link: -Wl,--wrap=open -Wl,--wrap=openat -Wl,--wrap=mkdir -Wl,--wrap=stat -Wl,--wrap=fopen */
/* Runs that are kept in memory: read as those of folders are, to the last bit, and without a file system. */
#define _XOPEN_SOURCE 700

#include "memory_runs.h"
#include "run_fixture.h"

#include "run_data_impl.h"

#include <ridgewalk/diagram.h>
#include <ridgewalk/plot.h>

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

/* The same run in a folder and in memory, both open. */
typedef struct pair {
    rdg_run *folder, *memory;
} pair;

/* --- tests */

static void a_run_in_memory_reads_like_its_folder(void **state)
{
    rdg_context *ctx = *state;
    pair branches, large;
    assert_ok(ctx, rdg_continue(crossing_with_unit(ctx), "a/b", CROSSING));
    branches.folder = open_of_folder(ctx, "a/b");
    assert_ok(ctx, rdg_continue(crossing_with_unit(ctx), "a/b", CROSSING, RDG_IN_MEMORY));
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
    assert_failed(ctx, RDG_ERR_IO, "it is a curve, drawn by RDG_CURVE");
}

/* From a point, from a label, and on the other branch: all of it with the file system out of reach. */
static void no_file_is_touched(void **state)
{
    rdg_context *ctx = *state;
    char here[512];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir("/proc"), 0); /* not even the administrator writes there */
    assert_ok(ctx, rdg_set_run_folder(ctx, "runs"));
    rdg_problem *p = crossing_with_unit(ctx);
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
        assert_ok(ctx,
                  rdg_continue(crossing_with_unit(ctx), "a", CROSSING, k ? RDG_IN_MEMORY : RDG_NO_TABLE));
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
        assert_int_equal(strstr(table, "/a.db\n") != NULL, k == 2);
    }
    rdg_set_writer(ctx, NULL, NULL);
}

/* Points have gaps in their numbers: triangles name points, and are read as rows. */
static void a_mesh_names_points_and_is_read_as_rows(void **state)
{
    rdg_context *ctx = *state;
    rdg_run_store *store = NULL;
    const rdg_index triangles[] = {-3, 2, 9}, curves[] = {4, 9, 4, -3};
    fixture_chart c;
    const rdg_run_plan plan = {.name = "mesh", .layout = &fixture_layout, .in_memory = true};
    assert_ok(ctx, rdg_run_store_open(ctx, &plan, &store));
    for (int k = 2; k >= 0; k--) { /* not in their order */
        fixture_fill(&c, triangles[k], k + 1, "");
        c.chart.label = k == 0 ? 1 : 0;
        const rdg_solution_more more = {
            .state = (double[]){7, 8}, .n_state = k == 0 ? 2 : 0, .kept = k == 0 ? "a\tb" : NULL};
        rdg_run_store_keep(store, &more);
        assert_ok(ctx, rdg_run_store_append(store, &c.chart));
    }
    assert_ok(
        ctx, rdg_run_store_mesh(
                 store,
                 &(rdg_mesh){.n_triangles = 1, .triangle = triangles, .n_curve_points = 2, .curve = curves}));
    rdg_run_store_free(store);
    rdg_run *run = rdg_run_open(ctx, "mesh");
    rdg_index n = 0;
    double kept[3] = {0};
    assert_memory_equal(rdg_run_triangles(run, &n), ((const rdg_index[]){0, 1, 2}), 3 * sizeof n);
    assert_memory_equal(rdg_run_event_curves(run, &n), ((const rdg_index[]){4, 2, 4, 0}), 4 * sizeof n);
    assert_int_equal(n, 2);
    rdg_checkpoint memo = {.ctx = ctx};
    assert_ok(ctx, rdg_run_state(run, 1, &memo));
    rdg_checkpoint_numbers(&memo, kept, 2);
    assert_near(kept[1], 8, 0, 0);
    char *text = NULL;
    assert_ok(ctx, rdg_run_kept(run, 1, &text));
    assert_string_equal(text, "a\tb");
    rdg_free(text);
    rdg_checkpoint_number(&memo, kept); /* there is none any more */
    assert_true(memo.is_broken);
    rdg_memo_release(&memo);
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
        SCRATCH_TEST(the_table_says_where_the_run_is_kept),
        SCRATCH_TEST(a_mesh_names_points_and_is_read_as_rows),
        SCRATCH_TEST(random_runs_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
