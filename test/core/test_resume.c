/* Runs that are killed and taken up again: at any evaluation, at any call that touches the disk, with half a
 * line written, and from outside. In the end nobody can tell them from runs that were left alone. */
#define _GNU_SOURCE

#include "cusp.h"

#include <ridgewalk/run_data.h>
#include <ridgewalk/toolbox.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Moments at which a process may be killed: it kills itself when it has lived through so many. */
static bool count_evaluations;
static long moments, last_moment = -1;

static void moment(void)
{
    if (++moments == last_moment) {
        kill(getpid(), SIGKILL);
    }
}

/* The library's calls to the disk go through these; each may be the last thing that is done, or not even
 * that. */
ssize_t write(int file, const void *bytes, size_t size)
{
    if (!count_evaluations && moments + 1 == last_moment) {
        syscall(SYS_write, file, bytes, size / 2);
    }
    if (!count_evaluations) {
        moment();
    }
    return syscall(SYS_write, file, bytes, size);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    if (!count_evaluations) {
        moment(); /* the file lies there under its other name */
    }
    const int answer = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int unlinkat(int folder, const char *name, int flags)
{
    const int answer = (int)syscall(SYS_unlinkat, folder, name, flags);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int mkdir(const char *name, mode_t mode)
{
    const int answer = (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

int ftruncate(int file, off_t size)
{
    const int answer = (int)syscall(SYS_ftruncate, file, size);
    if (!count_evaluations) {
        moment();
    }
    return answer;
}

static long nap; /* nanoseconds an evaluation */

static void evaluated(void)
{
    if (count_evaluations) {
        moment();
    }
    if (nap > 0) {
        nanosleep(&(struct timespec){.tv_nsec = nap}, NULL);
    }
}

/* More variables than the table has columns for: x_0 = sin s + s / 10, the others follow it. */
enum { SIZE = 12 };

static int winding(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    evaluated();
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
    rdg_add_variables(p, "x", SIZE - 1, NULL);
    rdg_add_variables(p, "s", 1, NULL);
    rdg_add_zero(p, &(rdg_function){.name = "winding", .n = SIZE, .m = SIZE - 1, .f = winding}, RDG_ALL);
    rdg_add_parameter(p, "x0", "x", 0);
    rdg_add_parameter(p, "s", "s", 0);
    return p;
}

/* (x^2 + 4 y^2 - 1) (x - y) = 0: an ellipse, and a line that crosses it twice. */
static int crossing(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    evaluated();
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
    return p;
}

static int slow_cusp(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    evaluated();
    return cusp_f(n, u, m, y, data);
}

static rdg_problem *slow_cusp_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", 1, NULL);
    rdg_add_variables(p, "parameters", 2, (double[]){0.0, 0.5});
    rdg_add_zero(p, &(rdg_function){.name = "cusp", .n = 3, .m = 1, .f = slow_cusp}, RDG_ALL);
    rdg_add_parameter(p, "ka", "parameters", 0);
    rdg_add_parameter(p, "la", "parameters", 1);
    return p;
}

static int slow_sphere(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    evaluated();
    y[0] = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 1;
    return 0;
}

static rdg_problem *sphere_problem(rdg_context *ctx)
{
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", 3, (double[]){0.0, 0.0, 1.0});
    rdg_add_zero(p, &(rdg_function){.name = "sphere", .n = 3, .m = 1, .f = slow_sphere}, RDG_ALL);
    rdg_add_parameter(p, "x", "u", 0);
    rdg_add_parameter(p, "y", "u", 1);
    return p;
}

/* A handler that changes the problem as it goes on: each jump is farther than the one before. */
static double jump_length;

static bool jump(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    (void)p;
    (void)event;
    (void)data;
    jump_length += 0.5;
    u[SIZE - 1] += direction * jump_length;
    for (int i = 0; i < SIZE - 1; i++) {
        u[i] = sin(u[SIZE - 1]);
    }
    return true;
}

/* Ends a direction where s passes 3; not told but by the chart. */
static bool stop_behind_3(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    (void)data;
    return chart->u[SIZE - 1] > 3.0;
}

#define WINDING                                                                                              \
    RDG_RELEASE("s"), RDG_RELEASE("x0"), RDG_WINDOW("s", -4, 4), RDG_STEP(0.02, 1e-6, 0.1), RDG_NO_TABLE

/* A function that runs or resumes with these options. */
#define RUN_OF(function, ...)                                                                                \
    static rdg_status function(rdg_problem *p, const char *name, bool resumes)                               \
    {                                                                                                        \
        return resumes ? rdg_resume(p, name, __VA_ARGS__) : rdg_continue(p, name, __VA_ARGS__);              \
    }

RUN_OF(folds, RDG_RELEASE("x0"), RDG_RELEASE("s"), RDG_WINDOW("s", -4, 4), RDG_UZ("s", 2.5), RDG_UZ("x0", 0.7),
       RDG_STEP(0.02, 1e-6, 0.2), RDG_NO_TABLE, RDG_LABEL_EVERY(7))
RUN_OF(backwards, WINDING, RDG_DIRECTION(-1), RDG_UZ("x0", -0.5))
RUN_OF(handled, WINDING, RDG_TERMINAL("GAP", "s", 1.5), RDG_TERMINAL("GAP", "s", -2.0), RDG_ON_STOP(jump, NULL))
RUN_OF(observed, WINDING, RDG_OBSERVE(stop_behind_3, NULL), RDG_LABEL_EVERY(4))
RUN_OF(unlabelled, WINDING, RDG_LABEL_EVERY(0))
RUN_OF(limited, WINDING, RDG_LABEL_EVERY(5), RDG_MAX_POINTS(33))
RUN_OF(closed, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_UZ("y", 0.3))
RUN_OF(switched, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_NO_TABLE, RDG_WINDOW("x", -1, 1), RDG_LABEL_EVERY(3),
       RDG_SWITCH("ellipse", 4))
RUN_OF(cusped, RDG_RELEASE("ka"), RDG_WINDOW("ka", -0.5, 0.5), RDG_NO_TABLE, RDG_HOLD_AT("la", 0.6),
       RDG_LABEL_EVERY(1), RDG_STEP_RULE(RDG_STEP_RULE_COCO))
RUN_OF(covering, RDG_RELEASE("x"), RDG_RELEASE("y"), RDG_DIMENSION(2), RDG_NO_TABLE, RDG_STEP(0.4, 0.01, 0.5))

typedef struct scenario {
    const char *name;
    rdg_problem *(*make)(rdg_context *ctx);
    rdg_status (*run)(rdg_problem *p, const char *name, bool resumes);
} scenario;

static rdg_status go(rdg_context *ctx, const scenario *what, bool resumes)
{
    jump_length = 0.0;
    rdg_problem *p = what->make(ctx);
    if (what->run == switched) { /* in the same process: it is resumed as well */
        closed(p, "ellipse", resumes);
    }
    return what->run(p, what->name, resumes);
}

static void run_folder(rdg_context *ctx, const char *part)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, part);
    rdg_set_run_folder(ctx, path);
}

/* Run or resume in a process of its own, which kills itself at a moment, or not (0); or which is killed after
 * `microseconds`. True: it came to its end. */
static bool in_child(const scenario *what, bool resumes, long at, long microseconds)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        run_folder(ctx, "killed");
        nap = microseconds > 0 ? 20000 : 0;
        moments = 0;
        last_moment = at > 0 ? at : -1;
        const rdg_status status = go(ctx, what, resumes);
        if (status != RDG_OK) {
            fprintf(stderr, "%s: %s\n", what->name, rdg_error_message(ctx));
        }
        _exit(status == RDG_OK ? 0 : 1);
    }
    if (microseconds > 0) {
        nanosleep(&(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000},
                  NULL);
        kill(child, SIGKILL);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) ? WTERMSIG(how) == SIGKILL : WEXITSTATUS(how) == 0);
    return WIFEXITED(how);
}

