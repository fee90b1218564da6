/* link: -Wl,--wrap=rdg_seconds */
/* Disks that misbehave under a run: the message names the file, and what was written before is whole. */
#define _XOPEN_SOURCE 700

#include "fast_clock.h"
#include "problems.h"
#include "scratch.h"

#include <ridgewalk/run_data.h>

#include <signal.h>
#include <sys/resource.h>

static rdg_status trace(rdg_context *ctx)
{
    return rdg_continue(circle_problem(ctx), "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_LABEL_EVERY(3),
                        RDG_NO_TABLE);
}

/* Every row lies on the circle, and every label has its solution. Number of rows; -1: there is no run. */
static rdg_index read_back(rdg_context *ctx)
{
    char path[160];
    snprintf(path, sizeof path, "%s/circle.db", scratch_folder);
    if (access(path, F_OK) != 0) {
        return -1;
    }
    rdg_run *run = rdg_run_open(ctx, "circle");
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_index rows = rdg_run_count(run);
    for (rdg_index k = 0; k < rows; k++) {
        double u[2] = {rdg_run_column(run, "u[0]")[k], rdg_run_column(run, "u[1]")[k]};
        assert_near(hypot(u[0], u[1]), 1, 1e-9, 0);
        if (rdg_run_label(run, k) > 0) {
            double stored[2];
            assert_ok(ctx, rdg_run_solution(run, rdg_run_label(run, k), "u", 2, stored, NULL));
            assert_memory_equal(stored, u, sizeof u);
        }
    }
    rdg_run_free(run);
    return rows;
}

static void set_limit(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Files that cannot grow past a limit are the nearest thing to a full disk that a test can have. */
static void a_full_disk_keeps_what_was_written(void **state)
{
    rdg_context *ctx = *state;
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_IGN); /* write() then answers EFBIG */
    rdg_index most = 0;
    bool whole = false;
    for (rlim_t limit = 1; !whole; limit += limit < 100000 ? 4391 : 1999) {
        set_limit(limit);
        const rdg_status status = trace(ctx);
        set_limit(before.rlim_cur);
        whole = status == RDG_OK;
        if (!whole) {
            assert_int_equal(status, RDG_ERR_IO);
            if (!strstr(rdg_error_message(ctx), "File too large")) {
                print_error("limit %lld: %s\n", (long long)limit, rdg_error_message(ctx));
            }
            assert_non_null(strstr(rdg_error_message(ctx), "File too large"));
            assert_non_null(strstr(rdg_error_message(ctx), scratch_folder));
            assert_failed(ctx, RDG_ERR_IO, "run circle: ");
        }
        const rdg_index rows = read_back(ctx);
        most = whole || rows < most ? most : rows;
        assert_true(limit < 600000);
    }
    assert_true(most > 20); /* some runs went far before the disk was full */
}

static void a_folder_that_cannot_be_made_is_named(void **state)
{
    rdg_context *ctx = *state;
    char file[160];
    snprintf(file, sizeof file, "%s/file", scratch_folder);
    FILE *made = fopen(file, "w");
    assert_non_null(made);
    fclose(made);
    const char *folders[] = {file, "/dev/null/runs", "/proc/no/such/runs"};
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_set_run_folder(ctx, folders[k]));
        assert_int_equal(trace(ctx), RDG_ERR_IO);
        char words[256];
        snprintf(words, sizeof words, "run circle: the folder of %s/circle.db cannot be made: ", folders[k]);
        assert_failed(ctx, RDG_ERR_IO, words);
    }
}

static bool remove_run(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    if (chart->point == *(const int *)data) {
        char path[160];
        snprintf(path, sizeof path, "%s/circle.db", scratch_folder);
        assert_int_equal(remove(path), 0);
    }
    return false;
}

static void a_run_removed_on_the_way_ends_with_a_message(void **state)
{
    rdg_context *ctx = *state;
    for (int at = 0; at < 8; at++) {
        assert_int_equal(rdg_continue(circle_problem(ctx), "circle", RDG_RELEASE("y"), RDG_RELEASE("x"),
                                      RDG_OBSERVE(remove_run, &at), RDG_NO_TABLE),
                         RDG_ERR_IO);
        assert_non_null(strstr(rdg_error_message(ctx), "No such file"));
        assert_failed(ctx, RDG_ERR_IO, "run circle: ");
    }
}

static void a_name_that_leads_out_of_the_run_folder_is_refused(void **state)
{
    rdg_context *ctx = *state;
    const char *names[] = {"../circle", "a//b", "/circle", "a/..", "with\nline"};
    for (int k = 0; k < 5; k++) {
        assert_int_equal(
            rdg_continue(circle_problem(ctx), names[k], RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE),
            RDG_ERR_NAME);
        assert_failed(ctx, RDG_ERR_NAME, "is no name for a run");
    }
}

static void a_run_that_has_no_first_point_leaves_the_older_one(void **state)
{
    rdg_context *ctx = *state;
    assert_ok(ctx, trace(ctx));
    const rdg_index rows = read_back(ctx);
    rdg_problem *p = circle_problem(ctx);
    memset(rdg_start_values(p), 0, 2 * sizeof(double));
    assert_int_equal(rdg_continue(p, "circle", RDG_RELEASE("y"), RDG_RELEASE("x"), RDG_NO_TABLE),
                     RDG_ERR_SINGULAR);
    rdg_error_clear(ctx);
    assert_int_equal(read_back(ctx), rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_full_disk_keeps_what_was_written),
        SCRATCH_TEST(a_folder_that_cannot_be_made_is_named),
        SCRATCH_TEST(a_run_removed_on_the_way_ends_with_a_message),
        SCRATCH_TEST(a_name_that_leads_out_of_the_run_folder_is_refused),
        SCRATCH_TEST(a_run_that_has_no_first_point_leaves_the_older_one),
    };
    return cmocka_run_group_tests_name("core: disks that misbehave", tests, NULL, NULL);
}
