/* link: -Wl,--wrap=rdg_seconds */
/* Runs that are killed and taken up again: at any evaluation, at any call that touches the disk, with half a
 * line written, and from outside. In the end nobody can tell them from runs that were left alone. */
#define _GNU_SOURCE

#include "fast_clock.h"
#include "resume_scenarios.h"

#include <sys/wait.h>

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
        nanosleep(
            &(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000},
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
    const char *const number[] = {"points",     "folds",       "kink_folds", "branch_points",
                                  "iterations", "corrections", "rejected"};
    for (int i = 0; i < 2; i++) {
        assert_string_equal(rdg_run_text(killed, text[i]), rdg_run_text(whole, text[i]));
    }
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        assert_near(rdg_run_number(killed, number[i]), rdg_run_number(whole, number[i]), 0, 0);
    }
    assert_int_equal(rdg_run_count(killed), rdg_run_count(whole));
    const char *const block = what->make == winding_problem || what->make == frozen_problem ? "s"
                              : what->make == slow_cusp_problem                             ? "x"
                                                                                            : "u";
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
static void kill_and_go_on(rdg_context *ctx, const scenario *what, bool evaluations, int trials,
                           uint64_t seed)
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

static void runs_killed_at_any_evaluation_become_whole(void **state)
{
    for (int i = 0; i < N_SCENARIOS; i++) {
        kill_and_go_on(*state, &scenarios[i], true, 6, 100U + (unsigned)i);
    }
}

/* With nothing of them in a file yet, but perhaps an older run. */
static void runs_killed_in_their_first_50_ms_become_whole(void **state)
{
    const double fast = clock_speed;
    clock_speed = 1;
    for (int i = 0; i < N_SCENARIOS; i++) {
        kill_and_go_on(*state, &scenarios[i], true, 3, 300U + (unsigned)i);
    }
    clock_speed = fast;
}

static void runs_killed_at_any_call_to_the_disk_become_whole(void **state)
{
    for (int i = 0; i < N_SCENARIOS; i++) {
        kill_and_go_on(*state, &scenarios[i], false, 8, 200U + (unsigned)i);
    }
}

static void kill_at_each_moment(rdg_context *ctx, const scenario *what, long first, long last)
{
    for (long at = first; at <= last; at++) {
        in_child(what, false, at, 0);
        assert_true(in_child(what, true, 0, 0));
        assert_same_run(ctx, what);
    }
}

/* Head of the file, lock, log, tables, first row. */
static void runs_killed_at_their_first_moments_become_whole(void **state)
{
    const scenario *what = &scenarios[0];
    count_evaluations = false;
    const long count = count_moments(*state, what);
    in_child(what, false, 0, 0);
    kill_at_each_moment(*state, what, 1, count < 40 ? count : 40); /* many of them while the older run goes */
}

/* Last row, facts, the log goes into the file, and is removed; an observer has said that the run is to end.
 */
static void runs_killed_at_their_last_moments_become_whole(void **state)
{
    count_evaluations = false;
    for (int i = 0; i < N_SCENARIOS; i++) {
        in_child(&scenarios[i], false, 0, 0);
        count_moments(*state, &scenarios[i]); /* the first time there is none to replace */
        const long count = count_moments(*state, &scenarios[i]);
        kill_at_each_moment(*state, &scenarios[i], count - 3, count);
    }
}

/* What is foreseen from the chart before a chart is foreseen again. */
static void a_run_killed_before_a_step_that_hides_events_becomes_whole(void **state)
{
    const scenario *what = &scenarios[N_SCENARIOS - 1];
    count_evaluations = false;
    count_moments(*state, what);
    const long count = count_moments(*state, what);
    rdg_run *run = rdg_run_open(*state, what->name);
    assert_int_equal(rdg_run_number(run, "branch_points"), 2);
    for (long at = count / 3; at <= count; at += 3) {
        kill_at_each_moment(*state, what, at, at);
    }
}

/* Folds on kinks, which are enclosed only, are found again, counted once, and keep their intervals. */
static void a_run_killed_between_folds_on_kinks_becomes_whole(void **state)
{
    const scenario *what = &scenarios[N_SCENARIOS - 2];
    count_evaluations = false;
    count_moments(*state, what);
    const long count = count_moments(*state, what);
    run_folder(*state, "whole");
    rdg_run *run = rdg_run_open(*state, what->name);
    assert_int_equal(rdg_run_number(run, "folds"), 5);
    assert_int_equal(rdg_run_number(run, "kink_folds"), 4);
    rdg_run_free(run);
    in_child(what, false, 0, 0);
    for (long at = 1; at <= count; at += 3) {
        kill_at_each_moment(*state, what, at, at);
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

/* All numbers of a run, column by column; their count. */
static rdg_index read_numbers(rdg_context *ctx, const scenario *what, double *numbers, rdg_index most,
                              rdg_index *rows)
{
    rdg_run *run = rdg_run_open(ctx, what->name);
    *rows = rdg_run_count(run);
    rdg_index n = 0;
    const char *column = NULL;
    for (rdg_index i = 0; (column = rdg_run_column_name(run, i)); i++) {
        assert_true(n + *rows <= most);
        memcpy(numbers + n, rdg_run_column(run, column), (size_t)*rows * sizeof *numbers);
        n += *rows;
    }
    rdg_run_free(run);
    return n;
}

/* All rows that a killed run has written stay as they are. It goes backwards: what follows comes before them.
 */
static void what_was_written_stays(void **state)
{
    enum { MOST = 20000 };
    static double before[MOST], after[MOST];
    rdg_context *ctx = *state;
    const scenario *what = &scenarios[2];
    count_evaluations = true;
    const long count = count_moments(ctx, what);
    rdg_index most = 0;
    for (long at = count / 5; at < count; at += count / 5) {
        in_child(what, false, at, 0);
        run_folder(ctx, "killed");
        rdg_index rows = 0, all = 0;
        const rdg_index n = read_numbers(ctx, what, before, MOST, &rows);
        assert_true(in_child(what, true, 0, 0));
        read_numbers(ctx, what, after, MOST, &all);
        assert_true(all > rows && rows > 0);
        for (rdg_index i = 0; i < n; i++) {
            const rdg_index column = i / rows;
            assert_true(before[i] == after[column * all + all - rows + i % rows]);
        }
        most = rows > most ? rows : most;
    }
    assert_true(most > 20);
}

int main(void)
{
    at_evaluation = evaluated;
    watch_the_disk();
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(runs_killed_at_any_evaluation_become_whole),
        SCRATCH_TEST(runs_killed_in_their_first_50_ms_become_whole),
        SCRATCH_TEST(runs_killed_at_any_call_to_the_disk_become_whole),
        SCRATCH_TEST(runs_killed_at_their_first_moments_become_whole),
        SCRATCH_TEST(runs_killed_at_their_last_moments_become_whole),
        SCRATCH_TEST(a_run_killed_before_a_step_that_hides_events_becomes_whole),
        SCRATCH_TEST(a_run_killed_between_folds_on_kinks_becomes_whole),
        SCRATCH_TEST(a_run_killed_from_outside_becomes_whole),
        SCRATCH_TEST(what_was_written_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