static void assert_same_solution(rdg_context *ctx, rdg_run *a, rdg_run *b, rdg_index label, const char *block)
{
    const rdg_index n = rdg_run_block_size(a, label, block);
    double u[2][SIZE], tangent[2][SIZE];
    assert_in_range(n, 1, SIZE);
    assert_ok(ctx, rdg_run_solution(a, label, block, n, u[0], tangent[0]));
    assert_ok(ctx, rdg_run_solution(b, label, block, n, u[1], tangent[1]));
    for (rdg_index j = 0; j < n; j++) {
        assert_near(u[1][j], u[0][j], 1e-12, 1e-14);
        assert_near(tangent[1][j], tangent[0][j], 1e-12, 1e-14);
    }
}

/* Rows, labels, types, values, solutions, and how the run ended. */
static void assert_same_run(rdg_context *ctx, const scenario *what)
{
    run_folder(ctx, "whole");
    rdg_run *whole = rdg_run_open(ctx, what->name);
    run_folder(ctx, "killed");
    rdg_run *killed = rdg_run_open(ctx, what->name);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_true(rdg_run_finished(killed));
    const char *const text[] = {"stop_forwards", "stop_backwards"};
    const char *const number[] = {"points", "folds", "branch_points", "iterations", "corrections", "rejected"};
    for (int i = 0; i < 2; i++) {
        assert_string_equal(rdg_run_text(killed, text[i]), rdg_run_text(whole, text[i]));
    }
    for (int i = 0; i < 6; i++) {
        assert_near(rdg_run_number(killed, number[i]), rdg_run_number(whole, number[i]), 0, 0);
    }
    assert_int_equal(rdg_run_count(killed), rdg_run_count(whole));
    const char *const block = what->make == winding_problem ? "s" : what->make == slow_cusp_problem ? "x" : "u";
    for (rdg_index row = 0; row < rdg_run_count(whole); row++) {
        const rdg_index label = rdg_run_label(whole, row);
        assert_int_equal(rdg_run_label(killed, row), label);
        assert_string_equal(rdg_run_type(killed, row), rdg_run_type(whole, row));
        if (label > 0) {
            assert_same_solution(ctx, whole, killed, label, block);
        }
    }
    const char *column = NULL;
    for (rdg_index i = 0; (column = rdg_run_column_name(whole, i)); i++) {
        const double *a = rdg_run_column(whole, column), *b = rdg_run_column(killed, column);
        const bool shows = strcmp(column, "time") != 0 && strcmp(column, "residual") != 0;
        for (rdg_index row = 0; shows && row < rdg_run_count(whole); row++) {
            assert_near(b[row], a[row], 1e-12, 1e-14);
        }
    }
    rdg_run_free(whole);
    rdg_run_free(killed);
}

/* The moments that a whole run has, counted here: without a kill. */
static long count_moments(rdg_context *ctx, const scenario *what)
{
    run_folder(ctx, "whole");
    moments = 0;
    last_moment = -1;
    assert_ok(ctx, go(ctx, what, false));
    return moments;
}

static long random_moment(uint64_t *seed, long count)
{
    return 1 + (long)(0.5 * (1.0 + random_signed(seed)) * (double)(count - 1));
}

/* Kill `trials` times at random moments, going on after each until it is whole; it is killed while it goes on
 * as well. An older run of the name is there from the second time on. */
static void kill_and_go_on(rdg_context *ctx, const scenario *what, bool evaluations, int trials, uint64_t seed)
{
    count_evaluations = evaluations;
    const long count = count_moments(ctx, what);
    assert_true(count > 20);
    int killed = 0;
    for (int trial = 0; trial < trials; trial++) {
        bool whole = in_child(what, false, random_moment(&seed, count), 0);
        killed += !whole;
        while (random_signed(&seed) > 0.0) {
            whole = in_child(what, true, random_moment(&seed, count), 0);
            killed += !whole;
        }
        assert_true(in_child(what, true, 0, 0));
        assert_same_run(ctx, what);
    }
    assert_true(killed >= trials / 2);
}

static const scenario scenarios[] = {
    {"folds", winding_problem, folds},        {"backwards", winding_problem, backwards},
    {"handled", winding_problem, handled},    {"observed", winding_problem, observed},
    {"limited", winding_problem, limited},    {"unlabelled", winding_problem, unlabelled},
    {"closed", crossing_problem, closed},     {"nested/switched", crossing_problem, switched},
    {"cusped", slow_cusp_problem, cusped},    {"covering", sphere_problem, covering},
};
enum { N_SCENARIOS = sizeof scenarios / sizeof *scenarios };

static void runs_killed_at_any_evaluation_become_whole(void **state)
{
    for (int i = 0; i < N_SCENARIOS; i++) {
        kill_and_go_on(*state, &scenarios[i], true, 8, 100U + (unsigned)i);
    }
}

static void runs_killed_at_any_call_to_the_disk_become_whole(void **state)
{
    for (int i = 0; i < N_SCENARIOS; i++) {
        kill_and_go_on(*state, &scenarios[i], false, 12, 200U + (unsigned)i);
    }
}

/* The first moments of a run one by one: folder, older files, table, run.json, first solution, first line. */
static void a_run_killed_while_its_folder_is_made_becomes_whole(void **state)
{
    const scenario *what = &scenarios[0];
    count_evaluations = false;
    const long count = count_moments(*state, what);
    for (long at = 1; at < 60 && at < count; at++) { /* nearly all of them while the older run is removed */
        in_child(what, false, at, 0);
        assert_true(in_child(what, true, 0, 0));
        assert_same_run(*state, what);
    }
}

static void a_run_killed_from_outside_becomes_whole(void **state)
{
    rdg_context *ctx = *state;
    const scenario *what = &scenarios[0];
    uint64_t seed = 11;
    count_evaluations = true;
    count_moments(ctx, what);
    for (int trial = 0; trial < 12; trial++) {
        in_child(what, trial % 3 != 0, 0, 1 + (long)(30000.0 * (1.0 + random_signed(&seed))));
    }
    assert_true(in_child(what, true, 0, 0));
    assert_same_run(ctx, what);
}

/* All lines that a killed run has written stay as they are, and no more than a chart's work is lost. */
static void what_was_written_stays(void **state)
{
    rdg_context *ctx = *state;
    const scenario *what = &scenarios[0];
    count_evaluations = true;
    const long count = count_moments(ctx, what);
    for (long at = count / 5; at < count; at += count / 5) {
        in_child(what, false, at, 0);
        run_folder(ctx, "killed");
        char path[160], before[1 << 16], after[1 << 16];
        snprintf(path, sizeof path, "%s/killed/%s/bd.csv", scratch_folder, what->name);
        char *const text[] = {before, after};
        size_t size[2] = {0, 0};
        for (int i = 0; i < 2; i++) {
            FILE *file = fopen(path, "rb");
            assert_non_null(file);
            size[i] = fread(text[i], 1, sizeof before, file);
            fclose(file);
            assert_true(in_child(what, true, 0, 0));
        }
        assert_true(size[1] >= size[0] && size[0] > 200);
        assert_memory_equal(before, after, size[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_killed_at_any_evaluation_become_whole),
        SCRATCH_TEST(runs_killed_at_any_call_to_the_disk_become_whole),
        SCRATCH_TEST(a_run_killed_while_its_folder_is_made_becomes_whole),
        SCRATCH_TEST(a_run_killed_from_outside_becomes_whole),
        SCRATCH_TEST(what_was_written_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
